"""Compute the ratings of a server from its finished games, and how each game changed the ratings.

A person has a rating for each seat of a game, because a person can be strong in one seat and weak in another.
Only games between people count, but not all of them. `find_uncounted` says why a game does not count.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.settings.game_settings import GameSettings, Uncounted, find_uncounted
from db.records import EndedGame, StoredGame
from rules import kernel
from rules.kernel import Rules

UNKNOWN = datetime.min.replace(tzinfo=UTC)  # the default of `Result.ended`
BATCH = 200  # load at most this many games together, because each holds a whole position in memory
KNOWN = 20_000  # the most results in memory, unless one server alone has more


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game: the person and the place of each seat. The winner's place is 0."""

    game: str
    people: Mapping[str, int]
    places: Mapping[str, int]
    id: int = 0
    ended: datetime = UNKNOWN
    names: Mapping[int, str] = field(default_factory=dict)  # the names of people, by their ids

    @property
    def counts(self) -> bool:
        """Return whether there are several seats and a different person in each seat."""
        return len(set(self.people.values())) == len(self.places) > 1


class Change(NamedTuple):
    """A person's rating before and after a game, in points."""

    id: int  # the id of the game
    ended: datetime
    before: int
    after: int
    place: int  # 0 for the winner
    shared: bool  # whether another seat has the same place


@dataclass(slots=True)
class Row:
    """One person's results in one seat of a game, the oldest first, and the rating after the last game."""

    user: int
    game: str
    seat: str
    rating: PlackettLuceRating
    name: str = ""  # the person's name in their last game; "" if it is unknown
    changes: list[Change] = field(default_factory=list)

    @property
    def played(self) -> int:
        """Return the number of games."""
        return len(self.changes)

    @property
    def won(self) -> int:
        """Return the number of games won alone."""
        return sum(change.place == 0 and not change.shared for change in self.changes)

    @property
    def shared(self) -> int:
        """Return the number of games won together with others."""
        return sum(change.place == 0 and change.shared for change in self.changes)


def rate_results(results: Sequence[Result]) -> list[Row]:
    """Return the rows of all players, the best rating first.

    The rating model compares teams of two members: a person and the seat that they play. A seat that seldom
    wins gets a low rating. A person gains more points for a win in such a seat.
    """
    model = PlackettLuce()
    rows: dict[tuple[int, str, str], Row] = {}
    seats: defaultdict[tuple[str, str], PlackettLuceRating] = defaultdict(model.rating)
    for result in results:
        of_game, teams = list[Row](), []
        for seat in result.places:
            key = (result.people[seat], result.game, seat)
            row = rows.setdefault(key, Row(*key, model.rating()))
            row.name = result.names.get(row.user, row.name)
            of_game.append(row)
            teams.append([row.rating, seats[result.game, seat]])
        places = list(result.places.values())
        after = model.rate(teams, ranks=[float(place) for place in places])
        for row, place, (person, chair) in zip(of_game, places, after, strict=True):
            before, row.rating = compute_points(row), person
            shared = places.count(place) > 1
            change = Change(result.id, result.ended, before, compute_points(row), place, shared)
            row.changes.append(change)
            seats[result.game, row.seat] = chair
    return sorted(rows.values(), key=compute_points, reverse=True)


def compute_points(row: Row) -> int:
    """Return a row's rating in points, as the table shows it.

    A rating starts at 1000. It is a cautious estimate, so it is low while a person has played few games.
    """
    return round(1000 + 40 * row.rating.ordinal())


def compute_best(rows: Sequence[Row]) -> dict[int, int]:
    """Return each person's points in the game in which the person has the most points.

    The points in a game are the mean over the seats that the person has played there.
    """
    points: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for row in rows:
        points[row.user, row.game].append(compute_points(row))
    best: dict[int, int] = {}
    for (user, _), of_game in points.items():
        best[user] = max(best.get(user, 0), round(fmean(of_game)))
    return best


def read_result(rules: Rules, stored: StoredGame) -> Result | Uncounted:
    """Return the result of a finished game, or the reason why the game does not count.

    If a player resigned a seat, the result of the seat belongs to that player. If a resignation ended the
    game, the player who resigned has lost and all others have won.
    """
    if (why := find_uncounted(rules, stored)) is not None:
        return why
    scores, settings = rules.EXTRAS.scores, GameSettings.of(stored)
    if scores is None or stored.position is None or stored.ended is None:
        return Uncounted.ABANDONED
    people = {**{seat.seat: seat.user_id for seat in stored.seats}, **settings.resigned}
    live = kernel.resume(rules, stored.position)
    if live.pending is None:
        ranking = scores.ranking(live.state)
        places = {seat: place for place, group in enumerate(ranking) for seat in group}
    elif settings.resigned:  # a resignation ended the game
        places = {seat: int(seat in settings.resigned) for seat in people}
    else:
        return Uncounted.ABANDONED
    if not places.keys() <= people.keys():
        return Uncounted.ABANDONED
    names = {seat.user_id: seat.user_name for seat in stored.seats if seat.user_name}
    result = Result(stored.game, people, places, stored.id, stored.ended, names)
    return result if result.counts else Uncounted.ALONE


class Ratings:
    """Computes the ratings of servers. Keeps the results of games. Reads only changed games again."""

    def __init__(self, orders: OrderService, people: PreferenceStore) -> None:
        self.orders, self.people, self.store = orders, people, orders.store
        self._known = OrderedDict[int, tuple[int, Result | Uncounted]]()

    async def load_rows(self, guild_id: int) -> list[Row]:
        """Return the rows of all people who finished rated games on a server, the best rating first."""
        return await asyncio.to_thread(rate_results, await self._load_results(guild_id))

    async def list_seasons(self, guild_id: int) -> list[str]:
        """Return the seasons in which somebody finished a rated game on a server, the newest first."""
        return name_seasons(result.ended for result in await self._load_results(guild_id))

    async def find_changes(self, stored: StoredGame) -> dict[int, Change] | Uncounted:
        """Return how a finished game changed each person's rating: `{person's id: change}`.

        If the game does not count for ratings, return the reason.
        """
        results = [] if stored.guild_id is None else await self._load_results(stored.guild_id)
        at = next((index for index, result in enumerate(results) if result.id == stored.id), None)
        if at is None:
            found = self._known.get(stored.id)
            known = self._read(stored) if found is None else found[1]
            return known if isinstance(known, Uncounted) else Uncounted.ABANDONED
        rows = await asyncio.to_thread(rate_results, results[: at + 1])
        return {row.user: row.changes[-1] for row in rows if row.changes[-1].id == stored.id}

    async def write_changes(self, stored: StoredGame) -> str:
        """Return a line on how a finished game changed ratings, or on why the game does not count."""
        changes = await self.find_changes(stored)
        if isinstance(changes, Uncounted):
            return describe_uncounted(changes)
        told = [
            say(
                "rating.person",
                user=user,
                before=change.before,
                after=change.after,
                change=format_change(change.after - change.before),
            )
            for user, change in sorted(changes.items(), key=lambda each: each[1].place)
            if await self.shows(user)
        ]
        return say("rating.changes", people=", ".join(told)) if told else say("rating.counted")

    async def shows(self, user_id: int) -> bool:
        """Return whether a person's ratings may be shown: not if their data was deleted or they opted out."""
        return user_id > 0 and (await self.people.load(user_id)).rated

    async def find_points(self, guild_id: int, user_id: int) -> dict[str, int]:
        """Return a person's points in each game in which the person has a rating.

        The points in a game are the mean over the person's seats.
        """
        rows = [row for row in await self.load_rows(guild_id) if row.user == user_id]
        return {
            game: round(fmean(compute_points(row) for row in rows if row.game == game))
            for game in {row.game for row in rows}
        }

    async def _load_results(self, guild_id: int) -> list[Result]:
        """Return the results that count, in the order of the games' ends. Load only games that changed."""
        ended = await self.store.list_ended_games(guild_id)
        changed = [game for game in ended if self._known.get(game.id, (None,))[0] != _digest(game)]
        for start in range(0, len(changed), BATCH):
            batch = {game.id: game for game in changed[start : start + BATCH]}
            for stored in await self.store.load_games(batch.keys()):
                self._known[stored.id] = (
                    _digest(batch[stored.id]),
                    await asyncio.to_thread(self._read, stored),
                )
        found = [known[1] for game in ended if (known := self._known.get(game.id)) is not None]
        while len(self._known) > max(KNOWN, len(ended)):
            self._known.popitem(last=False)
        return [result for result in found if isinstance(result, Result)]

    def _read(self, stored: StoredGame) -> Result | Uncounted:
        rules = self.orders.games.get(stored.game)
        return Uncounted.NO_RANKING if rules is None else read_result(rules, stored)


def describe_uncounted(why: Uncounted) -> str:
    """Return a line that says why a game does not count for ratings."""
    reasons = {
        Uncounted.NO_RANKING: say("uncounted.no_ranking"),
        Uncounted.FIRST_GAME: say("uncounted.first_game"),
        Uncounted.FRIENDLY: say("uncounted.friendly"),
        Uncounted.BOT: say("uncounted.bot"),
        Uncounted.ALONE: say("uncounted.alone"),
        Uncounted.CARETAKER: say("uncounted.caretaker"),
        Uncounted.SET_BY_HAND: say("uncounted.set_by_hand"),
        Uncounted.HINTED: say("uncounted.hinted"),
        Uncounted.ABANDONED: say("uncounted.abandoned"),
    }
    return say("rating.uncounted", why=reasons[why])


def format_change(points: int) -> str:
    """Return a change of points with its sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"


def name_seasons(ends: Iterable[datetime]) -> list[str]:
    """Return the seasons that contain these times, the newest first."""
    return sorted(set(map(name_season, ends)), reverse=True)


def name_season(time: datetime) -> str:
    """Return the season of a time, such as "2026-Q4": a quarter of a year in UTC."""
    utc = time.astimezone(UTC)
    return f"{utc.year}-Q{(utc.month + 2) // 3}"


def _digest(game: EndedGame) -> int:
    return hash((game.serial, game.settings, game.seats))
