"""Decide in which order pictures are drawn and web pages are made."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum


class Work(Enum):
    """Kinds of work. A kind goes before the kinds below it, unless a kind below has waited too long.

    The value of a kind is how many pieces of work of other kinds may begin while work of this kind waits.
    After that, the waiting work goes first.
    """

    ANSWER = 1000  # a picture that a player waits for
    POST = 6  # the picture of a post
    WATCHED_PAGE = 100  # a web page that somebody looks at now
    PAGE = 4  # another web page


FOR_PAGES = (Work.WATCHED_PAGE, Work.PAGE)
MOST_POSTS = 200  # at most this many pictures of posts wait


class GivenUp(Exception):
    """The picture of a post is not drawn, because too many newer posts wait for their pictures."""


class DrawingPlaces:
    """Gives each piece of work a place in a process. Work may wait, because the number of places is fixed.

    The kinds at the end of `Work` get a share too, even if the kinds before them could use all places. Among
    posts, the newest post goes first. So if there are more posts than the bot can draw, the boards that
    people look at now are drawn in time. If more than `MOST_POSTS` posts wait, the oldest posts get no
    picture.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[Work, deque[asyncio.Future[None]]] = {work: deque() for work in Work}
        self._passed = dict.fromkeys(Work, 0)  # by kind: jobs of other kinds that began while this one waited

    @asynccontextmanager
    async def take(self, work: Work) -> AsyncIterator[None]:
        """Wait for a place, and hold it during the `with` block.

        Raises `GivenUp` if the work is a picture of a post and is given up.
        """
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
        """Give the free places to waiting work."""
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
        """Return the kind of work that begins next; None if no work waits."""
        able = [work for work in Work if self._waiting[work]]
        late = [work for work in able if self._passed[work] >= work.value]
        return next(iter((*late, *able)), None)
