"""Configure all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import create_engine

from db.migrate import migrate
from db.schema import metadata
from db.store import Store

Psql = Callable[[str], str]
WITH_TABLES = "with_tables"  # the name of a PostgreSQL database
# Removes all tables of a PostgreSQL database.
EMPTY = "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public;"

# No time limits, for busy machines; the same examples in each run. `durbar fuzz` does random fuzzing.
settings.register_profile("durbar", deadline=None, derandomize=True)
settings.load_profile("durbar")

SLOWEST = {"e2e", "test_game_page_in_a_browser.py"}  # folders and files


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest tests first, so that no core waits for another at the end."""
    items.sort(key=lambda item: not SLOWEST & {*item.path.parts})


# The tests and all that they load stay in memory, so the collector need not look at them.
gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, but rarely: one test leaves little."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty SQLite store to copy. Creating its tables takes longer than most tests."""
    file = tmp_path_factory.mktemp("blank") / "durbar.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    return file


@dataclass(frozen=True)
class Postgres:
    """A PostgreSQL server of the test run. `psql` runs statements, and returns their output."""

    url: str
    psql: Psql
    end: Callable[[], object]  # kill it, as if its machine were switched off
    begin: Callable[[], object]  # start it again


@contextmanager
def started_postgres() -> Iterator[Postgres]:
    """Start a server in a new folder; skip the test if that isn't possible."""
    home = tempfile.mkdtemp(prefix="durbar-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", home)  # pgserver needs it on import
    pgserver = pytest.importorskip(
        "pgserver", reason="PostgreSQL is not tested: no pgserver wheel for this platform."
    )
    folder = Path(home) / "data"
    try:
        server = pgserver.get_server(folder, cleanup_mode="delete")
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        shutil.rmtree(home)
        pytest.skip(f"PostgreSQL is not tested: pgserver cannot start it here: {error}")

    def tell(statements: str) -> str:
        """Run statements. A wrong one ends psql, so its test fails."""
        answer: str = server.psql(f"\\set ON_ERROR_STOP on\n{statements}")
        return answer

    tell("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")  # no test needs to survive a power cut
    sockets = server.get_uri().partition("host=")[2]
    at_once = ["-w", "-m", "immediate", "stop"]
    yield Postgres(
        f"postgresql+asyncpg://postgres@/postgres?host={sockets}",
        tell,
        lambda: pgserver.pg_ctl(at_once, pgdata=folder, user=server.system_user),
        server.ensure_postgres_running,
    )
    server.cleanup()
    shutil.rmtree(home)


@pytest.fixture(scope="session")
def postgres() -> Iterator[tuple[str, Psql]]:
    """Yield the URL of a PostgreSQL server, and a function that runs statements on it."""
    with started_postgres() as server:
        yield server.url, server.psql


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
async def both(url: str) -> AsyncIterator[Store]:
    """Yield an open store on an empty database. The test runs on SQLite and on PostgreSQL."""
    async with await Store.open(url) as store:
        yield store
