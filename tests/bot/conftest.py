"""A store of its own for each test."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from tests.bot.people import Room


@pytest.fixture
async def store(blank: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty SQLite store."""
    file = shutil.copy(blank, tmp_path)
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        yield store


@pytest.fixture
async def room(store: Store) -> Room:
    """A channel without a game."""
    return Room(store)


@pytest.fixture
async def game(room: Room) -> Room:
    """A channel with a toy game that has begun."""
    return await room.begin()
