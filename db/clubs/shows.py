"""Store the shows of servers: the channel of each show, and which turn was chosen for each day.

A delivery of the kind `SHOW` posts the turn of a day. One transaction chooses this turn and plans the
delivery for the next day. A repeated delivery finds the stored turn, so it neither chooses another turn nor
plans another delivery. If the post of one day fails, the turn of the next day is still shown.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, insert, select, text, update

from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import NewDelivery, Show, ShownTurn, Transit
from db.schema import deliveries, is_among, shown_turns, shows
from db.sending import outbox

SHOW = "show"  # the kind of the planned delivery

# SQLAlchemy writes "on conflict" differently for SQLite and PostgreSQL. This text works in both.
_CHOOSE = text(
    "INSERT INTO shown_turns (guild_id, day, game_id, turn, told)"
    " VALUES (:guild_id, :day, :game_id, :turn, :told) ON CONFLICT (guild_id, day) DO NOTHING"
)


class Shows:
    """The shows of servers. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, show: Show, first: NewDelivery) -> None:
        """Set the show of a server, and plan its `first` post. An earlier show of the server is replaced."""
        await self._database.run(_set, show, first)

    async def stop(self, guild_id: int) -> bool:
        """End the show of a server. Return False if it had none."""
        return await self._database.run(_stop, guild_id)

    async def find(self, guild_id: int) -> Show | None:
        """Return the show of a server; None if it has none."""
        return await self._database.read(_find, shows.c.guild_id == guild_id)

    async def find_in_channel(self, channel_id: int) -> Show | None:
        """Return the show in a channel; None if there is none."""
        return await self._database.read(_find, shows.c.channel_id == channel_id)

    async def list_unplanned(self) -> tuple[Show, ...]:
        """Return the shows without a planned post."""
        return await self._database.read_many(_list_unplanned)

    async def plan(self, post: NewDelivery) -> None:
        """Plan the next post of a show, and cancel earlier plans. Do nothing if the show has ended."""
        await self._database.run(_plan, post)

    async def choose(self, chosen: ShownTurn, following: NewDelivery) -> ShownTurn:
        """Store the turn of a day, and plan the post of the next day (`following`).

        The planned post of this day stays, because it will show the turn. If the day has a turn already,
        change nothing. Return the turn of the day.
        """
        return await self._database.run(_choose, chosen, following)

    async def record_posted(self, shown: ShownTurn, message_id: int) -> None:
        """Record the message in which the turn of a day was shown."""
        await self._database.run(_record_posted, shown, message_id)

    async def list_shown(self, guild_id: int) -> tuple[ShownTurn, ...]:
        """Return all turns that a server has shown or will show, the newest first."""
        return await self._database.read_many(_list_shown, guild_id)


def _set(connection: Connection, show: Show, first: NewDelivery) -> None:
    _stop(connection, show.guild_id)
    row = {column.name: getattr(show, column.name) for column in shows.c}
    connection.execute(insert(shows).values(row))
    _plan(connection, first)


def _stop(connection: Connection, guild_id: int) -> bool:
    earlier = _find(connection, shows.c.guild_id == guild_id)
    if earlier is None:
        return False
    _cancel(connection, earlier.channel_id)
    return connection.execute(delete(shows).where(shows.c.guild_id == guild_id)).rowcount > 0


def _find(connection: Connection, which: Any) -> Show | None:
    row = connection.execute(select(shows).where(which)).one_or_none()
    return None if row is None else Show(**row._asdict())


def _list_unplanned(connection: Connection) -> tuple[Show, ...]:
    of_channel = (deliveries.c.channel_id == shows.c.channel_id) & (deliveries.c.kind == SHOW)
    planned = exists().where(of_channel, is_among(deliveries.c.state, Transit.DUE, Transit.SENDING))
    rows = connection.execute(select(shows).where(~planned).order_by(shows.c.guild_id))
    return tuple(Show(**row._asdict()) for row in rows)


def _plan(connection: Connection, post: NewDelivery) -> None:
    # If two processes plan at the same time, the second waits here, then cancels the post of the first.
    if _lock(connection, post.channel_id):
        _cancel(connection, post.channel_id)
        _put(connection, post)


def _lock(connection: Connection, channel_id: int) -> bool:
    """Lock the show in a channel. Return False if there is none."""
    of_channel = select(shows.c.channel_id).where(shows.c.channel_id == channel_id)
    return connection.execute(of_channel.with_for_update()).one_or_none() is not None


def _put(connection: Connection, post: NewDelivery) -> None:
    outbox.put(connection, None, [post])
    tell(connection, f"{SAVED} 0")


def _cancel(connection: Connection, channel_id: int) -> None:
    planned = (deliveries.c.channel_id == channel_id) & (deliveries.c.kind == SHOW)
    planned &= is_among(deliveries.c.state, Transit.DUE)
    off = {"state": Transit.CANCELLED, "done": datetime.now(UTC)}
    connection.execute(update(deliveries).where(planned).values(**off))


def _is_of_day(guild_id: int, day: str) -> Any:
    return (shown_turns.c.guild_id == guild_id) & (shown_turns.c.day == day)


def _choose(connection: Connection, chosen: ShownTurn, following: NewDelivery) -> ShownTurn:
    row = {
        "guild_id": chosen.guild_id, "day": chosen.day, "game_id": chosen.game_id, "turn": chosen.turn,
        "told": chosen.told,
    }  # fmt: skip
    if connection.execute(_CHOOSE, row).rowcount and _lock(connection, following.channel_id):
        _put(connection, following)
    found = select(shown_turns).where(_is_of_day(chosen.guild_id, chosen.day))
    return _read(connection.execute(found).one())


def _record_posted(connection: Connection, shown: ShownTurn, message_id: int) -> None:
    of_day = update(shown_turns).where(_is_of_day(shown.guild_id, shown.day))
    connection.execute(of_day.values(message_id=message_id))


def _list_shown(connection: Connection, guild_id: int) -> tuple[ShownTurn, ...]:
    of_guild = select(shown_turns).where(shown_turns.c.guild_id == guild_id)
    return tuple(map(_read, connection.execute(of_guild.order_by(shown_turns.c.day.desc()))))


def _read(row: Row[Any]) -> ShownTurn:
    return ShownTurn(**row._asdict())
