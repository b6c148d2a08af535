"""Deliveries: once, in order, one at a time in a channel, and never lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from db.records import Transit
from db.store import Store
from sandbox.driver import PATIENCE
from tests.db.table import CHANNEL, act, lobby, post

SOON = timedelta(hours=1)


async def contents(store: Store, limit: int = 20) -> list[str]:
    return [delivery.content for delivery in (await store.claim_due(limit))[0]]


async def test_posts_of_a_channel_come_in_order_and_one_at_a_time(store: Store) -> None:
    game = await lobby(store)
    await store.record_act(game.id, act=act(), deliveries=[post("one"), post("two"), post("aside", 5)])
    await store.record_act(game.id, act=act(), deliveries=[post("three")])

    first, aside = (await store.claim_due())[0]
    assert (first.content, aside.content) == ("one", "aside")
    assert (first.channel_id, first.game_id, first.kind, first.state) == (
        CHANNEL,
        game.id,
        "turn",
        Transit.SENDING,
    )
    assert first.nonce.startswith(f"{game.id}.")
    assert len({first.nonce, aside.nonce}) == 2
    assert max(map(len, (first.nonce, aside.nonce))) <= 25, "Discord takes no more"
    assert first.attempts == 1
    assert await contents(store) == []
    await store.mark_sent(aside.id, 7)
    assert await contents(store) == []
    await store.mark_sent(first.id, None)
    (second,) = (await store.claim_due())[0]
    await store.mark_sent(second.id, 8)
    (third,) = (await store.claim_due())[0]
    assert (second.content, third.content) == ("two", "three")


async def test_only_so_many_as_asked_for(store: Store) -> None:
    game = await lobby(store)
    await store.record_act(
        game.id, act=act(), deliveries=[post(str(channel), channel) for channel in range(5)]
    )
    assert await contents(store, 3) == ["0", "1", "2"]
    assert await contents(store, 3) == ["3", "4"]


async def test_a_post_that_fails_is_tried_again_before_those_after_it(store: Store) -> None:
    game = await lobby(store)
    await store.record_act(game.id, act=act(), deliveries=[post("one"), post("two")])
    (first,) = (await store.claim_due())[0]
    later = datetime.now(UTC) + SOON
    await store.mark_failed(first.id, "503", later)
    assert await contents(store) == []
    assert (await store.claim_due(0))[1] == later

    assert await store.release_deliveries(datetime.now(UTC)) == 0  # nobody is sending it
    assert await contents(store) == []


async def test_a_second_attempt_says_so(store: Store) -> None:
    game = await lobby(store)
    await store.record_act(game.id, act=act(), deliveries=[post("one"), post("two")])
    (first,) = (await store.claim_due())[0]
    await store.mark_failed(first.id, "503", datetime.now(UTC))
    (second,) = (await store.claim_due())[0]
    assert second == replace(first, attempts=2, error="503", not_before=second.not_before)
    await store.mark_sent(second.id, 1)
    assert await contents(store) == ["two"]


async def test_a_post_that_is_given_up_lets_the_channel_go_on(store: Store) -> None:
    game = await lobby(store)
    await store.record_act(game.id, act=act(), deliveries=[post("one"), post("two")])
    (first,) = (await store.claim_due())[0]
    await store.mark_failed(first.id, "403", None)
    assert await contents(store) == ["two"]


async def test_what_is_put_off_on_purpose_does_not_hold_up_the_rest(store: Store) -> None:
    game = await lobby(store)
    later = datetime.now(UTC) + SOON
    await store.record_act(
        game.id, act=act(), deliveries=[replace(post("reminder"), not_before=later), post("now")]
    )
    at = (await store.claim_due(0))[1]
    assert at is not None
    assert at <= datetime.now(UTC)
    (now,) = (await store.claim_due())[0]
    assert now.content == "now"
    assert (await store.claim_due(0))[1] is None  # the reminder waits for the post under way
    await store.mark_sent(now.id, 1)
    assert (await store.claim_due(0))[1] == later
    assert await contents(store) == []


async def test_what_was_put_off_comes_when_it_is_due_and_waits_its_turn(store: Store) -> None:
    game = await lobby(store)
    past = datetime.now(UTC) - SOON
    await store.record_act(
        game.id, act=act(), deliveries=[post("now"), replace(post("reminder"), not_before=past)]
    )
    assert await contents(store) == ["now"]
    assert await contents(store) == []


async def test_nothing_to_wait_for(store: Store) -> None:
    assert (await store.claim_due(0))[1] is None
    assert (await store.claim_due())[0] == ()


async def test_after_a_crash_what_was_being_sent_is_due_again(store: Store) -> None:
    game = await lobby(store)
    await store.record_act(game.id, act=act(), deliveries=[post("one"), post("two")])
    (first,) = (await store.claim_due())[0]
    assert first.first_tried is not None
    assert await store.release_deliveries(first.first_tried) == 0  # somebody may still be at it
    assert await store.release_deliveries(kept=[first.id]) == 0
    assert await store.release_deliveries() == 1
    (again,) = (await store.claim_due())[0]
    assert again == replace(first, attempts=2)
    await store.mark_sent(again.id, 1)
    await store.mark_failed(again.id, "too late", datetime.now(UTC))  # of a sender who was thought dead
    assert await contents(store) == ["two"]


async def test_two_processes_never_get_the_same(store: Store, rival: Store) -> None:
    game = await lobby(store)
    await store.record_act(game.id, act=act(), deliveries=[post(str(n), n % 10) for n in range(60)])
    got: list[str] = []

    async def send(where: Store) -> None:
        while len(got) < 60:
            for delivery in (await where.claim_due(3))[0]:
                got.append(delivery.content)
                await where.mark_sent(delivery.id, 1)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(send(store), send(rival), send(store))
    assert sorted(got, key=int) == [str(n) for n in range(60)]
    for channel in range(10):
        assert [content for content in got if int(content) % 10 == channel] == [
            str(n) for n in range(channel, 60, 10)
        ]
