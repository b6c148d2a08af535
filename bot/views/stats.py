"""Show the results and ratings of a server: all of them, or those of a person, a game or a season.

A season is a quarter of a calendar year in UTC. A new season does not reset ratings. A person can opt out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from bot.language.words import format_day, join_names, say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import title_seat
from bot.views.ratings import Ratings, Row, format_change, name_season, name_seasons
from render.curves import RatingCurves
from render.kit.texts import fit_sentences
from rules.orders.tokenizer import echo

SHOWN = 10  # the most rows of the table
DRAWN = 5  # the most curves of the picture
DATES = 6  # the most dates under the picture, not counting the date of the last game
YEAR = timedelta(days=300)  # if the picture covers more time, its dates show month and year without the day


class Choice(NamedTuple):
    """Which ratings to show: of one person, of one game, of one season. None means all."""

    person: int | None = None
    game: str | None = None
    season: str | None = None


class Stats:
    """Shows the results and ratings of a server."""

    def __init__(self, orders: OrderService, people: PreferenceStore) -> None:
        self.orders, self.people = orders, people
        self.ratings = Ratings(orders, people)

    async def show(
        self, caller: Caller, person: int | None = None, game: str | None = None, season: str | None = None
    ) -> Reply:
        """Return the results and ratings of the caller's server, and a picture of the best ratings over time.

        Args:
            caller: who asks
            person: the id of a person, to show only their ratings; None for everybody
            game: the key or the title of a game; None for all games
            season: the name of a season, such as "2026-Q4"; None for the whole time

        Raises `Refused`.
        """
        if caller.guild_id is None:
            raise Refused(say("stats.nowhere"))
        rows = await self.ratings.load_rows(caller.guild_id)
        choice = Choice(person, self._find_game(game), _find_season(rows, season))
        shown = [
            row
            for row in _choose(rows, choice)
            if row.game in self.orders.games and await self.ratings.shows(row.user)
        ]
        if not shown:
            return Reply(say("stats.none" if choice == Choice() else "stats.none_such"))
        lines = [self._write_row(row, choice) for row in shown[:SHOWN]]
        if len(shown) > SHOWN:
            lines.append(say("stats.more", n=len(shown) - SHOWN))
        head = say("stats.head_of", what=self._title(choice)) if choice != Choice() else say("stats.head")
        text = cut_text("\n".join([head, *lines, say("stats.foot")]), MAX_TEXT)
        return Reply(text, ratings=self._draw(shown[:DRAWN], choice))

    async def list_seasons(self, caller: Caller) -> list[str]:
        """Return the seasons with a finished rated game on the caller's server, the newest first."""
        return [] if caller.guild_id is None else await self.ratings.list_seasons(caller.guild_id)

    def _find_game(self, typed: str | None) -> str | None:
        """Return the key of a game. Raises `Refused` if there is no such game."""
        if typed is None:
            return None
        low = typed.strip().casefold()
        for key, rules in self.orders.games.items():
            if low in (key.casefold(), rules.TITLE.casefold()):
                return key
        titles = ", ".join(rules.TITLE for rules in self.orders.games.values())
        raise Refused(say("lobby.no_such_game", typed=echo(typed), games=titles))

    def _title(self, choice: Choice, name: str = "") -> str:
        """Return a short title for a choice. If there is a `name`, it replaces the mention of the person."""
        person = [] if choice.person is None else [name or f"<@{choice.person}>"]
        game = [] if choice.game is None else [self.orders.games[choice.game].TITLE]
        return ", ".join([*person, *game, *([] if choice.season is None else [choice.season])])

    def _write_row(self, row: Row, choice: Choice) -> str:
        rules = self.orders.games[row.game]
        gained = row.changes[-1].after - row.changes[0].before
        return say(
            "stats.row",
            user=row.user,
            title=rules.TITLE,
            seat=rules.name(row.seat),
            points=row.changes[-1].after,
            gain=say("stats.gain", change=format_change(gained)) if choice.season is not None else "",
            played=row.played,
            won=row.won,
            shared=say("stats.shared", n=row.shared) if row.shared else "",
        )

    def _draw(self, rows: Sequence[Row], choice: Choice) -> RatingCurves:
        """Return the picture with the ratings of these rows over time."""
        games = sorted({(change.ended, change.id) for row in rows for change in row.changes})
        index = {id: number for number, (_, id) in enumerate(games, 1)}
        people = {row.user: row.name or say("stats.unnamed") for row in rows}
        curves = []
        for row in rows:
            first = row.changes[0]
            points = [(index[change.id], change.after) for change in row.changes]
            curves.append(((points[0][0] - 1, first.before), *points))
        skeleton = "yMMM" if games[-1][0] - games[0][0] > YEAR else "MMMd"
        apart = -(-len(games) // DATES)
        dated = sorted({*range(1, len(games) + 1, apart), len(games)})
        title = self._title(choice, people.get(choice.person or 0, "")) or say("stats.everybody")
        title = say("stats.curves", what=title)
        return RatingCurves(
            title,
            tuple(self._name_curve(row, people[row.user], choice) for row in rows),
            tuple(curves),
            tuple((number, format_day(games[number - 1][0], skeleton)) for number in dated),
            (say("stats.rating"), say("stats.date")),
            alt=self._write_alt(title, rows, people),
        )

    def _name_curve(self, row: Row, person: str, choice: Choice) -> tuple[str, str]:
        """Return the name of a curve as two lines: the person or the game, and the seat.

        The first line names the person. If the choice names a person, the first line names the game instead.
        If the choice names a person and a game, the seat is the only line.
        """
        rules = self.orders.games[row.game]
        parts = [] if choice.person is not None else [person]
        parts += [] if choice.game is not None else [rules.TITLE]
        parts.append(rules.name(row.seat))
        return (parts[0], parts[-1]) if len(parts) > 1 else (parts[0], "")

    def _write_alt(self, title: str, rows: Sequence[Row], people: dict[int, str]) -> str:
        """Return the alt text of the picture."""
        told = [
            say(
                "stats.curve",
                person=people[row.user],
                seat=title_seat(self.orders.games[row.game], row.seat),
                title=self.orders.games[row.game].TITLE,
                first=row.changes[0].before,
                last=row.changes[-1].after,
                least=min(change.after for change in row.changes),
                most=max(change.after for change in row.changes),
                n=row.played,
            )
            for row in rows
        ]
        return fit_sentences([f"{title}.", *told])


def _find_season(rows: Sequence[Row], typed: str | None) -> str | None:
    """Return a season. Raises `Refused` if nobody finished a rated game in it."""
    if typed is None:
        return None
    known = name_seasons(change.ended for row in rows for change in row.changes)
    season = typed.strip().upper()
    if not known:
        raise Refused(say("stats.none"))
    if season not in known:
        raise Refused(say("stats.no_such_season", typed=echo(typed), seasons=join_names(known, "or")))
    return season


def _choose(rows: Sequence[Row], choice: Choice) -> list[Row]:
    """Return the rows of a choice, the best rating first. A row keeps only the changes in the season."""
    found = [
        replace(
            row,
            changes=[change for change in row.changes if choice.season in (None, name_season(change.ended))],
        )
        for row in rows
        if choice.person in (None, row.user) and choice.game in (None, row.game)
    ]
    found = [row for row in found if row.changes]
    return sorted(found, key=lambda row: row.changes[-1].after, reverse=True)
