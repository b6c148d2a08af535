"""Define the part of the store for the outbox: deliveries, one at a time in each channel."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from db import reading
from db.connection.database import Database
from db.records import Delivery, Due, NewDelivery, Note, StoredGame
from db.sending import outbox


class OutboxStore:
    """The part of the store for the outbox."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_due(self, limit: int = 20) -> Due:
        """Claim the first due delivery of each channel, at most `limit`, and return these deliveries.

        A claimed delivery is marked as being sent, so that no other process gets it. `Due.more` is the time
        when the next delivery will be due, leaving out those that wait for another; None if there is none.
        """
        return await self._database.run(outbox.claim_due, limit)

    async def finish(self, delivery_id: int, message_id: int | None, limit: int) -> Due:
        """Mark a delivery as sent in this message (None: no post), and claim others as `claim_due` does."""
        return await self._database.run(outbox.finish, delivery_id, message_id, limit)

    async def record_board(
        self, seen: StoredGame, panel: int | None, notes: Sequence[Note], call: NewDelivery | None, kind: str
    ) -> None:
        """Record that a board was posted.

        Args:
            seen: the game
            panel: the id of the board's message; None if the board asks nothing
            notes: the notes to write
            call: the next reminder, which replaces the scheduled one; None if none is needed (`set_quiet`)
            kind: the kind of deliveries that are reminders
        """
        await self._database.run(outbox.record_board, seen, panel, notes, call, kind)

    async def schedule(self, game_id: int, post: NewDelivery) -> None:
        """Store a post for later, without saving an act. Cancel the game's untried posts of the same kind."""
        await self._database.run(outbox.schedule, game_id, post)

    async def cancel(self, game_id: int, kind: str) -> int:
        """Cancel a game's deliveries of this kind that were put off or never tried. Return their number."""
        return await self._database.run(outbox.cancel, game_id, kind)

    async def set_quiet(self, seen: StoredGame, kind: str) -> None:
        """Cancel a game's untried deliveries of a kind. Record that none is needed until the next act."""
        await self._database.run(outbox.set_quiet, seen.id, seen.serial, kind)

    async def mark_sent(self, delivery_id: int, message_id: int | None) -> None:
        """Mark a delivery as sent in this message (None: nothing was posted)."""
        await self._database.run(outbox.mark_sent, delivery_id, message_id)

    async def mark_failed(self, delivery_id: int, error: str, retry_at: datetime | None) -> None:
        """Record that an attempt failed. The delivery is due again at `retry_at`.

        Until then, later deliveries of its channel wait. If `retry_at` is None, give the delivery up.
        """
        await self._database.run(outbox.mark_failed, delivery_id, error, retry_at)

    async def put_off(self, delivery_id: int, error: str, until: datetime) -> None:
        """Put off a delivery until a time. Later deliveries of its channel don't wait for it."""
        await self._database.run(outbox.put_off, delivery_id, error, until)

    async def hasten(self, guild_id: int | None, channel_id: int | None = None) -> int:
        """Make the put-off deliveries of a channel due now (see `put_off`). Return their number.

        If `channel_id` is None, do so for the channels of all running games of the server.
        """
        return await self._database.run(outbox.hasten, guild_id, channel_id)

    async def is_newest(self, delivery: Delivery) -> bool:
        """Return whether the game has no later delivery of the same kind. Cancelled ones don't count."""
        return await self._database.read(outbox.is_newest, delivery)

    async def find_posted(self, game_id: int, channel_id: int) -> tuple[int | None, bool]:
        """Return the id of the newest known message of a channel, and whether a post there is under way."""
        return await self._database.read(outbox.find_posted, game_id, channel_id)

    async def release_deliveries(
        self, claimed_before: datetime | None = None, kept: Collection[int] = ()
    ) -> int:
        """Make claimed deliveries due again after a crash. Return the number of these deliveries.

        With `claimed_before`, do so only for deliveries that were claimed before this time. The deliveries
        in `kept` stay claimed.
        """
        return await self._database.run(outbox.release, claimed_before, tuple(kept))

    async def is_due(self, game_id: int, kind: str) -> bool:
        """Return whether the game has a delivery of this kind that waits, and is not being sent already."""
        return await self._database.read(reading.is_due, game_id, kind)

    async def is_coming(self, game_id: int, kind: str) -> bool:
        """Return whether the game has a delivery of this kind that waits or is being sent."""
        return await self._database.read(reading.is_coming, game_id, kind)

    async def find_last_delivery(self, game_id: int, kind: str) -> str | None:
        """Return the content of a game's newest uncancelled delivery of a kind; None if there is none."""
        return await self._database.read(reading.find_last_delivery, game_id, kind)

    async def list_posted(self, game_id: int, kind: str, newest: int) -> tuple[tuple[str, int], ...]:
        """Return pairs of content and message id for a game's last posts of a kind, the newest first."""
        return await self._database.read_many(reading.list_posted, game_id, kind, newest)
