"""The records of cups and leagues."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

NO_PERSON = -1_000_000_000  # entrants with this id or a lower one are bot players


class Stage(StrEnum):
    """The state of a cup or league."""

    OPEN = "open"  # people join
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, or a bot player, who takes part in a cup or league.

    Attributes:
        user_id: the person (below 0 if their data was deleted); `NO_PERSON` or less for a bot player
        user_name: their name
        joined: when they joined
        withdrawn: whether they left after the start
        division: the number of their division, 1 for the highest; 0 if they wait for the next season
    """

    user_id: int
    user_name: str
    joined: datetime
    withdrawn: bool = False
    division: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """A game of a cup or league, as it is planned, played and counted.

    Attributes:
        number: its number in the cup or league, from 1
        season: the season; 1 in a cup
        division: the division; 1 in a cup
        round: the round of the season
        people: the ids of the entrants, in the order of the seats; a match with a single entrant is a bye
        due: the time by which people must have played the match; None before the bot plans a table for it
        game_id: its game; None before the table exists
        points: the points of each entrant as fractions, such as "1/2"; empty before it is counted
        how: how it was counted; "" before it is counted
        reason: why a host set the result; "" if no host did
        id: the number of the row; 0 before it is stored
    """

    number: int
    season: int
    division: int
    round: int
    people: tuple[int, ...]
    due: datetime | None = None
    game_id: int | None = None
    points: tuple[str, ...] = ()
    how: str = ""
    reason: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Competition:
    """A cup or league of a Discord server.

    Attributes:
        guild_id: the server
        channel_id: where it is posted and played
        host_id: the person who made it
        kind: cup or league
        name: its name
        game: the key of its game
        language: the language of its posts
        terms: the agreed settings, as JSON for the bot
        created: when it was made
        stage: whether people join, it runs, or it is over
        season: the number of the season; 0 before the first season
        wake: the next time when the bot must look at the cup or league; None if no time is set
        message_id: the message with its standings; None before the first post
        shown: a hash of what the message shows
        next_edit: when the message may be edited again
        serial: the number of changes so far; if two changes name the same serial, only the first succeeds
        entrants: who takes part, in the order in which they joined
        matches: its games in order of their numbers
        id: its number; 0 before it is stored
    """

    guild_id: int
    channel_id: int
    host_id: int
    kind: str
    name: str
    game: str
    language: str
    terms: str
    created: datetime
    stage: Stage = Stage.OPEN
    season: int = 0
    wake: datetime | None = None
    message_id: int | None = None
    shown: str = ""
    next_edit: datetime | None = None
    serial: int = 0
    entrants: tuple[Entrant, ...] = ()
    matches: tuple[Match, ...] = ()
    id: int = 0

    def find_entrant(self, user_id: int) -> Entrant | None:
        """Return an entrant; None if this person does not take part."""
        return next((each for each in self.entrants if each.user_id == user_id), None)

    def find_match(self, number: int) -> Match | None:
        """Return the match with this number; None if there is none."""
        return next((each for each in self.matches if each.number == number), None)

    def list_matches(self, season: int, division: int | None = None) -> list[Match]:
        """Return the matches of a season. With `division`, return only those of this division."""
        return [each for each in self.matches if each.season == season and division in (None, each.division)]


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that a person did with a cup or league, such as a repair. `line` is a short text."""

    user_id: int
    line: str
    time: datetime
