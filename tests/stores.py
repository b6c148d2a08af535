"""Provide empty stores for tests that are not about the store."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from db.connection.database import OneFile
from db.store import Store


@asynccontextmanager
async def quick_store(blank: Path, folder: Path) -> AsyncIterator[Store]:
    """Yield a SQLite store on a copy of a file.

    It doesn't wait for the disk, because no test needs to survive a power cut.
    """
    file = shutil.copy(blank, folder)
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        database = store._database
        assert isinstance(database, OneFile)
        await database._run_in_thread(lambda: database._file.execute("PRAGMA synchronous = OFF"))
        yield store
