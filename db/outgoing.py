"""Give the outbox its part of the store: deliveries, one at a time in each channel, in stored order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from db import outbox, reading
from db.database import Database
from db.records import Delivery, Due, NewDelivery, Note, StoredGame


class OutboxStore:
    """The part of a store that holds deliveries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_due(self, limit: int = 20) -> Due:
        """Return what is due, the first of each channel, marked as being sent so that nobody else gets it.

        The result also says when more will be due; None if nothing waits for a time.
        """
        return await self._database.run(outbox.claim_due, limit)

    async def finish(self, delivery_id: int, message_id: int | None, limit: int) -> Due:
        """Mark a delivery as sent in this message, and return what is due now, as `claim_due` does."""
        return await self._database.run(outbox.finish, delivery_id, message_id, limit)

    async def record_board(
        self, seen: StoredGame, panel: int | None, notes: Sequence[Note], call: NewDelivery | None, kind: str
    ) -> None:
        """Record that a board was posted.

        Args:
            seen: the game.
            panel: the board's message; None if it asks nothing.
            notes: notes to write.
            call: the next delivery of this kind, which replaces the planned one; None for none (see
                `set_quiet`).
            kind: the kind of that delivery.
        """
        await self._database.run(outbox.record_board, seen, panel, notes, call, kind)

    async def schedule(self, game_id: int, post: NewDelivery) -> None:
        """Store a post for later, without an act, instead of the planned one of its kind in this game."""
        await self._database.run(outbox.schedule, game_id, post)

    async def cancel(self, game_id: int, kind: str) -> int:
        """Cancel what is due of this kind and was not tried; return how many deliveries that were.

        The end of a game cancels all that is held back.
        """
        return await self._database.run(outbox.cancel, game_id, kind)

    async def set_quiet(self, seen: StoredGame, kind: str) -> None:
        """Cancel what is due of this kind, and record that nothing of it is due until the game's next act."""
        await self._database.run(outbox.set_quiet, seen.id, seen.serial, kind)

    async def mark_sent(self, delivery_id: int, message_id: int | None) -> None:
        """Mark a delivery as sent in this message."""
        await self._database.run(outbox.mark_sent, delivery_id, message_id)

    async def mark_failed(self, delivery_id: int, error: str, retry_at: datetime | None) -> None:
        """Mark a delivery as failed: due again at `retry_at`, and its channel waits; None gives it up."""
        await self._database.run(outbox.mark_failed, delivery_id, error, retry_at)

    async def put_off(self, delivery_id: int, error: str, until: datetime) -> None:
        """Put off a refused delivery until a time. Its channel does not wait for it."""
        await self._database.run(outbox.put_off, delivery_id, error, until)

    async def hasten(self, guild_id: int | None, channel_id: int | None = None) -> int:
        """Make due now what was put off in this channel, or (None) in the whole server; return how many."""
        return await self._database.run(outbox.hasten, guild_id, channel_id)

    async def is_newest(self, delivery: Delivery) -> bool:
        """Return whether the game has no later delivery of the same kind."""
        return await self._database.read(outbox.is_newest, delivery)

    async def release_deliveries(
        self, claimed_before: datetime | None = None, kept: Collection[int] = ()
    ) -> int:
        """Make due again what a crash left claimed (before a time), except `kept`; return how many."""
        return await self._database.run(outbox.release, claimed_before, tuple(kept))

    async def is_due(self, game_id: int, kind: str) -> bool:
        """Return whether a delivery of this kind waits, now or for later, that nobody sends yet."""
        return await self._database.read(reading.is_due, game_id, kind)

    async def find_last_delivery(self, game_id: int, kind: str) -> str | None:
        """Return the content of a game's newest delivery of this kind, sent or not; None if there is none."""
        return await self._database.read(reading.find_last_delivery, game_id, kind)

    async def list_posted(self, game_id: int, kind: str, newest: int) -> tuple[tuple[str, int], ...]:
        """Return the last posts of a kind in a game, newest first, as content and message id."""
        return await self._database.run(reading.list_posted, game_id, kind, newest)
