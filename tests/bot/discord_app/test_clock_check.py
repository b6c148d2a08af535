"""A clock that is set forward or back, with or without a running bot: everything is still due in time.

The clock is not set here. The stored times are moved instead, which looks the same to the bot.
"""

from __future__ import annotations

import ast
import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from bot.deadlines.adjournment import NOTICE, PATIENCE, Adjournment
from bot.deadlines.reminders import CALL
from bot.discord_app.clock_check import PLANNED, ClockCheck
from bot.learning.daily_puzzle import PuzzleOfTheDay
from bot.posting.outbox import MAX_RETRY_SECONDS, RETRY_REFUSED_AFTER, Outbox
from bot.story.post import CLOSE
from db.learning.dailies import KIND
from db.records import Daily, DailyPuzzle, Kind, NewAct, NewDelivery, Status
from db.schema import acts, deliveries, games, notes
from db.store import Store
from sandbox.driver import PATIENCE as IN_TIME
from tests.bot.callers import CHANNEL, make_lessons
from tests.bot.hours import Clock
from tests.bot.posting.test_outbox import Post

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
JUMPS = [400 * DAY, 3 * HOUR]


@pytest.fixture
async def clock(store: Store) -> Clock:
    return await Clock(store).begin()


class Set:
    """A bot whose clock was set."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.store, self.poster = clock, clock.store, Post()
        self.box = Outbox(self.store, self.poster)
        school = make_lessons(clock.room.table)
        self.daily = PuzzleOfTheDay(school, clock.people, lambda: clock.time)
        self.steady = 0.0
        self.check = ClockCheck(self.store, self.box, clock.reminders, [self.daily], lambda: self.steady)

    async def was_ahead(self, by: timedelta) -> None:
        """Move all stored times, as if the clock had been ahead by this much."""
        await self.store._database.run(move, by)


def move(connection: Connection, by: timedelta) -> None:
    for column in (acts.c.time, games.c.created, deliveries.c.not_before, deliveries.c.claimed):
        key = list(column.table.primary_key)
        for row in connection.execute(select(*key, column.label("at")).where(column.is_not(None))).all():
            this = [each == value for each, value in zip(key, row, strict=False)]
            connection.execute(update(column.table).where(*this).values({column: row.at + by}))
    for note in connection.execute(select(notes).where(notes.c.name == "clock")).all():
        call = json.loads(note.text)
        for name in ("since", "nudged"):
            if call.get(name):
                call[name] = (datetime.fromisoformat(call[name]) + by).isoformat()
        last = call.get("last", {})
        call["last"] = {user: (datetime.fromisoformat(at) + by).isoformat() for user, at in last.items()}
        this_note = (notes.c.game_id == note.game_id, notes.c.name == "clock")
        connection.execute(update(notes).where(*this_note).values(text=json.dumps(call)))


@pytest.fixture
def bot(clock: Clock) -> Set:
    return Set(clock)


@pytest.mark.parametrize("by", JUMPS)
async def test_reminders_come_in_time_after_a_clock_that_was_ahead(bot: Set, by: timedelta) -> None:
    await bot.was_ahead(by)
    await bot.check.start()
    [(call, at)] = await bot.clock.rings()
    assert call.since <= bot.clock.time
    assert at - bot.clock.time <= 12 * HOUR
    assert await bot.clock.ring() is not None


@pytest.mark.parametrize("by", JUMPS)
async def test_a_caretaker_plays_in_time_after_a_clock_that_was_ahead(bot: Set, by: timedelta) -> None:
    for _ in range(9):  # until the nudge
        await bot.clock.ring()
        [(call, _)] = await bot.clock.rings()
        if call.nudged is not None:
            break
    bot.clock.time = datetime.now(UTC)
    await bot.was_ahead(by)
    await bot.check.start()
    began = bot.clock.time
    await bot.clock.until_kept()
    assert bot.clock.time - began < 4 * DAY


@pytest.mark.parametrize("by", JUMPS)
async def test_after_a_jump_forward_people_are_told_before_a_caretaker_plays(bot: Set, by: timedelta) -> None:
    before = (await bot.clock.game()).serial
    bot.clock.time += by
    [(call, at)] = await bot.clock.rings()
    if at > bot.clock.time:
        return  # nothing is due yet, and nothing came
    await bot.store.cancel(bot.clock.id, CALL)
    assert await bot.clock.reminders.ring(bot.clock.id, call) is not None
    assert (await bot.clock.game()).serial == before, "no caretaker has played"
    [(_, later)] = await bot.clock.rings()
    assert later > bot.clock.time, "they have time to answer"


@pytest.mark.parametrize("by", JUMPS)
async def test_a_game_is_adjourned_in_time_after_a_clock_that_was_ahead(bot: Set, by: timedelta) -> None:
    await bot.was_ahead(by)
    await bot.check.start()
    adjourning = Adjournment(bot.clock.room.table, lambda: bot.clock.time)
    bot.clock.time += PATIENCE[Status.RUNNING] + HOUR
    await adjourning.look()
    bot.clock.time += NOTICE + HOUR
    await adjourning.look()
    assert (await bot.clock.game()).status is Status.ADJOURNED


@pytest.mark.parametrize("by", JUMPS)
async def test_after_a_jump_forward_a_game_is_not_adjourned_without_notice(bot: Set, by: timedelta) -> None:
    adjourning = Adjournment(bot.clock.room.table, lambda: bot.clock.time)
    await bot.was_ahead(-by)
    await adjourning.look()
    await adjourning.look()
    assert (await bot.clock.game()).status is Status.RUNNING


@pytest.mark.parametrize("by", JUMPS)
async def test_what_waits_for_the_outbox_is_posted_after_a_clock_that_was_ahead(
    bot: Set, by: timedelta
) -> None:
    now, longest = datetime.now(UTC), timedelta(seconds=MAX_RETRY_SECONDS)
    for channel, text in enumerate(("retried", "put off", "sending", "fresh")):
        post = NewDelivery(channel, "text", text)
        act = NewAct(Kind.LOBBY, "new", 1)
        await bot.store.create_game(
            "toy", channel_id=channel, guild_id=None, host_id=1, act=act, deliveries=[post]
        )
        for claimed in (await bot.store.claim_due())[0] if text != "fresh" else ():
            if text == "retried":
                await bot.store.mark_failed(claimed.id, "no", now + longest)
            elif text == "put off":
                await bot.store.put_off(claimed.id, "no", now + RETRY_REFUSED_AFTER[1])
    await bot.was_ahead(by)
    await bot.box.start()
    await bot.check.start()
    bot.box.wake()
    async with asyncio.timeout(IN_TIME):
        while not {"fresh", "sending"} <= set(bot.poster.sent):
            await asyncio.sleep(0.01)
    await bot.box.close()
    waits = select(deliveries).where(deliveries.c.state == "due", deliveries.c.kind == "text")
    for row in await bot.store._database.run(lambda c: c.execute(waits).all()):
        most = longest if row.content == "retried" else RETRY_REFUSED_AFTER[1]
        assert row.not_before <= datetime.now(UTC) + most


@pytest.mark.parametrize("by", JUMPS)
async def test_a_puzzle_of_the_day_comes_the_next_day_after_a_clock_that_was_ahead(
    bot: Set, by: timedelta
) -> None:
    ahead = bot.clock.time + by
    await bot.store.see_user(1, "Asha")
    daily = Daily(CHANNEL, 1, "aadu_huli", 18, "UTC", "en")
    await bot.store.dailies.set(daily, NewDelivery(CHANNEL, KIND, "", ahead + DAY))
    day = ahead.date().isoformat()
    await bot.store.dailies.choose(
        DailyPuzzle(CHANNEL, day, "aadu_huli", "x"), NewDelivery(CHANNEL, KIND, "", ahead)
    )
    await bot.check.start()
    due = await bot.store._database.run(
        lambda c: c.scalars(
            select(deliveries.c.not_before).where(deliveries.c.kind == KIND, deliveries.c.state == "due")
        ).all()
    )
    assert len(due) == 1
    assert due[0] <= bot.clock.time + 2 * DAY


async def list_due(bot: Set, kind: str) -> list[datetime]:
    query = select(deliveries.c.not_before).where(deliveries.c.kind == kind, deliveries.c.state == "due")
    return list(await bot.store._database.run(lambda c: c.scalars(query).all()))


@pytest.mark.parametrize("kind", PLANNED)
async def test_a_restart_leaves_what_is_held_back_at_its_time(bot: Set, kind: str) -> None:
    await bot.store.cancel(bot.clock.id, CALL)
    at = bot.clock.time + DAY - HOUR
    await bot.store.schedule(bot.clock.id, NewDelivery(CHANNEL, kind, "{}", at))
    await bot.check._repair_times()
    assert await list_due(bot, kind) == [at]


async def test_what_a_clock_that_was_ahead_holds_back_for_too_long_is_due(bot: Set) -> None:
    await bot.store.schedule(bot.clock.id, NewDelivery(CHANNEL, CLOSE, "{}", bot.clock.time + 400 * DAY))
    await bot.check.start()
    assert await list_due(bot, CLOSE) == [bot.clock.time]


def test_each_kind_of_delivery_that_is_held_back_is_known() -> None:
    held = {
        ast.unparse(call.args[1])
        for folder in ("bot", "db")
        for path in Path(folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "NewDelivery" and len(call.args) == 4
    }
    assert held == {"BEGIN", "CALL", "CLOSE", "KIND", "SHOW", "STANDINGS", "THREAD"}
    assert len(held) == len(PLANNED)


@pytest.mark.parametrize("by", [-HOUR, HOUR])
async def test_a_running_bot_notices_that_the_clock_was_set(
    bot: Set, by: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    mended: list[Any] = []

    async def mend(*given: Any) -> tuple[int, ...]:
        mended.append(given)
        return ()

    monkeypatch.setattr(bot.store, "mend_clock", mend)
    await bot.check.look()
    assert not mended, "it has not begun"
    await bot.check.start()
    bot.steady, bot.clock.time = 900.0, bot.clock.time + timedelta(seconds=910)
    await bot.check.look()
    assert len(mended) == 1, "a clock that runs a little fast was not set"
    bot.clock.time += by
    await bot.check.look()
    await bot.check.look()
    assert len(mended) == 2
