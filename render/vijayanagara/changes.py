"""Find out what happened between two views.

A view shows which pieces moved in its own turn. If the caller has the views of all turns in between, all
moves are known. For `LONG` turns or more, only the difference between the two views is described.

If the caller doesn't have the views of the turns in between, moves are guessed from the difference. We assume
that Amirs and Rajas that turned over did not move. We assume that the other pieces made the fewest steps that
explain the difference, and at most `FAR` steps each. Pieces that these steps do not explain were placed or
removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from render import painter
from render.kit import paths
from render.kit.paths import Counts, Move, Steps, net_walks, only, take_flips_out, take_out
from rules.vijayanagara.board import ADJACENT, FLIPPED, KINDS, MONGOL_ROAD, MONGOLS, STRUCTURE
from rules.vijayanagara.view import FightView, SpaceView, View, find_changed

LONG = 8  # the least number of turns for which only the difference is described
FAR = 3  # the most steps of a guessed move; if a loss and a gain are farther apart, they are no move
WALKERS = tuple(kind for kind in KINDS if kind not in STRUCTURE.values())
ROAD = {(a, b): MONGOL_ROAD.index(b) - MONGOL_ROAD.index(a) for a, b in combinations(MONGOL_ROAD, 2)}  # 3.5


class Dice(NamedTuple):
    """The dice that one side rolled.

    `now`: the face of each die after all changes. It is None for a die that no longer counts.
    """

    faction: str
    faces: tuple[int, ...]
    now: tuple[int | None, ...]
    reach: int  # the highest face that hits
    spent: int = 0  # tokens spent on the dice


class Changes(NamedTuple):
    """All that differs between two views. It has the earlier view too, for changes of tracks and boxes."""

    before: View
    moves: tuple[Move, ...]
    placed: Counts
    removed: Counts
    flipped: Counts  # Amirs and Rajas that turned over, by space and by their new kind
    statuses: Mapping[str, str]  # the Provinces that changed their status, with the old status of each
    fought: str | None  # where the last battle was
    dice: tuple[Dice, ...]
    lit: frozenset[str]  # the spaces to light up: the changed spaces, but never more than half of the map
    # (space, kind): pieces that will be lost when both sides have chosen
    losing: Mapping[tuple[str, str], int] = {}
    summed: bool = False  # after `LONG` turns or more: only gains and losses are known


Tale = painter.Tale[View, Changes]


def read(
    view: View, tale: painter.Tale[View], moves: tuple[Move, ...] | None = None, dice: tuple[Dice, ...] = ()
) -> Changes:
    """Return what happened between `tale.before` and the view.

    `moves`, `dice`: the pieces' moves and the last roll, if the caller knows more than the views show.
    """
    then, now = ({space.key: space.pieces for space in seen.spaces} for seen in (tale.before, view))
    delta = paths.difference(then, now, KINDS)
    if moves is None and tale.during is not None and len(tale.during) >= LONG:
        return _sum_up(view, tale, delta)
    told = find_moves(view, tale) if moves is None else moves
    if told is not None:
        moves = told
        take_out(delta, moves)
        flipped = take_flips_out(delta, FLIPPED)
    else:
        flipped = take_flips_out(delta, FLIPPED)
        meeting_points = view.meeting_points
        moves = paths.shortest(delta, WALKERS, lambda k: ROAD if k == MONGOLS else steps(meeting_points))
        take_out(delta, moves)
    fight = _fight(tale, view)
    return Changes(
        before=tale.before,
        moves=moves,
        placed=only(delta, 1),
        removed=only(delta, -1),
        flipped=flipped,
        statuses=_statuses(view, tale),
        fought=None if fight is None else fight.space,
        losing={} if fight is None else fight.losing,
        dice=dice or list_dice(fight),
        lit=_lit(view, tale) | ({fight.space} if fight is not None else frozenset()),
    )


def _sum_up(view: View, tale: painter.Tale[View], delta: Counts) -> Changes:
    """Return the changes of many turns: only the difference between their beginning and their end.

    The moves of many turns in one picture would be unreadable. Their dice do not matter any more.
    """
    return Changes(
        before=tale.before,
        moves=(),
        placed=only(delta, 1),
        removed=only(delta, -1),
        flipped={},
        statuses=_statuses(view, tale),
        fought=None,
        dice=(),
        lit=_lit(view, replace(tale, during=None)),
        summed=True,
    )


def _statuses(view: View, tale: painter.Tale[View]) -> dict[str, str]:
    return {new.key: old.status for old, new in _pairs(tale.before, view) if old.status != new.status}


def _lit(view: View, tale: painter.Tale[View]) -> frozenset[str]:
    """Return the spaces that have changed.

    If this is more than half of the map, return only the spaces that changed in the latest turns. If this is
    still more than half, return none: outlines around so many spaces would tell nothing.
    """
    for then in (tale.before, *(tale.during or ())):
        lit = find_changed(then, view)
        if 2 * len(lit) <= len(view.spaces):
            return lit
    return frozenset()


def find_moves(view: View, tale: painter.Tale[View]) -> tuple[Move, ...] | None:
    """Return the moves of pieces since `tale.before`. Moves there and back cancel out.

    Return None if the views do not show the moves.
    """
    if tale.during is None:
        return None
    before = tale.before.walks
    gone = tuple(walk for then in (*tale.during, view) for walk in then.walks)
    return net_walks(gone[len(before) :]) if gone[: len(before)] == before else None


def _fight(tale: painter.Tale[View], view: View) -> FightView | None:
    """Return the last battle, if it began or went on after `tale.before`."""
    fights = (then.fight for then in (view, *reversed(tale.during or ())))
    fight = next((fight for fight in fights if fight is not None), None)
    return None if fight == tale.before.fight else fight


def list_dice(fight: FightView | None) -> tuple[Dice, ...]:
    """Return the dice of a battle."""
    if fight is None:
        return ()
    return tuple(Dice(side.faction, side.faces, side.now, side.reach, side.spent) for side in fight.dice)


def _pairs(before: View, after: View) -> Iterator[tuple[SpaceView, SpaceView]]:
    return zip(before.spaces, after.spaces, strict=True)


@lru_cache(maxsize=2)
def steps(meeting_points: bool) -> Steps:
    """Return the number of steps between each pair of spaces at most `FAR` apart."""
    return paths.steps(ADJACENT[meeting_points], FAR)
