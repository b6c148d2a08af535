"""Two processes store a row of the same key at the same moment: the later one replaces the earlier."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from db.records import Home, NewDelivery, NoticeBoard, Rank, ServerPage, Show
from db.store import Store

GUILD, HERE, ASHA = 1, 700, 101
FIRST = NewDelivery(HERE, "show", "{}", datetime(2026, 11, 22, tzinfo=UTC))

SETTINGS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "home": lambda store: store.homes.set(Home(GUILD, HERE, ASHA)),
    "notice board": lambda store: store.notice_boards.set(NoticeBoard(GUILD, HERE, ASHA, "en")),
    "page": lambda store: store.server_pages.set(ServerPage(GUILD, "page", "en")),
    "rank": lambda store: store.ranks.set(Rank(GUILD, 11, 1100, "en")),
    "role": lambda store: store.ranks.record(GUILD, ASHA, 11),
    "show": lambda store: store.shows.set(Show(GUILD, HERE, ASHA, 18, "UTC", "en"), FIRST),
}


@pytest.mark.parametrize("name", SETTINGS)
async def test_both_are_stored(store: Store, rival: Store, name: str) -> None:
    await asyncio.gather(SETTINGS[name](store), SETTINGS[name](rival), SETTINGS[name](store))
