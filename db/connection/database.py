"""Run transactions on a SQLite file or on a PostgreSQL server, behind the same methods.

A transaction is a function that takes a SQLAlchemy `Connection`.

With SQLite, short reads run in the thread of the event loop, on a connection of their own. In WAL mode they
don't wait for a writer. Writes and long reads run in the thread of aiosqlite. Waiting writes are committed
together (at most `TOGETHER`), because even a small commit takes the disk some milliseconds.
"""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, create_engine, make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from db.connection.private_file import BESIDE, Lock, create_private
from db.connection.unusable import DAMAGED, Unusable, explain_errors, explain_outage, unusable
from db.migrate import migrate, require_newest

P = ParamSpec("P")
T = TypeVar("T")
BUSY_SECONDS = 10  # seconds that a transaction waits for another process
TOGETHER = 20  # the most transactions that share a commit
# On PostgreSQL, a transaction is tried at most this many times. When transactions conflict, at least one of
# them succeeds.
ATTEMPTS = 4
COMMITS = 100  # after this many commits (about 1,000 pages), move the WAL into the file
# `isolation_level` is None, because this module begins transactions itself. `check_same_thread` is False,
# because one thread opens a copy in memory and another thread fills it.
CONNECTED: dict[str, Any] = {
    "timeout": BUSY_SECONDS,
    "isolation_level": None,
    "check_same_thread": False,
    "uri": True,
}
_here = threading.local()  # its attribute `connection`: the connection that this thread is opening
Work = Callable[[Connection], Any]


@cache
def _engine() -> Engine:
    """Return the engine for all SQLite files, so that each statement is compiled once per process."""
    return create_engine(
        "sqlite://", creator=lambda: _here.connection, poolclass=NullPool, hide_parameters=True
    )


def _wrap(file: sqlite3.Connection) -> Connection:
    """Return a SQLAlchemy connection that uses the SQLite connection `file` of this thread."""
    _here.connection = file
    return _engine().connect()


class Database(Protocol):
    """A database with the tables of this version."""

    async def run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work(connection, ...)` as one transaction: commit if it returns, roll back if it raises.

        On PostgreSQL, it can happen that `work` breaks a constraint because another process has stored the
        same row at the same moment. Then `work` runs again, up to `ATTEMPTS` times in all. So `work` must
        change nothing but the database.
        """

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work(connection, ...)` as one transaction. `work` must only read, and only a few rows.

        All its statements see the database as it was at the first statement, even if other processes write.
        """

    async def read_many(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work(connection, ...)` as `read` does. `work` may read many rows."""

    async def pulse(self) -> None:
        """Write something, to test whether the database can be written. Raises `Unusable` if it can't."""

    async def close(self) -> None:
        """Finish the transactions in progress and close the database."""

    @property
    def queue(self) -> int:
        """Return how many transactions wait to begin; 0 if that is unknown."""


class _Outcome(NamedTuple):
    """The result or error of a transaction, and the future that gets it."""

    waiting: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def tell(self) -> None:
        """Set the result or error of the future. Do nothing if the caller does not wait any more."""
        if self.waiting.done():
            return
        if self.error is None:
            self.waiting.set_result(self.result)
        else:
            self.waiting.set_exception(self.error)


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database; None for a database in memory."""
    return None if url.database in (None, "", ":memory:") else Path(str(url.database))


def _list_files_beside(path: Path) -> Iterator[Path]:
    """Yield the paths of the files that SQLite keeps beside a database, the WAL first."""
    return (path.with_name(path.name + end) for end in BESIDE)


def _identify_files(path: Path) -> dict[Path, tuple[int, int]]:
    return {each: _identify(each) for each in (path, *_list_files_beside(path)) if each.exists()}


def _identify(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _take_lock(url: URL, path: Path) -> Lock:
    try:
        return Lock(path)
    except BlockingIOError:
        why = "Another bot uses it: stop that one, or give this one another in DURBAR_DATABASE."
        raise unusable(str(url), why) from None


class OneFile:
    """A SQLite database. Its writes wait in one queue, so no write finds the file locked by another write."""

    _reader: tuple[Connection, sqlite3.Connection] | None = None
    _thread: aiosqlite.Connection | None = None
    _connection: Any = None  # a `Connection`, once it is open

    def __init__(
        self, url: URL, path: str = ":memory:", lock: Lock | None = None, begin: str = "BEGIN IMMEDIATE"
    ) -> None:
        """Set up the object without opening the database.

        Args:
            url: the address of the database
            path: the file, as a path or URI for SQLite
            lock: the lock that this process holds on the file, if any
            begin: the statement that begins a transaction. The default locks the file at once, because a
                transaction that locks it only at its first write can fail.
        """
        self._url, self._path, self._lock, self._begin = url, path, lock, begin
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[asyncio.Future[Any], Work]] = deque()
        self._unmoved = 0  # commits since the WAL was last moved into the file
        # the device and inode of each file of the database; `_check_files` checks them
        self._files: dict[Path, tuple[int, int]] = {}

    @classmethod
    async def open(cls, url: URL, *, locking: bool = False, migrating: bool = True) -> OneFile:
        """Open a file for reading and writing. `Store.open` explains the arguments."""
        path, lock = file_of(url), None
        if path is not None:
            if not migrating and not path.exists():
                raise unusable(str(url), "It does not exist.")
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder")
            lock = _take_lock(url, path) if locking else None
            create_private(path)
        self = cls(url, ":memory:" if path is None else str(path), lock)
        try:
            await self._open_connection()
            await self._run_in_thread(self._prepare_for_writing)
            if locking:
                await self._run_in_thread(self._check_pages)
            await self.run(migrate if migrating else require_newest)
            # Check foreign keys only from now on: a migration may replace a table that other tables refer to.
            await self._run_in_thread(lambda: _pragma(self._file, "foreign_keys = ON"))
            if path is not None:  # a second connection to memory would be another database
                reader = sqlite3.connect(self._path, **CONNECTED)
                self._reader = _wrap(reader), reader
                _pragma(reader, "query_only = ON")
            if locking:
                await self.pulse()
                self._files = {} if path is None else _identify_files(path)
        except BaseException:
            await self.close()
            raise
        return self

    @classmethod
    async def look(cls, url: URL) -> OneFile:
        """Open a file for reading, without changing it."""
        path = file_of(url)
        if path is None or not path.exists():
            raise unusable(str(url), "It does not exist.")
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        # If the WAL is missing or empty, no bot has the file open. Then `immutable` is safe. This flag keeps
        # SQLite from creating files beside the database.
        wal = next(_list_files_beside(path))
        still = "" if wal.exists() and wal.stat().st_size else "&immutable=1"
        self = cls(url, f"{path.absolute().as_uri()}?mode=ro{still}", begin="BEGIN")
        try:
            await self._open_connection()
        except BaseException:
            await self.close()
            raise
        return self

    @classmethod
    async def in_memory(cls, source: OneFile | None = None) -> OneFile:
        """Open a database in memory, empty or as a copy of `source`."""
        self = cls(make_url("sqlite+aiosqlite://"))
        await self._open_connection()
        if source is not None:
            await source.save(self._file)
        return self

    async def save(self, target: sqlite3.Connection) -> None:
        """Copy a snapshot of the whole database into `target`."""
        await self._run_in_thread(lambda: self._file.backup(target))

    async def _open_connection(self) -> None:
        self._thread = await aiosqlite.connect(self._path, **CONNECTED)
        self._file = self._thread._conn
        self._connection = await self._run_in_thread(lambda: _wrap(self._file))

    def _prepare_for_writing(self) -> None:
        self._switch_to_wal()
        _pragma(self._file, "synchronous = FULL")
        _pragma(self._file, "wal_autocheckpoint = 0")  # see `_move_wal`

    def _check_pages(self) -> None:
        [(found,)] = self._file.execute("PRAGMA quick_check(1)").fetchall()
        if found != "ok":
            raise unusable(str(self._url), DAMAGED)

    def _check_files(self) -> None:
        """Raise `Unusable` if a file of the database has vanished or was replaced. Writes would be lost."""
        for path, identity in self._files.items():
            try:
                if _identify(path) == identity:
                    continue
            except FileNotFoundError:
                pass
            raise Unusable(
                f"{path} has vanished, so nothing is saved any more: stop the bot, and bring the file back "
                "or restore a backup."
            )

    def _switch_to_wal(self) -> None:
        """Switch to WAL mode. While the file is busy, try again, because SQLite itself does not wait here."""
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
        assert self._thread is not None, "the database is open"
        # aiosqlite has no public way to run a function in its thread. SQLAlchemy uses this private queue too.
        self._thread._tx.put_nowait((None, self._run_waiting))
        return await waiting

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._reader is None:
            return await self.run(work, *args, **kwargs)
        await asyncio.sleep(0)  # let other tasks run between two reads in a loop
        connection, file = self._reader
        with connection.begin():
            file.execute("BEGIN")
            return work(connection, *args, **kwargs)

    read_many = run  # in a thread, so that the event loop doesn't wait

    def _run_waiting(self) -> None:
        """Run the waiting transactions in order and commit them together.

        If there are several, each gets a savepoint, so that each can be rolled back alone. If none waits,
        because an earlier call has run them all, do nothing.
        """
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER))]
        if not batch:
            return
        try:
            self._check_files()
            with self._connection.begin():
                self._file.execute(self._begin)
                if len(batch) == 1:
                    outcomes = [_Outcome(waiting, work(self._connection)) for waiting, work in batch]
                else:
                    outcomes = [self._attempt(waiting, work) for waiting, work in batch]
        except BaseException as error:  # nothing is committed, and all callers get the error
            refused = explain_outage(str(self._url), error)
            outcomes = [_Outcome(waiting, error=refused) for waiting, _ in batch]
        self._loop.call_soon_threadsafe(_set_results, outcomes)
        self._unmoved += 1
        if self._unmoved >= COMMITS and not self._waiting:
            self._move_wal()

    def _move_wal(self) -> None:
        """Move the WAL into the file while no transaction waits. Else SQLite moves it during a commit."""
        self._unmoved = 0
        with suppress(sqlite3.Error):  # the next commit or pulse will raise the same error
            _pragma(self._file, "wal_checkpoint(PASSIVE)")

    def _attempt(self, waiting: asyncio.Future[Any], work: Work) -> _Outcome:
        """Run one of several transactions. If it fails, roll back only this one, and return its error.

        Raises the error instead if SQLite has rolled back all transactions.
        """
        self._file.execute("SAVEPOINT one")
        try:
            outcome = _Outcome(waiting, work(self._connection))
        except Exception as error:
            if not self._file.in_transaction:  # SQLite has rolled back everything, as when the disk is full
                raise
            self._file.execute("ROLLBACK TO one")
            outcome = _Outcome(waiting, error=explain_outage(str(self._url), error))
        self._file.execute("RELEASE one")
        return outcome

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        assert self._thread is not None, "the database is open"
        result: T = await self._thread._execute(work)  # type: ignore[no-untyped-call]
        return result

    async def pulse(self) -> None:
        """Write something, and move the WAL into the file. Then little is lost if the WAL file vanishes."""
        number = time.time_ns() & 0x7FFFFFFF  # always new, because SQLite does not write an unchanged number
        with explain_errors(str(self._url)):
            await self.run(lambda connection: connection.exec_driver_sql(f"PRAGMA user_version = {number}"))
            await self._run_in_thread(lambda: _pragma(self._file, "wal_checkpoint(PASSIVE)"))

    async def close(self) -> None:
        if self._reader is not None:
            self._reader[0].close()
        if self._connection is not None:
            await self._run_in_thread(self._connection.close)
        if self._thread is not None:
            await self._thread.close()
        if self._lock is not None:
            self._lock.close()

    @property
    def queue(self) -> int:
        return len(self._waiting)


def _pragma(file: sqlite3.Connection, pragma: str) -> None:
    file.execute(f"PRAGMA {pragma}").close()


def _set_results(outcomes: list[_Outcome]) -> None:
    for outcome in outcomes:
        outcome.tell()


class Server:
    """A PostgreSQL server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        # With PostgreSQL's default isolation level, each statement would see what other transactions have
        # just committed.
        self._snapshots = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    @classmethod
    async def open(cls, url: URL, *, migrating: bool = True) -> Server:
        """Connect to a server. `Store.open` explains the arguments."""
        self = cls(create_async_engine(url, hide_parameters=True, pool_pre_ping=True))
        try:
            await self.run(migrate if migrating else require_newest)
        except BaseException:
            await self.close()
            raise
        return self

    @classmethod
    async def look(cls, url: URL) -> Server:
        """Open a server for reading only."""
        only = {"server_settings": {"default_transaction_read_only": "on"}}
        return cls(create_async_engine(url, hide_parameters=True, connect_args=only))

    async def pulse(self) -> None:
        """Write something, to test whether the server can be written. Raises `Unusable` if it can't."""
        same = "UPDATE alembic_version SET version_num = version_num"
        with explain_errors(str(self.engine.url)):
            await self.run(lambda connection: connection.exec_driver_sql(same))

    async def run(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._explain(self._run_again(work, *args, **kwargs))

    async def _run_again(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        for _ in range(ATTEMPTS - 1):
            # Perhaps another process stored the same row at the same moment. The next attempt sees it.
            with suppress(IntegrityError):
                return await self._run_once(self.engine, work, *args, **kwargs)
        return await self._run_once(self.engine, work, *args, **kwargs)

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._explain(self._run_once(self._snapshots, work, *args, **kwargs))

    read_many = read

    async def _run_once(
        self,
        engine: AsyncEngine,
        work: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(work, *args, **kwargs)

    async def _explain(self, running: Awaitable[T]) -> T:
        """Return the result of a transaction. Raises `Unusable` if the server can't be used at the moment."""
        try:
            return await running
        except Exception as error:
            if (refused := explain_outage(str(self.engine.url), error)) is error:
                raise
            raise refused from error

    async def close(self) -> None:
        await self.engine.dispose()

    @property
    def queue(self) -> int:
        return 0  # each transaction has a separate connection, and only PostgreSQL knows the queue
