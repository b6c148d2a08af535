"""Compare the pieces before and now: find out which of them moved, were placed, were removed or turned over.

If the caller does not know the moves, we assume the moves with the fewest steps in all. Pieces that no move
explains were placed or removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

Counts = dict[str, dict[str, int]]  # the number of pieces by space and kind: `{"delhi": {"troops": 2}}`
Steps = Mapping[tuple[str, str], int]  # (from, to): the distance; pieces make no moves that are missing here


class Move(NamedTuple):
    """Some pieces of one kind that went from one space to another."""

    kind: str
    number: int
    start: str
    end: str


def difference(
    before: Mapping[str, Mapping[str, int]], now: Mapping[str, Mapping[str, int]], kinds: Iterable[str]
) -> Counts:
    """Return, for each space, how many more pieces of each kind it has now. Negative numbers: fewer.

    `before` and `now` have the same spaces.
    """
    listed = tuple(kinds)
    return {
        space: {kind: pieces.get(kind, 0) - before[space].get(kind, 0) for kind in listed}
        for space, pieces in now.items()
    }


def net_walks(walks: Iterable[tuple[str, int, str, str]]) -> tuple[Move, ...]:
    """Add up walks (kind, number, start, end), and return the moves. Walks there and back cancel out."""
    total = Counter[tuple[str, str, str]]()
    for kind, number, start, end in walks:
        total[kind, start, end] += number
    return tuple(
        Move(kind, number - back, start, end)
        for (kind, start, end), number in total.items()
        if number > (back := min(number, total[kind, end, start]))
    )


def take_out(delta: Counts, moves: Iterable[Move]) -> None:
    """Subtract these moves from the difference `delta`, so that only changes without a move are left."""
    for kind, number, start, end in moves:
        delta[start][kind] += number
        delta[end][kind] -= number


def only(delta: Counts, sign: int) -> Counts:
    """Return the gains (sign 1) or losses (sign -1) of a difference, as positive numbers."""
    found = {
        space: {kind: n * sign for kind, n in kinds.items() if n * sign > 0} for space, kinds in delta.items()
    }
    return {space: kinds for space, kinds in found.items() if kinds}


def take_flips_out(delta: Counts, flipped: Mapping[str, str]) -> Counts:
    """From the difference, subtract the pieces that turned over. Return their numbers by space and new kind.

    `flipped`: for each kind, the kind that is on the back of its pieces.
    """
    found: Counts = {}
    for space, kinds in delta.items():
        for kind, other in flipped.items():
            turned = min(kinds[kind], -kinds[other])
            if turned > 0:
                kinds[kind] -= turned
                kinds[other] += turned
                found.setdefault(space, {})[kind] = turned
    return found


def shortest(delta: Counts, kinds: Iterable[str], ways: Callable[[str], Steps]) -> tuple[Move, ...]:
    """Return the moves that explain as much of a difference as possible, with the fewest steps in all.

    Each kind of piece is treated alone. `kinds`: the kinds that can move. `ways`: takes a kind, and returns
    the `Steps` of its pieces.
    """
    moves: list[Move] = []
    for kind in kinds:
        lost = {space: -numbers[kind] for space, numbers in delta.items() if numbers[kind] < 0}
        gained = {space: numbers[kind] for space, numbers in delta.items() if numbers[kind] > 0}
        walked = cheapest(lost, gained, ways(kind))
        moves += [Move(kind, number, start, end) for (start, end), number in walked.items()]
    return tuple(moves)


def cheapest(lost: Mapping[str, int], gained: Mapping[str, int], steps: Steps) -> dict[tuple[str, str], int]:
    """Return the number of pieces that go from one space to another, for each pair of spaces.

    These moves explain as many losses as possible, with the fewest steps in all. The method is successive
    shortest paths. `steps`: the distances of pairs of spaces. No piece goes between two spaces whose pair is
    missing in `steps`.
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
    """Send as many pieces along the path as it allows.

    Each step of the path adds pieces to `sent`, or takes back pieces that were sent the opposite way.
    """
    number = min(left[path[0][1]], wanted[path[-1][1]])
    links = list(pairwise(path))
    number = min([number, *(sent[end[1], start[1]] for start, end in links if start[0] == "to")])
    left[path[0][1]] -= number
    wanted[path[-1][1]] -= number
    for start, end in links:
        pair = (start[1], end[1]) if start[0] == "from" else (end[1], start[1])
        sent[pair] = sent.get(pair, 0) + (number if start[0] == "from" else -number)


def steps(adjacent: Mapping[str, Iterable[str]], far: int) -> Steps:
    """Return the number of steps between each pair of spaces at most `far` apart."""
    found: dict[tuple[str, str], int] = {}
    for start in adjacent:
        here, seen = {start}, {start}
        for step in range(1, far + 1):
            here = {near for space in here for near in adjacent[space]} - seen
            seen |= here
            found |= {(start, end): step for end in here}
    return found
