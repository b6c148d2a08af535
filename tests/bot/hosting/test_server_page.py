"""A server's page: who may switch it on, and the replies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.hosting.server_page import ServerPageSetting
from bot.orders.service import OrderService
from bot.replies.reply import Refused
from bot.settings.page_links import PageLinks
from db.store import Store
from tests.bot.callers import TOY, caller
from tests.kernel import toy

MANAGER = replace(caller(manages=True), manages_server=True)
BASE = "https://example.org/durbar"


def setting(store: Store, base: str = BASE) -> ServerPageSetting:
    """Return the service on a store."""
    return ServerPageSetting(OrderService(store, {toy.KEY: TOY}, lambda: None, page_links=PageLinks(base)))


async def test_on_off_and_a_new_address(store: Store) -> None:
    service = setting(store)
    assert await store.server_pages.find(1) is None
    assert BASE not in (await service.set(MANAGER, None)).text
    first = await service.set(MANAGER, "on")
    page = await store.server_pages.find(1)
    assert page is not None
    assert f"<{BASE}/s/{page.page}>" in first.text
    assert await service.set(MANAGER, "on") == await service.set(MANAGER, None) == first, (
        "it keeps its address"
    )
    await service.set(MANAGER, "new-address")
    renewed = await store.server_pages.find(1)
    assert renewed is not None
    assert renewed.page != page.page
    assert await store.server_pages.find_named(page.page) is None
    await service.set(MANAGER, "off")
    assert await store.server_pages.find(1) is None
    with pytest.raises(Refused):
        await service.set(MANAGER, "new-address")
    await service.set(MANAGER, "on")
    again = await store.server_pages.find(1)
    assert again is not None
    assert again.page not in (page.page, renewed.page)


@pytest.mark.parametrize("value", ["on", "off", "new-address", None])
async def test_only_who_manages_the_server(store: Store, value: str | None) -> None:
    """Managing only the channel is not enough. There is no page without a web server or outside a server."""
    await setting(store).set(MANAGER, "on")
    before = await store.server_pages.find(1)
    for who, base in (
        (caller(manages=True), BASE),
        (caller(), BASE),
        (MANAGER, ""),
        (replace(MANAGER, guild_id=None), BASE),
    ):
        with pytest.raises(Refused):
            await setting(store, base).set(who, value)
    assert await store.server_pages.find(1) == before
