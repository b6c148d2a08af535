"""Two processes store a row of the same key at the same moment: neither fails, and one row is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from db.records import Home, NewDelivery, NoticeBoard, Rank, ServerPage, Show
from db.store import Store

GUILD, HERE, ASHA = 1, 700, 101
FIRST = NewDelivery(HERE, "show", "{}", datetime(2026, 11, 22, tzinfo=UTC))
HOME, RANK, PAGE = Home(GUILD, HERE, ASHA), Rank(GUILD, 11, 1100, "en"), ServerPage(GUILD, "page", "en")
SHOW = Show(GUILD, HERE, ASHA, 18, "UTC", "en")

Step = Callable[[Store], Awaitable[object]]
# For each setting: how it is stored, how it is read, and what is read then.
SETTINGS: dict[str, tuple[Step, Step, object]] = {
    "home": (lambda store: store.homes.set(HOME), lambda store: store.homes.find(GUILD), HOME),
    "page": (lambda store: store.server_pages.set(PAGE), lambda store: store.server_pages.find(GUILD), PAGE),
    "rank": (lambda store: store.ranks.set(RANK), lambda store: store.ranks.list_ranks(GUILD), (RANK,)),
    "role": (
        lambda store: store.ranks.record(GUILD, ASHA, 11),
        lambda store: store.ranks.list_ranked(GUILD),
        {ASHA: 11},
    ),
    "show": (lambda store: store.shows.set(SHOW, FIRST), lambda store: store.shows.find(GUILD), SHOW),
}


async def store_together(step: Step, store: Store, rival: Store) -> None:
    await asyncio.gather(step(store), step(rival), step(store))


@pytest.mark.parametrize("name", SETTINGS)
async def test_one_is_kept(store: Store, rival: Store, name: str) -> None:
    write, read, expected = SETTINGS[name]
    await store_together(write, store, rival)
    assert await read(store) == expected


async def test_one_notice_board_is_kept(store: Store, rival: Store) -> None:
    board = NoticeBoard(GUILD, HERE, ASHA, "en")
    await store_together(lambda store: store.notice_boards.set(board), store, rival)
    kept = await store.notice_boards.find(GUILD)
    assert kept is not None
    assert kept.channel_id == HERE
