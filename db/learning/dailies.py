"""Store which channels have a daily puzzle, and the puzzle of each day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, insert, select, text, update

from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import Daily, DailyPuzzle, NewDelivery, Transit
from db.schema import dailies, daily_puzzles, deliveries, is_among
from db.sending import outbox

KIND = "daily"  # the kind of the planned delivery; a channel has at most one

# SQLAlchemy writes "on conflict" differently for SQLite and PostgreSQL. This text works in both.
_CHOOSE = text(
    "INSERT INTO daily_puzzles (channel_id, day, game, puzzle) VALUES (:channel_id, :day, :game, :puzzle)"
    " ON CONFLICT (channel_id, day) DO NOTHING"
)


class DailyPuzzles:
    """The part of the store for daily puzzles of channels. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, daily: Daily, first: NewDelivery) -> None:
        """Store the setting of a channel's daily puzzle, and plan its `first` post."""
        await self._database.run(_set, daily, first)

    async def stop(self, channel_id: int) -> bool:
        """Stop the daily puzzle of a channel. Return False if it had none."""
        return await self._database.run(_stop, channel_id)

    async def find(self, channel_id: int) -> Daily | None:
        """Return the setting of a channel's daily puzzle; None if it has none."""
        return await self._database.read(_find, channel_id)

    async def list_unplanned(self) -> tuple[Daily, ...]:
        """Return the settings of the channels that have a daily puzzle but no planned post."""
        return await self._database.read_many(_list_unplanned)

    async def plan(self, post: NewDelivery) -> None:
        """Plan the next post of a channel. If a post is planned already, replace it.

        Do nothing if the daily puzzle was stopped.
        """
        await self._database.run(_plan, post)

    async def choose(self, chosen: DailyPuzzle, following: NewDelivery) -> DailyPuzzle:
        """Store the puzzle of a day, unless the day has one already. Return the puzzle of the day.

        This transaction also plans the post of the next day (`following`). So if today's post fails, the
        next day still has a puzzle.
        """
        return await self._database.run(_choose, chosen, following)

    async def record_posted(self, channel_id: int, day: str, message_id: int) -> None:
        """Record the message in which the puzzle of a day was posted."""
        await self._database.run(_record_posted, channel_id, day, message_id)

    async def list_puzzles(self, channel_id: int) -> tuple[DailyPuzzle, ...]:
        """Return all puzzles of a channel, the newest first."""
        return await self._database.read_many(_list_puzzles, channel_id)


def _set(connection: Connection, daily: Daily, first: NewDelivery) -> None:
    connection.execute(delete(dailies).where(dailies.c.channel_id == daily.channel_id))
    row = {
        "channel_id": daily.channel_id, "user_id": daily.user_id, "game": daily.game, "hour": daily.hour,
        "zone": daily.zone, "language": daily.language,
    }  # fmt: skip
    connection.execute(insert(dailies).values(row))
    _plan(connection, first)


def _stop(connection: Connection, channel_id: int) -> bool:
    _cancel(connection, channel_id)
    return connection.execute(delete(dailies).where(dailies.c.channel_id == channel_id)).rowcount > 0


def _find(connection: Connection, channel_id: int) -> Daily | None:
    row = connection.execute(select(dailies).where(dailies.c.channel_id == channel_id)).one_or_none()
    return None if row is None else _read(row)


def _list_unplanned(connection: Connection) -> tuple[Daily, ...]:
    of_channel = (deliveries.c.channel_id == dailies.c.channel_id) & (deliveries.c.kind == KIND)
    planned = exists().where(of_channel, is_among(deliveries.c.state, Transit.DUE, Transit.SENDING))
    rows = connection.execute(select(dailies).where(~planned).order_by(dailies.c.channel_id))
    return tuple(map(_read, rows))


def _plan(connection: Connection, post: NewDelivery) -> None:
    # If two processes plan at the same time, the second waits here, then cancels the post of the first.
    of_channel = dailies.c.channel_id == post.channel_id
    if connection.execute(select(dailies.c.channel_id).where(of_channel).with_for_update()).one_or_none():
        _cancel(connection, post.channel_id)
        outbox.put(connection, None, [post])
        tell(connection, f"{SAVED} 0")


def _cancel(connection: Connection, channel_id: int) -> None:
    planned = (deliveries.c.channel_id == channel_id) & (deliveries.c.kind == KIND)
    planned &= is_among(deliveries.c.state, Transit.DUE)
    off = {"state": Transit.CANCELLED, "done": datetime.now(UTC)}
    connection.execute(update(deliveries).where(planned).values(**off))


def _choose(connection: Connection, chosen: DailyPuzzle, following: NewDelivery) -> DailyPuzzle:
    row = {"channel_id": chosen.channel_id, "day": chosen.day, "game": chosen.game, "puzzle": chosen.puzzle}
    connection.execute(_CHOOSE, row)
    _plan(connection, following)
    same = (daily_puzzles.c.channel_id == chosen.channel_id) & (daily_puzzles.c.day == chosen.day)
    return _read_puzzle(connection.execute(select(daily_puzzles).where(same)).one())


def _record_posted(connection: Connection, channel_id: int, day: str, message_id: int) -> None:
    same = (daily_puzzles.c.channel_id == channel_id) & (daily_puzzles.c.day == day)
    connection.execute(update(daily_puzzles).where(same).values(message_id=message_id))


def _list_puzzles(connection: Connection, channel_id: int) -> tuple[DailyPuzzle, ...]:
    of_channel = select(daily_puzzles).where(daily_puzzles.c.channel_id == channel_id)
    return tuple(map(_read_puzzle, connection.execute(of_channel.order_by(daily_puzzles.c.day.desc()))))


def _read(row: Row[Any]) -> Daily:
    return Daily(row.channel_id, row.user_id, row.game, row.hour, row.zone, row.language)


def _read_puzzle(row: Row[Any]) -> DailyPuzzle:
    return DailyPuzzle(row.channel_id, row.day, row.game, row.puzzle, row.message_id)
