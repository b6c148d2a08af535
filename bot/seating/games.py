"""Write a line about each installed game."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from bot.language.words import say
from bot.settings.options import list_option_values
from rules.kernel import Rules
from rules.lessons.newcomer import find_newcomer
from rules.words import say as words


def sort_games(games: Iterable[Rules]) -> list[Rules]:
    """Return the games from light to heavy, by the time that a turn takes. Other games come last."""
    return sorted(games, key=lambda rules: _find_minutes(rules) or inf)


def describe_games(games: Iterable[Rules]) -> list[str]:
    """Return a line for each game: how many people can play, how heavy it is, and who likes it.

    The lines go from light to heavy. All lines and the buttons of the games fit on one screen of a phone.
    """
    return [_describe_game(rules) for rules in sort_games(games)]


def find_simplest(games: Iterable[Rules]) -> Rules | None:
    """Return the lightest game; None if no game says how long a turn takes."""
    return next((rules for rules in sort_games(games) if _find_minutes(rules)), None)


def _find_minutes(rules: Rules) -> int:
    new = find_newcomer(rules)
    return 0 if new is None else new.minutes


def _describe_game(rules: Rules) -> str:
    new = find_newcomer(rules)
    line = words(new.fits).read(rules.name) if new is not None and new.fits else ""
    return say("help.game", title=rules.TITLE, seats=count_seats(rules), line=line)


def count_seats(rules: Rules) -> str:
    """Return how many people can play a game: "3", or "2–5"."""
    numbers = list_option_values(rules.Options, "seats") or [str(len(rules.seats(rules.Options())))]
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
