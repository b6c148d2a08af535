"""One queue of jobs for the worker processes: moves of bot players first, then hints, then reviews.

Ties go to the server that used the least time in the last 10 minutes. Identical jobs run once.
The queue is not stored: after a restart the jobs are asked for again.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from time import monotonic
from typing import Any, Protocol, TypeVar

from bot.engine.server_quota import ADVICE, LATELY

T = TypeVar("T")

KEPT = 500  # latest results that are cached
MEMORY = 1 << 30  # bytes that a worker process may take


class Subject(Protocol):
    """The input of a job: small enough to send to a process, and identified by its `repr`."""

    @property
    def seconds(self) -> float:
        """The time the job may take."""

    @property
    def server(self) -> int:
        """The server that asked for it."""


A = TypeVar("A", bound=Subject)


class Urgency(IntEnum):
    """The priority of a job; the lowest number runs first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2


class Busy(RuntimeError):
    """A server has used up its time for hints and reviews; `wait`: seconds until it may ask again."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Job:
    """A job that waits for its turn."""

    urgency: Urgency
    server: int
    number: int
    turn: asyncio.Future[None]


class JobQueue:
    """The queue. `run(work, task)` does the work somewhere else; `at_once`: so many at the same time.
    `now`: seconds of a clock."""

    def __init__(
        self,
        run: Callable[..., Awaitable[Any]],
        at_once: int = 1,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.run, self.at_once, self.now = run, at_once, now
        self._waiting: list[Job] = []
        self._running = self._number = 0
        self._spent: dict[tuple[int, bool], deque[tuple[float, float]]] = {}  # of a server, as advice or not
        self._kept: OrderedDict[bytes, Any] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[Any]] = {}

    async def think(self, urgency: Urgency, work: Callable[[A], T], task: A) -> T:
        """Return what `work` gives, a function of a module, in its turn.

        Raises what it raises, and `Busy` for advice of which the task's server has had too much lately.
        """
        key = _key(work, task)
        if key in self._kept:
            self._kept.move_to_end(key)
            found: T = self._kept[key]
            return found
        if (under_way := self._under_way.get(key)) is None:
            if urgency is not Urgency.MOVE and (wait := self._wait(task.server)) > 0:
                raise Busy(wait)
            under_way = asyncio.create_task(self._thought(urgency, work, task))
            self._under_way[key] = under_way
            under_way.add_done_callback(lambda done: self._had(key, done))
        thought: T = await asyncio.shield(under_way)  # others may wait for it too
        return thought

    async def close(self) -> None:
        """Drop the waiting and the running jobs."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _had(self, key: bytes, done: asyncio.Task[Any]) -> None:
        del self._under_way[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _thought(self, urgency: Urgency, work: Callable[[A], T], task: A) -> T:
        self._number += 1
        job = Job(urgency, task.server, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        spent = self._spent.setdefault((task.server, urgency is not Urgency.MOVE), deque())
        spent.append((self.now(), task.seconds))  # waiting jobs count too, or the queue would have no bound
        self._go_on()
        try:
            await job.turn
        except asyncio.CancelledError:
            with suppress(ValueError):
                self._waiting.remove(job)
            if job.turn.done() and not job.turn.cancelled():
                self._end()
            raise
        try:
            thought: T = await self.run(work, task)
            return thought
        finally:
            self._end()

    def _end(self) -> None:
        self._running -= 1
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and self._running < self.at_once:
            job = min(self._waiting, key=lambda job: (job.urgency, self._lately(job.server), job.number))
            self._waiting.remove(job)
            if not job.turn.done():  # nobody waits for it any more
                self._running += 1
                job.turn.set_result(None)

    def _lately(self, server: int) -> float:
        """Return the seconds of thinking that a server has had lately."""
        return sum(seconds for advice in (False, True) for _, seconds in self._recent(server, advice))

    def _recent(self, server: int, advice: bool) -> Sequence[tuple[float, float]]:
        """Return when a server's thinking of the last while began, and for how many seconds."""
        spent, now = self._spent.get((server, advice), deque()), self.now()
        while spent and spent[0][0] < now - LATELY:
            spent.popleft()
        if not spent:
            self._spent.pop((server, advice), None)
        return spent

    def _wait(self, server: int) -> float:
        """Return the seconds until a server may have more advice; 0: it may have it now."""
        recent = self._recent(server, True)
        left = ADVICE - sum(seconds for _, seconds in recent)
        for at, seconds in recent:
            if left > 0:
                break
            left += seconds
            if left > 0:
                return at + LATELY - self.now()
        return 0.0


def _key(work: Callable[..., object], task: Subject) -> bytes:
    """Equal for equal thoughts, and, as far as anybody can tell, for no others."""
    return blake2b(repr((work.__qualname__, task)).encode(), digest_size=16).digest()


def run_bounded() -> None:
    """What a process does before it thinks: it takes no more memory than it may, where that can be said."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        bound = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))
