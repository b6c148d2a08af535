"""Find the next games of a knock-out cup, for games of two.

The seeds are the people in a fixed order; the first is called the best. Two people play a match of one or two
games. The person with more points in the match goes on to the next round. If the points are level, the better
seed goes on. The best seeds have the byes of the first round, and meet one another as late as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from bot.competitions.results import Result
from bot.competitions.rounds import Game, Round


def next_round(
    seeds: Sequence[int],
    results: Iterable[Result],
    *,
    games: int = 1,
    withdrawn: Collection[int] = (),
) -> Round | int | None:
    """Return the games that can be played next; the winner's id if the cup is over; None if everybody left.

    Take the first round that has an open match, and return its games without a result. The byes are the
    people without an opponent in this round.

    Args:
        seeds: everybody in the cup, the best first
        results: all results so far
        games: how many games a match has, 1 or 2; in the second game the two people exchange their seats
        withdrawn: the people who left; their opponents go on

    Raises:
        ValueError: `seeds` is empty, `games` is neither 1 nor 2, or a result does not have two people
    """
    if not seeds or games not in (1, 2):
        raise ValueError("a knock-out has people, and matches of one game or two")
    bracket = _Bracket(seeds, results, games, withdrawn)
    level = [seeds[seed] if seed < len(seeds) else None for seed in order_seeds(len(seeds))]
    while len(level) > 1:
        matches = [*zip(level[::2], level[1::2], strict=True)]
        if found := [game for match in matches for game in bracket.list_open(*match)]:
            byes = [match[0] if match[1] is None else match[1] for match in matches if None in match]
            return Round(tuple(found), tuple(person for person in byes if person is not None))
        level = [bracket.find_winner(*match) for match in matches]
        if len(level) == 1 and None in matches[0] and level[0] in withdrawn:
            return None  # one half of the bracket is empty, and the only person of the other half has left
    return level[0]


def order_seeds(people: int) -> list[int]:
    """Return the numbers of the seeds, from 0, in the order of the bracket.

    Two neighbours in the list meet in the first round. The length of the list is a power of two. A number
    that is not below `people` stands for a bye. With 3 people the list is `[0, 3, 1, 2]`, and 3 is a bye.
    """
    order = [0]
    while len(order) < people:
        last = 2 * len(order) - 1
        order = [seed for each in order for seed in (each, last - each)]
    return order


class _Bracket:
    """The seeds, the results, and the people who left. Together they decide who meets whom."""

    def __init__(
        self,
        seeds: Sequence[int],
        results: Iterable[Result],
        games: int,
        withdrawn: Collection[int],
    ) -> None:
        self.seed = {person: index for index, person in enumerate(seeds)}
        self.games, self.withdrawn = games, withdrawn
        self.results: dict[frozenset[int], list[Result]] = {}
        self.first = Counter[int]()  # for each person: games in the first seat minus games in the second
        for result in results:
            if len(result.game.people) != 2:
                raise ValueError("a knock-out is for games of two")
            self.results.setdefault(frozenset(result.game.people), []).append(result)
            self.first.update(dict(zip(result.game.people, (1, -1), strict=True)))

    def list_open(self, one: int | None, two: int | None) -> list[Game]:
        """Return the games of a match that are still to be played.

        Return no games if one of the two people left, or if there is only one person.
        """
        if one is None or two is None or {one, two} & {*self.withdrawn}:
            return []
        played = [result.game for result in self.results.get(frozenset((one, two)), ())]
        if len(played) >= self.games:
            return []
        better, other = sorted((one, two), key=lambda person: self.seed[person])
        had, others = self.first[better], self.first[other]
        there = [Game((better, other)), Game((other, better))]
        # For each person, take the games in the first seat minus those in the second seat. In the first game,
        # the person with the lower difference gets the first seat. If both have the same difference, the
        # better seed gets the first seat. But if this difference is above 0, the worse seed gets it.
        if had > others or had == others > 0:
            there.reverse()
        return [game for game in there if game not in played][: self.games - len(played)]

    def find_winner(self, one: int | None, two: int | None) -> int | None:
        """Return the person who goes on after a match without open games; None if both people left."""
        if one is None or two is None:
            return two if one is None else one
        results = self.results.get(frozenset((one, two)), ())
        if len(results) >= self.games:
            if not any(sum(result.points) for result in results):
                return None  # both left before they played
            return min((one, two), key=lambda person: self._order(person, results))
        stays = [person for person in (one, two) if person not in self.withdrawn]
        return stays[0] if stays else None

    def _order(self, person: int, results: Iterable[Result]) -> tuple[Fraction, int]:
        """Return a key that is smaller for the better of two people in a match."""
        points = sum((each.points[each.game.people.index(person)] for each in results), Fraction(0))
        return -points, self.seed[person]
