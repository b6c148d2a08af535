"""Work that would hold up the event loop, in processes of their own, which go when the bot goes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import forkserver, get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import ParamSpec, TypeVar

import structlog

from bot.engine import metrics
from bot.engine.hidden import hide

P = ParamSpec("P")
T = TypeVar("T")
log = structlog.get_logger(__name__)
JOB_SECONDS = 60.0  # seconds for a piece of work; a picture takes a few, the film of a whole game some more
LAST = 19  # how nice are those who work only when nobody else would
LOADED = "bot.engine.preload"  # what the workers have in common, loaded once


def prepare() -> None:
    """Let the process from which workers are forked load what they need, beside the caller. It has no
    secrets, and neither have they."""
    hide()
    if make_context().get_start_method() == "forkserver":
        forkserver.ensure_running()


def make_context() -> BaseContext:
    """Return how workers begin: forked from a process that has loaded what they need and does nothing else.

    They are never forked from the bot, which would copy locks that its threads hold at that moment. Where
    processes can't be forked (Windows), each loads for itself.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    forking = get_context("forkserver")
    forking.set_forkserver_preload([LOADED])
    return forking


class Workers:
    """So many processes that run plain functions; one that dies, or does not come to an end, is replaced.

    `ready`: what each does before anything else; it must not raise. `nice`: by how much they give way to
    others. `limit`: seconds that a piece of work may take. Processes
    begin when there is work for them, or with `start`; the event loop never waits for them.
    As a context manager it is closed at the end.
    """

    def __init__(
        self, processes: int, ready: Callable[[], object] = bool, nice: int = 0, limit: float = JOB_SECONDS
    ) -> None:
        self.processes, self.ready, self.nice, self.limit = processes, ready, nice, limit
        self.deaths, self._closed = 0, False
        self._free = asyncio.Semaphore(processes)  # nothing waits inside the pool, where its time would run
        self._pool = self._new_pool()
        self._starting: asyncio.Task[ProcessPoolExecutor] | None = None

    def start(self) -> asyncio.Task[ProcessPoolExecutor]:
        """Begin all processes now, if they have not begun; done when all have."""
        if self._starting is None:
            self._starting = asyncio.create_task(asyncio.to_thread(self._begin, self._pool))
        return self._starting

    def _begin(self, pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
        # Each begins a process, for none is idle yet; what it takes to begin is no part of anybody's time.
        try:
            for begun in [pool.submit(bool) for _ in range(self.processes)]:
                begun.result()
        except (OSError, EOFError) as error:  # no room for a process now, or what forks them has just died
            raise BrokenProcessPool("the processes can't be begun") from error
        return pool

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` gives, a function of a module, called in a process with arguments that can be pickled.

        Raises what it raises, and `TimeoutError` for what takes longer than `limit`. Work during which its
        process dies, or that finds none because they can't be begun, is done once more, in a new one; raises
        `BrokenProcessPool` where that is in vain too.
        """
        async with self._free:
            try:
                return await self._once(work, *args, **kwargs)
            except BrokenProcessPool:
                if self._closed:
                    raise
                return await self._once(work, *args, **kwargs)

    async def _once(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        starting = self.start()
        try:
            return await self._in_time(starting, work, *args, **kwargs)
        except BrokenProcessPool:
            if not self._closed:
                log.warning("a worker process has died")
                self._replace(starting)
            raise

    async def _in_time(
        self,
        starting: asyncio.Task[ProcessPoolExecutor],
        work: Callable[P, T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        pool = await asyncio.shield(starting)
        doing = asyncio.wrap_future(pool.submit(work, *args, **kwargs))
        try:
            async with asyncio.timeout(self.limit):
                return await doing
        except TimeoutError:
            if not doing.cancelled():
                raise  # it is the work that has raised it
            log.error("a worker process hangs and is replaced", work=work.__qualname__, seconds=self.limit)
            self._replace(starting)
            raise

    def _replace(self, starting: asyncio.Task[ProcessPoolExecutor]) -> None:
        """A new pool instead of the one that was started so; the first that notices replaces it for all."""
        if self._starting is not starting:
            return
        self.deaths += 1
        metrics.DEATHS.inc()
        self._end()
        self._pool, self._starting = self._new_pool(), None

    def close(self) -> None:
        """Let the processes go.

        Work is dropped, for the bot would not end before it: on a busy machine a film that gives way to all
        else may take minutes.
        """
        self._closed = True
        self._end()

    def _end(self) -> None:
        for process in list((self._pool._processes or {}).values()):  # the public way is Python 3.14's
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.processes,
            mp_context=make_context(),
            initializer=_prepared,
            initargs=(self.ready, self.nice),
        )


def _prepared(ready: Callable[[], object], nice: int) -> None:
    """End this process when the bot ends, even if it is killed; Ctrl-C is for the bot to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if nice == LAST and hasattr(os, "SCHED_IDLE"):
        # The niceness alone lets it keep a processor for some milliseconds while the bot waits for one.
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    threading.Thread(target=_leave_with_the_bot, daemon=True).start()
    ready()


def _leave_with_the_bot() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(0)
