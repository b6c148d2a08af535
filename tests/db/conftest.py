"""Every test of the store runs twice: on a SQLite file, and on a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from db.store import Store

Psql = Callable[[str], str]


@pytest.fixture(scope="session")
def postgres() -> Iterator[tuple[str, Psql]]:
    """The URL of a PostgreSQL server of our own, and a way to tell it things."""
    home = tempfile.mkdtemp(prefix="durbar-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", home)  # pgserver asks for it when it is imported
    pgserver = pytest.importorskip(
        "pgserver", reason="PostgreSQL is not tested: no pgserver wheel for this platform."
    )
    try:
        server = pgserver.get_server(Path(home) / "data", cleanup_mode="delete")
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        shutil.rmtree(home)
        pytest.skip(f"PostgreSQL is not tested: pgserver cannot start it here: {error}")
    sockets = server.get_uri().partition("host=")[2]
    yield f"postgresql+asyncpg://postgres@/postgres?host={sockets}", server.psql
    server.cleanup()
    shutil.rmtree(home)


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
