"""Pair the next round of a Swiss cup, for games of two.

A pairing should satisfy these conditions. The most important one comes first.

1. Nobody meets the same person again. The bye goes to a person who had no bye.
2. For each person, the numbers of games in the two seats differ by at most one.
3. People with equal points meet.
4. Among people with equal points, the first of the upper half meets the first of the lower half, and so on.
   In the first round all people have equal points, and their order is the order of the seeds.

The first two conditions hold whenever this is possible. For the other two, exchange opponents of two games as
long as this makes the pairing better.

Libraries for chess follow the rules of FIDE, for which equal points are more important than colors. Here the
seats of a game may be very unequal, so the seats are more important.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from bot.competitions.pairing import pair_off
from bot.competitions.results import Result
from bot.competitions.rounds import Game, Round

BYE_POINTS = Fraction(1)
_Cost = tuple[Fraction, ...]
_Pair = tuple[int, int]


def count_rounds(people: int) -> int:
    """Return the number of rounds: it is even, and large enough that only one person can win all games.

    The number is even, so that a person without a bye can have had each seat equally often at the end.
    """
    enough = (people - 1).bit_length()
    return enough + enough % 2


def next_round(
    seeds: Sequence[int],
    results: Iterable[Result],
    *,
    byes: Iterable[int] = (),
    withdrawn: Collection[int] = (),
) -> Round:
    """Return the next round, with at most one bye. The games of people with more points come first.

    Args:
        seeds: everybody in the cup, the best first
        results: all results so far
        byes: the ids of people who had a bye; an id is in it once for each bye. A bye counts as a point
        withdrawn: the people who left

    Raises:
        ValueError: fewer than two people have stayed, or a result has more or fewer than two people
    """
    table = _Table(seeds, results, byes, withdrawn)
    pairs = table.improve(table.begin())
    return Round(
        tuple(Game(table.seat(*pair)) for pair in sorted(pairs) if table.bye not in pair),
        tuple(table.people[min(pair)] for pair in pairs if table.bye in pair),
    )


class _Table:
    """The people who have not left, the best first. The code uses their indexes.

    If their number is odd, the index `bye` after the last person stands for the bye.
    """

    def __init__(
        self, seeds: Sequence[int], results: Iterable[Result], byes: Iterable[int], withdrawn: Collection[int]
    ) -> None:
        self.had = Counter(byes)
        self.met, self.first = Counter[frozenset[int]](), Counter[int]()
        points: defaultdict[int, Fraction] = defaultdict(Fraction)
        for result in results:
            if len(result.game.people) != 2:
                raise ValueError("Swiss rounds are for games of two")
            self.met[frozenset(result.game.people)] += 1
            self.first.update(dict(zip(result.game.people, (1, -1), strict=True)))
            for person, own in zip(result.game.people, result.points, strict=True):
                points[person] += own
        for person, number in self.had.items():
            points[person] += number * BYE_POINTS
        order = {person: index for index, person in enumerate(seeds) if person not in withdrawn}
        self.people = sorted(order, key=lambda person: (-points[person], order[person]))
        if len(self.people) < 2:
            raise ValueError("a round needs two people")
        self.points = [points[person] for person in self.people]
        self.groups = Counter(self.points)
        self.bye = len(self.people)
        if self.bye % 2:
            self.points.append(self.points[-1])

    def begin(self) -> list[_Pair]:
        """Return pairs that satisfy condition 1 as well as possible, and also condition 2 if possible."""
        fewest = min(self.had[person] for person in self.people)
        for again in range(len(self.met) + sum(self.had.values()) + 1):
            for most in (1, None):

                def may_meet(one: int, two: int, again: int = again, most: int | None = most) -> bool:
                    allowed = again + (fewest if self.bye in (one, two) else 0)
                    balanced = most is None or self._count_unbalanced(one, two) == 0
                    return self._count_again(one, two) <= allowed and balanced

                pairs = pair_off(len(self.points), may_meet)
                if 2 * len(pairs) == len(self.points):
                    return pairs
        raise AssertionError("anybody may meet anybody again in the end")

    def improve(self, pairs: list[_Pair]) -> list[_Pair]:
        """Exchange opponents of two pairs as long as this makes the pairs better, and return the pairs."""
        better = True
        while better:
            better = False
            for one, two in combinations(range(len(pairs)), 2):
                (a, b), (c, d) = pairs[one], pairs[two]
                ways = [((a, b), (c, d)), (_sort(a, c), _sort(b, d)), (_sort(a, d), _sort(b, c))]
                best = min(ways, key=lambda way: _add(self.weigh(*way[0]), self.weigh(*way[1])))
                if best != ways[0]:
                    pairs[one], pairs[two] = best
                    better = True
        return pairs

    def weigh(self, one: int, two: int) -> _Cost:
        """Return how badly a pair breaks each condition, in the order of the conditions; 0 is the best."""
        level = self.points[one] == self.points[two] and self.bye not in (one, two)
        apart, ideal = abs(one - two), Fraction(self.groups[self.points[one]] * level, 2)
        return (
            Fraction(self._count_again(one, two)),
            Fraction(self._count_unbalanced(one, two)),
            (self.points[one] - self.points[two]) ** 2,
            (apart - ideal) ** 2,
        )

    def seat(self, one: int, two: int) -> tuple[int, int]:
        """Return a pair in the order of the seats.

        For each person, take their games in the first seat minus their games in the second seat. The person
        with the lower number gets the first seat. If the numbers are equal, the person who stands better gets
        the first seat if their index is even, and the second seat if it is odd.
        """
        better, other = self.people[min(one, two)], self.people[max(one, two)]
        more = self.first[better] - self.first[other]
        return (other, better) if more > 0 or (more == 0 and min(one, two) % 2) else (better, other)

    def _count_again(self, one: int, two: int) -> int:
        """Return how often two people have met. If one of the two is the bye, count the person's byes."""
        if self.bye in (one, two):
            return self.had[self.people[min(one, two)]]
        return self.met[frozenset((self.people[one], self.people[two]))]

    def _count_unbalanced(self, one: int, two: int) -> int:
        """Return by how much a game of these two would break condition 2.

        For each person, take the difference between their numbers of games in the two seats, with this game.
        The part of the difference above 1 breaks the condition. Add up the parts of both people.
        """
        if self.bye in (one, two):
            return 0
        first, second = self.seat(one, two)
        return max(0, abs(self.first[first] + 1) - 1) + max(0, abs(self.first[second] - 1) - 1)


def _sort(one: int, two: int) -> _Pair:
    return (one, two) if one < two else (two, one)


def _add(one: _Cost, two: _Cost) -> _Cost:
    return tuple(here + there for here, there in zip(one, two, strict=True))
