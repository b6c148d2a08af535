"""Give each test its own store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.orders import draft
from bot.session import loaded_game, views
from bot.story import order_text
from db.store import Store
from rules.orders.buttons import controls
from tests.bot.callers import Room
from tests.stores import quick_store

PLAYED = (
    draft.find_outcome,
    loaded_game._list_choices,
    order_text._play_in_language,
    order_text.write_sentences,
    controls._find_ways,
)


@pytest.fixture(autouse=True)
def forget_turns() -> None:
    """Clear caches of played turns, because a test may replace a rule of the toy game."""
    for cached in PLAYED:
        cached.cache_clear()
    views._views.clear()


@pytest.fixture
async def store(blank: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """Yield an empty SQLite store."""
    async with quick_store(blank, tmp_path) as store:
        yield store


@pytest.fixture
async def room(store: Store) -> Room:
    """Return a channel without a game."""
    return Room(store)


@pytest.fixture
async def game(room: Room) -> Room:
    """Return a channel with a toy game that has started."""
    return await room.begin()
