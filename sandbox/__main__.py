"""`python -m sandbox [--port N]`: the sandbox alone; point a bot at it as `sandbox.server` says."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

from sandbox.server import Sandbox


async def serve(port: int) -> None:
    """Runs until it is cancelled."""
    sandbox = Sandbox()
    await sandbox.start(port=port)
    print(f"page:         {sandbox.base_url}/")
    print(f"Route.BASE:   {sandbox.api_base}")
    print(f"gateway:      {sandbox.gateway_url}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await sandbox.stop()


def main() -> None:
    """Reads the arguments and serves."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=8765, help="port on 127.0.0.1, 0 for any (default: %(default)s)"
    )
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(parser.parse_args().port))


if __name__ == "__main__":
    main()
