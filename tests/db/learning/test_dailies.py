"""A daily puzzle: one planned post for a channel, and one puzzle for a day, with any number of processes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from db.learning.dailies import KIND
from db.records import Daily, DailyPuzzle, NewDelivery, Progress
from db.store import Store
from tests.db.table import ASHA, BIRBAL, CHANNEL

DAILY = Daily(CHANNEL, ASHA, "toy", 18, "Asia/Kolkata", "fr")
TODAY = DailyPuzzle(CHANNEL, "2026-11-22", "toy", "0123abcd")


def post(content: str = "now", after: float = 0.0) -> NewDelivery:
    return NewDelivery(CHANNEL, KIND, content, datetime.now(UTC) + timedelta(hours=after))


async def claimed(store: Store) -> list[tuple[str, int]]:
    """Return the content and game of each delivery that can be claimed."""
    return [(each.content, each.game_id) for each in (await store.claim_due())[0]]


async def test_a_channel_has_one_puzzle_a_day_and_one_post_planned(store: Store) -> None:
    assert await store.dailies.find(CHANNEL) is None
    await store.dailies.set(DAILY, post("first"))
    await store.dailies.set(replace(DAILY, hour=9), post("second"))
    assert await store.dailies.find(CHANNEL) == replace(DAILY, hour=9)
    assert await claimed(store) == [("second", 0)]
    assert await store.dailies.list_unplanned() == (), "it is being posted"


async def test_what_is_not_planned_is_known(store: Store) -> None:
    await store.dailies.set(DAILY, post())
    [delivery] = (await store.claim_due())[0]
    await store.mark_sent(delivery.id, 1)
    assert await store.dailies.list_unplanned() == (DAILY,)
    await store.dailies.plan(post("later", 1))
    assert await store.dailies.list_unplanned() == ()


async def test_a_channel_that_wants_none_has_nothing_planned(store: Store) -> None:
    await store.dailies.set(DAILY, post())
    assert await store.dailies.stop(CHANNEL)
    assert not await store.dailies.stop(CHANNEL)
    await store.dailies.plan(post())
    assert await claimed(store) == []


async def test_a_day_has_one_puzzle_if_two_processes_choose(store: Store, rival: Store) -> None:
    await store.dailies.set(DAILY, post())
    assert await store.dailies.choose(TODAY, post("tomorrow")) == TODAY
    assert await rival.dailies.choose(replace(TODAY, puzzle="ffffffff"), post("tomorrow")) == TODAY
    await store.dailies.record_posted(CHANNEL, TODAY.day, 77)
    tomorrow = replace(TODAY, day="2026-11-23")
    await store.dailies.choose(tomorrow, post("the day after"))
    assert await rival.dailies.list_puzzles(CHANNEL) == (tomorrow, replace(TODAY, message_id=77))
    assert await claimed(store) == [("the day after", 0)]


async def test_who_tried_and_who_solved_is_counted(store: Store) -> None:
    first = await store.lessons.open(ASHA, "toy", "daily")
    await store.lessons.open(BIRBAL, "toy", "daily")
    await store.lessons.keep(replace(first, state=Progress.SOLVED))
    assert await store.lessons.tally("toy", "daily") == (2, 1)
    assert await store.lessons.tally("toy", "another") == (0, 0)


async def test_a_person_who_is_forgotten_has_tried_none(store: Store) -> None:
    await store.dailies.set(DAILY, post())
    mine = await store.lessons.open(ASHA, "toy", "daily")
    of_thread = await store.lessons.open(CHANNEL, "toy", "first")
    for user in (ASHA, BIRBAL, ASHA):
        await store.lessons.attend(of_thread.id, user)
    assert await store.lessons.list_attendees(of_thread.id) == tuple(sorted((ASHA, BIRBAL)))
    await store.forget(ASHA)
    assert await store.lessons.find(mine.id) is None
    assert await store.lessons.list_attendees(of_thread.id) == (BIRBAL,)
    kept = await store.dailies.find(CHANNEL)
    assert kept is not None
    assert kept.user_id < 0
