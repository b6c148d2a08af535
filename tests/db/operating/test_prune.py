"""Pruning removes what is never needed again, a little at a time, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from db.operating import prune
from db.records import Daily, Kind, NewDelivery, Note, Status
from db.schema import acts, deliveries
from db.store import Store
from tests.db.table import ASHA, CHANNEL, act, move, post, started

LATER = datetime.now(UTC) + timedelta(days=1)
PLANNED = datetime(2099, 1, 1, tzinfo=UTC)


async def left(store: Store) -> list[tuple[str, str]]:
    """Return the kind and state of each delivery."""
    query = select(deliveries.c.kind, deliveries.c.state).order_by(deliveries.c.id)
    rows = await store._database.run(lambda connection: connection.execute(query).all())
    return [(row.kind, row.state) for row in rows]


async def all_pruned(store: Store) -> int:
    """Prune until nothing is left to remove; return the number of removed rows."""
    found = 0
    while some := await store.prune(LATER):
        found += some
    return found


async def posted(store: Store, kind: str, game: int) -> None:
    """Send a delivery of this kind."""
    await store.record_act(game, act=act(kind), deliveries=[NewDelivery(CHANNEL, kind, "{}")])
    claimed, _ = await store.claim_due()
    for delivery in claimed:
        await store.mark_sent(delivery.id, 77)


async def test_posts_that_are_done_with_go_and_boards_stay(store: Store) -> None:
    game = await started(store)
    for kind in ("board", "text", "board", "call"):
        await posted(store, kind, game.id)
    await store.schedule(game.id, NewDelivery(CHANNEL, "call", "{}", PLANNED))
    await store.schedule(game.id, NewDelivery(CHANNEL, "call", "{}", PLANNED))
    assert await all_pruned(store) == 3
    assert await left(store) == [("board", "sent"), ("board", "sent"), ("call", "due")]
    assert len(await store.list_posted(game.id, "board", 9)) == 2


async def test_what_is_of_today_stays(store: Store) -> None:
    game = await started(store)
    await posted(store, "text", game.id)
    await move(store, await store.load(game.id), "a", once=5)
    assert await store.prune(datetime.now(UTC) - timedelta(days=1)) == 0


async def test_what_was_given_up_can_be_retried_while_its_game_goes_on(store: Store) -> None:
    game = await started(store)
    await store.record_act(game.id, act=act("text"), deliveries=[post("one")])
    claimed, _ = await store.claim_due()
    await store.mark_failed(claimed[0].id, "no", None)
    await all_pruned(store)
    assert await left(store) == [("turn", "failed")]
    await store.end_game(await store.load(game.id), Status.DROPPED, "", act=act("end", Kind.END))
    await all_pruned(store)
    assert await left(store) == []


async def test_what_a_channel_was_to_read_without_a_game_goes_with_its_day(store: Store) -> None:
    await store.dailies.set(Daily(CHANNEL, ASHA, "toy", 18, "UTC", "en"), NewDelivery(CHANNEL, "daily", "1"))
    [delivery] = (await store.claim_due())[0]
    await store.mark_failed(delivery.id, "no", None)
    await all_pruned(store)
    assert await left(store) == []


async def test_spent_interactions_are_forgotten_and_their_acts_are_not(store: Store) -> None:
    game = await move(store, await started(store), "a", once=5)
    await move(store, game, "b", once=-(game.id << 32 | 3))
    assert await all_pruned(store) == 2
    assert await store.find_act(5) is None
    query = select(func.count()).select_from(acts)
    assert await store._database.run(lambda connection: connection.scalar(query)) == 5


async def test_what_was_written_for_seats_goes_with_the_game(store: Store) -> None:
    over, running = await started(store, 1), await started(store, 2)
    for game in (over, running):
        await store.write_notes(game.id, Note("red", "draft", 1, "march"))
    await store.end_game(over, Status.DROPPED, "", act=act("end", Kind.END))
    await all_pruned(store)
    assert await store.load_notes(over.id) == ()
    assert len(await store.load_notes(running.id)) == 1


async def test_a_little_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prune, "SOME", 2)
    game = await started(store)
    for _ in range(5):
        await store.schedule(game.id, NewDelivery(CHANNEL, "call", "{}", PLANNED))
    assert [await store.prune(LATER) for _ in range(3)] == [2, 2, 0]
