"""Share the drawing processes among work that no player waits for: pictures of posts, and web pages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum


class Work(Enum):
    """Kinds of work. Each value is how many waiting pictures of posts go before one piece of this work."""

    POST = 0
    WATCHED_PAGE = 1  # somebody looks at this page now
    PAGE = 3


class DrawingPlaces:
    """Places at the drawing processes. Work waits until it gets one.

    The newest post goes first: when more is posted than can be drawn, the boards that people look at now are
    drawn in time, and the old ones when there is time. Web pages have one place in all, so that posts keep
    the others. They get this place even while posts wait, so that an overloaded machine makes pages too.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[Work, deque[asyncio.Future[None]]] = {work: deque() for work in Work}
        self._page_drawn = False  # whether a page has its place now
        self._posts = 0  # pictures of posts since the last piece of work for a page

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
                self._page_drawn = self._page_drawn and work is Work.POST
                self._give()

    def _give(self) -> None:
        """Give the free places to work that waits."""
        while self._free and (work := self._choose()):
            waiting = self._waiting[work]
            place = waiting.pop() if work is Work.POST else waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
                self._free -= 1
                self._page_drawn = self._page_drawn or work is not Work.POST
                self._posts = self._posts + 1 if work is Work.POST else 0

    def _choose(self) -> Work | None:
        """Return the kind of work that goes next; None if nothing can go now."""
        posts = bool(self._waiting[Work.POST])
        for work in (Work.WATCHED_PAGE, Work.PAGE):
            if self._waiting[work] and not self._page_drawn and (not posts or self._posts >= work.value):
                return work
        return Work.POST if posts else None
