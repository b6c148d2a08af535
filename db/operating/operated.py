"""Define the part of the store for operators and maintenance."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from db.operating import blocking, clock, forgetting, health
from db.operating.prune import prune
from db.records import Blocked, Health
from db.sending.outgoing import OutboxStore


class OperatorStore(OutboxStore):
    """The part of the store for operators and maintenance."""

    async def check_health(self) -> Health:
        """Return the health of the outbox, and the number of running games."""
        return await self._database.run(health.check_health)

    async def pulse(self) -> None:
        """Write something, to notice a full disk or a vanished file. Raises `Unusable`."""
        await self._database.pulse()

    async def mend_clock(
        self, now: datetime, planned: Mapping[str, timedelta | None], retry: timedelta, put_off: timedelta
    ) -> tuple[int, ...]:
        """Repair times that were stored while the clock was ahead. See `db.operating.clock.mend`."""
        return await self._database.run(clock.mend, now, planned, retry, put_off)

    async def prune(self, before: datetime) -> int:
        """Delete some old rows and interaction ids (`db.operating.prune`). Return their number."""
        return await self._database.run(prune, before)

    @property
    def queue(self) -> int:
        """Return how many transactions wait to begin; 0 if that is unknown."""
        return self._database.queue

    async def retry(self, game_id: int | None = None) -> int:
        """Retry the posts that were given up in a game; with None, in all running games.

        Return their number.
        """
        return await self._database.run(health.retry, game_id)

    async def block(self, who: int, why: str) -> None:
        """Block the person or server with the id `who`. A second block replaces the first."""
        await self._database.run(blocking.block, who, why)

    async def unblock(self, who: int) -> bool:
        """Unblock a person or a server. Return False if it was not blocked."""
        return await self._database.run(blocking.unblock, who)

    async def list_blocked(self) -> tuple[Blocked, ...]:
        """Return the blocked people and servers, the oldest block first."""
        return await self._database.read_many(blocking.list_blocked)

    async def forget(self, user_id: int) -> tuple[int, int]:
        """Delete the data of a person. Return the numbers of freed seats and of nameless seats.

        The person's seats in open games become free. In a finished game, the holder of the seat becomes
        nameless: an empty name, and a user id below 0.
        """
        return await self._database.run(forgetting.forget, user_id)
