"""The half of the store that the outbox works with: what is to be posted, of each channel one at a time, in
the order in which it was stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from db import outbox, reading
from db.database import Database
from db.records import Delivery, Due, NewDelivery, Note, StoredGame


class OutboxStore:
    """What is to be posted of an open database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_due(self, limit: int = 20) -> Due:
        """What is due now, the first of each channel, now in state `sending`: nobody else gets the same. And
        when there will be more (past: now is the time); None if nothing waits for a time."""
        return await self._database.run(outbox.claim_due, limit)

    async def finish(self, delivery_id: int, message_id: int | None, limit: int) -> Due:
        """It has been posted, as this message; what is due now, as `claim_due` gives it."""
        return await self._database.run(outbox.finish, delivery_id, message_id, limit)

    async def record_board(
        self, seen: StoredGame, panel: int | None, notes: Sequence[Note], call: NewDelivery | None, kind: str
    ) -> None:
        """A board has been posted, as this message (None: it asks nothing): with it these notes are kept, and
        of this kind `call` is planned instead of what was; None: nothing is due (see `set_quiet`)."""
        await self._database.run(outbox.record_board, seen, panel, notes, call, kind)

    async def schedule(self, game_id: int, post: NewDelivery) -> None:
        """Something to be posted later, by no act, instead of what is due of its kind in this game."""
        await self._database.run(outbox.schedule, game_id, post)

    async def cancel(self, game_id: int, kind: str) -> int:
        """Call off what is due of this kind and was not tried yet; how many these were.

        The end of a game does it with all that is held back.
        """
        return await self._database.run(outbox.cancel, game_id, kind)

    async def set_quiet(self, seen: StoredGame, kind: str) -> None:
        """Call off what is due of this kind, and remember that nothing of it is until the game's next act."""
        await self._database.run(outbox.set_quiet, seen.id, seen.serial, kind)

    async def mark_sent(self, delivery_id: int, message_id: int | None) -> None:
        """It has been posted, as this message."""
        await self._database.run(outbox.mark_sent, delivery_id, message_id)

    async def mark_failed(self, delivery_id: int, error: str, retry_at: datetime | None) -> None:
        """It could not be posted: due again at `retry_at`, and its channel waits for it; None: given up."""
        await self._database.run(outbox.mark_failed, delivery_id, error, retry_at)

    async def put_off(self, delivery_id: int, error: str, until: datetime) -> None:
        """It is refused now, and due again then; its channel does not wait for it."""
        await self._database.run(outbox.put_off, delivery_id, error, until)

    async def hasten(self, guild_id: int | None, channel_id: int | None = None) -> int:
        """Return what was `put_off` is due now, in this channel or (None) everywhere in the server.

        How many.
        """
        return await self._database.run(outbox.hasten, guild_id, channel_id)

    async def is_newest(self, delivery: Delivery) -> bool:
        """Return whether nothing of its kind is to be posted after it in its game."""
        return await self._database.read(outbox.is_newest, delivery)

    async def release_deliveries(
        self, claimed_before: datetime | None = None, kept: Collection[int] = ()
    ) -> int:
        """Make due again what a crash left in state `sending`, ever or since before then, but for what is
        `kept`; how many these were."""
        return await self._database.run(outbox.release, claimed_before, tuple(kept))

    async def is_due(self, game_id: int, kind: str) -> bool:
        """Return whether something of this kind is to be posted, now or later, that nobody is posting yet."""
        return await self._database.read(reading.is_due, game_id, kind)

    async def find_last_delivery(self, game_id: int, kind: str) -> str | None:
        """The content of the newest delivery of this kind in a game, whether it is posted yet or not."""
        return await self._database.read(reading.find_last_delivery, game_id, kind)

    async def list_posted(self, game_id: int, kind: str, newest: int) -> tuple[tuple[str, int], ...]:
        """What was posted of a game last, at most so much of it, the newest first: content and message."""
        return await self._database.run(reading.list_posted, game_id, kind, newest)
