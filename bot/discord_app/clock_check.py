"""Notice that the clock was set, and bring what is due into line with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from bot.deadlines.reminders import CALL, Reminders
from bot.learning.daily_puzzle import PuzzleOfTheDay
from bot.posting.outbox import MAX_RETRY_SECONDS, RETRY_REFUSED_AFTER, Outbox
from db.learning.dailies import KIND
from db.store import Store

log = structlog.get_logger(__name__)
SET = timedelta(seconds=30)  # a clock that differs by more from the one that never goes back was set


class ClockCheck:
    """Compares the clock with one that never goes back. `now`, `steady`: tests replace them."""

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        reminders: Reminders,
        daily_puzzle: PuzzleOfTheDay,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.outbox, self.reminders, self.daily_puzzle = store, outbox, reminders, daily_puzzle
        self.now, self.steady = reminders.now, steady
        self._began: datetime | None = None  # what the clock said when the other was 0; None: not yet known

    async def start(self) -> None:
        """Begin: the clock may have been set while no bot ran."""
        self._began = self._difference()
        await self._mend()
        await self.reminders.start()
        await self.daily_puzzle.start()

    async def look(self) -> None:
        """See whether the clock was set since the last look."""
        if self._began is None:
            return
        began = self._difference()
        if abs(began - self._began) < SET:
            return
        log.warning("the clock was set", seconds=(began - self._began).total_seconds())
        self._began = began
        await self._mend()
        await self.daily_puzzle.start()
        self.outbox.wake()

    def _difference(self) -> datetime:
        return self.now() - timedelta(seconds=self.steady())

    async def _mend(self) -> None:
        retry = timedelta(seconds=MAX_RETRY_SECONDS)
        for game_id in await self.store.mend_clock(self.now(), (CALL, KIND), retry, RETRY_REFUSED_AFTER[1]):
            log.warning("a game is timed anew: what happened in it lay ahead of the clock", game=game_id)
            try:
                await self.reminders.plan(game_id)
            except Exception:
                log.exception("a game can't be timed", game=game_id)
