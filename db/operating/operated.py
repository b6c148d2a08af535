"""What an operator asks of a store, and what the bot does to keep it in order."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from db.operating import blocking, clock, forgetting, health
from db.operating.prune import prune
from db.outgoing import OutboxStore
from db.records import Blocked, Health


class OperatorStore(OutboxStore):
    """A part of the store."""

    async def check_health(self) -> Health:
        """Return how the outbox stands, and how many games run."""
        return await self._database.run(health.check_health)

    async def pulse(self) -> None:
        """Write something, so that a disk that takes nothing is noticed, as is a file that is gone.

        Raises `Unusable`.
        """
        await self._database.pulse()

    async def mend_clock(
        self, now: datetime, planned: Collection[str], retry: timedelta, put_off: timedelta
    ) -> tuple[int, ...]:
        """Bring what happened while the clock was ahead into line with it (see `db.operating.clock`); return
        the games."""
        return await self._database.run(clock.mend, now, planned, retry, put_off)

    async def prune(self, before: datetime) -> int:
        """Delete some of what was done with before then and is never needed again (see `db.operating.prune`).

        How many rows these were, 0 when nothing is left.
        """
        return await self._database.run(prune, before)

    @property
    def queue(self) -> int:
        """Transactions that wait for others to end."""
        return self._database.queue

    async def retry(self, game_id: int | None = None) -> int:
        """Make due again what was given up, of running games or of one; how many these were."""
        return await self._database.run(health.retry, game_id)

    async def block(self, who: int, why: str) -> None:
        """Want nothing to do with a person or a server from now on."""
        await self._database.run(blocking.block, who, why)

    async def unblock(self, who: int) -> bool:
        """Forget that; false if there was nothing to forget."""
        return await self._database.run(blocking.unblock, who)

    async def list_blocked(self) -> tuple[Blocked, ...]:
        """Return who is blocked, longest first."""
        return await self._database.run(blocking.list_blocked)

    async def forget(self, user_id: int) -> tuple[int, int]:
        """Delete what is known of a person.

        Return how many seats they had in open games, which are free now, and in games that are over. There
        somebody without a name (a number below 0) has them.
        """
        return await self._database.run(forgetting.forget, user_id)
