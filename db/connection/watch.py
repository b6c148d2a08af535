"""Let several processes on one PostgreSQL database tell each other of changes, and elect their leader.

With SQLite there is a single process, which needs none of this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from db.connection.unusable import explain_errors

CHANNEL = "durbar"
LEADER = 0x44757263  # the key of the advisory lock that the leader holds
# The kinds of notifications:
# "saved 12": game 12 has changed
# "saved 0": something else has changed
# "likes 7": the preferences of user 7 have changed
SAVED, LIKES = "saved", "likes"


def tell(connection: Connection, what: str) -> None:
    """Send a notification to all processes, including this one, when this transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": what})


class Watch:
    """A connection that listens to notifications, and can hold the leader's lock.

    PostgreSQL releases the lock when the connection ends, even if the process crashes.
    """

    def __init__(self, raw: Any, driver: Any, url: str) -> None:
        self._raw, self._driver, self._url = raw, driver, url
        self.ended = asyncio.Event()

    @classmethod
    async def open(cls, engine: AsyncEngine, told: Callable[[str], None]) -> Watch:
        """Return a watch that calls `told` with each notification of any process, including this one.

        Raises `Unusable`.
        """
        url = str(engine.url)
        with explain_errors(url):
            raw = await engine.raw_connection()
            driver: Any = raw.driver_connection
            self = cls(raw, driver, url)
            driver.add_termination_listener(lambda _: self.ended.set())
            await driver.add_listener(CHANNEL, lambda *heard: told(str(heard[-1])))
            return self

    async def take_lead(self) -> bool:
        """Try to become the leader. Return False if another process leads.

        A leader leads until its connection ends. Raises `Unusable`.
        """
        with explain_errors(self._url):
            return bool(await self._driver.fetchval("SELECT pg_try_advisory_lock($1)", LEADER))

    async def is_alive(self) -> bool:
        """Return whether the connection still works."""
        try:
            await self._driver.execute("SELECT 1", timeout=5)
        except Exception:
            self.ended.set()
        return not self.ended.is_set()

    async def close(self) -> None:
        """Stop listening, and release the leader's lock."""
        self._raw.invalidate()
        if not self._driver.is_closed():
            self._driver.terminate()
