"""Pair the next round of a Swiss cup, for games of two.

The conditions come in the order of their importance. Nobody meets the same person again, and a bye goes to
people who had none. Nobody has had one seat two games more often than the other. People with equal points
meet. In the first round the upper half meets the lower half, in the order of the seeds; later the same holds
among people with equal points. The first two conditions hold whenever they can. The others are improved until
no exchange of two opponents helps.

Libraries for chess follow the rules of FIDE, which weigh colors less than points. Here the seats of a game
may be very unequal, so the seats come first.
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
    """Return how many rounds a cup of this many people has: enough for one winner, and an even number.

    After an even number of rounds everybody without a bye can have had each seat equally often.
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
        byes: a person's id for each bye that they had, which counts as a point
        withdrawn: the people who left

    Raises:
        ValueError: fewer than two people are left, or a result is not of a game of two
    """
    table = _Table(seeds, results, byes, withdrawn)
    pairs = table.improve(table.begin())
    return Round(
        tuple(Game(table.seat(*pair)) for pair in sorted(pairs) if table.bye not in pair),
        tuple(table.people[min(pair)] for pair in pairs if table.bye in pair),
    )


class _Table:
    """Everybody who has not left, the best first. With an odd number, the index after the last is a bye."""

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
        """Return pairs that satisfy the first condition as far as possible, then the second if possible."""
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
        """Return pairs that no exchange of two opponents makes better."""
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
        """Return the costs of a pair, the most important first: repeats, seats, points, places."""
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

        For each person, count by how many games they had the first seat more often than the second. The
        person with the lower number comes first. If the numbers are equal, the person who stands better comes
        first if their index is even, and second if it is odd.
        """
        better, other = self.people[min(one, two)], self.people[max(one, two)]
        more = self.first[better] - self.first[other]
        return (other, better) if more > 0 or (more == 0 and min(one, two) % 2) else (better, other)

    def _count_again(self, one: int, two: int) -> int:
        """Return how often two people have met, or how many byes a person had who would now get another."""
        if self.bye in (one, two):
            return self.had[self.people[min(one, two)]]
        return self.met[frozenset((self.people[one], self.people[two]))]

    def _count_unbalanced(self, one: int, two: int) -> int:
        """Return how unequally these two would have had their seats after a game.

        Each may have had one seat more often than the other. Only what exceeds 1 counts, added up for both.
        """
        if self.bye in (one, two):
            return 0
        first, second = self.seat(one, two)
        return max(0, abs(self.first[first] + 1) - 1) + max(0, abs(self.first[second] - 1) - 1)


def _sort(one: int, two: int) -> _Pair:
    return (one, two) if one < two else (two, one)


def _add(one: _Cost, two: _Cost) -> _Cost:
    return tuple(here + there for here, there in zip(one, two, strict=True))
