"""Run the sandbox alone: `python -m sandbox`. `sandbox.server` says how to connect a bot."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

from sandbox.server import Sandbox
from sandbox.world import NAMES, PEOPLE


async def serve(port: int, channels: Path | None, people: int, welcome: Sequence[str]) -> None:
    """Run the sandbox until the task is cancelled."""
    sandbox = Sandbox(channels=channels, people=people, welcome=welcome)
    await sandbox.start(port=port)
    print(f"page:         {sandbox.base_url}/")
    print(f"Route.BASE:   {sandbox.api_base}")
    print(f"gateway:      {sandbox.gateway_url}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await sandbox.stop()


def main() -> None:
    """Read the arguments, and run the sandbox."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=8765, help="port on 127.0.0.1, 0 for any (default: %(default)s)"
    )
    parser.add_argument("--channels", type=Path, help="a file to keep new channels in")
    parser.add_argument(
        "--people",
        type=int,
        choices=range(1, len(NAMES) + 1),
        metavar="N",
        default=PEOPLE,
        help=f"number of people, at most {len(NAMES)} (default: %(default)s)",
    )
    parser.add_argument(
        "--welcome",
        action="append",
        default=[],
        metavar="LINE",
        help="a line on the page of an empty channel",
    )
    arguments = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments.port, arguments.channels, arguments.people, arguments.welcome))


if __name__ == "__main__":
    main()
