"""Who sets the webhook of a table or a server, and what it is answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.hosting.webhook import WebhookSetting
from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings
from bot.settings.page_links import PageLinks
from bot.settings.webhook_address import Mode
from db.records import Kind, NewAct
from db.store import Store
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller

ADDRESS = "https://example.org/hook"
MANAGER = replace(caller(SOUTH, manages=True), manages_server=True)


async def setting(room: Room, mode: Mode = "on", base: str = "https://example.org") -> WebhookSetting:
    """The service beside a game whose page is on."""
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    settings = GameSettings.of(stored).on_web("without-names").to_json()
    await room.store.set_settings(stored, settings, act=NewAct(Kind.TABLE, "web", NORTH))
    room.table.page_links = PageLinks(base)
    return WebhookSetting(room.table, mode)


async def find(store: Store, *, server: bool = False) -> str | None:
    """The address that is set."""
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    hook = await store.webhooks.find(None if server else stored.id, 1)
    return None if hook is None else hook.address


async def test_a_host_sets_and_removes_it(game: Room) -> None:
    """The secret is shown once."""
    service = await setting(game)
    assert ADDRESS not in (await service.set(caller(), None, "table")).text
    answer = await service.set(caller(), ADDRESS, "table")
    assert "whsec_" in answer.text
    assert answer.public == ""
    assert await find(game.store) == ADDRESS
    shown = await service.set(caller(), None, "table")
    assert ADDRESS in shown.text
    assert "whsec_" not in shown.text
    again = await service.set(caller(), ADDRESS, "table")
    assert again.text != answer.text, "another secret"
    await service.set(caller(), "off", "table")
    assert await find(game.store) is None


async def test_the_manager_of_a_server_sets_it_for_all_tables(game: Room) -> None:
    service = await setting(game)
    await service.set(MANAGER, ADDRESS, "server")
    assert await find(game.store, server=True) == ADDRESS
    assert await find(game.store) is None
    await service.set(MANAGER, f"{ADDRESS}/2", "table")
    assert await find(game.store, server=True) == ADDRESS
    assert await find(game.store) == f"{ADDRESS}/2"


async def test_nobody_else_does(game: Room) -> None:
    """Nor does anybody where the operator has not switched them on, or where the page is off."""
    service = await setting(game)
    for who, scope in (
        (caller(SOUTH), "table"),
        (caller(SOUTH), "server"),
        (caller(NORTH), "server"),
        (caller(SOUTH, manages=True), "server"),
        (replace(MANAGER, guild_id=None), "server"),
    ):
        for address in (ADDRESS, "off", None):
            with pytest.raises(Refused):
                await service.set(who, address, scope)
    for other in (await setting(game, "off"), await setting(game, base="")):
        with pytest.raises(Refused):
            await other.set(caller(), ADDRESS, "table")
    service = await setting(game)
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    off = GameSettings.of(stored).on_web("off").to_json()
    await game.store.set_settings(stored, off, act=NewAct(Kind.TABLE, "web", NORTH))
    with pytest.raises(Refused):
        await service.set(caller(), ADDRESS, "table")
    assert await find(game.store) is None


@pytest.mark.parametrize("address", ["http://example.org", "https://10.0.0.1/", "https://localhost/", "x"])
async def test_an_address_that_may_not_be_called(game: Room, address: str) -> None:
    service = await setting(game)
    with pytest.raises(Refused):
        await service.set(caller(), address, "table")
    assert await find(game.store) is None
