"""What happened between two views.

A view knows who walked in its own turn; with the views of the turns in between, all walks are known. Where
they are not, they are read from the difference: Amirs and Rajas that turned over stayed where they are; then
pieces that can walk are taken to have walked the fewest steps in all that explain the difference, at most
`FAR` each. What is left was placed or removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from render.painter import Dice, Move, Tale
from rules.vijayanagara.board import ADJACENT, FLIPPED, KINDS, MONGOL_ROAD, MONGOLS, SPACES, STRUCTURE
from rules.vijayanagara.view import FightView, SpaceView, View, changed

FAR = 3  # steps; a piece lost here and another gained farther away are taken for two deeds
WALKERS = tuple(kind for kind in KINDS if kind not in STRUCTURE.values())
ROAD = {(a, b): MONGOL_ROAD.index(b) - MONGOL_ROAD.index(a) for a, b in combinations(MONGOL_ROAD, 2)}  # 3.5

Counts = dict[str, dict[str, int]]  # space to kind to number, none of them 0


class Changes(NamedTuple):
    """All that differs on the map, the dice that fell, and the view to compare tracks and boxes with."""

    before: View
    moves: tuple[Move, ...]
    placed: Counts
    removed: Counts
    flipped: Counts  # by the kind that they are now
    statuses: Mapping[str, str]  # the Provinces whose status changed, to their old status
    fought: str | None  # where the last battle was
    dice: tuple[Dice, ...]
    lit: frozenset[str]  # the spaces to light up


def read(tale: Tale, view: View) -> Changes:
    """What happened up to the view, as the tale has it."""
    delta = {now.key: _difference(then.pieces, now.pieces) for then, now in _pairs(tale.before, view)}
    told = walked(tale, view) if tale.moves is None else tale.moves
    if told is not None:
        moves = _with_those_gone_on(told, delta, view)
        _take_out(delta, moves)
        flipped = _flips(delta)
    else:
        flipped = _flips(delta)
        moves = _walks(delta, view.meeting_points)
        _take_out(delta, moves)
    fight = _fight(tale, view)
    return Changes(
        before=tale.before,
        moves=moves,
        placed=_only(delta, 1),
        removed=_only(delta, -1),
        flipped=flipped,
        statuses={
            now.key: then.status for then, now in _pairs(tale.before, view) if then.status != now.status
        },
        fought=None if fight is None else fight.space,
        dice=tale.dice or thrown(fight),
        lit=changed(tale.before, view) | ({fight.space} if fight is not None else frozenset()),
    )


def walked(tale: Tale, view: View) -> tuple[Move, ...] | None:
    """Who went where since the view before, there and back left out; None where the views don't tell."""
    if tale.during is None:
        return None
    before = tale.before.walks
    walks = tuple(walk for then in (*tale.during, view) for walk in then.walks)
    if walks[: len(before)] != before:
        return None
    total = Counter[tuple[str, str, str]]()
    for kind, number, start, end in walks[len(before) :]:
        total[kind, start, end] += number
    return tuple(
        Move(kind, number - back, start, end)
        for (kind, start, end), number in total.items()
        if number > (back := min(number, total[kind, end, start]))
    )


def _with_those_gone_on(moves: tuple[Move, ...], delta: Counts, view: View) -> tuple[Move, ...]:
    """The moves without pieces placed in a space only to leave it: they count as placed where they went."""
    left = list(moves)
    while True:
        for index, (kind, number, start, end) in enumerate(left):
            out = sum(n for k, n, a, _ in left if (k, a) == (kind, start))
            come = sum(n for k, n, _, b in left if (k, b) == (kind, start))
            appeared = delta[start][kind] + out - come
            surplus = min(number, appeared - view.space(start).pieces.get(kind, 0))
            if appeared > 0 and surplus > 0:
                left[index] = Move(kind, number - surplus, start, end)
                break
        else:
            return tuple(move for move in left if move.number)


def _fight(tale: Tale, view: View) -> FightView | None:
    """The last battle, if it was not yet fought or went on since the view before."""
    fights = (then.fight for then in (view, *reversed(tale.during or ())))
    fight = next((fight for fight in fights if fight is not None), None)
    return None if fight == tale.before.fight else fight


def thrown(fight: FightView | None) -> tuple[Dice, ...]:
    """The dice of a battle."""
    if fight is None:
        return ()
    return tuple(Dice(side.faction, side.faces, side.now, side.reach, side.spent) for side in fight.dice)


def _pairs(before: View, after: View) -> Iterator[tuple[SpaceView, SpaceView]]:
    return zip(before.spaces, after.spaces, strict=True)


def _difference(then: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    return {kind: now.get(kind, 0) - then.get(kind, 0) for kind in KINDS}


def _take_out(delta: Counts, moves: tuple[Move, ...]) -> None:
    for kind, number, start, end in moves:
        delta[start][kind] += number
        delta[end][kind] -= number


def _only(delta: Counts, sign: int) -> Counts:
    found = {
        space: {kind: n * sign for kind, n in kinds.items() if n * sign > 0} for space, kinds in delta.items()
    }
    return {space: kinds for space, kinds in found.items() if kinds}


def _flips(delta: Counts) -> Counts:
    """1.4.5: take those out that turned over where they are."""
    flipped: Counts = {}
    for space, kinds in delta.items():
        for kind, other in FLIPPED.items():
            turned = min(kinds[kind], -kinds[other])
            if turned > 0:
                kinds[kind] -= turned
                kinds[other] += turned
                flipped.setdefault(space, {})[kind] = turned
    return flipped


def _walks(delta: Counts, meeting_points: bool) -> tuple[Move, ...]:
    moves: list[Move] = []
    for kind in WALKERS:
        lost = {space: -kinds[kind] for space, kinds in delta.items() if kinds[kind] < 0}
        gained = {space: kinds[kind] for space, kinds in delta.items() if kinds[kind] > 0}
        ways = ROAD if kind == MONGOLS else steps(meeting_points)
        walked = cheapest(lost, gained, ways)
        moves += [Move(kind, number, start, end) for (start, end), number in walked.items()]
    return tuple(moves)


def cheapest(
    lost: Mapping[str, int], gained: Mapping[str, int], steps: Mapping[tuple[str, str], int]
) -> dict[tuple[str, str], int]:
    """As many as can be of the lost sent to the gained, by the fewest steps (successive shortest paths).

    `steps`: how far it is from one to the other; a pair that is not in it may not be used.
    """
    sent: dict[tuple[str, str], int] = {}
    left, wanted = dict(lost), dict(gained)
    while True:
        reached = {("from", a): (0, ("", "")) for a, number in left.items() if number}
        going_on = True
        while going_on:
            going_on = False
            for (a, b), cost in (
                (pair, steps[pair]) for a in lost for b in gained if (pair := (a, b)) in steps
            ):
                ways = [(("from", a), ("to", b), cost)]
                ways += [(("to", b), ("from", a), -cost)] if sent.get((a, b)) else []
                for start, end, length in ways:
                    if start in reached and (
                        end not in reached or reached[start][0] + length < reached[end][0]
                    ):
                        reached[end] = reached[start][0] + length, start
                        going_on = True
        open_ends = [
            (reached["to", b][0], b) for b, number in wanted.items() if number and ("to", b) in reached
        ]
        if not open_ends:
            return {pair: number for pair, number in sent.items() if number}
        path = [("to", min(open_ends)[1])]
        while (back := reached[path[0]][1]) != ("", ""):
            path.insert(0, back)
        _send(path, sent, left, wanted)


def _send(
    path: list[tuple[str, str]],
    sent: dict[tuple[str, str], int],
    left: dict[str, int],
    wanted: dict[str, int],
) -> None:
    """Send as many as the path carries: forth along new ways, back along those already used."""
    number = min(left[path[0][1]], wanted[path[-1][1]])
    links = list(pairwise(path))
    number = min([number, *(sent[end[1], start[1]] for start, end in links if start[0] == "to")])
    left[path[0][1]] -= number
    wanted[path[-1][1]] -= number
    for start, end in links:
        pair = (start[1], end[1]) if start[0] == "from" else (end[1], start[1])
        sent[pair] = sent.get(pair, 0) + (number if start[0] == "from" else -number)


@lru_cache(maxsize=2)
def steps(meeting_points: bool) -> Mapping[tuple[str, str], int]:
    """How many steps it is from one space to another, for all pairs at most `FAR` apart."""
    found: dict[tuple[str, str], int] = {}
    for start in SPACES:
        here, seen = {start}, {start}
        for step in range(1, FAR + 1):
            here = {near for space in here for near in ADJACENT[meeting_points][space]} - seen
            seen |= here
            found |= {(start, end): step for end in here}
    return found
