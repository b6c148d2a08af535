"""Lessons in a thread: all read them, anybody answers, and they count for everybody who took part."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.language.words import speak_within
from bot.learning.group_lessons import GroupLessons
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from db.records import Progress
from db.store import Store
from rules.lessons.lesson import read_course
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, caller, make_lessons
from tests.phrases import begins, pattern, phrase, says

THREAD = 800
GAME, GOATS = "aadu_huli", "aadu_huli:goats"
COUNT = len(read_course(GAMES["aadu_huli"]))
LESSON = read_course(GAMES[GAME])["goats"]


@pytest.fixture
def group_lessons(store: Store) -> GroupLessons:
    return GroupLessons(make_lessons(OrderService(store, GAMES, lambda: None)))


def inside(user: int = NORTH) -> Caller:
    """Return a person in the thread."""
    return caller(user, THREAD)


def place(answer: Reply) -> Mark:
    assert answer.panel is not None
    return answer.panel.mark


async def read(group_lessons: GroupLessons) -> Reply:
    """Let Asha open the first lesson in private, then for all."""
    mine = await group_lessons.service.open(caller(), GOATS)
    assert [button.verb for button in mine.buttons][-1] == "class"
    return await group_lessons.open_for(caller(), int(mine.buttons[-1].about), THREAD)


async def begun(group_lessons: GroupLessons) -> Reply:
    """Return this lesson at its task, which Asha has opened."""
    return await tasked(group_lessons, inside(), await read(group_lessons))


async def tasked(group_lessons: GroupLessons, by: Caller, answer: Reply) -> Reply:
    number = int(answer.buttons[0].about)
    return await group_lessons.take(by, number, lambda by: group_lessons.service.task(by, number))


async def tapped(group_lessons: GroupLessons, user: int, mark: Mark, key: str) -> Reply:
    """Answer with a button, as its handler does."""
    return await group_lessons.take(
        inside(user), mark.game, lambda by: group_lessons.service.click(by, mark, key)
    )


async def confirmed(group_lessons: GroupLessons, user: int, answer: Reply) -> Reply:
    panel = answer.panel
    assert panel is not None
    return await group_lessons.take(
        inside(user),
        panel.mark.game,
        lambda by: group_lessons.service.confirm(by, panel.mark, panel.signature),
    )


async def state(store: Store, user: int) -> Progress | None:
    known = {record.lesson: record.state for record in await store.lessons.list_of(user)}
    return known.get("goats")


async def test_a_lesson_is_opened_for_all_with_what_is_needed_to_answer(group_lessons: GroupLessons) -> None:
    answer = await read(group_lessons)
    assert answer.public == "en"
    assert begins(answer.text, "class.by", user=NORTH)
    assert says(answer.text, "learn.head", n=1, count=COUNT, title="Save a Goat")
    answer = await tasked(group_lessons, inside(SOUTH), answer)
    assert begins(answer.text, "class.by", user=SOUTH)
    assert [button.verb for button in answer.buttons] == ["hint", "skip", "lesson.type"]
    assert answer.view is not None


async def test_anybody_answers_and_is_named_and_it_counts_for_each(
    group_lessons: GroupLessons, store: Store
) -> None:
    mark = place(await begun(group_lessons))
    answer = await tapped(group_lessons, SOUTH, mark, "3c")
    assert begins(answer.text, "class.by", user=SOUTH)
    assert LESSON.wrong[0].reply in answer.text
    assert not says(answer.text, "class.counts")
    answer = await confirmed(group_lessons, GUEST, await tapped(group_lessons, GUEST, mark, "3b"))
    assert says(answer.text, "learn.right")
    assert phrase("class.counts", people=f"<@{NORTH}>, <@{SOUTH}> and <@{GUEST}>") in answer.text
    assert [await state(store, user) for user in (SOUTH, GUEST)] == [Progress.SOLVED] * 2
    assert await state(store, NORTH) is Progress.SOLVED, "who opened it has gone on to its task"
    assert ("together", "aadu_huli:tigers") in [(button.verb, button.about) for button in answer.buttons]
    following = await group_lessons.open(inside(SOUTH), "aadu_huli:tigers")
    assert says(following.text, "learn.head", n=2, count=COUNT)


async def test_what_was_shown_to_all_is_no_ones_own(group_lessons: GroupLessons, store: Store) -> None:
    number = place(await begun(group_lessons)).game
    answer = await group_lessons.take(
        inside(SOUTH), number, lambda by: group_lessons.service.show(by, number)
    )
    assert says(answer.text, "learn.shown")
    assert not says(answer.text, "class.counts")
    assert await state(store, SOUTH) is Progress.SHOWN


async def test_who_solved_it_before_keeps_that(group_lessons: GroupLessons, store: Store) -> None:
    mine = await store.lessons.open(SOUTH, GAME, "goats")
    await store.lessons.keep(replace(mine, state=Progress.SOLVED))
    number = place(await begun(group_lessons)).game
    await group_lessons.take(inside(SOUTH), number, lambda by: group_lessons.service.show(by, number))
    assert await state(store, SOUTH) is Progress.SOLVED


async def test_of_two_who_answer_at_once_the_second_is_told(group_lessons: GroupLessons) -> None:
    mark = place(await begun(group_lessons))
    found = await asyncio.gather(
        tapped(group_lessons, NORTH, mark, "3b"),
        tapped(group_lessons, SOUTH, mark, "3c"),
        return_exceptions=True,
    )
    told = [each for each in found if isinstance(each, Refused)]
    assert len(told) == 1
    assert told[0].panel is None, "the question stands where all see it"


async def test_it_goes_on_after_a_restart_and_nowhere_else(group_lessons: GroupLessons, store: Store) -> None:
    answer = await tapped(group_lessons, NORTH, place(await begun(group_lessons)), "3b")
    again = GroupLessons(make_lessons(OrderService(store, GAMES, lambda: None)))
    assert says((await confirmed(again, SOUTH, answer)).text, "learn.right")
    mark = place(answer)
    with pytest.raises(Refused, match=pattern("learn.others")):
        await again.take(caller(), mark.game, lambda by: again.service.click(by, mark, "3b"))
    with pytest.raises(Refused):
        await again.open(caller(), GOATS)


async def test_what_one_only_looks_up_is_for_him(group_lessons: GroupLessons) -> None:
    number = place(await begun(group_lessons)).game
    tools = await group_lessons.take(
        inside(SOUTH), number, lambda by: group_lessons.service.tools(by, number), looking=True
    )
    assert (tools.public, [button.verb for button in tools.buttons]) == ("", ["lesson.legal"])
    legal = await group_lessons.take(
        inside(SOUTH), number, lambda by: group_lessons.service.order(by, number, "?"), looking=True
    )
    assert (legal.public, legal.panel) == ("", None)


async def test_it_is_held_in_the_language_of_who_opened_it(group_lessons: GroupLessons) -> None:
    with speak_within("fr"):
        answer = await begun(group_lessons)
    assert answer.public == "fr"
    answer = await tapped(group_lessons, SOUTH, place(answer), "3b")
    with speak_within("fr"):
        assert says(answer.text, "class.by", user=SOUTH)


async def test_a_private_lesson_stays_private_in_a_thread(group_lessons: GroupLessons, store: Store) -> None:
    answer = await group_lessons.service.open(inside(), GOATS)
    answer = await tasked(group_lessons, inside(), answer)
    mark = place(answer)
    answer = await group_lessons.take(
        inside(), mark.game, lambda by: group_lessons.service.click(by, mark, "3b")
    )
    assert answer.public == ""
    assert (await store.lessons.find_class_language(THREAD)) is None
    with pytest.raises(Refused):
        await group_lessons.open_for(caller(SOUTH), mark.game, THREAD)
    assert [
        button.verb
        for button in (
            await group_lessons.service.open(replace(caller(), guild_id=None), "aadu_huli:tigers")
        ).buttons
    ] == ["task", "skip"]
    assert CHANNEL != THREAD
