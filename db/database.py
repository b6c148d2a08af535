"""Where transactions run: one SQLite file, or a PostgreSQL server, behind the same two methods.

A transaction is a plain function of a SQLAlchemy `Connection`, run in as few hops as the database allows.
Awaited statement by statement, SQLAlchemy on aiosqlite changes threads three times for each; here the whole
function runs in aiosqlite's thread, which makes a move three times as fast.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from db.migrate import migrate

P = ParamSpec("P")
T = TypeVar("T")
BUSY_SECONDS = 10  # how long a transaction waits for another process to finish its own
_here = threading.local()  # `connection`: of the thread's own file


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

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""

    @property
    def queue(self) -> int:
        """Transactions that have been asked for and not begun, as far as that is known."""


class OneFile:
    """SQLite. All transactions of the process stand in one queue: none finds the file locked by another."""

    def __init__(self, thread: aiosqlite.Connection) -> None:
        self._thread = thread

    @classmethod
    async def open(cls, url: URL) -> OneFile:
        path = url.database or ":memory:"
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self = cls(await aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None))
        try:
            await self._hop(self._connect)
            await self.run(migrate)
            # Only now: a migration may have to make a table anew that others point to.
            await self._hop(lambda: self._pragma("foreign_keys = ON"))
        except BaseException:
            await self._thread.close()
            raise
        return self

    def _connect(self) -> None:
        self._write_ahead()
        self._pragma("synchronous = FULL")
        _here.connection = self._thread._conn
        self._connection = _engine().connect()

    def _write_ahead(self) -> None:
        """Let readers go on while somebody writes. For this one change SQLite waits for nobody by itself."""
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                return self._pragma("journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(0.01)

    def _pragma(self, pragma: str) -> None:
        self._thread._conn.execute(f"PRAGMA {pragma}").close()

    async def run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def transaction() -> T:
            with self._connection.begin():
                # Taking the lock at once: a reader that turns into a writer could fail where others wait.
                self._connection.exec_driver_sql("BEGIN IMMEDIATE")
                return work(self._connection, *args, **kwargs)

        return await self._hop(transaction)

    async def _hop(self, work: Callable[[], T]) -> T:
        # aiosqlite has no public way to run a function in its thread; SQLAlchemy too reaches in for it.
        result: T = await self._thread._execute(work)  # type: ignore[no-untyped-call]
        return result

    async def close(self) -> None:
        await self._hop(self._connection.close)
        await self._thread.close()

    @property
    def queue(self) -> int:
        return self._thread._tx.qsize()


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

    async def close(self) -> None:
        await self.engine.dispose()

    @property
    def queue(self) -> int:
        return 0  # each has a connection of its own, and PostgreSQL the queue
