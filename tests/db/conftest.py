"""Run every test of the store twice: on a SQLite file, and on a real PostgreSQL.

Creating the tables takes longer than most tests, so they are created once.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.schema import metadata
from db.store import Store
from tests.conftest import EMPTY, Psql

WITH_TABLES = "with_tables"  # the name of a PostgreSQL database


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of database."""
    return str(request.param)


@pytest.fixture
def url(kind: str, blank: Path, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return the URL of a database with empty tables."""
    if kind == "postgres":
        return str(request.getfixturevalue("blank_postgres"))
    return f"sqlite+aiosqlite:///{shutil.copy(blank, tmp_path)}"


@pytest.fixture
def new_url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return the URL of a database without tables."""
    if kind == "postgres":
        address, psql = request.getfixturevalue("postgres")
        psql(EMPTY)
        return str(address)
    return f"sqlite+aiosqlite:///{tmp_path / 'a folder' / 'durbar.db'}"


@pytest.fixture(scope="session")
def postgres_tables(postgres: tuple[str, Psql]) -> str:
    """Return the URL of a PostgreSQL database with tables."""
    address, psql = postgres
    psql(f"CREATE DATABASE {WITH_TABLES};")
    url = address.replace("@/postgres?", f"@/{WITH_TABLES}?")

    async def fill() -> None:
        await (await Store.open(url)).close()

    asyncio.run(fill())
    return url


@pytest.fixture
def blank_postgres(postgres: tuple[str, Psql], postgres_tables: str) -> str:
    """Return the URL of a PostgreSQL database with empty tables."""
    _, psql = postgres
    psql(f"\\c {WITH_TABLES}\nTRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY;")
    return postgres_tables


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
