"""Those who look at the page of a running game now, and what tells them that it has changed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import structlog

from bot.engine import metrics
from bot.serving.live_pages import LivePages

log = structlog.get_logger(__name__)
MOST = 2000  # onlookers of all games
AT_ONCE = 25  # onlookers that are told at once; each of them asks for the page
BETWEEN = 0.02  # seconds until the next are told, so that others are answered between
GONE = ""  # told instead of a stamp: the game has no page any more


class Onlooker:
    """Somebody who looks at a page. They only need to know its newest stamp."""

    def __init__(self) -> None:
        self._stamp: str | None = None
        self._told = asyncio.Event()

    def tell(self, stamp: str) -> None:
        """Tell them the stamp of the page as it is now."""
        self._stamp = stamp
        self._told.set()

    def end(self) -> None:
        """Tell them that nothing more will be told."""
        self._stamp = None
        self._told.set()

    async def wait(self) -> str | None:
        """Wait for the next stamp, and return it; None if no more will come."""
        await self._told.wait()
        self._told.clear()
        return self._stamp


class Streams:
    """Tells onlookers when a page has changed. Several changes in a row are told once."""

    def __init__(self, pages: LivePages) -> None:
        self.pages = pages
        self._onlookers: defaultdict[int, set[Onlooker]] = defaultdict(set)
        self._stamps = dict[int, str]()  # of watched games: what was told last
        self._telling = dict[int, asyncio.Task[None]]()
        self._again = set[int]()

    @property
    def full(self) -> bool:
        """Return whether no more onlookers can be told."""
        return sum(map(len, self._onlookers.values())) >= MOST

    @contextmanager
    def onlooking(self, game_id: int) -> Iterator[Onlooker]:
        """Tell somebody of the changes of a page as long as they look at it."""
        onlooker = Onlooker()
        self._onlookers[game_id].add(onlooker)
        metrics.ONLOOKERS.inc()
        try:
            yield onlooker
        finally:
            metrics.ONLOOKERS.dec()
            self._onlookers[game_id].discard(onlooker)
            if not self._onlookers[game_id]:
                del self._onlookers[game_id]
                self._stamps.pop(game_id, None)

    def change(self, game_id: int | None) -> None:
        """Find out whether the page of a game has changed, and tell its onlookers; None: of all games."""
        self.pages.forget(game_id)
        for watched in list(self._onlookers) if game_id is None else [game_id]:
            if watched not in self._onlookers:
                continue
            self._again.add(watched)
            if watched not in self._telling:
                task = asyncio.get_running_loop().create_task(self._tell(watched), name=f"web {watched}")
                self._telling[watched] = task
                task.add_done_callback(partial(self._finish, watched))

    def _finish(self, game_id: int, _: object) -> None:
        self._telling.pop(game_id)

    def close(self) -> None:
        """End all streams."""
        for task in self._telling.values():
            task.cancel()
        for onlooker in [each for some in self._onlookers.values() for each in some]:
            onlooker.end()

    async def _tell(self, game_id: int) -> None:
        while game_id in self._again:
            self._again.discard(game_id)
            try:
                stored = await self.pages.look_up(game_id)
                stamp = GONE if stored is None else (await self.pages.get_page(stored)).page.stamp
            except Exception:
                log.exception("a page can't be made", game=game_id)
                return
            if self._stamps.get(game_id) == stamp:
                continue
            self._stamps[game_id] = stamp
            waiting = [*self._onlookers.get(game_id, ())]
            for first in range(0, len(waiting), AT_ONCE):
                for onlooker in waiting[first : first + AT_ONCE]:
                    onlooker.tell(stamp)
                await asyncio.sleep(BETWEEN)
