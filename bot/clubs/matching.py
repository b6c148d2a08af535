"""Choose who plays together among the people who look for a game. This module is pure: time is an argument.

A party is a group of people who play one game together. The person who has waited longest chooses first, and
gets the largest party that fits. Other people join this party; those who have waited longer join first. A
person accepts a range of ratings, and the range widens while they wait. Bot players may take the empty seats
of a party of two or more people. All these people must allow bot players, and the one who chose must have
waited at least as long as `PATIENCE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

ANY = "any"
UNRATED = 1000  # points of a person without a rating
WIDEN = 50  # each day of waiting widens a person's range of ratings by this many points up and down
PATIENCE = timedelta(days=1)  # how long a person waits for people before bot players fill up a party


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person looks for.

    Attributes:
        games: the keys of the games that they would play
        seats: the number of players at the table; 0 for any number
        pace: the pace, or `ANY`
        rated: whether the game is rated
        bots: whether bot players may take empty seats of the table
        span: the largest difference, in points, between the person's rating and another player's; None for
            no limit
        points: the person's rating in each game
        name: the name that they want for the table; "" for any
    """

    games: tuple[str, ...]
    seats: int = 0
    pace: str = ANY
    rated: bool = False
    bots: bool = False
    span: int | None = None
    points: Mapping[str, int] = field(default_factory=dict)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Seeker:
    """A person who looks for a game, and since when."""

    id: int
    wishes: Wishes
    since: datetime

    def find_points(self, game: str) -> int:
        """Return the person's rating in a game; `UNRATED` if they have none."""
        return self.wishes.points.get(game, UNRATED)

    def accepts(self, other: Seeker, game: str, now: datetime, widen: float) -> bool:
        """Return whether the rating of `other` is in this person's range of ratings.

        The range has widened by `widen` points for each day since the person began to wait.
        """
        if self.wishes.span is None:
            return True
        days = (now - self.since) / timedelta(days=1)
        return abs(self.find_points(game) - other.find_points(game)) <= self.wishes.span + widen * days


class Party(NamedTuple):
    """People who play together.

    Attributes:
        game: the key of the game
        seats: the number of players, with bot players
        pace: the pace, or `ANY`
        rated: whether the game is rated
        ids: the ids of the people; those who joined first come first
    """

    game: str
    seats: int
    pace: str
    rated: bool
    ids: tuple[int, ...]


def match(
    seekers: Iterable[Seeker],
    numbers: Mapping[str, Sequence[int]],
    now: datetime,
    widen: float = WIDEN,
    *,
    ordered: bool = True,
) -> list[Party]:
    """Return the parties that can be formed now. Nobody is in two parties.

    Args:
        seekers: the people who wait
        numbers: the possible numbers of players of each game
        now: the present time
        widen: how many points a day of waiting adds to a range of ratings at each end
        ordered: True: the person who has waited longest chooses first. False: the first of `seekers` does
    """
    waiting, found, placed = list(seekers), list[Party](), set[int]()
    if ordered:
        waiting.sort(key=lambda seeker: (seeker.since, seeker.id))
    for first in waiting:
        if first.id in placed:
            continue
        others = [each for each in waiting if each.id not in placed and each is not first]
        party = _form(first, others, numbers, now, widen)
        if party is not None:
            found.append(party)
            placed |= {*party.ids}
    return found


def _form(
    first: Seeker, others: Sequence[Seeker], numbers: Mapping[str, Sequence[int]], now: datetime, widen: float
) -> Party | None:
    """Return the largest party that the person `first` can have; None if no party is possible."""
    best: Party | None = None
    for game in first.wishes.games:
        for seats in numbers.get(game, ()):
            if first.wishes.seats not in (0, seats):
                continue
            people = _gather(first, others, game, seats, now, widen)
            whole = len(people) == seats
            filled = len(people) > 1 and now - first.since >= PATIENCE and all(p.wishes.bots for p in people)
            if (whole or filled) and (best is None or len(people) > len(best.ids)):
                pace = next((each.wishes.pace for each in people if each.wishes.pace != ANY), ANY)
                best = Party(game, seats, pace, first.wishes.rated, tuple(each.id for each in people))
    return best


def _gather(
    first: Seeker, others: Sequence[Seeker], game: str, seats: int, now: datetime, widen: float
) -> list[Seeker]:
    """Return at most `seats` people who can play together, `first` at the start.

    Try the `others` one by one. Add a person if they fit all people who were added before.
    """
    people = [first]
    for other in others:
        if len(people) == seats:
            break
        if _fits(other, people, game, seats, now, widen):
            people.append(other)
    return people


def _fits(
    other: Seeker, people: Sequence[Seeker], game: str, seats: int, now: datetime, widen: float
) -> bool:
    wishes, paces = other.wishes, {each.wishes.pace for each in people} - {ANY}
    if game not in wishes.games or wishes.seats not in (0, seats):
        return False
    if wishes.rated != people[0].wishes.rated or not (wishes.pace == ANY or paces <= {wishes.pace}):
        return False
    return all(
        one.accepts(two, game, now, widen) for each in people for one, two in ((each, other), (other, each))
    )
