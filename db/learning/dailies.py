"""A puzzle a day: which channels have one, and which puzzle was whose on what day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, insert, select, text, update

from db import outbox
from db.database import Database
from db.records import Daily, DailyPuzzle, NewDelivery, Transit
from db.schema import dailies, daily_puzzles, deliveries, is_among
from db.watch import SAVED, tell

KIND = "daily"  # of the deliveries: what is planned for a channel, one at a time

# Core spells "on conflict" differently for each database, though both understand the same words.
_CHOOSE = text(
    "INSERT INTO daily_puzzles (channel_id, day, game, puzzle) VALUES (:channel_id, :day, :game, :puzzle)"
    " ON CONFLICT (channel_id, day) DO NOTHING"
)


class DailyPuzzles:
    """The puzzles of the day, one call a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, daily: Daily, first: NewDelivery) -> None:
        """A channel has a puzzle a day from now on, or another one than before; `first` is its next post."""
        await self._database.run(_set, daily, first)

    async def stop(self, channel_id: int) -> bool:
        """Stop the puzzles of a channel; return false if it had none."""
        return await self._database.run(_stop, channel_id)

    async def find(self, channel_id: int) -> Daily | None:
        """Return what a channel has."""
        return await self._database.read(_of, channel_id)

    async def list_unplanned(self) -> tuple[Daily, ...]:
        """Return the channels that have one, and no post of it planned."""
        return await self._database.run(_unplanned)

    async def plan(self, post: NewDelivery) -> None:
        """The next post of a channel, instead of what is planned for it."""
        await self._database.run(_plan, post)

    async def choose(self, chosen: DailyPuzzle, following: NewDelivery) -> DailyPuzzle:
        """Choose the puzzle of a day, unless it has one, and return the one it has.

        The post after it is planned with it, so that the days go on whatever becomes of this one.
        """
        return await self._database.run(_choose, chosen, following)

    async def record_posted(self, channel_id: int, day: str, message_id: int) -> None:
        """The puzzle of that day has been posted, as this message."""
        await self._database.run(_posted, channel_id, day, message_id)

    async def list_puzzles(self, channel_id: int) -> tuple[DailyPuzzle, ...]:
        """Return all puzzles that a channel has had, the newest first."""
        return await self._database.run(_puzzles, channel_id)


def _set(connection: Connection, daily: Daily, first: NewDelivery) -> None:
    connection.execute(delete(dailies).where(dailies.c.channel_id == daily.channel_id))
    row = {
        "channel_id": daily.channel_id, "user_id": daily.user_id, "game": daily.game, "hour": daily.hour,
        "zone": daily.zone, "language": daily.language,
    }  # fmt: skip
    connection.execute(insert(dailies).values(row))
    _plan(connection, first)


def _stop(connection: Connection, channel_id: int) -> bool:
    _call_off(connection, channel_id)
    return connection.execute(delete(dailies).where(dailies.c.channel_id == channel_id)).rowcount > 0


def _of(connection: Connection, channel_id: int) -> Daily | None:
    row = connection.execute(select(dailies).where(dailies.c.channel_id == channel_id)).one_or_none()
    return None if row is None else _read(row)


def _unplanned(connection: Connection) -> tuple[Daily, ...]:
    of_channel = (deliveries.c.channel_id == dailies.c.channel_id) & (deliveries.c.kind == KIND)
    planned = exists().where(of_channel, is_among(deliveries.c.state, Transit.DUE, Transit.SENDING))
    rows = connection.execute(select(dailies).where(~planned).order_by(dailies.c.channel_id))
    return tuple(map(_read, rows))


def _plan(connection: Connection, post: NewDelivery) -> None:
    # Of two processes that plan at once the second waits here, and calls off what the first has planned.
    of_channel = dailies.c.channel_id == post.channel_id
    if connection.execute(select(dailies.c.channel_id).where(of_channel).with_for_update()).one_or_none():
        _call_off(connection, post.channel_id)
        outbox.put(connection, None, [post])
        tell(connection, f"{SAVED} 0")


def _call_off(connection: Connection, channel_id: int) -> None:
    planned = (deliveries.c.channel_id == channel_id) & (deliveries.c.kind == KIND)
    planned &= is_among(deliveries.c.state, Transit.DUE)
    off = {"state": Transit.CANCELLED, "done": datetime.now(UTC)}
    connection.execute(update(deliveries).where(planned).values(**off))


def _choose(connection: Connection, chosen: DailyPuzzle, following: NewDelivery) -> DailyPuzzle:
    row = {"channel_id": chosen.channel_id, "day": chosen.day, "game": chosen.game, "puzzle": chosen.puzzle}
    connection.execute(_CHOOSE, row)
    _plan(connection, following)
    same = (daily_puzzles.c.channel_id == chosen.channel_id) & (daily_puzzles.c.day == chosen.day)
    return _puzzle(connection.execute(select(daily_puzzles).where(same)).one())


def _posted(connection: Connection, channel_id: int, day: str, message_id: int) -> None:
    same = (daily_puzzles.c.channel_id == channel_id) & (daily_puzzles.c.day == day)
    connection.execute(update(daily_puzzles).where(same).values(message_id=message_id))


def _puzzles(connection: Connection, channel_id: int) -> tuple[DailyPuzzle, ...]:
    of_channel = select(daily_puzzles).where(daily_puzzles.c.channel_id == channel_id)
    return tuple(map(_puzzle, connection.execute(of_channel.order_by(daily_puzzles.c.day.desc()))))


def _read(row: Row[Any]) -> Daily:
    return Daily(row.channel_id, row.user_id, row.game, row.hour, row.zone, row.language)


def _puzzle(row: Row[Any]) -> DailyPuzzle:
    return DailyPuzzle(row.channel_id, row.day, row.game, row.puzzle, row.message_id)
