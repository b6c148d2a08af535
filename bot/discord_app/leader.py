"""Elect a leader among several processes. The leader posts, sends reminders and plays for bot players.

With SQLite there is one process, which leads. With PostgreSQL, the leader is the process that holds a lock
in the database. When that process ends, another takes over within seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from db.connection.watch import LIKES, Watch
from db.store import Store

log = structlog.get_logger(__name__)
EVERY = 5.0  # seconds between two attempts to lead, or two checks that this process still leads


class Leadership:
    """Makes this process the leader if no other process leads.

    Calls a function of the bot when this process begins or ceases to lead, and after something was saved.

    Args:
        store: the database, whose lock elects the leader
        begin: a function to call when this process begins to lead
        cease: a function to call when this process no longer leads
        saved: a function that the leader calls each time that any process has saved something. The argument
            is the id of the saved game; 0 if something else was saved. A process that may have missed a save
            calls the function with None, even if that process is not the leader
        seen: a function with the same argument as `saved`. Every process calls it, not only the leader, and
            at once after a save of its own
        liked: a function to call with the id of a user whose preferences have changed
    """

    def __init__(
        self,
        store: Store,
        begin: Callable[[], Awaitable[None]],
        cease: Callable[[], None],
        saved: Callable[[int | None], None],
        liked: Callable[[int], None],
        seen: Callable[[int | None], None] = lambda _: None,
    ) -> None:
        self.store, self.begin, self.cease, self.saved, self.liked = store, begin, cease, saved, liked
        self.seen = seen
        self.ours = False
        self._watch: Watch | None = None
        self._watching: asyncio.Task[None] | None = None
        store.listen(lambda stored: self.seen(stored.id))

    async def start(self) -> None:
        """Try to lead, and listen for saves. A process that uses the database alone leads at once."""
        if self.store.alone:
            self.ours = True
            await self.begin()
        else:
            self._watching = asyncio.create_task(self._keep_watching(), name="duty")

    async def close(self) -> None:
        """Stop leading and listening."""
        self.ours = False
        if self._watching is not None:
            self._watching.cancel()
        if self._watch is not None:
            await self._watch.close()

    async def _keep_watching(self) -> None:
        while True:
            try:
                await self._check_lead()
            except Exception:
                log.exception("can't find out which process leads")
                await self._stop_leading()
            await asyncio.sleep(EVERY)

    async def _check_lead(self) -> None:
        if self._watch is not None and not await self._watch.is_alive():
            await self._stop_leading()
        if self._watch is None:
            self._watch = await self.store.watch(self._pass_on)
            self.saved(None)  # this process doesn't know what was saved earlier
            self.seen(None)
        if not self.ours and await self._watch.take_lead():
            log.info("this process leads now")
            self.ours = True
            await self.begin()

    async def _stop_leading(self) -> None:
        if self.ours:
            log.warning("this process no longer leads")
            self.ours = False
            self.cease()
        if self._watch is not None:
            await self._watch.close()
            self._watch = None

    def _pass_on(self, what: str) -> None:
        kind, _, who = what.partition(" ")
        if kind == LIKES:
            self.liked(int(who))
            return
        self.seen(int(who))
        if self.ours:
            self.saved(int(who))
