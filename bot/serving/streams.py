"""Tell onlookers that a page has changed. Onlookers are the people who have the page open."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import structlog

from bot.engine import metrics
from bot.serving.live_pages import Kept, LivePages

log = structlog.get_logger(__name__)
MOST = 2000  # the most onlookers of all games together
AT_ONCE = 25  # onlookers that are told without a pause
BETWEEN = 0.02  # seconds of pause after `AT_ONCE` onlookers, in which other requests are answered


class News(NamedTuple):
    """An event for onlookers. All onlookers with the same size of board get the same bytes.

    `sent`: the bytes for each size of the board. The key "" has the bytes for all other sizes. `gone`: the
    game has no page any more.
    """

    sent: Mapping[str, bytes]
    gone: bool = False

    def read(self, shape: str) -> bytes:
        """Return the bytes for onlookers who look at this size."""
        return self.sent.get(shape) or self.sent[""]


def write_event(kind: str, data: str) -> bytes:
    """Return an event in the format of a stream."""
    return f"event: {kind}\ndata: {data}\n\n".encode()


GONE = News({"": write_event("gone", "")}, gone=True)


class Onlooker:
    """Somebody who looks at a page. `shape` is the size of the board on the page; "" if there is no board.

    An onlooker is told only the newest change. A browser that has missed a change loads the page again.
    """

    def __init__(self, shape: str) -> None:
        self.shape = shape
        self._news: News | None = None
        self._told = asyncio.Event()

    def tell(self, news: News) -> None:
        """Tell the onlooker the newest change."""
        self._news = news
        self._told.set()

    def end(self) -> None:
        """End the onlooker's stream."""
        self._news = None
        self._told.set()

    async def wait(self) -> News | None:
        """Wait for the next news and return it; None if no more will come."""
        await self._told.wait()
        self._told.clear()
        return self._news


class Streams:
    """Tells onlookers when a page has changed. Several changes in a row become one."""

    def __init__(self, pages: LivePages) -> None:
        self.pages = pages
        self._onlookers: defaultdict[int, set[Onlooker]] = defaultdict(set)
        self._shown = dict[int, Kept]()  # by game: the page that its onlookers have
        self._telling = dict[int, asyncio.Task[None]]()
        self._again = set[int]()

    @property
    def full(self) -> bool:
        """Return whether there are as many onlookers as allowed."""
        return sum(map(len, self._onlookers.values())) >= MOST

    @contextmanager
    def onlooking(self, game_id: int, shape: str = "") -> Iterator[Onlooker]:
        """Yield a new onlooker, who is told the changes of a page until they leave."""
        onlooker = Onlooker(shape)
        self._onlookers[game_id].add(onlooker)
        self.pages.watched.add(game_id)
        metrics.ONLOOKERS.inc()
        try:
            yield onlooker
        finally:
            metrics.ONLOOKERS.dec()
            self._onlookers[game_id].discard(onlooker)
            if not self._onlookers[game_id]:
                del self._onlookers[game_id]
                self._shown.pop(game_id, None)
                self.pages.watched.discard(game_id)

    def show(self, kept: Kept) -> None:
        """Remember the page that the first onlooker has loaded. The next change starts from this page."""
        if kept.stored.id in self._onlookers:
            self._shown.setdefault(kept.stored.id, kept)

    def change(self, game_id: int | None) -> None:
        """If the page of a game has changed, tell its onlookers. None means all games."""
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
                news = await self._find_news(game_id)
            except Exception:
                log.exception("a page can't be made", game=game_id)
                return
            if news is None:
                continue
            waiting = [*self._onlookers.get(game_id, ())]
            for first in range(0, len(waiting), AT_ONCE):
                for onlooker in waiting[first : first + AT_ONCE]:
                    onlooker.tell(news)
                await asyncio.sleep(BETWEEN)

    async def _find_news(self, game_id: int) -> News | None:
        """Return the news for the onlookers of a game; None if the page has not changed."""
        stored, shown = await self.pages.look_up(game_id), self._shown.get(game_id)
        if stored is None:
            return GONE
        kept = await self.pages.get_page(stored)
        if shown is not None and shown.page.stamp == kept.page.stamp:
            return None
        sent = {"": write_event("page", kept.page.stamp)}
        if shown is not None:
            shapes = {onlooker.shape for onlooker in self._onlookers.get(game_id, ())}
            changes = await self.pages.write_change(shown, kept, shapes)
            sent = {shape: write_event("change", change) for shape, change in changes.items()}
        if game_id in self._onlookers:
            self._shown[game_id] = kept
        return News(sent)
