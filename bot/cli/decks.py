"""`durbar deck`: check, show and judge the decks that people write."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any

from bot.games.documents import SEED, Refused, game_named, read_text
from rules.games import GAMES
from rules.kernel import Decks

WITH_DECKS = [key for key, rules in GAMES.items() if rules.DECKS is not None]


def add_deck(commands: Any) -> None:
    """Add `deck` and what it can do to the subcommands of the command line."""
    text = "check, show or judge a deck of your own; docs/decks.md says how to write one"
    parser = commands.add_parser("deck", help=text, description=text)
    deeds = parser.add_subparsers(required=True, metavar="COMMAND")

    def deed(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = deeds.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        added.add_argument("file", metavar="FILE", help="the deck, or the name of a built-in one")
        only = WITH_DECKS[0] if len(WITH_DECKS) == 1 else None
        added.add_argument(
            "--game", default=only, required=only is None, help=f"one of: {', '.join(WITH_DECKS)}"
        )
        return added

    deed("check", _check, "name each mistake of a deck")
    add = deed("show", _show, "print a deck as players read it")
    add.add_argument("--card", metavar="N", type=int, help="one card only")
    add = deed("report", _report, "play at random with a deck and print what each side did")
    add.add_argument("--games", metavar="N", type=int, default=2000, help="default: %(default)s")
    add.add_argument("--seed", default=SEED, help="default: %(default)s")


def _read(arguments: argparse.Namespace) -> tuple[Decks, str, list[str]]:
    """The decks of the game, the text of the deck, and its mistakes."""
    decks = game_named(arguments.game).DECKS
    if decks is None:
        raise Refused(f"{arguments.game} is played without a deck; these have one: {', '.join(WITH_DECKS)}")
    named = not Path(arguments.file).exists() and not decks.check(arguments.file)
    text = arguments.file if named else read_text(arguments.file)
    return decks, text, decks.check(text)


def _refused(arguments: argparse.Namespace, mistakes: list[str]) -> int:
    many = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    print("\n".join([f"{arguments.file}: {many}", *mistakes]), file=sys.stderr)
    return 2


def _check(arguments: argparse.Namespace) -> int:
    _, _, mistakes = _read(arguments)
    if mistakes:
        return _refused(arguments, mistakes)
    print(f"{arguments.file}: no mistakes, this deck can be played.")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    decks, text, mistakes = _read(arguments)
    if mistakes:
        return _refused(arguments, mistakes)
    try:
        print(decks.show(text, arguments.card))
    except ValueError as error:
        raise Refused(f"{arguments.file}: {error}") from None
    return 0


def _report(arguments: argparse.Namespace) -> int:
    decks, text, mistakes = _read(arguments)
    if mistakes:
        return _refused(arguments, mistakes)
    if arguments.games < 1:
        raise Refused("--games: a number from 1 on is needed")
    for line in decks.report(text, arguments.games, Random(arguments.seed).randrange):
        print(line, flush=True)
    return 0
