"""Detect that the machine's clock was set, and repair the stored times that lie too far in the future."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from bot.deadlines.reminders import CALL, Reminders
from bot.posting.outbox import MAX_RETRY_SECONDS, RETRY_REFUSED_AFTER, Outbox
from bot.seating.starting import BEGIN
from bot.story.post import CLOSE, THREAD
from db.clubs.competitions import STANDINGS
from db.clubs.shows import SHOW
from db.learning.dailies import KIND
from db.store import Store

log = structlog.get_logger(__name__)
DAY = timedelta(days=1)
# The longest time for which the bot delays a delivery of each kind on purpose; None: don't check this kind.
PLANNED = dict.fromkeys((CALL, KIND, SHOW)) | dict.fromkeys((BEGIN, CLOSE, STANDINGS, THREAD), DAY)
SET = timedelta(seconds=30)  # if the clock and the monotonic clock drift this far apart, the clock was set


class DailyPosts(Protocol):
    """Plans posts that come once a day."""

    async def start(self) -> None:
        """Plan the next post of each channel for which no post is planned."""


class ClockCheck:
    """Compares the clock with the monotonic clock (`steady`). Tests replace `now` and `steady`."""

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        reminders: Reminders,
        daily_posts: Sequence[DailyPosts],
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.outbox, self.reminders, self.daily_posts = store, outbox, reminders, daily_posts
        self.now, self.steady = reminders.now, steady
        self._began: datetime | None = None  # the clock's time when the monotonic clock was 0

    async def start(self) -> None:
        """Repair times, and start reminders and daily posts.

        The times need a repair if the clock was set while no bot ran.
        """
        self._began = self._find_monotonic_start()
        await self._repair_times()
        await self.reminders.start()
        for daily in self.daily_posts:
            await daily.start()

    async def look(self) -> None:
        """If the clock was set since the last look, repair times and plan missing daily posts."""
        if self._began is None:
            return
        began = self._find_monotonic_start()
        if abs(began - self._began) < SET:
            return
        log.warning("the clock was set", seconds=(began - self._began).total_seconds())
        self._began = began
        await self._repair_times()
        for daily in self.daily_posts:
            await daily.start()
        self.outbox.wake()

    def _find_monotonic_start(self) -> datetime:
        return self.now() - timedelta(seconds=self.steady())

    async def _repair_times(self) -> None:
        retry = timedelta(seconds=MAX_RETRY_SECONDS)
        for game_id in await self.store.mend_clock(self.now(), PLANNED, retry, RETRY_REFUSED_AFTER[1]):
            log.warning("a game had times in the future; its clock is restarted", game=game_id)
            try:
                await self.reminders.plan(game_id)
            except Exception:
                log.exception("the clock of a game can't be restarted", game=game_id)
