"""A daily puzzle: set, chosen, posted once, solved in private, explained the day after, counted in a row."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from bot.learning.daily_puzzle import Asked, PuzzleOfTheDay, choose_puzzle
from bot.learning.learner import is_daily, load_learner
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Call, Refused, Reply
from db.learning.dailies import KIND
from db.records import DailyPuzzle, Delivery, Progress
from db.store import Store
from rules.lessons.puzzle import PREFIX, load_ideas, load_puzzles
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, caller, make_lessons
from tests.bot.presses import press
from tests.kernel import toy
from tests.phrases import begins, pattern, phrase, says

GAME = "aadu_huli"
RULES = GAMES[GAME]
THERE = load_puzzles(RULES)
DAY = timedelta(days=1)
BEGUN = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Channel:
    """A channel with a daily puzzle, and the time, which tests set. Due puzzles are posted at once."""

    def __init__(self, store: Store) -> None:
        self.store, self.time, self.messages = store, BEGUN, list[Asked]()
        self.school = make_lessons(OrderService(store, GAMES, lambda: None))
        self.daily = PuzzleOfTheDay(self.school, PreferenceStore(store), lambda: self.time)

    async def planned(self) -> list[tuple[str, datetime | None]]:
        """Return the planned days and their times."""
        return [(each.content, each.not_before) for each in await self._due()]

    async def go_on(self, to: datetime) -> list[Asked]:
        """Set the time to `to`; post the puzzles that are due, and return them."""
        posted = list[Asked]()
        self.time = to
        while due := [each for each in await self._due() if each.not_before and each.not_before <= to]:
            assert len(due) == 1, "one is planned"
            asked = await self.taken(due[0])
            if asked is not None and asked.message_id is None:
                posted.append(asked)
                await self.posted(asked)
        return posted

    async def taken(self, delivery: Delivery) -> Asked | None:
        """Claim a delivery, as the outbox does."""
        await self.store._database.run(_sent, delivery.id)
        return await self.daily.prepare(delivery)

    async def posted(self, asked: Asked) -> None:
        self.messages.append(asked)
        await self.daily.record_posted(CHANNEL, asked, 9000 + len(self.messages))

    async def _due(self) -> list[Delivery]:
        return await self.store._database.run(_all_due)

    async def solve(self, user: int, *, wrong: bool = False, hint: bool = False) -> Reply:
        """Open the newest puzzle by its button, and give the best order.

        Before that, give a wrong order (`wrong`) or ask for a hint (`hint`).
        """
        answer = await press(self.daily, caller(user), self.messages[-1].buttons[0])
        assert answer.panel is not None
        number = answer.panel.mark.game
        record = await self.store.lessons.find(number)
        assert record is not None
        puzzle = THERE[record.lesson.rpartition("-")[2]]
        if hint:
            answer = await self.school.hint(caller(user), number)
        if wrong:
            await self.ordered(user, answer, puzzle.rest[0].keys)
            answer = await self.school.task(caller(user), number)
        return await self.ordered(user, answer, puzzle.best[0].keys)

    async def ordered(self, user: int, answer: Reply, keys: tuple[str, ...]) -> Reply:
        for key in keys:
            assert answer.panel is not None
            answer = await self.school.click(caller(user), answer.panel.mark, key)
        assert answer.panel is not None
        return await self.school.confirm(caller(user), answer.panel.mark, answer.panel.signature)


def _sent(connection: Any, delivery_id: int) -> None:
    from db.sending import outbox

    outbox.mark_sent(connection, delivery_id, None)


def _all_due(connection: Any) -> list[Delivery]:
    from sqlalchemy import select

    from db.schema import deliveries
    from db.sending.outbox import _read_delivery

    wanted = (deliveries.c.kind == KIND) & (deliveries.c.state == "due")
    return [_read_delivery(each) for each in connection.execute(select(deliveries).where(wanted)).all()]


@pytest.fixture
async def channel(store: Store) -> Channel:
    found = Channel(store)
    await found.daily.set(caller(manages=True), GAME, 18)
    return found


def at(day: int, hour: int = 18) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


# Setting it


async def test_who_manages_the_channel_sets_a_game_and_an_hour(store: Store) -> None:
    channel = Channel(store)
    assert says((await channel.daily.set(caller())).text, "daily.off")
    answer = await channel.daily.set(caller(manages=True), "Aadu", 18)
    assert phrase("daily.set", title="Aadu-Huli aata", hour="18:00", zone="UTC") in answer.text
    assert says(answer.text, "daily.there", n=len(THERE))
    assert await channel.planned() == [('"2026-11-22"', at(22))]
    later = await channel.daily.set(caller(manages=True), None, 9)
    assert says(later.text, "daily.set", hour="9:00")
    assert await channel.planned() == [('"2026-11-23"', at(23, 9))]
    assert says((await channel.daily.set(caller())).text, "daily.set")


async def test_the_hour_is_that_of_the_hosts_time_zone(store: Store) -> None:
    channel = Channel(store)
    await channel.daily.people.set(caller(manages=True), "zone", "Asia/Kolkata")
    await channel.daily.set(caller(manages=True), GAME, 18)
    assert await channel.planned() == [('"2026-11-22"', datetime(2026, 11, 22, 12, 30, tzinfo=UTC))]


async def test_nobody_else_may_set_or_stop_it(store: Store) -> None:
    channel = Channel(store)
    with pytest.raises(Refused, match=pattern("daily.not_you")):
        await channel.daily.set(caller(), GAME, 18)
    await channel.daily.set(caller(manages=True), GAME, 18)
    with pytest.raises(Refused, match=pattern("daily.not_you")):
        await channel.daily.stop(caller())
    assert phrase("button.no_daily") in (await channel.daily.stop(caller(manages=True))).text
    assert await channel.planned() == []
    assert await channel.go_on(at(22)) == []
    with pytest.raises(Refused, match=pattern("daily.off")):
        await channel.daily.stop(caller(manages=True))


async def test_a_game_without_puzzles_says_so(store: Store) -> None:
    games = {toy.KEY: cast(Any, toy), GAME: RULES}
    daily = PuzzleOfTheDay(
        make_lessons(OrderService(store, games, lambda: None)), PreferenceStore(store), lambda: BEGUN
    )
    with pytest.raises(Refused, match=pattern("daily.none", title="Toy Deccan")):
        await daily.set(caller(manages=True), toy.KEY, 18)
    with pytest.raises(Refused, match=pattern("puzzle.no_game")):
        await daily.set(caller(manages=True), "chess", 18)


# Posting it


async def test_it_comes_at_its_hour_every_day_with_a_button(channel: Channel) -> None:
    assert await channel.go_on(at(22, 17)) == []
    [asked] = await channel.go_on(at(22))
    assert begins(asked.text, "daily.head", title="Aadu-Huli aata")
    assert says(asked.text, "learn.task")
    assert [(button.verb, button.label) for button in asked.buttons] == [("daily", phrase("button.try"))]
    assert await channel.go_on(at(23, 17)) == []
    assert [each.day for each in await channel.go_on(at(23))] == ["2026-11-23"]
    assert await channel.planned() == [('"2026-11-24"', at(24))]


async def test_the_right_order_is_told_the_day_after_behind_a_veil(channel: Channel) -> None:
    [first] = await channel.go_on(at(22))
    puzzle = (await channel.store.dailies.list_puzzles(CHANNEL))[0].puzzle
    assert "||" not in first.text
    await channel.solve(NORTH)
    await channel.solve(SOUTH, wrong=True)
    await press(channel.daily, caller(GUEST), first.buttons[0])
    [second] = await channel.go_on(at(23))
    right = second.text.splitlines()[0]
    assert begins(right, "daily.last")
    assert right.endswith("||")
    assert right.count("||") == 2
    assert f". {load_ideas(RULES)[THERE[puzzle].idea].right}" in right, "the order is a sentence of its own"
    assert phrase("daily.solved", n=2, tried=3) in second.text
    [third] = await channel.go_on(at(24))
    assert phrase("daily.untried") in third.text


async def test_days_that_were_missed_are_not_made_up(channel: Channel) -> None:
    await channel.go_on(at(22))
    [late] = await channel.go_on(at(26, 23))
    assert late.day == "2026-11-26", "late, but on its day"
    assert await channel.go_on(at(29, 3)) == [], "the day before is over"
    assert await channel.planned() == [('"2026-11-29"', at(29))]


async def test_a_restart_posts_nothing_twice_and_plans_what_is_not_planned(channel: Channel) -> None:
    [due] = await channel._due()
    channel.time = at(22)
    first = await channel.taken(due)
    assert first is not None  # and now it dies, before or after it was posted
    again = Channel(channel.store)
    again.time = at(22, 19)
    await again.daily.start()
    assert await again.daily.prepare(due) == first
    await again.posted(first)
    told = await again.daily.prepare(due)
    assert told is not None
    assert told.message_id == 9001, "it stands in the channel"
    assert await again.planned() == [('"2026-11-23"', at(23))]
    await again.store.dailies._database.run(_call_off)
    await again.daily.start()
    await again.daily.start()
    assert await again.planned() == [('"2026-11-23"', at(23))]


def _call_off(connection: Any) -> None:
    from db.learning.dailies import _cancel

    _cancel(connection, CHANNEL)


async def test_two_processes_that_post_at_once_choose_the_same(channel: Channel) -> None:
    [due] = await channel._due()
    other = Channel(channel.store)
    channel.time = other.time = at(22)
    one, two = await asyncio.gather(channel.daily.prepare(due), other.daily.prepare(due))
    assert one == two
    assert len(await channel.store.dailies.list_puzzles(CHANNEL)) == 1


async def test_another_hour_on_the_same_day_brings_no_second_puzzle(channel: Channel) -> None:
    await channel.go_on(at(22))
    await channel.daily.set(caller(manages=True), GAME, 20)
    assert await channel.planned() == [('"2026-11-23"', at(23, 20))]


def test_none_comes_again_before_all_have_been_there() -> None:
    before: list[DailyPuzzle] = []
    for day in range(2 * len(THERE)):
        name = str(BEGUN.date() + day * DAY)
        chosen = choose_puzzle(RULES, name, before)
        assert chosen is not None
        assert chosen == choose_puzzle(RULES, name, before), "always the same"
        assert not before or chosen != before[0].puzzle, "never twice one after the other"
        before.insert(0, DailyPuzzle(CHANNEL, name, GAME, chosen, 1))
        had = Counter(each.puzzle for each in before)
        assert max(had.values()) - min(had[key] for key in THERE) <= 1
    assert choose_puzzle(cast(Any, toy), "2026-11-22", ()) is None


# Solving it, and rows


async def told(channel: Channel, user: int) -> str:
    return (await channel.school.puzzle(caller(user), GAME)).text


async def test_days_in_a_row_are_counted_and_said(channel: Channel) -> None:
    await channel.go_on(at(22))
    answer = await channel.solve(NORTH)
    assert says(answer.text, "daily.row", n=1, clean=1)
    await channel.go_on(at(23))
    assert says(await told(channel, NORTH), "daily.row", n=1, clean=1), "the day is not over"
    answer = await channel.solve(NORTH, wrong=True)
    assert says(answer.text, "daily.row", n=2, clean=1)
    await channel.go_on(at(24))
    await channel.go_on(at(25))
    assert not says(await told(channel, NORTH), "daily.row"), "a day was left out"
    assert not says(await told(channel, SOUTH), "daily.row")


async def test_a_day_on_which_none_was_posted_ends_no_row(channel: Channel) -> None:
    await channel.go_on(at(22))
    await channel.solve(NORTH)
    await channel.go_on(at(26))
    assert says((await channel.solve(NORTH, hint=True)).text, "daily.row", n=2)


async def test_what_is_told_already_counts_no_more(channel: Channel) -> None:
    [first] = await channel.go_on(at(22))
    began = await press(channel.daily, caller(), first.buttons[0])
    assert began.panel is not None
    await channel.go_on(at(23))
    answer = await press(channel.daily, caller(SOUTH), first.buttons[0])
    assert says(answer.text, "daily.over")
    [record] = await channel.store.lessons.list_of(SOUTH)
    assert record.lesson.startswith(PREFIX)
    mine = await channel.store.lessons.find(began.panel.mark.game)
    assert mine is not None
    assert is_daily(mine.lesson)
    best = THERE[mine.lesson.rpartition("-")[2]].best[0].keys
    assert says((await channel.ordered(NORTH, began, best)).text, "puzzle.right")
    assert (await load_learner(channel.store, NORTH)).write_days() == []


async def test_what_was_shown_counts_for_no_row(channel: Channel) -> None:
    [first] = await channel.go_on(at(22))
    answer = await press(channel.daily, caller(), first.buttons[0])
    assert answer.panel is not None
    await channel.school.show(caller(), answer.panel.mark.game)
    assert says((await channel.solve(NORTH)).text, "puzzle.right")
    [record] = await channel.store.lessons.list_of(NORTH)
    assert record.state is Progress.SHOWN


async def test_a_puzzle_solved_on_its_day_is_not_given_again(channel: Channel) -> None:
    await channel.go_on(at(22))
    await channel.solve(NORTH)
    [record] = await channel.store.lessons.list_of(NORTH)
    solved = record.lesson.rpartition("-")[2]
    for key in THERE:
        if key != solved:
            record = await channel.store.lessons.open(NORTH, GAME, f"{PREFIX}{key}")
            await channel.store.lessons.keep(replace(record, state=Progress.SOLVED))
    assert says(await told(channel, NORTH), "puzzle.all")


async def test_what_is_no_post_of_ours_is_refused(channel: Channel) -> None:
    for about in ("", "700", "700:2026-11-01", "x:2026-11-22", f"{10**20}:1"):
        with pytest.raises(Refused):
            await press(channel.daily, caller(), Call("daily", about))
