"""Create files that only their owner may read, because they hold the seeds of running games."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
LOCK_SECONDS = 2  # how long a bot waits for another one that is ending
BESIDE = ("-wal", "-shm", "-journal")  # files that SQLite keeps beside a database, with the same mode


def create_private(path: Path) -> None:
    """Create a file if there is none, and let only its owner read it. Raises `OSError`."""
    with suppress(FileExistsError):  # an existing file is not opened: closing it would end SQLite's locks
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, PRIVATE))
    for each in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        with suppress(FileNotFoundError, PermissionError):  # the file of another owner stays as it is
            if each.stat().st_mode & 0o077:
                each.chmod(PRIVATE)


class Lock:
    """A lock beside a file, held until it is closed or its process ends.

    Raises `BlockingIOError` if another process holds it.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        create_private(beside)
        # It is SQLite's own lock of an empty file, which works wherever the database does and ends with the
        # process.
        self._connection = sqlite3.connect(
            beside, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # creates no other file
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise BlockingIOError(str(beside)) from None

    def close(self) -> None:
        """Release the lock."""
        self._connection.close()
