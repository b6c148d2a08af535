"""The outbox: in order within a channel, retries, giving up, recovery after a crash, exactly once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy import Connection, select, update
from structlog.contextvars import bound_contextvars, get_contextvars

from bot.posting import outbox
from bot.posting.delivery_check import MAYBE_ARRIVED
from bot.posting.outbox import Outbox
from db.records import Delivery, Due, Kind, NewAct, NewDelivery
from db.schema import deliveries
from db.store import Store
from sandbox.driver import PATIENCE
from tests.until import until

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def response(status: int) -> Any:
    """Return a response for discord.py's errors."""
    return SimpleNamespace(status=status, reason="said so")


class Post:
    """Receives posts.

    `trouble`: the errors of a text. `boards`: the texts that must arrive.
    """

    boards: tuple[str, ...] = ()

    def __init__(self, trouble: dict[str, list[Exception]] | None = None) -> None:
        self.trouble = trouble or {}
        self.sent: list[str] = []
        self.under_way: set[int] = set()
        self.overlap = False

    async def post(self, delivery: Delivery) -> int | None:
        self.overlap |= delivery.channel_id in self.under_way
        self.under_way.add(delivery.channel_id)
        await asyncio.sleep(0)
        self.under_way.discard(delivery.channel_id)
        if waiting := self.trouble.get(delivery.content):
            raise waiting.pop(0)
        self.sent.append(delivery.content)
        return len(self.sent)

    async def must_arrive(self, delivery: Delivery) -> bool:
        return delivery.content in self.boards


async def put(store: Store, channel: int, *texts: str) -> None:
    """Create a game in this channel that causes these posts."""
    await store.create_game(
        "toy",
        channel_id=channel,
        guild_id=None,
        host_id=1,
        act=NewAct(Kind.LOBBY, "new", 1),
        deliveries=[NewDelivery(channel, "text", text) for text in texts],
    )


async def run(store: Store, poster: Post, until: int, seconds: float = PATIENCE) -> Outbox:
    """Run the outbox until `until` posts are sent, and a little longer."""
    box = Outbox(store, poster)
    await box.start()
    async with asyncio.timeout(seconds):
        while len(poster.sent) < until:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    return box


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let retries come at once."""
    monkeypatch.setattr(outbox, "_find_retry_time", lambda attempts: datetime.now(UTC))


async def test_channels_side_by_side_each_in_order(store: Store) -> None:
    for channel in (1, 2, 3):
        await put(store, channel, *(f"{channel}.{n}" for n in range(4)))
    poster = Post()
    box = await run(store, poster, 12)
    for channel in (1, 2, 3):
        assert [t for t in poster.sent if t[0] == str(channel)] == [f"{channel}.{n}" for n in range(4)]
    assert not poster.overlap
    await box.close()


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ClientOSError(104, "Connection reset by peer"),
        discord.DiscordServerError(response(503), "unavailable"),
        discord.HTTPException(response(429), "too many"),
        TimeoutError(),
    ],
)
async def test_what_passes_is_tried_again_and_holds_up_its_channel(store: Store, error: Exception) -> None:
    await put(store, 1, "first", "second")
    poster = Post({"first": [error, error]})
    box = await run(store, poster, 2)
    assert poster.sent == ["first", "second"]
    await box.close()


@pytest.mark.parametrize(
    "error",
    [
        discord.Forbidden(response(403), "no"),
        discord.NotFound(response(404), "gone"),
        discord.HTTPException(response(400), "bad form"),
    ],
)
async def test_what_can_never_be_posted_holds_up_nobody(store: Store, error: Exception) -> None:
    await put(store, 1, "first", "second")
    await put(store, 2, "elsewhere")
    poster = Post({"first": [error] * 9})
    box = await run(store, poster, 2)
    assert sorted(poster.sent) == ["elsewhere", "second"]
    assert len(poster.trouble["first"]) == 8
    await box.close()


async def test_a_fault_of_ours_has_some_chances_and_then_holds_up_nobody(store: Store) -> None:
    await put(store, 1, "first", "second")
    poster = Post({"first": [RuntimeError("a fault")] * 9})
    box = await run(store, poster, 1)
    assert poster.sent == ["second"]
    assert len(poster.trouble["first"]) == 9 - outbox.MAX_ATTEMPTS
    await box.close()


@pytest.mark.parametrize("error", [discord.Forbidden(response(403), "no"), RuntimeError("a fault")])
async def test_the_board_of_a_running_game_is_never_given_up(
    store: Store, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused board holds up no other channel. It is tried again when its channel takes posts."""
    monkeypatch.setattr(outbox, "MAX_ATTEMPTS", 1)
    await put(store, 1, "board", "second")
    poster = Post({"board": [error]})
    poster.boards = ("board",)
    box = await run(store, poster, 1)
    assert poster.sent == ["second"]
    assert (await store.claim_due())[0] == ()
    due = (await store.claim_due(0))[1]
    assert due is not None
    assert timedelta(minutes=4) < due - datetime.now(UTC) < timedelta(minutes=6)
    await box.hasten(None, 2)
    assert (await store.claim_due())[0] == (), "another channel's news are no news"
    poster.trouble.clear()
    await box.hasten(None, 1)
    await until(lambda: len(poster.sent) == 2)
    assert poster.sent == ["second", "board"]
    await box.close()


async def test_what_a_crash_left_under_way_is_taken_up(store: Store) -> None:
    await put(store, 1, "first", "second")
    [left] = (await store.claim_due())[0]
    assert left.content == "first"
    poster = Post()
    box = await run(store, poster, 2)
    assert poster.sent == ["first", "second"]
    await box.close()


async def move_claims(store: Store, by: timedelta) -> None:
    """Move the claims of unsent posts, as if a clock that was ahead by this much had made them."""

    def work(connection: Connection) -> None:
        for row in connection.execute(select(deliveries).where(deliveries.c.claimed.is_not(None))).all():
            this = deliveries.c.id == row.id
            connection.execute(update(deliveries).where(this).values(claimed=row.claimed + by))

    await store._database.run(work)


@pytest.mark.parametrize("by", [-400 * DAY, -3 * HOUR, 3 * HOUR, 400 * DAY])
async def test_what_another_process_left_is_taken_over_whatever_its_clock_said(
    store: Store, monkeypatch: pytest.MonkeyPatch, by: timedelta
) -> None:
    monkeypatch.setattr(Store, "alone", False)
    monkeypatch.setattr(outbox, "LEASE", timedelta(seconds=0.1))
    await put(store, 1, "first", "second")
    await store.claim_due()
    await move_claims(store, by)
    poster = Post()
    box = await run(store, poster, 2)
    assert poster.sent == ["first", "second"]
    await box.close()


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("by", [-400 * DAY, 400 * DAY])
async def test_what_is_being_sent_is_sent_once_when_the_clock_is_set(
    store: Store, monkeypatch: pytest.MonkeyPatch, by: timedelta, alone: bool
) -> None:
    monkeypatch.setattr(Store, "alone", alone)
    monkeypatch.setattr(outbox, "LEASE", timedelta(seconds=0.05))
    sending, goes_on = asyncio.Event(), asyncio.Event()

    class Slow(Post):
        tries = 0

        async def post(self, delivery: Delivery) -> int | None:
            self.tries += 1
            sending.set()
            await goes_on.wait()
            return await super().post(delivery)

    await put(store, 1, "first")
    poster = Slow()
    box = Outbox(store, poster)
    await box.start()
    await sending.wait()
    await move_claims(store, by)
    box._ring()  # it looks back, as it does now and then
    await asyncio.sleep(0.15)  # and takes over what others have left
    goes_on.set()
    await until(lambda: poster.sent)
    await box.close()
    assert (poster.sent, poster.tries) == (["first"], 1)


async def test_a_post_that_never_ends_is_tried_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MAX_POST_SECONDS", 0.05)
    await put(store, 1, "first", "second")

    class Hangs(Post):
        tries = 0

        async def post(self, delivery: Delivery) -> int | None:
            self.tries += 1
            if self.tries == 1:
                await asyncio.Event().wait()
            return await super().post(delivery)

    poster = Hangs()
    box = await run(store, poster, 2)
    assert poster.sent == ["first", "second"]
    await box.close()


async def test_a_post_is_tried_again_if_what_it_waited_for_was_cancelled(store: Store) -> None:
    """For example, workers are replaced while they draw a picture.

    Otherwise the channel would stand still.
    """
    await put(store, 1, "first", "second")

    class Waits(Post):
        tries = 0

        async def post(self, delivery: Delivery) -> int | None:
            self.tries += 1
            if self.tries == 1:
                dropped = asyncio.get_running_loop().create_future()
                dropped.cancel()
                await dropped
            return await super().post(delivery)

    poster = Waits()
    box = await run(store, poster, 2)
    assert poster.sent == ["first", "second"]
    await box.close()


async def test_a_database_that_fails_when_a_post_is_noted_is_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message exists, so it must neither be posted twice nor hold up its channel."""
    monkeypatch.setattr(outbox, "AFTER_TROUBLE", 0.01)
    await put(store, 1, "first", "second")
    finish, failed = store.finish, list[int]()

    async def failing(delivery_id: int, message_id: int | None, limit: int) -> Due:
        if not failed:
            failed.append(delivery_id)
            raise OSError("disk full")
        return await finish(delivery_id, message_id, limit)

    monkeypatch.setattr(store, "finish", failing)
    poster = Post()
    box = await run(store, poster, 2)
    assert poster.sent == ["first", "second"]
    assert failed
    await box.close()


async def test_an_act_claims_what_it_causes_and_a_post_claims_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No separate transaction asks for due posts, because it would cost another disk write."""
    poster = Post()
    box = await run(store, poster, 0)

    async def asked(limit: int = 0) -> Due:
        raise AssertionError("nobody need ask")

    monkeypatch.setattr(store, "claim_due", asked)
    await put(store, 1, "first", "second")
    await until(lambda: poster.sent == ["first", "second"])
    await box.close()


async def test_what_is_held_back_is_posted_in_time(store: Store) -> None:
    soon = datetime.now(UTC) + timedelta(seconds=0.3)
    later = NewDelivery(1, "text", "later", soon)
    await store.create_game(
        "toy", channel_id=1, guild_id=None, host_id=1, act=NewAct(Kind.LOBBY, "new", 1), deliveries=[later]
    )
    poster = Post()
    box = await run(store, poster, 1)
    assert datetime.now(UTC) >= soon
    await box.close()


async def test_nothing_is_begun_after_the_end(store: Store) -> None:
    poster = Post()
    box = await run(store, poster, 0)
    await box.close()
    await put(store, 1, "late")
    box.wake()
    await asyncio.sleep(0.05)
    assert poster.sent == []
    again = await run(store, poster, 1)
    assert poster.sent == ["late"]
    await again.close()


async def test_what_is_being_sent_at_the_end_is_finished_and_noted(store: Store) -> None:
    await put(store, 1, "first")
    begun = asyncio.Event()

    class Slow(Post):
        async def post(self, delivery: Delivery) -> int | None:
            begun.set()
            await asyncio.sleep(0.1)
            return await super().post(delivery)

    box = Outbox(store, Slow())
    await box.start()
    await begun.wait()
    await box.close()
    assert await store.release_deliveries(datetime.now(UTC)) == 0


def test_waits_grow_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for attempts, seconds in ((1, 1), (2, 2), (5, 16), (50, 300)):
        before, again, after = datetime.now(UTC), outbox._find_retry_time(attempts), datetime.now(UTC)
        assert before <= again - timedelta(seconds=seconds) <= after


async def test_a_post_does_not_name_the_game_of_the_act_that_woke_the_outbox(store: Store) -> None:
    class Naming(Post):
        async def post(self, delivery: Delivery) -> int | None:
            named.append(get_contextvars())
            return await super().post(delivery)

    named: list[dict[str, Any]] = []
    await put(store, 7, "one")
    with bound_contextvars(rules="another", game=99):
        await (await run(store, Naming(), 1)).close()
    assert named == [{}]


async def test_a_post_that_discord_fails_on_does_not_hold_up_its_channel_for_ever(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_HELD_UP", timedelta(seconds=0.2))
    await put(store, 1, "heavy", "second")
    poster = Post({"heavy": [discord.DiscordServerError(response(500), "broken") for _ in range(10_000)]})
    box = await run(store, poster, 1)
    assert poster.sent == ["second"]
    due = (await store.claim_due(0))[1]
    assert due is not None
    assert timedelta(minutes=4) < due - datetime.now(UTC) < timedelta(minutes=6)
    query = select(deliveries.c.error).where(deliveries.c.content == "heavy")
    error = await store._database.run(lambda connection: connection.scalar(query))
    assert str(error).startswith(MAYBE_ARRIVED), "the next attempt looks for it first"
    await box.close()
