"""Put the people of a league into divisions, for the first season and for each later season.

The best people of a division go up, and the same number of people from the division above go down. Rookies,
who are new in the league, begin at the bottom. For each person of a division who leaves the league, one
person who should go down stays. If places are still free, the best people of the division below come up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.competitions.standings import Standing
from bot.competitions.terms import LEAST_DIVISION, MOST_DIVISION

ROOKIES_APART = 10  # this many rookies or more have divisions of their own, below the other divisions

Divisions = tuple[tuple[int, ...], ...]


class Moves(NamedTuple):
    """The people who are in a higher or a lower division than in the season before."""

    up: tuple[int, ...]
    down: tuple[int, ...]


def make_divisions(ladder: Sequence[int], size: int, least: int = LEAST_DIVISION) -> Divisions:
    """Return the divisions of a league, the highest first.

    All divisions except the last have `size` people. The last one gets the rest. If the rest is less than
    `least` or less than half of `size`, it joins the division above. If that division would then have more
    than 20 people, the two divisions share all their people equally.

    Args:
        ladder: the people, the best first
        size: how many people a division has, from `least` to 20
        least: the fewest people of a division; at least 4, and not fewer than the seats of a game

    Raises:
        ValueError: there are fewer than `least` people, or the numbers are outside these limits
    """
    if not LEAST_DIVISION <= least <= size <= MOST_DIVISION:
        raise ValueError(f"a division has {LEAST_DIVISION} to {MOST_DIVISION} people")
    if len(ladder) < least:
        raise ValueError(f"a league needs {least} people")
    whole, rest = divmod(len(ladder), size)
    sizes = [size] * whole
    if rest and (not whole or rest >= max(least, size / 2)):
        sizes.append(rest)
    elif rest and size + rest <= MOST_DIVISION:
        sizes[-1] += rest
    elif rest:
        both = size + rest
        sizes[-1:] = [both - both // 2, both // 2]
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return tuple(tuple(ladder[end - number : end]) for number, end in zip(sizes, ends, strict=True))


def make_next_divisions(
    standings: Sequence[Sequence[Standing]],
    size: int,
    *,
    moving: int | None = None,
    left: Collection[int] = (),
    rookies: Sequence[int] = (),
    least: int = LEAST_DIVISION,
) -> Divisions:
    """Return the divisions of the next season, the highest first.

    Args:
        standings: the final standings of each division, the highest first
        size, least: as for `make_divisions`
        moving: how many people go up from a division; the same number go down from the division above. None:
            a fifth of `size`, but at least one. At most half of a division moves
        left: the people who don't play the next season
        rookies: the people who are new, the best first. Ten or more have divisions of their own, unless the
            other people are too few for a division

    Raises:
        ValueError: `make_divisions` raises it, or `moving` is negative
    """
    moving = max(1, size // 5) if moving is None else moving
    if moving < 0:
        raise ValueError("the number of people who go up is not negative")
    ranked = [[each.person for each in division if each.person not in left] for division in standings]
    ladder = list[list[int]]()
    for here in filter(None, ranked):
        above = ladder[-1] if ladder else []
        number = min(moving, len(above) // 2, len(here) // 2)
        if number:
            up, down = here[:number], above[-number:]
            ladder[-1] = [*above[:-number], *up]
            here = [*down, *here[number:]]
        ladder.append(here)
    people = [person for division in ladder for person in division]
    if len(rookies) >= ROOKIES_APART and len(people) >= least:
        return (*make_divisions(people, size, least), *make_divisions(rookies, size, least))
    return make_divisions([*people, *rookies], size, least)


def list_moves(before: Divisions, after: Divisions) -> Moves:
    """Return the people who go up and the people who go down, each in the order of the new divisions."""
    was = {person: index for index, division in enumerate(before) for person in division}
    now = [(person, index) for index, division in enumerate(after) for person in division if person in was]
    return Moves(
        tuple(person for person, index in now if index < was[person]),
        tuple(person for person, index in now if index > was[person]),
    )
