"""Run slow work in worker processes, so that it doesn't block the event loop. Workers end with the bot."""

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
JOB_SECONDS = 60.0  # the time limit of one piece of work; a picture takes a few seconds, an animation more
LAST = 19  # workers with this niceness run only when the processor is idle
PRELOAD = "bot.engine.preload"  # this module is loaded once, before workers are forked


def prepare() -> None:
    """Hide the secrets. Then, if the system can fork, start the process from which workers are forked.

    Don't wait until the new process has started. Neither the new process nor a worker has the secrets.
    """
    hide()
    if make_context().get_start_method() == "forkserver":
        forkserver.ensure_running()


def make_context() -> BaseContext:
    """Return the multiprocessing context that starts workers.

    Workers are forked from a process that only loads the modules for them. Workers are never forked from the
    bot: a fork would copy the locks that the bot's threads hold. On systems that can't fork (Windows), each
    worker loads its modules itself.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    forking = get_context("forkserver")
    forking.set_forkserver_preload([PRELOAD])
    return forking


class Workers:
    """A pool of processes that run plain functions.

    If a process dies or hangs, the pool replaces all its processes. The pool tries the interrupted work once
    more, except the work that took too long. The processes start with a call of `start`, or with the first
    piece of work. The start does not block the event loop. The pool is also a context manager: it closes
    itself when the context ends.

    Args:
        processes: the number of processes
        ready: a function that each process calls first; it must not raise
        nice: the niceness of the processes
        limit: the seconds that a piece of work may take
    """

    def __init__(
        self, processes: int, ready: Callable[[], object] = bool, nice: int = 0, limit: float = JOB_SECONDS
    ) -> None:
        self.processes, self.ready, self.nice, self.limit = processes, ready, nice, limit
        self.deaths, self._closed = 0, False
        # Work waits here for a free process. A wait in the pool would count against the work's time limit.
        self._free = asyncio.Semaphore(processes)
        self._pool = self._make_pool()
        self._starting: asyncio.Task[ProcessPoolExecutor] | None = None

    def start(self) -> asyncio.Task[ProcessPoolExecutor]:
        """Start all processes, unless an earlier call did this. Return the task that starts them."""
        if self._starting is None:
            self._starting = asyncio.create_task(asyncio.to_thread(self._start_processes, self._pool))
        return self._starting

    def _start_processes(self, pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
        """Start all processes of a pool, and return the pool. Raises `BrokenProcessPool`.

        Each call of `submit` starts one process, because no process is idle yet. The start does not count
        against the time limit of work.
        """
        try:
            for begun in [pool.submit(bool) for _ in range(self.processes)]:
                begun.result()
        except (OSError, EOFError) as error:
            # The system can't start a process, or the process that forks workers has just died.
            raise BrokenProcessPool("the worker processes can't be started") from error
        return pool

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `work` with these arguments in a worker process, and return its result.

        `work` must be a module-level function, and the arguments must be picklable. If the process dies or
        can't start, the work is tried once more in a new pool.

        Raises:
            TimeoutError: The work takes longer than `limit`.
            BrokenProcessPool: The second try failed too, or the pool was closed during the first try.
            Exception: Whatever `work` raises.
        """
        async with self._free:
            try:
                return await self._run_once(work, *args, **kwargs)
            except BrokenProcessPool:
                if self._closed:
                    raise
                return await self._run_once(work, *args, **kwargs)

    async def _run_once(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work in a process. If the process dies, replace the pool, and raise `BrokenProcessPool`.

        A closed pool is not replaced. Also raises what `_run_in_time` raises.
        """
        starting = self.start()
        try:
            return await self._run_in_time(starting, work, *args, **kwargs)
        except BrokenProcessPool:
            if not self._closed:
                log.warning("a worker process has died, so all are replaced")
                self._replace(starting)
            raise

    async def _run_in_time(
        self,
        starting: asyncio.Task[ProcessPoolExecutor],
        work: Callable[P, T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run work in a process; if it takes too long, replace the pool and raise `TimeoutError`."""
        pool = await asyncio.shield(starting)
        doing = asyncio.wrap_future(pool.submit(work, *args, **kwargs))
        try:
            async with asyncio.timeout(self.limit):
                return await doing
        except TimeoutError:
            if not doing.cancelled():
                raise  # the error comes from the work itself
            log.error(
                "a worker process hangs, so all are replaced", work=work.__qualname__, seconds=self.limit
            )
            self._replace(starting)
            raise

    def _replace(self, starting: asyncio.Task[ProcessPoolExecutor]) -> None:
        """Replace the pool that the task `starting` starts. Do nothing if that pool was replaced before."""
        if self._starting is not starting:
            return
        self.deaths += 1
        metrics.DEATHS.inc()
        self._kill()
        self._pool, self._starting = self._make_pool(), None

    def close(self) -> None:
        """Kill the processes and drop their work.

        If the processes finished their work first, the bot would exit late: an animation with the lowest
        priority may take minutes on a busy machine.
        """
        self._closed = True
        self._kill()

    def _kill(self) -> None:
        """Kill the processes."""
        # Python 3.14 has a public method for this.
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _make_pool(self) -> ProcessPoolExecutor:
        """Return a new pool. Its processes have not started."""
        return ProcessPoolExecutor(
            self.processes,
            mp_context=make_context(),
            initializer=_initialize_worker,
            initargs=(self.ready, self.nice),
        )


def _initialize_worker(ready: Callable[[], object], nice: int) -> None:
    """Set up a worker: it ignores Ctrl-C, has a lower priority, and exits after the bot. Call `ready`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if nice == LAST and hasattr(os, "SCHED_IDLE"):
        # Niceness alone is not enough: the worker would still delay the bot by some milliseconds.
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    threading.Thread(target=_exit_with_bot, daemon=True).start()
    ready()


def _exit_with_bot() -> None:
    """Wait until the bot has ended, then exit."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(0)
