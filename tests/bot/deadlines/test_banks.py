"""A game with a bank of time: each act counts it, and reminders and the caretaker go by it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Connection, select, update

from bot.hosting.repairs import Repairs
from bot.settings.game_settings import SeatClock
from bot.views.board import BoardViews
from db.records import Kind, NewAct
from db.schema import acts
from db.store import Store
from tests.bot.callers import CHANNEL, caller
from tests.bot.hours import Clock

HOUR = timedelta(hours=1)


@pytest.fixture
async def clock(store: Store) -> Clock:
    return await Clock(store).begin("24h+4h", cards=9)


async def wait(clock: Clock, hours: float) -> None:
    """Let all acts so far be so much older."""

    def age(connection: Connection) -> None:
        for row in connection.execute(select(acts)).all():
            one = update(acts).where(acts.c.game_id == row.game_id, acts.c.serial == row.serial)
            connection.execute(one.values(time=row.time - timedelta(hours=hours)))

    await clock.store._database.run(age)


async def find_clock(clock: Clock, seat: str) -> SeatClock:
    return (await clock.settings()).clocks[seat]


async def test_an_answer_uses_the_bank_and_the_turn_adds_to_it(clock: Clock) -> None:
    stored = await clock.game()
    seat = clock.room.table.load_seated(stored).asked
    await wait(clock, 10)
    await clock.room.choose("pass")
    used, left = await find_clock(clock, seat)
    assert used == pytest.approx(36_000, abs=60)
    assert left in (pytest.approx(14 * 3600, abs=60), pytest.approx(18 * 3600, abs=60))
    text = (await BoardViews(clock.room.table).show_status(caller(channel=CHANNEL))).text
    assert "10 h" in text


async def test_the_caretaker_comes_when_the_bank_is_empty(clock: Clock) -> None:
    asked = clock.room.table.load_seated(await clock.game()).asked
    full = (await clock.settings()).with_(clocks={asked: SeatClock(0, 3600)}).to_json()
    await clock.store.set_settings(await clock.game(), full, act=NewAct(Kind.TABLE, "x", 0))
    await clock.reminders.plan(clock.id)
    begin = clock.time
    await clock.until_kept()
    assert clock.time - begin < 8 * HOUR, "an hour that was left, and 6 until the caretaker plays"


async def test_a_pause_takes_no_time(clock: Clock) -> None:
    repairs = Repairs(clock.reminders, BoardViews(clock.room.table), clock.room.lobby)
    seat = clock.room.table.load_seated(await clock.game()).asked
    await wait(clock, 2)
    await repairs.pause(caller(), True)
    assert (await find_clock(clock, seat)).used == pytest.approx(7200, abs=60)
    await wait(clock, 50)
    await repairs.pause(caller(), False)
    assert (await find_clock(clock, seat)).used == pytest.approx(7200, abs=60)
