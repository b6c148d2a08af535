"""Tell spectators that a page has changed. Spectators are the people who have the page open."""

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
MOST = 2000  # the most spectators of all games together
AT_ONCE = 25  # spectators that are told without a pause
BETWEEN = 0.02  # seconds of pause after `AT_ONCE` spectators, in which other requests are answered


class News(NamedTuple):
    """An event for spectators. All spectators with the same size of board get the same bytes.

    `sent`: the bytes for each size of the board. The key "" has the bytes for all other sizes. `gone`: the
    game has no page any more.
    """

    sent: Mapping[str, bytes]
    gone: bool = False

    def read(self, shape: str) -> bytes:
        """Return the bytes for spectators who look at this size."""
        return self.sent.get(shape) or self.sent[""]


def write_event(kind: str, data: str) -> bytes:
    """Return an event in the format of a stream."""
    return f"event: {kind}\ndata: {data}\n\n".encode()


GONE = News({"": write_event("gone", "")}, gone=True)


class Spectator:
    """Somebody who looks at a page. `shape` is the size of the board on the page; "" if there is no board.

    A spectator is told only the newest change. A browser that has missed a change loads the page again.
    """

    def __init__(self, shape: str) -> None:
        self.shape = shape
        self._news: News | None = None
        self._told = asyncio.Event()

    def tell(self, news: News) -> None:
        """Tell the spectator the newest change."""
        self._news = news
        self._told.set()

    def end(self) -> None:
        """End the spectator's stream."""
        self._news = None
        self._told.set()

    async def wait(self) -> News | None:
        """Wait for the next news and return it; None if no more will come."""
        await self._told.wait()
        self._told.clear()
        return self._news


class Streams:
    """Tells spectators when a page has changed. Several changes in a row become one."""

    def __init__(self, pages: LivePages) -> None:
        self.pages = pages
        self._spectators: defaultdict[int, set[Spectator]] = defaultdict(set)
        self._shown = dict[int, Kept]()  # by game: the page that its spectators have
        self._telling = dict[int, asyncio.Task[None]]()
        self._again = set[int]()
        if pages.chances is not None:
            pages.chances.stored.listen(self.change)

    @property
    def full(self) -> bool:
        """Return whether there are as many spectators as allowed."""
        return sum(map(len, self._spectators.values())) >= MOST

    @contextmanager
    def spectating(self, game_id: int, shape: str = "") -> Iterator[Spectator]:
        """Yield a new spectator, who is told the changes of a page until they leave."""
        spectator = Spectator(shape)
        self._spectators[game_id].add(spectator)
        self.pages.watched.add(game_id)
        metrics.SPECTATORS.inc()
        try:
            yield spectator
        finally:
            metrics.SPECTATORS.dec()
            self._spectators[game_id].discard(spectator)
            if not self._spectators[game_id]:
                del self._spectators[game_id]
                self._shown.pop(game_id, None)
                self.pages.watched.discard(game_id)

    def show(self, kept: Kept) -> None:
        """Remember the page that the first spectator has loaded. The next change starts from this page."""
        if kept.stored.id in self._spectators:
            self._shown.setdefault(kept.stored.id, kept)

    def change(self, game_id: int | None) -> None:
        """If the page of a game has changed, tell its spectators. None means all games."""
        self.pages.forget(game_id)
        for watched in list(self._spectators) if game_id is None else [game_id]:
            if watched not in self._spectators:
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
        for spectator in [each for some in self._spectators.values() for each in some]:
            spectator.end()

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
            waiting = [*self._spectators.get(game_id, ())]
            for first in range(0, len(waiting), AT_ONCE):
                for spectator in waiting[first : first + AT_ONCE]:
                    spectator.tell(news)
                await asyncio.sleep(BETWEEN)

    async def _find_news(self, game_id: int) -> News | None:
        """Return the news for the spectators of a game; None if the page has not changed."""
        stored, shown = await self.pages.look_up(game_id), self._shown.get(game_id)
        if stored is None:
            return GONE
        kept = await self.pages.get_page(stored)
        if shown is not None and shown.page.stamp == kept.page.stamp:
            return None
        sent = {"": write_event("page", kept.page.stamp)}
        if shown is not None:
            shapes = {spectator.shape for spectator in self._spectators.get(game_id, ())}
            changes = await self.pages.write_change(shown, kept, shapes)
            sent = {shape: write_event("change", change) for shape, change in changes.items()}
        if game_id in self._spectators:
            self._shown[game_id] = kept
        return News(sent)
