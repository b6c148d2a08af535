"""The turn of the day, on SQLite and on PostgreSQL: one planned post for a server, and one turn for a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from db.clubs.shows import SHOW
from db.records import NewDelivery, Show, ShownTurn
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, CHANNEL, GUILD, started

HERE = 2**61 + 78
SETTING = Show(GUILD, HERE, ASHA, 18, "Asia/Kolkata", "fr")


def post(content: str = "now", after: float = 0.0, channel: int = HERE) -> NewDelivery:
    return NewDelivery(channel, SHOW, content, datetime.now(UTC) + timedelta(hours=after))


async def claim(store: Store) -> list[tuple[str, int]]:
    """Return the content and channel of each post that can be claimed."""
    return [(each.content, each.channel_id) for each in (await store.claim_due())[0] if each.kind == SHOW]


async def test_a_server_has_one_show_and_one_planned_post(store: Store, rival: Store) -> None:
    assert await store.shows.find(GUILD) is None
    await store.shows.set(SETTING, post("first"))
    moved = replace(SETTING, channel_id=CHANNEL, hour=9)
    await rival.shows.set(moved, post("second", channel=CHANNEL))
    assert await store.shows.find(GUILD) == await store.shows.find_in_channel(CHANNEL) == moved
    assert await store.shows.find_in_channel(HERE) is None
    assert await claim(store) == [("second", CHANNEL)]
    assert await store.shows.list_unplanned() == (), "it is being posted"
    assert await store.shows.stop(GUILD)
    assert not await store.shows.stop(GUILD)
    await store.shows.plan(post())
    assert await claim(store) == []


async def test_a_day_has_one_turn_if_two_processes_choose(store: Store, rival: Store) -> None:
    game = await started(store)
    today = ShownTurn(GUILD, "2026-11-28", game.id, 3, "{}")
    await store.shows.set(SETTING, post())
    assert await store.shows.choose(today, post("tomorrow")) == today
    assert await rival.shows.choose(replace(today, turn=4), post("tomorrow")) == today
    await store.shows.record_posted(today, 77)
    assert await rival.shows.list_shown(GUILD) == (replace(today, message_id=77),)
    [waiting] = (await store.claim_due())[0]
    assert waiting.content == "now", "it posts the turn"
    await store.mark_sent(waiting.id, 77)
    assert await claim(store) == [("tomorrow", HERE)]


async def test_a_show_without_a_plan_is_found(store: Store) -> None:
    await store.shows.set(SETTING, post())
    [delivery] = (await store.claim_due())[0]
    await store.mark_sent(delivery.id, 1)
    assert await store.shows.list_unplanned() == (SETTING,)


async def test_a_manager_who_is_forgotten_has_no_name(store: Store) -> None:
    await store.shows.set(SETTING, post())
    await store.forget(ASHA)
    kept = await store.shows.find(GUILD)
    assert kept is not None
    assert kept.user_id < 0


async def test_a_clock_that_was_ahead_leaves_no_post_in_the_far_future(store: Store) -> None:
    game = await started(store)
    await store.shows.set(SETTING, post(after=24 * 30))
    far = ShownTurn(GUILD, "2099-01-01", game.id, 1, "{}")
    await store.shows.choose(far, post(after=24 * 30))
    await store.mend_clock(now(), {SHOW: None}, timedelta(minutes=5), timedelta(hours=6))
    assert await store.shows.list_unplanned() == (SETTING,)
    assert await store.shows.list_shown(GUILD) == ()
