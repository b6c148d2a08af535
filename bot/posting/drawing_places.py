"""Share the drawing processes among pictures that players wait for, pictures of posts, and web pages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum


class Work(Enum):
    """Kinds of work. Each value is how many other pieces may begin while one of this kind waits."""

    WATCHED_PAGE = 1  # a web page that somebody looks at now
    POST = 6  # the picture of a post
    PAGE = 12  # another web page
    ANSWER = 1000  # a picture that a player waits for; it begins when nothing else has waited too long


FOR_PAGES = (Work.WATCHED_PAGE, Work.PAGE)
ORDER = (
    Work.ANSWER,
    Work.WATCHED_PAGE,
    Work.POST,
    Work.PAGE,
)  # in which work begins if none has waited too long


class DrawingPlaces:
    """Places at the drawing processes. Work waits until it gets one.

    Players come first. Other work still gets a share, even when players keep all processes busy. The newest
    post goes before older ones: when more is posted than can be drawn, the boards that people look at now are
    drawn in time. Web pages have one place in all.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[Work, deque[asyncio.Future[None]]] = {work: deque() for work in Work}
        self._passed = dict.fromkeys(Work, 0)  # pieces of other work that began while this kind waited
        self._page_drawn = False  # whether a page has its place now

    @asynccontextmanager
    async def take(self, work: Work) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        place = asyncio.get_running_loop().create_future()
        self._waiting[work].append(place)
        self._give()
        try:
            await place
            yield
        finally:
            if place.done() and not place.cancelled():
                self._free += 1
                self._page_drawn = self._page_drawn and work not in FOR_PAGES
                self._give()

    def _give(self) -> None:
        """Give the free places to work that waits."""
        while self._free and (work := self._choose()):
            waiting = self._waiting[work]
            place = waiting.pop() if work is Work.POST else waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
                self._free -= 1
                self._page_drawn = self._page_drawn or work in FOR_PAGES
                for other in Work:
                    passed = self._passed[other] + 1 if self._waiting[other] else 0
                    self._passed[other] = 0 if other is work else passed

    def _choose(self) -> Work | None:
        """Return the kind of work that begins next; None if none may."""
        able = [
            work for work in ORDER if self._waiting[work] and not (work in FOR_PAGES and self._page_drawn)
        ]
        late = [work for work in Work if work in able and self._passed[work] >= work.value]
        return next(iter((*late, *able)), None)
