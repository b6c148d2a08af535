"""Several seats that are asked at once get one reminder, which doesn't reveal who has answered."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.plans.question_plans import QuestionPlans
from bot.story.post import Post
from db.store import Store
from rules.asking import all_agree
from rules.words import Line, say
from tests.bot.callers import NORTH, SOUTH, caller
from tests.bot.hours import Clock
from tests.bot.presses import press
from tests.kernel import toy
from tests.kernel.toy import Toy
from tests.phrases import pattern, phrase, says

HOUR = timedelta(hours=1)
PEACE = say("Make peace"), say("Go on fighting")


async def council(s: Toy, seat: str, card: str) -> None:
    """An Event that both seats must accept or refuse."""
    refused = await all_agree((toy.enemy(seat), seat), say("Do you make peace?"), *PEACE, kind="peace")
    s.story.append(Line(say("War." if refused else "Peace.")))


@pytest.fixture
async def clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock in a game in which the South is asked, and the North with it."""
    monkeypatch.setattr(toy, "event", council)
    clock = await Clock(store).begin("3-days")
    await clock.room.choose("event")
    await clock.posted()
    assert await clock.silent() == SOUTH
    return clock


async def rung(clock: Clock) -> Post:
    post = await clock.ring()
    assert post is not None
    return post


async def test_all_who_have_not_answered_are_reminded(clock: Clock) -> None:
    post = await rung(clock)
    assert post.ping == (SOUTH, NORTH)
    assert says(post.text, "call.beside", people=phrase("asked.person", user=NORTH, seat="The North"))


async def test_who_has_answered_ahead_is_named_and_not_called(clock: Clock) -> None:
    before = (await rung(clock)).text
    ahead = QuestionPlans(clock.room.table)
    shown = await ahead.show(caller(NORTH), clock.id)
    yes = next(button for button in shown.buttons if button.verb == "early")
    await press(ahead, caller(NORTH), yes)
    post = await rung(clock)
    assert post.ping == (SOUTH,)
    left = re.compile(pattern("push.hours"))
    assert left.sub("", post.text) == left.sub("", before), "nobody reads that the North has answered"


@pytest.mark.parametrize(("hushed", "called"), [(SOUTH, NORTH), (NORTH, SOUTH)])
async def test_stopping_reminders_stops_only_ones_own(clock: Clock, hushed: int, called: int) -> None:
    await rung(clock)
    await clock.reminders.stop_for(caller(hushed), clock.id)
    assert (await rung(clock)).ping == (called,)


async def test_reminders_turned_off_by_one_come_to_the_other(clock: Clock) -> None:
    await clock.people.set(caller(SOUTH), "reminders", "off")
    await clock.reminders.plan(clock.id)
    assert (await rung(clock)).ping == (NORTH,)


async def test_the_earliest_reminder_comes_first_whoever_is_asked_first(clock: Clock) -> None:
    await clock.people.set(caller(SOUTH), "reminders", "30")
    await clock.people.set(caller(NORTH), "reminders", "5")
    await clock.reminders.plan(clock.id)
    [(call, at)] = await clock.rings()
    assert at - call.since == 5 * HOUR
    assert (await rung(clock)).ping == (NORTH,)
    [(call, at)] = await clock.rings()
    assert at - call.since == pytest.approx(10 * HOUR, abs=HOUR)
    assert call.calls == {NORTH: 1}, "the reminders of each are counted for themselves"


async def test_quiet_hours_of_one_do_not_put_off_the_other(clock: Clock) -> None:
    [(_, at)] = await clock.rings()
    await clock.people.set(caller(SOUTH), "quiet", f"{at.hour}-{(at.hour + 3) % 24}")
    await clock.reminders.plan(clock.id)
    assert (await rung(clock)).ping == (NORTH,)
    [(_, later)] = await clock.rings()
    assert later - at <= 3 * HOUR
    assert (await rung(clock)).ping == (SOUTH,), "when their quiet hours end"
