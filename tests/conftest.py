"""Settings that every test shares."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import create_engine

from db.migrate import migrate

# A busy machine is no reason to fail, and a run must be repeatable: long random fuzzing is `durbar fuzz`.
settings.register_profile("durbar", deadline=None, derandomize=True)
settings.load_profile("durbar")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that at the end no core waits for another."""
    items.sort(key=lambda item: "e2e" not in item.path.parts)


def pytest_collection_finish() -> None:
    """The tests and all that they have loaded stay: nobody need look through them for garbage."""
    gc.freeze()


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite store, to be copied: to make its tables takes longer than most tests."""
    file = tmp_path_factory.mktemp("blank") / "durbar.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    return file
