"""How the parts of the command line add their subcommands to it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from rules.games import GAMES

Adder = Callable[[str, Any, str], argparse.ArgumentParser]  # name, what runs it, what it does


def of_game(command: Adder, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    """A subcommand that takes a game first."""
    added = command(name, run, text)
    added.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    return added


def with_options(add: argparse.ArgumentParser) -> None:
    """Let a subcommand take options of the game."""
    add.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="of the game, such as seats=4; may be given several times",
    )
