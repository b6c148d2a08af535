"""Lock a database file, and create files that only their owner may read. A database holds secret seeds."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
LOCK_SECONDS = 2  # a starting bot waits this long for another bot that is just stopping
BESIDE = ("-wal", "-shm", "-journal")  # endings of the files that SQLite keeps beside a database


def create_private(path: Path) -> None:
    """Create a file if there is none. Only its owner may read it and the files that SQLite keeps beside it.

    Raises `OSError`.
    """
    with suppress(FileExistsError):  # never open an existing file, because closing it ends SQLite's locks
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, PRIVATE))
    for each in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        with suppress(FileNotFoundError, PermissionError):  # only the owner can change a file's mode
            if each.stat().st_mode & 0o077:
                each.chmod(PRIVATE)


class Lock:
    """A lock on a file, held until `close` or the end of the process.

    Raises `BlockingIOError` if another process holds the lock.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        create_private(beside)
        # The lock is SQLite's lock on an empty file. So locking works wherever a database works, and the lock
        # ends with the process.
        self._connection = sqlite3.connect(
            beside, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # so that no journal file is created
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise BlockingIOError(str(beside)) from None

    def close(self) -> None:
        """Release the lock."""
        self._connection.close()
