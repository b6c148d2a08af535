"""Queue jobs for the worker processes: moves of bot players first, then hints, reviews, and web pages.

If several jobs have the same urgency, the queue prefers the Discord server whose jobs of the last 10 minutes
take the least time. The queue caches results, so that an equal job does not run again. The queue is not
stored. After a restart it is empty.
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

from bot.engine.server_quota import ADVICE, FOR_REVIEWS, LATELY

T = TypeVar("T")

MAX_RESULTS = 500  # the most results in the cache; if it is full, the least recently used result is dropped
MEMORY = 1 << 30  # bytes of data that a process for these jobs may use


class Subject(Protocol):
    """The input of a job. It is small enough to send to a process. Equal inputs have an equal `repr`."""

    @property
    def seconds(self) -> float:
        """Return how many seconds the job may take."""

    @property
    def server(self) -> int:
        """Return the id of the Discord server that asked for the job."""


A = TypeVar("A", bound=Subject)


class Urgency(IntEnum):
    """The priority of a job; the lowest number runs first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2
    PAGE = 3


class Busy(RuntimeError):
    """A server has used up its time for hints, reviews and pages.

    `wait` is the number of seconds until the server may ask again.
    """

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Job:
    """A waiting job. `turn` is a future that the queue completes when the job may run."""

    urgency: Urgency
    server: int
    number: int
    turn: asyncio.Future[None]


class JobQueue:
    """Runs jobs in order of urgency.

    `run(work, task)` runs a job in another process. At most `at_once` jobs run at the same time. `now`
    returns the time in seconds.
    """

    def __init__(
        self,
        run: Callable[..., Awaitable[Any]],
        at_once: int = 1,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.run, self.at_once, self.now = run, at_once, now
        self._waiting: list[Job] = []
        self._running = self._number = 0
        # A key is a server and a bool (False: moves, True: other jobs). The value has a pair for each
        # job: the time when the job came, and how many seconds it may take.
        self._spent: dict[tuple[int, bool], deque[tuple[float, float]]] = {}
        self._results: OrderedDict[bytes, Any] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[Any]] = {}

    async def think(self, urgency: Urgency, work: Callable[[A], T], task: A) -> T:
        """Wait for the job's turn, then return what the function `work` returns for this task.

        A cached result is returned at once. `work` must be a module-level function, so that it can be
        pickled. Raises what `work` and `run` raise. Raises `Busy` for a job other than a move, if the server
        has used up its time for such jobs.
        """
        key = _hash_job(work, task)
        if key in self._results:
            self._results.move_to_end(key)
            found: T = self._results[key]
            return found
        if (under_way := self._under_way.get(key)) is None:
            if urgency is not Urgency.MOVE and (wait := self._find_wait(task.server, urgency)) > 0:
                raise Busy(wait)
            under_way = asyncio.create_task(self._run_in_turn(urgency, work, task))
            self._under_way[key] = under_way
            under_way.add_done_callback(lambda done: self._save_result(key, done))
        thought: T = await asyncio.shield(under_way)  # other callers may wait for the same job
        return thought

    async def close(self) -> None:
        """Cancel all jobs that wait or run."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _save_result(self, key: bytes, done: asyncio.Task[Any]) -> None:
        """Remove an ended job from the jobs under way. If the job had no error, cache its result."""
        del self._under_way[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._results[key] = done.result()
        while len(self._results) > MAX_RESULTS:
            self._results.popitem(last=False)

    async def _run_in_turn(self, urgency: Urgency, work: Callable[[A], T], task: A) -> T:
        """Wait for the job's turn, and return its result."""
        self._number += 1
        job = Job(urgency, task.server, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        spent = self._spent.setdefault((task.server, urgency is not Urgency.MOVE), deque())
        spent.append((self.now(), task.seconds))  # a waiting job counts too, so that the queue stays short
        self._start_next()
        try:
            await job.turn
        except asyncio.CancelledError:
            with suppress(ValueError):
                self._waiting.remove(job)
            if job.turn.done() and not job.turn.cancelled():
                self._end_job()
            raise
        try:
            thought: T = await self.run(work, task)
            return thought
        finally:
            self._end_job()

    def _end_job(self) -> None:
        """Free the place of a job and start the next one."""
        self._running -= 1
        self._start_next()

    def _start_next(self) -> None:
        """Start waiting jobs until `at_once` jobs are running."""
        while self._waiting and self._running < self.at_once:
            job = min(self._waiting, key=lambda job: (job.urgency, self._sum_recent(job.server), job.number))
            self._waiting.remove(job)
            if not job.turn.done():  # a waiting job whose `turn` is done was cancelled
                self._running += 1
                job.turn.set_result(None)

    def _sum_recent(self, server: int) -> float:
        """Return how many seconds a server's jobs of the last `LATELY` seconds may take, all together."""
        return sum(seconds for advice in (False, True) for _, seconds in self._list_recent(server, advice))

    def _list_recent(self, server: int, advice: bool) -> Sequence[tuple[float, float]]:
        """Return a server's jobs of the last `LATELY` seconds.

        Each job is a pair: the time when it was queued, and how many seconds it may take. With `advice`,
        return only the jobs that are not moves. Without it, return only the moves.
        """
        spent, now = self._spent.get((server, advice), deque()), self.now()
        while spent and spent[0][0] < now - LATELY:
            spent.popleft()
        if not spent:
            self._spent.pop((server, advice), None)
        return spent

    def _find_wait(self, server: int, urgency: Urgency) -> float:
        """Return the seconds until a server may ask for a job other than a move; 0 if it may ask now.

        Hints and pages leave time for a review, because the post of a game's end says that one follows.
        """
        recent = self._list_recent(server, True)
        most = ADVICE if urgency is Urgency.REVIEW else ADVICE - FOR_REVIEWS
        left = most - sum(seconds for _, seconds in recent)
        for at, seconds in recent:
            if left > 0:
                break
            left += seconds
            if left > 0:
                return at + LATELY - self.now()
        return 0.0


def _hash_job(work: Callable[..., object], task: Subject) -> bytes:
    """Return a hash of a job. Equal jobs have equal hashes."""
    return blake2b(repr((work.__qualname__, task)).encode(), digest_size=16).digest()


def limit_memory() -> None:
    """Limit the memory of this process to `MEMORY` bytes, if the system can do that."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        bound = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))
