"""Run every test of the store twice: on a SQLite file, and on a real PostgreSQL.

Creating the tables takes longer than most tests, so they are created once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from tests.conftest import EMPTY


@pytest.fixture
def new_url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return the URL of a database without tables."""
    if kind == "postgres":
        address, psql = request.getfixturevalue("postgres")
        psql(EMPTY)
        return str(address)
    return f"sqlite+aiosqlite:///{tmp_path / 'a folder' / 'durbar.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Yield an open store on an empty database."""
    async with await Store.open(url) as store:
        yield store


@pytest.fixture
async def rival(url: str, store: Store) -> AsyncIterator[Store]:
    """Yield a second store on the same database, as another process has."""
    async with await Store.open(url) as store:
        yield store
