"""Measure how equally people meet in the schedules of cups.

Compare the schedules with a bound, and with rounds that are drawn at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from bot.competitions.mixing import STEPS, count_least_repeats, count_repeats, mix

LOTS = 20  # how many random draws a schedule is compared with


class Measured(NamedTuple):
    """A schedule: its people, games and rounds, and how equally people meet.

    `more`: how many more repeats the schedule has than the bound (`count_least_repeats`). `by_lot`: the mean
    of `more` if each round is drawn at random. `fewest`, `most`: the least and the greatest number of times
    that two people meet.
    """

    people: int
    games: int
    rounds: int
    more: int
    by_lot: float
    fewest: int
    most: int


def measure_schedules(
    seats: int, games_each: int, numbers: Sequence[int], steps: int = STEPS
) -> Iterator[Measured]:
    """Yield a measured schedule for each number of people.

    Args:
        seats: the number of seats of a game, 3 to 5
        games_each: how many games each person plays
        numbers: the numbers of people
        steps: how many exchanges the search tries
    """
    for people in numbers:
        number = people * games_each // seats
        rounds = mix(people, seats, number, steps)
        games = [game for each in rounds for game in each]
        least = count_least_repeats(people, seats, number)
        met = Counter(frozenset(pair) for game in games for pair in combinations(game, 2))
        counts = [met[frozenset(pair)] for pair in combinations(range(people), 2)]
        lots = [count_repeats(_draw(people, seats, number, Random(lot))) for lot in range(LOTS)]
        yield Measured(
            people,
            number,
            len(rounds),
            count_repeats(games) - least,
            sum(lots) / LOTS - least,
            min(counts),
            max(counts),
        )


def _draw(people: int, seats: int, games: int, luck: Random) -> list[tuple[int, ...]]:
    """Return the games of rounds that are drawn at random."""
    size, drawn = people // seats, list[tuple[int, ...]]()
    while len(drawn) < games:
        order = luck.sample(range(people), size * seats)
        drawn += [tuple(order[first : first + seats]) for first in range(0, len(order), seats)]
    return drawn[:games]
