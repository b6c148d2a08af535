"""Elect the one of several processes that posts, reminds people and thinks for bot players.

On SQLite there is one process, and it leads. On PostgreSQL the process with a lock of the database leads.
When that process ends, another takes over within seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from db.store import Store
from db.watch import LIKES, Watch

log = structlog.get_logger(__name__)
EVERY = 5.0  # seconds between two attempts to have the duty, or two looks whether it is still ours


class Leadership:
    """`begin` is called when this process has the duty, `cease` when it has lost it; `saved` when any process
    has saved something in a game (None: in some), `liked` with the person whose preferences have changed."""

    def __init__(
        self,
        store: Store,
        begin: Callable[[], Awaitable[None]],
        cease: Callable[[], None],
        saved: Callable[[int | None], None],
        liked: Callable[[int], None],
    ) -> None:
        self.store, self.begin, self.cease, self.saved, self.liked = store, begin, cease, saved, liked
        self.ours = False
        self._watch: Watch | None = None
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to watch; a process that is alone has the duty at once."""
        if self.store.alone:
            self.ours = True
            await self.begin()
        else:
            self._watching = asyncio.create_task(self._stand_by(), name="duty")

    async def close(self) -> None:
        """Lay the duty down."""
        self.ours = False
        if self._watching is not None:
            self._watching.cancel()
        if self._watch is not None:
            await self._watch.close()

    async def _stand_by(self) -> None:
        while True:
            try:
                await self._look()
            except Exception:
                log.exception("who has the duty can't be found out")
                await self._lose()
            await asyncio.sleep(EVERY)

    async def _look(self) -> None:
        if self._watch is not None and not await self._watch.alive():
            await self._lose()
        if self._watch is None:
            self._watch = await self.store.watch(self._told)
            self.saved(None)  # whatever was told while nobody listened
        if not self.ours and await self._watch.take_duty():
            log.info("this process has the duty")
            self.ours = True
            await self.begin()

    async def _lose(self) -> None:
        if self.ours:
            log.warning("this process has lost the duty")
            self.ours = False
            self.cease()
        if self._watch is not None:
            await self._watch.close()
            self._watch = None

    def _told(self, what: str) -> None:
        kind, _, who = what.partition(" ")
        if kind == LIKES:
            self.liked(int(who))
        elif self.ours:
            self.saved(int(who))
