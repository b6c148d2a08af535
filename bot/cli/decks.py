"""Run `durbar deck`: check, show and judge decks that people write."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from bot.hosting.documents import find_game, find_undrawable, read_text
from rules.errors import InputError
from rules.kernel import Decks
from rules.loading.games import GAMES


def _find_decks(key: str | None) -> Decks:
    """Return the decks of a game. None means the first game that has decks. Raises `InputError`."""
    if key is None:
        return next(decks for rules in GAMES.values() if (decks := rules.EXTRAS.decks) is not None)
    if (decks := find_game(key).EXTRAS.decks) is not None:
        return decks
    from bot.engine.packages import drop_bad_packages  # loads slowly

    drop_bad_packages()
    found = [game for game, rules in GAMES.items() if rules.EXTRAS.decks is not None]
    raise InputError(f"{key} takes no deck from a file; these games do: {', '.join(found)}")


def _read(arguments: argparse.Namespace) -> tuple[Decks, str, list[str]]:
    """Return the decks of the game, the text of the deck, and the mistakes in it."""
    decks = _find_decks(arguments.game)
    named = not Path(arguments.file).exists() and not decks.check(arguments.file)
    text = arguments.file if named else read_text(arguments.file)
    return decks, text, decks.check(text)


def _print_mistakes(arguments: argparse.Namespace, mistakes: list[str]) -> int:
    many = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    print("\n".join([f"{arguments.file}: {many}", *mistakes]), file=sys.stderr)
    return 2


def check(arguments: argparse.Namespace) -> int:
    """Print each mistake in a deck. Return 2 if there are any."""
    _, text, mistakes = _read(arguments)
    if mistakes := [*mistakes, *find_undrawable(text)]:
        return _print_mistakes(arguments, mistakes)
    print(f"{arguments.file}: no mistakes. This deck can be played.")
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Print the cards of a deck, or one of them, as players read them."""
    decks, text, mistakes = _read(arguments)
    if mistakes:
        return _print_mistakes(arguments, mistakes)
    try:
        print(decks.show(text, arguments.card))
    except ValueError as error:
        raise InputError(f"{arguments.file}: {error}") from None
    return 0


def report(arguments: argparse.Namespace) -> int:
    """Print the effects of each side of each card in random games."""
    decks, text, mistakes = _read(arguments)
    if mistakes:
        return _print_mistakes(arguments, mistakes)
    if arguments.games < 1:
        raise InputError("--games: give a number from 1")
    for line in decks.report(text, arguments.games, Random(arguments.seed).randrange):
        print(line, flush=True)
    return 0
