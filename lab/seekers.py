"""Simulate people who look for players: how long they wait under each matching rule, and how often in vain.

People come at random times, most of them in the evening. Each has a rating. They look for one or several
games, a number of players, a pace and terms. Their search (a seek) is over when it is matched or lapses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean, quantiles

from bot.clubs.matching import ANY, UNRATED, WIDEN, Party, Seeker, Wishes, match

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
LASTS = timedelta(days=14)
SPREAD = 150  # the standard deviation of ratings, in rating points
EVENING = 20  # the hour at which most people come
PACES = ("daily", "3-days", "weekly")
Match = Callable[[Sequence[Seeker], Mapping[str, Sequence[int]], datetime], list[Party]]


@dataclass(frozen=True, slots=True)
class Waits:
    """The results of a rule: how many hours the matched people waited, and how many seeks lapsed.

    `with_bots`: how many of the matched people sit with bot players. `spread`: the mean difference between
    the highest and the lowest rating at a rated table.
    """

    rule: str
    hours: tuple[float, ...]
    lapsed: int
    with_bots: int
    spread: float

    @property
    def percentiles(self) -> tuple[float, float, float]:
        """Return the median, the 90th and the 99th percentile of the hours."""
        cut = quantiles(self.hours, n=100)
        return cut[49], cut[89], cut[98]


def make_seekers(
    number: int, days: float, games: Mapping[str, Sequence[int]], luck: Random
) -> Iterator[Seeker]:
    """Yield `number` people who come within `days` days to look for players, in the order of their coming."""
    times = sorted(_choose_time(days, luck) for _ in range(number))
    keys = list(games)
    for index, since in enumerate(times):
        rated = luck.random() < 0.3
        points = {key: round(luck.gauss(UNRATED, SPREAD)) for key in keys}
        wanted = keys if luck.random() < 0.25 else luck.sample(keys, luck.choice((1, 1, 2)))
        counts = sorted({n for key in wanted for n in games[key]})
        yield Seeker(
            index + 1,
            Wishes(
                tuple(wanted),
                0 if luck.random() < 0.6 else luck.choice(counts),
                ANY if luck.random() < 0.4 else luck.choice(PACES),
                rated,
                not rated and luck.random() < 0.5,
                luck.choice((100, 200)) if rated and luck.random() < 0.5 else None,
                points,
            ),
            since,
        )


def simulate(
    rule: str, people: Sequence[Seeker], numbers: Mapping[str, Sequence[int]], luck: Random
) -> Waits:
    """Return how long these people wait under a rule (`RULES`)."""
    waiting, arriving = list[Seeker](), list(people)
    hours, lapsed, with_bots, spreads = list[float](), 0, 0, list[float]()
    now = arriving[0].since
    while waiting or arriving:
        now += HOUR
        while arriving and arriving[0].since <= now:
            waiting.append(arriving.pop(0))
        known = {each.id: each for each in waiting}
        for party in RULES[rule](luck)(waiting, numbers, now):
            there = [known.pop(one) for one in party.ids]
            hours += [(now - each.since) / HOUR for each in there]
            with_bots += len(there) if len(there) < party.seats else 0
            if party.rated:
                points = [each.find_points(party.game) for each in there]
                spreads.append(max(points) - min(points))
        waiting = [each for each in known.values() if now - each.since < LASTS]
        lapsed += len(known) - len(waiting)
    return Waits(rule, tuple(hours), lapsed, with_bots, fmean(spreads or [0]))


def _shuffle_ages(luck: Random) -> Match:
    """Return a matching rule without fairness: chance decides who chooses first.

    The longer people wait, the wider the range of ratings that they accept.
    """

    def match_at_random(
        waiting: Sequence[Seeker], numbers: Mapping[str, Sequence[int]], now: datetime
    ) -> list[Party]:
        ranks = list(range(len(waiting)))
        luck.shuffle(ranks)
        mixed = [waiting[rank] for rank in ranks]
        return match(mixed, numbers, now, ordered=False)

    return match_at_random


RULES: Mapping[str, Callable[[Random], Match]] = {
    "longest first, ranges widen": lambda _: match,
    "longest first, fixed ranges": lambda _: lambda waiting, numbers, now: match(waiting, numbers, now, 0),
    "at random, ranges widen": _shuffle_ages,
    "longest first, no bot players": lambda _: (
        lambda waiting, numbers, now: match(
            [replace(each, wishes=replace(each.wishes, bots=False)) for each in waiting], numbers, now, WIDEN
        )
    ),
}


def _choose_time(days: float, luck: Random) -> datetime:
    """Return a random time: any day, most often in the evening."""
    while True:
        at = BEGIN + timedelta(days=luck.uniform(0, days))
        share = (1 + math.cos((at.hour + at.minute / 60 - EVENING) * math.pi / 12)) / 2
        if luck.random() < 0.15 + 0.85 * share:
            return at
