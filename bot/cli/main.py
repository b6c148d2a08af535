"""The command line, `durbar`: run the bot or the sandbox; play, try, replay, verify, draw and fuzz the games;
check the decks that people write.

Exit codes: 0 done; 1 something is wrong with what was looked at (`verify`, `fuzz`); 2 it can't be done as
asked, with one line on standard error that says why (`deck`: a line for each mistake).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from bot.cli.decks import add_deck
from bot.cli.play import add_play
from bot.cli.record import add_record
from bot.cli.trial import add_trial
from bot.games.documents import Refused
from rules.kernel import InputError
from rules.record import BadRecord

PORT = 8765


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except (Refused, InputError, BadRecord) as error:
        print(f"durbar: {error}" if isinstance(error, Refused) else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `durbar replay ... | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="durbar", description="Heavy board games of Indian history by chat."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    add = command("run", _run, "the bot when DURBAR_TOKEN is set, else the sandbox")
    add.add_argument(
        "--port", type=int, default=PORT, help="of the sandbox on 127.0.0.1 (default: %(default)s)"
    )
    add = command("sandbox", _sandbox, "the bot in a Discord of its own, in your browser")
    add.add_argument("--port", type=int, default=PORT, help="on 127.0.0.1 (default: %(default)s)")
    add_play(command)
    add_record(command)
    add_trial(command)
    add_deck(commands)
    add = command("bench", _bench, "the benchmarks of docs/performance.md")
    add.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _run(arguments: argparse.Namespace) -> int:
    if not (os.environ.get("DURBAR_TOKEN") or os.environ.get("DURBAR_TOKEN_FILE")):
        print("DURBAR_TOKEN is not set: this is the sandbox.", flush=True)
        return _sandbox(arguments)
    from bot.discord_app.serve import main as bot  # discord.py takes a while to load

    try:
        bot()
    except SystemExit as left:  # it says why it can't run
        if isinstance(left.code, str):
            raise Refused(left.code) from None
        raise
    return 0


def _sandbox(arguments: argparse.Namespace) -> int:
    from bot.discord_app.local import run_sandbox

    return run_sandbox(arguments.port)


def _bench(arguments: argparse.Namespace) -> int:
    from bot.bench import main as bench  # it loads all that it measures

    return int(bench(arguments.json) or 0)


if __name__ == "__main__":
    sys.exit(main())
