"""The bot players.

A sheet of lines for each faction proposes orders, the worth of a position decides among them, and `full`
plays the best of them on. `survey` counts. `rivals` and the factions' own files hold the lines. `answers`
answers at a glance. `worth` values a position. docs/reference/games/vijayanagara-sheets.md prints the sheets,
to run them by hand. A player is loaded when it takes a seat, because few commands need one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel import Maker, Player

OVERLOOKED = 25  # in a hundred lines


def _make_easy(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop, OVERLOOKED)


def _make_fair(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop)


def _make_full(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    from rules.vijayanagara.players.full import Full

    return Full(number, stop)


AUTOMATIC: Mapping[str, Maker] = {"easy": _make_easy, "fair": _make_fair, "full": _make_full}
