"""Define the terms of a cup or league. People read them before they join."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from db.clubs.competition_records import Competition

CUP, LEAGUE = "cup", "league"
LEAST = 3  # the fewest entrants of a cup
LEAST_DIVISION, MOST_DIVISION = 4, 20  # the fewest and the most people of a division of a league
SMALL = 4  # with at most this many people, any two people meet twice and exchange their seats
AT_ONCE = {CUP: 1, LEAGUE: 3}  # the most games that a person plays at the same time
POSTPONED = timedelta(days=7)  # the start is postponed by this time if too few people have joined
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
        days: how many days a game of a cup may take, or how many days a season of a league lasts
        starts: when the competition starts, or when a league goes on after a pause; None for a cup that
            starts when it is full
        began: the time from which the ends of a league's seasons are counted. Season 3 ends 3 * `days` days
            after it. At first it is the start of season 1. After a pause it is set anew, so that the next
            season has its full length
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
        """Return when a season of a league ends; None for a cup, and before the first season."""
        return None if self.began is None else self.began + season * self.find_time()


def count_games_each(people: int, seats: int) -> int:
    """Return how many games each person plays in an all-play.

    In games of two, everybody meets everybody else once, or twice if there are at most `SMALL` people. In
    games of more seats, each person plays one game in each seat.
    """
    if seats == TWO:
        return (people - 1) * (2 if people <= SMALL else 1)
    return seats
