"""Define the bot players.

A sheet of lines for each faction proposes orders. The worth of a position decides among them, and `full`
simulates what follows the best orders. `survey` counts on the map. `rivals` and the factions' own modules
hold the lines. `answers` answers questions at a glance. `worth` evaluates a position.
docs/reference/games/vijayanagara-sheets.md prints the sheets, so that people can follow them. Players are
imported when they take a seat, because few commands need one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel import Maker, Player

OVERLOOKED = 25  # lines of 100 that the level `easy` misses


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
