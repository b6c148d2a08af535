"""Rank the people of a cup or a division by their results.

Points decide. If games have two seats, Sonneborn-Berger breaks ties; if they have more, points against the
seats' expectation do. Then the games between people who are still level decide, if all of these people met
equally often. People who are level after that share a place. People who withdrew come last.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from bot.competitions.results import HALF, Result

PRIOR = 10  # imagined games with equal points, which `expect_points` counts too


class Standing(NamedTuple):
    """Where a person stands.

    Attributes:
        person: their id
        place: 1 for the first; people who are level share a place, and the next places stay empty
        points: the sum of their points, with the points of byes
        tie_breaks: Sonneborn-Berger or points against the expectation, then the points of the games between
            the people who are level so far (0 where they do not decide); more is better
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
    """Return the points that each seat of a game can expect: the mean of its results.

    Ten imagined games with equal points for all seats count too, so that a few results don't decide. Games
    that everybody left don't count.
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
    """Return where everybody stands, the best first. People who are level stand in the order of their ids.

    Args:
        people: everybody in the cup or division, also those who withdrew
        results: the results of games between them
        expectation: the points that each seat can expect, in the order of the seats (`expect_points`); the
            number of seats chooses the tie-break
        byes: a person's id for each bye that they had
        bye_points: the points for each of these byes
        withdrawn: the people who left

    Raises:
        ValueError: a result does not fit the number of seats, or belongs to somebody who is not among the
            people
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
    """Return for each person the sum over their games: the opponent's points times their own points there."""
    sums: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (one, two), (own, others) in ((result.game.people, result.points) for result in results):
        sums[one] += own * points[two]
        sums[two] += others * points[one]
    return sums


def _sum_surplus(results: Iterable[Result], expectation: Sequence[Fraction]) -> defaultdict[int, Fraction]:
    """Return by how much each person's points exceed what their seats can expect."""
    sums: defaultdict[int, Fraction] = defaultdict(Fraction)
    for result in results:
        for person, own, expected in zip(result.game.people, result.points, expectation, strict=True):
            sums[person] += own - expected
    return sums


def _sum_encounters(group: Sequence[int], results: Iterable[Result]) -> defaultdict[int, Fraction]:
    """Return for each person of a group how often they were ahead of another in a game that both played.

    Equal points count a half. If not all of them met equally often, return 0 for everybody.
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
