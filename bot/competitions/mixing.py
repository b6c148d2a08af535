"""Choose who meets whom in games of several people, so that all people meet about equally often.

A place is one seat in one game. Write all places in one row, game after game, and cut the row into laps. A
lap has as many places as there are people, so everybody has one place in each lap. People exchange places
only within a lap or within a round. So at the end of each round the numbers of games that people have played
differ by at most one.

The search is simulated annealing at a fixed temperature. It minimizes the repeats. Two games in which the
same pair of people meets are one repeat. A pair that meets in three games has three repeats, because three
games make three pairs of games.

The libraries for tournaments that we know, and `networkx`, schedule only games of two. So this code is our
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import exp
from random import Random

STEPS = 20_000  # how many exchanges to try; with more, schedules of 20 to 24 people have hardly fewer repeats
TEMPERATURE = 0.3  # in repeats; a higher temperature accepts more exchanges that add repeats
SEED = 1  # the same arguments give the same schedule


def mix(people: int, seats: int, games: int, steps: int = STEPS) -> list[list[tuple[int, ...]]]:
    """Return rounds of games. A game is a tuple of indexes of people.

    Each round has as many games as possible; the last may have fewer.

    Args:
        people: the number of people
        seats: the number of people in a game, at most `people`
        games: the number of games in all rounds together
        steps: how many exchanges to try
    """
    mixer, least, luck = _Mixer(people, seats, games), count_least_repeats(people, seats, games), Random(SEED)
    best, found = mixer.repeats, mixer.list_games()
    limit = 2 * people - 1
    for _ in range(steps):
        if best <= least:
            break
        one = int(luck.random() * len(mixer.places))
        two = one - people + 1 + int(luck.random() * limit)
        if not 0 <= two < len(mixer.places) or not mixer.may_exchange(one, two):
            continue
        more = mixer.count_more(one, two)
        if more <= 0 or luck.random() < exp(-more / TEMPERATURE):
            mixer.exchange(one, two)
            mixer.repeats += more
            if mixer.repeats < best:
                best, found = mixer.repeats, mixer.list_games()
    size = people // seats
    return [found[first : first + size] for first in range(0, games, size)]


def count_repeats(games: Sequence[Sequence[int]]) -> int:
    """Return the number of repeats: for each pair of people, how many pairs of games both of them play."""
    members = [{*each} for each in games]
    return sum(_count_pairs(len(one & two)) for one, two in combinations(members, 2))


def count_least_repeats(people: int, seats: int, games: int) -> int:
    """Return a lower bound for the repeats of a schedule whose rounds are as large as possible.

    This is the larger of two bounds. The first bound is the number of repeats if all pairs of people meet
    about equally often. The second bound adds up repeats over all pairs of rounds: in each pair of rounds,
    some people can't avoid meeting twice.
    """
    size = people // seats
    sizes = [min(size, games - first) for first in range(0, games, size)]
    of_rounds = sum(
        _spread(max(0, (one + two) * seats - people), one * two) for one, two in combinations(sizes, 2)
    )
    return max(of_rounds, _spread(games * _count_pairs(seats), _count_pairs(people)))


def _count_pairs(number: int) -> int:
    return number * (number - 1) // 2


def _spread(number: int, cells: int) -> int:
    """Return how many pairs of things share a cell if `number` things fill `cells` cells evenly."""
    each, rest = divmod(number, cells)
    return (cells - rest) * _count_pairs(each) + rest * _count_pairs(each + 1)


class _Mixer:
    """A schedule that changes: for each place, the person who has it.

    The last lap may have more places than its games need. The people at the extra places don't play in that
    lap.
    """

    def __init__(self, people: int, seats: int, games: int) -> None:
        laps = -(-games * seats // people)
        size, used = people // seats * seats, games * seats
        rounds = -(-used // size)
        self.seats, self.games = seats, games
        self.places = [*range(people)] * laps
        self.lap = [place // people for place in range(len(self.places))]
        self.game = [place // seats if place < used else games for place in range(len(self.places))]
        self.round = [place // size if place < used else rounds for place in range(len(self.places))]
        self.rounds = rounds
        self.playing = [[0] * people for _ in range(rounds + 1)]  # last row: the places after the last game
        for place, person in enumerate(self.places):
            self.playing[self.round[place]][person] += 1
        self.met = [[0] * people for _ in range(people)]
        for game in self.list_games():
            for one, two in product(game, game):
                self.met[one][two] += one != two
        self.repeats = count_repeats(self.list_games())

    def list_games(self) -> list[tuple[int, ...]]:
        """Return the people of each game."""
        return [self.list_people(game) for game in range(self.games)]

    def list_people(self, game: int) -> tuple[int, ...]:
        """Return the people of a game. Return nobody for the places after the last game."""
        if game == self.games:
            return ()
        return tuple(self.places[game * self.seats : (game + 1) * self.seats])

    def may_exchange(self, one: int, two: int) -> bool:
        """Return whether the people of two places may exchange their places.

        After the exchange, nobody may play twice in a round or have two places in a lap. The exchange must
        also change the people of a game.
        """
        here, there = self.round[one], self.round[two]
        if self.game[one] == self.game[two] or self.places[one] == self.places[two]:
            return False
        if here == there:
            return True
        if self.lap[one] != self.lap[two]:
            return False
        return not (
            (there < self.rounds and self.playing[there][self.places[one]])
            or (here < self.rounds and self.playing[here][self.places[two]])
        )

    def count_more(self, one: int, two: int) -> int:
        """Return how many repeats an exchange adds; negative if it removes some."""
        first, second = self.places[one], self.places[two]
        here, there = self.list_people(self.game[one]), self.list_people(self.game[two])
        more = 0
        for other in here:
            if other != first and other not in there:
                more += self.met[second][other] - self.met[first][other] + 1
        for other in there:
            if other != second and other not in here:
                more += self.met[first][other] - self.met[second][other] + 1
        return more

    def exchange(self, one: int, two: int) -> None:
        """Exchange the people of two places."""
        first, second = self.places[one], self.places[two]
        here, there = self.round[one], self.round[two]
        self._move(first, second, self.game[one])
        self._move(second, first, self.game[two])
        self.places[one], self.places[two] = second, first
        self.lap[one], self.lap[two] = self.lap[two], self.lap[one]
        self.playing[here][first] -= 1
        self.playing[here][second] += 1
        self.playing[there][second] -= 1
        self.playing[there][first] += 1

    def _move(self, leaves: int, comes: int, game: int) -> None:
        """Update `met` for a person who leaves a game (`leaves`) and for the person who takes their place."""
        for other in self.list_people(game):
            if other != leaves:
                for person, change in ((leaves, -1), (comes, 1)):
                    self.met[person][other] += change
                    self.met[other][person] += change
