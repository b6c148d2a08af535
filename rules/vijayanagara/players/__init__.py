"""The bot players: a sheet of lines for each faction proposes orders, what a position is worth decides
among them, and `full` plays the best of them on.

`survey` counts, `rivals` and the factions' own files hold the lines, `answers` what is answered at a glance,
`worth` what a position is worth. docs/reference/games/vijayanagara-sheets.md prints it, to run by hand.
A player is loaded when it takes a seat: few commands need one.
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
