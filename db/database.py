"""Where transactions run: one SQLite file, or a PostgreSQL server, behind the same three methods.

A transaction is a plain function of a SQLAlchemy `Connection`, run in as few hops as the database allows. In
SQLite a short look runs in the event loop's own thread, on a connection of its own: in WAL mode no reader
waits for a writer. What writes runs in another thread, and all that waits there shares one commit. The disk
takes some milliseconds for a commit, whatever is in it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from db.migrate import migrate

P = ParamSpec("P")
T = TypeVar("T")
BUSY_SECONDS = 10  # how long a transaction waits for another process to finish its own
TOGETHER = 20  # transactions that share a commit, at most
_here = threading.local()  # `connection`: the one that this thread opens
Work = Callable[[Connection], Any]


@cache
def _engine() -> Engine:
    """Whatever SQLite is asked, in any file, is put into SQL once a process."""
    return create_engine(
        "sqlite://", creator=lambda: _here.connection, poolclass=NullPool, hide_parameters=True
    )


class Database(Protocol):
    """A migrated database."""

    async def run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work(connection, ...)` as one transaction: kept if it returns, undone whole if it raises."""

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work(connection, ...)`, which looks up a few rows and writes none, in one transaction."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""

    @property
    def queue(self) -> int:
        """Transactions that have been asked for and not begun, as far as that is known."""


class _Outcome(NamedTuple):
    """What became of a transaction that somebody waits for."""

    waiting: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def tell(self) -> None:
        """Tell whoever still waits."""
        if self.waiting.done():
            return
        if self.error is None:
            self.waiting.set_result(self.result)
        else:
            self.waiting.set_exception(self.error)


class OneFile:
    """SQLite. All that writes stands in one queue, so no transaction finds the file locked by another."""

    _reader: Connection | None = None

    def __init__(self, path: str) -> None:
        self._path, self._loop = path, asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "database")
        self._waiting: deque[tuple[asyncio.Future[Any], Work]] = deque()

    @classmethod
    async def open(cls, url: URL) -> OneFile:
        path = url.database or ":memory:"
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self = cls(path)
        try:
            await self._hop(self._begin)
            await self.run(migrate)
            # Only now: a migration may have to make a table anew that others point to.
            await self._hop(lambda: _pragma(self._file, "foreign_keys = ON"))
            if path != ":memory:":  # of which each connection has one of its own
                self._reader = self._connect()
                _pragma(_here.connection, "query_only = ON")
        except BaseException:
            self._thread.shutdown()
            raise
        return self

    def _connect(self) -> Connection:
        """Open the file in the thread that calls this."""
        _here.connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        return _engine().connect()

    def _begin(self) -> None:
        self._connection = self._connect()
        self._file: sqlite3.Connection = _here.connection
        self._write_ahead()
        _pragma(self._file, "synchronous = FULL")

    def _write_ahead(self) -> None:
        """Let readers go on while somebody writes. For this one change SQLite waits for nobody by itself."""
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                return _pragma(self._file, "journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(0.01)

    async def run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        waiting: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append((waiting, lambda connection: work(connection, *args, **kwargs)))
        self._thread.submit(self._work_off)
        return await waiting

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._reader is None:
            return await self.run(work, *args, **kwargs)
        await asyncio.sleep(0)  # whoever reads in a loop lets others in between
        with self._reader.begin():
            self._reader.exec_driver_sql("BEGIN")
            return work(self._reader, *args, **kwargs)

    def _work_off(self) -> None:
        """Run what waits, in its order, and keep all of it with one commit; nothing where the call before has
        done that. Each remains a transaction of its own: a savepoint is undone alone."""
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER))]
        if not batch:
            return
        try:
            with self._connection.begin():
                # Taking the lock at once: a reader that turns into a writer could fail where others wait.
                self._connection.exec_driver_sql("BEGIN IMMEDIATE")
                if len(batch) == 1:
                    outcomes = [_Outcome(waiting, work(self._connection)) for waiting, work in batch]
                else:
                    outcomes = [self._attempt(waiting, work) for waiting, work in batch]
        except BaseException as error:  # whoever waits is told; none of it is kept
            outcomes = [_Outcome(waiting, error=error) for waiting, _ in batch]
        self._loop.call_soon_threadsafe(_tell, outcomes)

    def _attempt(self, waiting: asyncio.Future[Any], work: Work) -> _Outcome:
        """Run one of several. Raises where SQLite has undone them all."""
        self._file.execute("SAVEPOINT one")
        try:
            outcome = _Outcome(waiting, work(self._connection))
        except Exception as error:
            if not self._file.in_transaction:  # the disk is full, say
                raise
            self._file.execute("ROLLBACK TO one")
            outcome = _Outcome(waiting, error=error)
        self._file.execute("RELEASE one")
        return outcome

    async def _hop(self, work: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self._thread, work)

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
        await self._hop(self._connection.close)
        self._thread.shutdown()

    @property
    def queue(self) -> int:
        return len(self._waiting)


def _pragma(file: sqlite3.Connection, pragma: str) -> None:
    file.execute(f"PRAGMA {pragma}").close()


def _tell(outcomes: list[_Outcome]) -> None:
    for outcome in outcomes:
        outcome.tell()


class Server:
    """PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @classmethod
    async def open(cls, url: URL) -> Server:
        self = cls(create_async_engine(url, hide_parameters=True, pool_pre_ping=True))
        try:
            await self.run(migrate)
        except BaseException:
            await self.close()
            raise
        return self

    async def run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work, *args, **kwargs)

    read = run

    async def close(self) -> None:
        await self.engine.dispose()

    @property
    def queue(self) -> int:
        return 0  # each has a connection of its own, and PostgreSQL the queue
