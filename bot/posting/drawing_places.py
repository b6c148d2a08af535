"""Decide what the processes that draw or that make web pages do next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum


class Work(Enum):
    """Kinds of work, in the order in which they begin if none has waited too long.

    Each value is how many pieces of other kinds may begin while one of this kind waits.
    """

    ANSWER = 1000  # a picture that a player waits for
    POST = 6  # the picture of a post
    WATCHED_PAGE = 100  # a web page that somebody looks at now
    PAGE = 4  # another web page


FOR_PAGES = (Work.WATCHED_PAGE, Work.PAGE)
MOST_POSTS = 200  # the most waiting pictures of posts


class GivenUp(Exception):
    """So many newer posts wait for their pictures that this post stays without a picture."""


class DrawingPlaces:
    """Places at some processes. Work waits until it gets one.

    Kinds that come later in `Work` still get a share, even when earlier kinds keep all processes busy. The
    newest post goes before older ones: when more is posted than can be drawn, the boards that people look at
    now are drawn in time. The pictures of the oldest posts are given up if more than `MOST_POSTS` wait.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[Work, deque[asyncio.Future[None]]] = {work: deque() for work in Work}
        self._passed = dict.fromkeys(Work, 0)  # pieces of other work that began while this kind waited

    @asynccontextmanager
    async def take(self, work: Work) -> AsyncIterator[None]:
        """Wait for a place, and hold it. Raise `GivenUp` if this picture of a post is given up."""
        place = asyncio.get_running_loop().create_future()
        waiting = self._waiting[work]
        waiting.append(place)
        if work is Work.POST and len(waiting) > MOST_POSTS and not (oldest := waiting.popleft()).cancelled():
            oldest.set_exception(GivenUp)
        self._give()
        try:
            await place
            yield
        finally:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._free += 1
                self._give()

    def _give(self) -> None:
        """Give the free places to work that waits."""
        while self._free and (work := self._choose()):
            waiting = self._waiting[work]
            place = waiting.pop() if work is Work.POST else waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
                self._free -= 1
                for other in Work:
                    passed = self._passed[other] + 1 if self._waiting[other] else 0
                    self._passed[other] = 0 if other is work else passed

    def _choose(self) -> Work | None:
        """Return the kind of work that begins next; None if none waits."""
        able = [work for work in Work if self._waiting[work]]
        late = [work for work in able if self._passed[work] >= work.value]
        return next(iter((*late, *able)), None)
