"""Compute results and ratings of a server from its finished games.

A person has a rating for each seat of a game, because a person may be strong in one seat and weak in another.
Only games between people count, and only if they were played from the beginning. People may opt out of the
table.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.settings.game_settings import GameSettings
from db.records import StoredGame
from rules import kernel
from rules.kernel import Rules

SHOWN = 25  # the most rows of the table


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game: the person and the place of each seat. The winner's place is 0."""

    game: str
    people: Mapping[str, int]
    places: Mapping[str, int]

    @property
    def counts(self) -> bool:
        """Return whether different people held all the seats."""
        return len(set(self.people.values())) == len(self.places) > 1


@dataclass(slots=True)
class Row:
    """The results of one person in one seat of a game."""

    user: int
    game: str
    seat: str
    played: int = 0
    won: int = 0  # games won alone
    shared: int = 0  # games won together with others
    rating: PlackettLuceRating | None = None


def rate_results(results: Sequence[Result]) -> list[Row]:
    """Return the rows of all players, the best rating first.

    The rating model compares teams of two: a person, and the seat that they play. A seat that wins seldom
    gets a low rating, so a win with a weak seat counts for more.
    """
    model = PlackettLuce()
    rows: dict[tuple[int, str, str], Row] = {}
    seats: defaultdict[tuple[str, str], PlackettLuceRating] = defaultdict(model.rating)
    for result in results:
        teams, ranks = [], []
        for seat, place in result.places.items():
            key = (result.people[seat], result.game, seat)
            row = rows.setdefault(key, Row(*key))
            row.played += 1
            alone = list(result.places.values()).count(0) == 1
            row.won += place == 0 and alone
            row.shared += place == 0 and not alone
            row.rating = row.rating or model.rating()
            teams.append([row.rating, seats[result.game, seat]])
            ranks.append(float(place))
        after = model.rate(teams, ranks=ranks)
        for seat, (person, chair) in zip(result.places, after, strict=True):
            rows[result.people[seat], result.game, seat].rating = person
            seats[result.game, seat] = chair
    return sorted(rows.values(), key=compute_points, reverse=True)


def compute_points(row: Row) -> int:
    """Return a rating in points, as the table shows it: a lower bound, about 1000 for a beginner."""
    assert row.rating is not None, "each player in the table has a rating"
    return round(1000 + 40 * row.rating.ordinal())


def read_result(rules: Rules, stored: StoredGame) -> Result | None:
    """Return the result of a finished game; None if it does not count.

    A game does not count if it isn't rated, or has no ranking, a bot player's seat, a hint, or a position set
    by hand. Nor does it count if a caretaker played for a player who had not resigned. A seat's place belongs
    to the player who resigned it. If the resignation ended the game, that player has lost.
    """
    scores = rules.EXTRAS.scores
    if scores is None or stored.position is None or any(s.level for s in stored.seats):
        return None
    settings = GameSettings.of(stored)
    if not settings.rated or settings.kept_by_others or settings.turns_set_by_hand or settings.hinted:
        return None
    people = {**{seat.seat: seat.user_id for seat in stored.seats}, **settings.resigned}
    live = kernel.resume(rules, stored.position)
    if live.pending is not None:  # a resignation may have ended the game
        places = {seat: int(seat in settings.resigned) for seat in people}
        return Result(stored.game, people, places) if settings.resigned else None
    ranking = scores.ranking(live.state)
    places = {seat: place for place, group in enumerate(ranking) for seat in group}
    return Result(stored.game, people, places) if places.keys() <= people.keys() else None


class Stats:
    """Shows the results and ratings of a server."""

    def __init__(self, orders: OrderService, people: PreferenceStore) -> None:
        self.orders, self.people, self.store = orders, people, orders.store

    async def show(self, caller: Caller) -> Reply:
        """Return the table of results and ratings of the caller's server. Raises `Refused`."""
        if caller.guild_id is None:
            raise Refused(say("stats.nowhere"))
        games = await self.store.list_ended_games(caller.guild_id)
        rows = await asyncio.to_thread(self._rate_games, games)
        shown = [row for row in rows if row.user > 0 and (await self.people.load(row.user)).rated]
        if not shown:
            return Reply(say("stats.none"))
        lines = [
            say(
                "stats.row",
                user=row.user,
                title=self.orders.games[row.game].TITLE,
                seat=self.orders.games[row.game].name(row.seat),
                points=compute_points(row),
                played=row.played,
                won=row.won,
                shared=say("stats.shared", n=row.shared) if row.shared else "",
            )
            for row in shown[:SHOWN]
        ]
        return Reply(cut_text("\n".join([say("stats.head"), *lines, say("stats.foot")]), MAX_TEXT))

    async def find_points(self, guild_id: int, user_id: int) -> dict[str, int]:
        """Return a person's rating in each game that they have played rated: the mean of their seats."""
        games = await self.store.list_ended_games(guild_id)
        rows = [row for row in await asyncio.to_thread(self._rate_games, games) if row.user == user_id]
        return {
            game: round(fmean(compute_points(row) for row in rows if row.game == game))
            for game in {row.game for row in rows}
        }

    def _rate_games(self, games: Sequence[StoredGame]) -> list[Row]:
        found = [
            read_result(self.orders.games[game.game], game)
            for game in games
            if game.game in self.orders.games
        ]
        return rate_results([result for result in found if result is not None and result.counts])
