"""Webhooks and their events, on SQLite and on PostgreSQL: stored with the act, and with it alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from db.records import HookKind, NewDelivery, NewHook, ServerPage, Stale, Status
from db.store import Store
from tests.db.table import ASHA, CHANNEL, act, move, started

GUILD = 5


def hook(game_id: int | None, guild_id: int | None = GUILD) -> NewHook:
    """A webhook of a game or of a server."""
    return NewHook(game_id, guild_id, CHANNEL, ASHA, "https://example.org", "whsec_x")


async def list_waiting(store: Store) -> list[tuple[int, HookKind]]:
    """Take the events that are due, one after the other, and return their turns and kinds."""
    found = []
    while (due := await store.webhooks.list_due((), 10)).events:
        for event in due.events:
            found.append((event.turn, event.kind))
            await store.webhooks.finish(event.id)
    return found


async def test_a_webhook_is_set_found_and_removed(store: Store) -> None:
    game = await started(store)
    for game_id in (game.id, None):
        await store.webhooks.set(hook(game_id))
        await store.webhooks.set(hook(game_id))
        found = await store.webhooks.find(game_id, GUILD)
        assert found is not None
        assert found.game_id == game_id
        assert await store.webhooks.remove(game_id, GUILD)
        assert not await store.webhooks.remove(game_id, GUILD)


async def test_the_end_is_stored_with_its_act_alone(store: Store) -> None:
    game = await started(store)
    store.webhooks.on = True
    await store.webhooks.set(hook(game.id))
    await move(store, game, "a")
    assert await list_waiting(store) == []
    with pytest.raises(Stale):
        await store.end_game(game, Status.DROPPED, "", act=act())
    assert await list_waiting(store) == []
    await store.end_game(await store.load(game.id), Status.DROPPED, "", act=act())
    assert await list_waiting(store) == [(0, HookKind.END)]


async def test_events_wait_in_their_order_for_each_webhook(store: Store) -> None:
    """One that is tried again holds up its own; what was written first for an event stays."""
    game = await started(store)
    store.webhooks.on = True
    await store.webhooks.set(hook(game.id))
    await store.end_game(game, Status.DROPPED, "", act=act())
    [event] = (await store.webhooks.list_due((), 10)).events
    first = await store.webhooks.write_body(event, "one", [(HookKind.CHAPTER, "two")])
    second = await store.webhooks.write_body(event, "other", [(HookKind.CHAPTER, "other")])
    assert first == second
    assert first.body == "one"
    [earlier] = (await store.webhooks.list_due((), 10)).events
    assert (earlier.kind, earlier.body) == (HookKind.CHAPTER, "two"), "a chapter comes before the end"
    assert (await store.webhooks.list_due([earlier.hook_id], 10)).events == ()
    now = datetime.now(UTC)
    await store.webhooks.retry(earlier.id, now, now + timedelta(hours=1))
    due = await store.webhooks.list_due((), 10)
    assert due.events == ()
    assert due.more == now + timedelta(hours=1)
    await store.webhooks.retry(earlier.id, now + timedelta(hours=1), now)
    [again] = (await store.webhooks.list_due((), 10)).events
    assert (again.name, again.attempts, again.tried) == (earlier.name, 2, now)
    await store.webhooks.give_up(again.hook_id, game.id, NewDelivery(CHANNEL, "text", "{}"))
    assert await store.webhooks.find(game.id, GUILD) is None
    assert (await store.webhooks.list_due((), 10)).events == ()


async def test_the_page_of_a_server(store: Store) -> None:
    page = ServerPage(GUILD, "a" * 32, "fr")
    await store.server_pages.set(ServerPage(GUILD, "b" * 32, "en"))
    await store.server_pages.set(page)
    assert await store.server_pages.find(GUILD) == await store.server_pages.find_named("a" * 32) == page
    assert await store.server_pages.find_named("b" * 32) is None
    assert await store.server_pages.remove(GUILD)
    assert not await store.server_pages.remove(GUILD)
    assert await store.server_pages.find(GUILD) is None


async def test_an_event_from_a_clock_that_was_ahead_is_due_now(store: Store) -> None:
    game = await started(store)
    store.webhooks.on = True
    await store.webhooks.set(hook(game.id))
    await store.end_game(game, Status.DROPPED, "", act=act())
    [event] = (await store.webhooks.list_due((), 10)).events
    ahead = datetime.now(UTC) + timedelta(days=300)
    await store.webhooks.retry(event.id, ahead, ahead)
    now = datetime.now(UTC)
    await store.mend_clock(now, {}, timedelta(minutes=5), timedelta(hours=6))
    [again] = (await store.webhooks.list_due((), 10)).events
    assert again.tried == now
