"""Make the seats of bot players, and name their levels and styles."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from bot.engine.thinking import list_styles
from bot.language.words import say
from db.records import Seat
from rules.kernel import Rules


def make_bot_seat(key: str, level: str, style: str = "") -> Seat:
    """Return a seat with a bot player of this level and style. The style "" means no style."""
    return Seat(key, 0, f"automatic, {level}", level, style)


def choose_style(rules: Rules, level: str, others: Iterable[Seat], luck: str) -> str:
    """Return a style for a bot player; "" if bot players of this level have no styles.

    If possible, none of `others` has the same style. `luck` is the seed of the choice, so the same `luck`
    gives the same style.
    """
    taken, styles = {seat.style for seat in others}, list_styles(rules, level)
    free = [style for style in styles if style not in taken] or styles
    return Random(luck).choice(free) if free else ""


def name_level(level: str) -> str:
    """Return the name of a level in the reader's language.

    If the bot does not know the level, because only a game's package has it, return `level` itself.
    """
    known = {
        "casual": say("level.casual"),
        "easy": say("level.easy"),
        "fair": say("level.fair"),
        "full": say("level.full"),
        "random": say("level.random"),
        "sheet": say("level.sheet"),
        "steady": say("level.steady"),
        "strong": say("level.strong"),
    }
    return known.get(level, level)


def name_style(rules: Rules, style: str) -> str:
    """Return the name of a style within a sentence: "the raider"; "" if the game has no such style."""
    known = rules.EXTRAS.styles.get(style)
    return "" if known is None else known.title.within(rules.name)


def describe_style(rules: Rules, style: str) -> str:
    """Return the habit of a style, as a clause: "attacks when in doubt"; "" if the game has no such style."""
    known = rules.EXTRAS.styles.get(style)
    return "" if known is None else known.habit.within(rules.name)
