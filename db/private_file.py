"""Files that hold the seeds of running games: nobody but their owner may read them."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
LOCK_SECONDS = 2  # how long a bot waits for one that is just ending
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file; it takes over the file's mode


def create_private(path: Path) -> None:
    """Create a file if there is none, and take it from all others. Raises `OSError`."""
    with suppress(FileExistsError):  # which is not opened: to close it would end SQLite's locks on it
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, PRIVATE))
    for each in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        with suppress(FileNotFoundError, PermissionError):  # of another owner, who decides that
            if each.stat().st_mode & 0o077:
                each.chmod(PRIVATE)


class Lock:
    """A lock beside a file, as long as its process lives or until it is closed.

    Raises `BlockingIOError` where another process has it.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        create_private(beside)
        # SQLite's own lock of an empty file: it works wherever the database does, and ends with the process.
        self._connection = sqlite3.connect(
            beside, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # nothing else beside it
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise BlockingIOError(str(beside)) from None

    def close(self) -> None:
        """Let it go."""
        self._connection.close()
