"""Define the terms of a cup or league: what everybody reads before they join."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from db.clubs.competition_records import Competition

CUP, LEAGUE = "cup", "league"
LEAST = 3  # the fewest entrants of a cup
LEAST_DIVISION, MOST_DIVISION = 4, 20  # the fewest and the most people of a division of a league
SMALL = 4  # in a cup or division of at most this many people, each two meet twice, once in each seat
AT_ONCE = {CUP: 1, LEAGUE: 3}  # the most games of a person at the same time
POSTPONED = timedelta(days=7)  # how long a start is postponed if too few people have joined
TWO = 2


class Format(StrEnum):
    """How a cup decides who meets whom."""

    ALL_PLAY = "all-play"
    SWISS = "swiss"
    KNOCK_OUT = "knock-out"


class Terms(BaseModel):
    """The terms of a cup or league.

    Attributes:
        format: who meets whom; a league has all-play divisions
        seats: the number of seats of a game
        size: the most people of a cup, or the usual number of people in a division of a league
        pace: the pace of the games
        rated: whether the games are rated
        bots: whether bot players fill up a cup, so that nobody has a bye
        days: the days for each game of a cup, or of a season of a league
        starts: when the competition starts, or goes on after a pause; None for a cup that starts when full
        began: when the first season of a league began; each pause moves this time on
    """

    model_config = ConfigDict(frozen=True)

    format: Format = Format.ALL_PLAY
    seats: int = TWO
    size: int
    pace: str
    rated: bool = False
    bots: bool = False
    days: int
    starts: datetime | None = None
    began: datetime | None = None

    @classmethod
    def of(cls, competition: Competition) -> Terms:
        """Return the terms of a stored competition."""
        return cls.model_validate_json(competition.terms)

    def with_(self, **changed: object) -> Terms:
        """Return a copy with these fields changed."""
        return self.model_copy(update=changed)

    def find_time(self) -> timedelta:
        """Return the time for a game of a cup, or for a season of a league."""
        return timedelta(days=self.days)

    def find_season_end(self, season: int) -> datetime | None:
        """Return when a season of a league ends; None before the first one and for a cup."""
        return None if self.began is None else self.began + season * self.find_time()


def count_games_each(people: int, seats: int) -> int:
    """Return how many games each person plays in an all-play.

    With two seats everybody meets everybody else, and meets them twice if few play (`SMALL`). With more seats
    each person plays as many games as there are seats, one in each.
    """
    if seats == TWO:
        return (people - 1) * (2 if people <= SMALL else 1)
    return seats
