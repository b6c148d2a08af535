"""Settings that every test shares."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import create_engine

from db.migrate import migrate

Psql = Callable[[str], str]
# What empties a PostgreSQL database of all its tables.
EMPTY = "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public;"

# A busy machine is no reason to fail, and a run must be repeatable: long random fuzzing is `durbar fuzz`.
settings.register_profile("durbar", deadline=None, derandomize=True)
settings.load_profile("durbar")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that at the end no core waits for another."""
    items.sort(key=lambda item: "e2e" not in item.path.parts)


def pytest_collection_finish() -> None:
    """The tests and all that they have loaded stay: nobody need look through them for garbage. What a test
    leaves is little: a look now and then will do."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite store, to be copied: to make its tables takes longer than most tests."""
    file = tmp_path_factory.mktemp("blank") / "durbar.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    return file


@dataclass(frozen=True)
class Postgres:
    """A PostgreSQL server of our own. `psql` runs statements, and returns what they print."""

    url: str
    psql: Psql
    end: Callable[[], object]  # at once, as if its machine were switched off
    begin: Callable[[], object]  # again


@contextmanager
def started_postgres() -> Iterator[Postgres]:
    """Start a server in a new folder; skip the test where that can't be."""
    home = tempfile.mkdtemp(prefix="durbar-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", home)  # pgserver asks for it when it is imported
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
        """Run statements; a wrong one ends psql, so that its test fails."""
        answer: str = server.psql(f"\\set ON_ERROR_STOP on\n{statements}")
        return answer

    tell("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")  # no power cut ends a test
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
    """The URL of a PostgreSQL server, and a way to tell it things."""
    with started_postgres() as server:
        yield server.url, server.psql
