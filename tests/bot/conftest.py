"""A store of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from tests.bot.callers import Room
from tests.stores import quick_store


@pytest.fixture
async def store(blank: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty SQLite store."""
    async with quick_store(blank, tmp_path) as store:
        yield store


@pytest.fixture
async def room(store: Store) -> Room:
    """A channel without a game."""
    return Room(store)


@pytest.fixture
async def game(room: Room) -> Room:
    """A channel with a toy game that has begun."""
    return await room.begin()
