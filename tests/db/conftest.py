"""Every test of the store runs twice: on a SQLite file, and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'a folder' / 'durbar.db'}"
    address, psql = request.getfixturevalue("postgres")
    psql("SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public;")
    return str(address)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    async with await Store.open(url) as store:
        yield store


@pytest.fixture
async def rival(url: str, store: Store) -> AsyncIterator[Store]:
    """What another process would be: a second store on the same database."""
    async with await Store.open(url) as store:
        yield store
