"""Rank the people of a cup or a division by their results.

The order is decided in these steps:

1. People who withdrew come last.
2. More points are better.
3. In games of two seats, a higher Sonneborn-Berger number is better. In games of more seats, the surplus
   decides: a person's points minus the points that their seats can expect.
4. Look at the people who are still level. If all of them met equally often, their games against each other
   decide.
5. People who are still level share a place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from bot.competitions.results import HALF, Result

PRIOR = 10  # `expect_points` adds this many imagined games in which all seats get equal points


class Standing(NamedTuple):
    """Where a person stands.

    Attributes:
        person: their id
        place: 1 for the first. If two people share the place 2, nobody has the place 3
        points: the sum of their points, with the points of byes
        tie_breaks: two numbers; higher numbers are better. The first is Sonneborn-Berger or the surplus. The
            second decides between the people who are still level (`_sum_encounters`)
        played: the number of their games with a result
        byes: the number of their byes
        withdrawn: whether they left
    """

    person: int
    place: int
    points: Fraction
    tie_breaks: tuple[Fraction, ...]
    played: int
    byes: int
    withdrawn: bool


def expect_points(results: Iterable[Result], seats: int) -> tuple[Fraction, ...]:
    """Return the points that each seat of a game can expect: the mean of its points in these results.

    Ten imagined games with equal points for all seats count too. So a few real results don't change the mean
    much. Games that everybody left don't count.
    """
    sums, games = [Fraction(PRIOR, seats)] * seats, PRIOR
    for result in results:
        if sum(result.points):
            games += 1
            sums = [total + points for total, points in zip(sums, result.points, strict=True)]
    return tuple(total / games for total in sums)


def rank(
    people: Iterable[int],
    results: Iterable[Result],
    expectation: Sequence[Fraction],
    *,
    byes: Iterable[int] = (),
    bye_points: Fraction = Fraction(0),
    withdrawn: Collection[int] = (),
) -> list[Standing]:
    """Return the standings, the best person first. People who are level come in the order of their ids.

    Args:
        people: everybody in the cup or division, also the people who withdrew
        results: the results of games between them
        expectation: the points that each seat can expect (`expect_points`), in the order of the seats. If
            there are two seats, Sonneborn-Berger breaks ties; if there are more, the surplus does
        byes: the ids of people who had a bye; an id is in it once for each bye
        bye_points: the points for a bye
        withdrawn: the people who left

    Raises:
        ValueError: a result has a different number of seats than `expectation`, or a person who is not in
            `people`
    """
    results, byes, everybody = [*results], Counter(byes), {*people}
    for result in results:
        if len(result.points) != len(expectation) or not everybody.issuperset(result.game.people):
            raise ValueError("a result of another competition")
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    played = Counter[int]()
    for person, number in byes.items():
        points[person] += number * bye_points
    for result in results:
        for person, own in zip(result.game.people, result.points, strict=True):
            points[person] += own
            played[person] += 1
    first = (
        _apply_sonneborn_berger(results, points)
        if len(expectation) == 2
        else _sum_surplus(results, expectation)
    )

    def order(person: int) -> tuple[bool, Fraction, Fraction]:
        return person in withdrawn, -points[person], -first[person]

    standings = list[Standing]()
    for _, level in groupby(sorted(everybody, key=lambda person: (*order(person), person)), key=order):
        group = [*level]
        direct = _sum_encounters(group, results)
        group.sort(key=lambda person: (-direct[person], person))
        start = len(standings) + 1
        for index, person in enumerate(group):
            shared = index > 0 and direct[person] == direct[group[index - 1]]
            standings.append(
                Standing(
                    person,
                    standings[-1].place if shared else start + index,
                    points[person],
                    (first[person], direct[person]),
                    played[person],
                    byes[person],
                    person in withdrawn,
                )
            )
    return standings


def _apply_sonneborn_berger(
    results: Iterable[Result], points: defaultdict[int, Fraction]
) -> defaultdict[int, Fraction]:
    """Return the Sonneborn-Berger number of each person.

    For each of their games, multiply their points in this game by all points of their opponent. Add up the
    products.
    """
    sums: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (one, two), (own, others) in ((result.game.people, result.points) for result in results):
        sums[one] += own * points[two]
        sums[two] += others * points[one]
    return sums


def _sum_surplus(results: Iterable[Result], expectation: Sequence[Fraction]) -> defaultdict[int, Fraction]:
    """Return each person's points minus the points that their seats can expect."""
    sums: defaultdict[int, Fraction] = defaultdict(Fraction)
    for result in results:
        for person, own, expected in zip(result.game.people, result.points, expectation, strict=True):
            sums[person] += own - expected
    return sums


def _sum_encounters(group: Sequence[int], results: Iterable[Result]) -> defaultdict[int, Fraction]:
    """Return a number of points for each person of a group, from the games between people of the group.

    In each game, a person gets 1 for each other person of the group who won fewer points there, and a half
    for each who won equally many. If not all pairs of the group met equally often, return 0 for everybody.
    """
    sums: defaultdict[int, Fraction] = defaultdict(Fraction)
    met = Counter[tuple[int, int]]()
    if len(group) == 1:
        return sums
    members = {*group}
    for result in results:
        there = [pair for pair in zip(result.game.people, result.points, strict=True) if pair[0] in members]
        for one, own in there:
            for two, others in there:
                if one != two:
                    met[one, two] += 1
                    sums[one] += HALF if own == others else int(own > others)
    counts = {met[one, two] for one in group for two in group if one != two}
    return sums if len(counts) == 1 else defaultdict(Fraction)
