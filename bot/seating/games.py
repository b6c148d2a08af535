"""Write a line about each installed game."""

from __future__ import annotations

from collections.abc import Iterable

from bot.language.words import say
from bot.settings.options import list_field_values
from rules.kernel import Rules
from rules.lessons.newcomer import find_newcomer
from rules.words import say as words


def describe_games(games: Iterable[Rules]) -> list[str]:
    """Return a line for each game: how many people can play, how heavy it is, and who likes it.

    All lines and the buttons of the games fit on one screen of a phone.
    """
    return [_describe_game(rules) for rules in games]


def find_simplest(games: Iterable[Rules]) -> Rules | None:
    """Return the game that explains the fewest kinds of questions; None if no game explains its questions."""
    told = [(len(new.kinds), rules) for rules in games if (new := find_newcomer(rules)) is not None]
    return min(told, key=lambda each: each[0])[1] if told else None


def _describe_game(rules: Rules) -> str:
    new = find_newcomer(rules)
    line = words(new.fits).read(rules.name) if new is not None and new.fits else ""
    return say("help.game", title=rules.TITLE, seats=count_seats(rules), line=line)


def count_seats(rules: Rules) -> str:
    """Return how many people can play a game: "3", or "2–5"."""
    numbers = list_field_values(rules.Options, "seats") or [str(len(rules.seats(rules.Options())))]
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
