"""Every lesson of every game is valid.

Its position is valid, each accepted order is right, each order that it foresees as wrong is wrong in that
way, and what it highlights is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from bot.learning.lesson_session import LessonSession
from bot.orders.preview import is_quiet
from db.records import Lesson as Record
from db.records import Progress
from render import PAINTERS, kinds, picture
from rules.asking import DONE
from rules.kernel import Ask, InputError, Rules, list_seats
from rules.lessons.attempt import Attempt, find_refused
from rules.lessons.lesson import Lesson, find_lacking, read_course, read_lesson
from rules.loading.games import GAMES
from rules.orders.buttons.labels import list_entries
from rules.orders.notation import find_help
from tests.every_game.tiers import PLAYABLE, complete_game

DEEP, TRIES, LONG = 2, 8, 40  # first taps, random orders after a wrong one, and most answers of an order
TAPS = 200  # random orders after a first tap that is not called wrong


def lessons() -> Iterator[Any]:
    for rules in PLAYABLE.values():
        for key, lesson in read_course(rules).items():
            yield pytest.param(rules, lesson, id=f"{rules.KEY} {key}")


every_lesson = pytest.mark.parametrize(("rules", "lesson"), list(lessons()))


def open_lesson(rules: Rules, lesson: Lesson) -> LessonSession:
    """Return the lesson as a learner opens it."""
    key = next(key for key, each in read_course(rules).items() if each is lesson)
    return LessonSession(rules, Record(1, 1, rules.KEY, key, Progress.OPEN), "Asha")


def tried(rules: Rules, lesson: Lesson, order: str) -> Attempt:
    attempt = Attempt(rules, lesson)
    attempt.order(order)
    return attempt


@every_lesson
def test_its_position_asks_its_learner(rules: Rules, lesson: Lesson) -> None:
    attempt = Attempt(rules, lesson)
    assert not attempt.done
    assert attempt.lacks, "what is wanted is there already"
    assert lesson.seat in list_seats(rules, attempt.live.state)
    assert isinstance(attempt.live.pending, Ask)
    assert attempt.live.pending.seat == lesson.seat
    assert find_help(rules, attempt.game, lesson.seat, "?").options


@every_lesson
def test_its_orders_are_right(rules: Rules, lesson: Lesson) -> None:
    for order in (*lesson.accept, *(hint.order for hint in lesson.hints if hint.order)):
        attempt = tried(rules, lesson, order)
        assert attempt.done, f"{order}: something is still asked"
        assert not attempt.lacks, f"{order}: {attempt.lacks}"
        assert not attempt.left, f"{order}: it ends before {attempt.left}"


@every_lesson
def test_its_wrong_orders_are_wrong(rules: Rules, lesson: Lesson) -> None:
    for wrong in lesson.wrong:
        if wrong.refused:
            with pytest.raises(InputError) as refused:
                tried(rules, lesson, wrong.order)
            assert find_refused(refused.value, lesson) is wrong, f"{wrong.order}: {refused.value}"
            continue
        attempt = tried(rules, lesson, wrong.order)
        assert attempt.done, f"{wrong.order}: something is still asked"
        assert attempt.lacks, f"{wrong.order} is right"
        assert attempt.foreseen() is wrong, f"{wrong.order} has the reply of another"


@every_lesson
def test_no_reply_fits_every_order_that_closes_a_question(rules: Rules, lesson: Lesson) -> None:
    """Marches and battles end with `done` too, so "Nobody moved" would answer an army that went elsewhere."""
    assert not [wrong.order for wrong in lesson.wrong if wrong.has.get("order") == [DONE]]


@every_lesson
def test_each_praise_speaks_of_some_right_order(rules: Rules, lesson: Lesson) -> None:
    said = {tried(rules, lesson, order).praise for order in (*lesson.accept, lesson.hints[-1].order)}
    if len(lesson.right) > 1:
        assert said == {praise.say for praise in lesson.right}


def take_chances(attempt: Attempt, rng: Random) -> Attempt:
    """Continue an attempt at random to its end."""
    for _ in range(LONG):
        if attempt.done or not isinstance(ask := attempt.live.pending, Ask):
            break
        keys = list(ask.menu())
        attempt.enter(["done" if "done" in keys and rng.random() < 0.4 else rng.choice(keys)])
    return attempt


@every_lesson
def test_no_tap_that_is_called_wrong_can_come_right(rules: Rules, lesson: Lesson) -> None:
    """The reply to a tap holds for every possible continuation."""
    rng = Random(lesson.title)
    solved = tried(rules, lesson, lesson.hints[-1].order)
    way = [key for part in solved.orders for key in part]
    begun = Attempt(rules, lesson)
    for key in way[:DEEP]:
        if not isinstance(ask := begun.live.pending, Ask) or key not in ask.menu():
            continue  # it left no choice
        for other in ask.menu():
            if begun.find_dead_end([other]) is None:
                continue
            for _ in range(TRIES):
                attempt = Attempt(rules, lesson, [*begun.orders, [other]])
                if take_chances(attempt, rng).done:
                    assert attempt.lacks, f"{attempt.orders} is right"
        begun.enter([key])
    for order in (*lesson.accept, lesson.hints[-1].order):
        keys = [key for part in tried(rules, lesson, order).orders for key in part]
        assert Attempt(rules, lesson).find_dead_end(keys[:1]) is None, order


@every_lesson
def test_each_first_tap_that_cannot_come_right_is_answered_at_that_tap(rules: Rules, lesson: Lesson) -> None:
    """A tap that neither random play nor a right order after it makes right is said to be wrong at once."""
    pupil = open_lesson(rules, lesson)
    panel = pupil.panel(pupil.at.build_panel())
    assert panel is not None
    rng = Random(lesson.title)
    attempts = [tried(rules, lesson, order) for order in (*lesson.accept, lesson.hints[-1].order)]
    rights = [[key for keys in each.orders for key in keys] for each in attempts]
    for entry in list_entries(panel.controls):
        chains = pupil.draft.read_keys(entry.key)
        assert chains is not None
        draft = pupil.draft.with_tap(*chains, defaults=lesson.fills)
        if pupil.is_wrong(draft) or (not is_quiet(draft) and pupil.find_dead_end(draft) is not None):
            continue
        given = [key for place, key in enumerate(draft.keys) if place not in draft.origins.filled]
        if any(right[: len(given)] == given for right in rights):
            continue
        assert any(not finish(rules, lesson, given, rng).lacks for _ in range(TAPS)), (entry.label, given)


def finish(rules: Rules, lesson: Lesson, given: Sequence[str], rng: Random) -> Attempt:
    """Return the lesson after these answers and a right order, if one fits behind them, else random ones."""
    attempt = Attempt(rules, lesson, [given])
    for _ in range(LONG):
        if attempt.done or not isinstance(ask := attempt.live.pending, Ask):
            break
        whole = Attempt(rules, lesson, attempt.orders)
        with suppress(InputError):
            whole.order(rng.choice((*lesson.accept, lesson.hints[-1].order)))
            return whole
        attempt.enter([rng.choice(list(ask.menu()))])
    return attempt


@every_lesson
def test_its_solution_is_told_in_words(rules: Rules, lesson: Lesson) -> None:
    solved, told = open_lesson(rules, lesson).with_solution()
    assert not solved.attempt.lacks
    assert told.endswith(".")


@every_lesson
def test_its_solution_needs_no_act_that_is_grey(rules: Rules, lesson: Lesson) -> None:
    keys = {key for part in tried(rules, lesson, lesson.hints[-1].order).orders for key in part}
    assert not keys & set(lesson.off)


@every_lesson
def test_what_it_lights_up_is_on_the_board(rules: Rules, lesson: Lesson) -> None:
    view = rules.view(Attempt(rules, lesson).live.state, lesson.seat)
    assert {lesson.picture, lesson.text_picture} <= {"", *kinds(rules.KEY)}
    lit = frozenset((*lesson.lit, *(key for hint in lesson.hints for key in hint.lit)))
    if lit:
        assert picture(view, lit).file != picture(view).file
    alt_text = PAINTERS[rules.KEY].alt_text
    for key in lit:
        assert alt_text(view, frozenset((key,))) != alt_text(view, frozenset()), f"{key} is not named"


def test_a_wrong_answer_is_known_by_the_part_that_matters() -> None:
    rules = GAMES["taj_mahal"]
    attempt = tried(rules, read_course(rules)["roads"], "out palace 3 take ggp, veg")
    wrong = attempt.foreseen()
    assert wrong is not None
    assert "Blue's city" in wrong.reply, "whichever cards are taken with it"


@complete_game
def test_a_game_has_a_course_of_a_quarter_of_an_hour(rules: Rules) -> None:
    found = list(read_course(rules).values())
    assert len(found) >= 3
    assert sum(lesson.minutes for lesson in found[:3]) <= 6, "a small success comes soon"
    assert sum(lesson.minutes for lesson in found) <= 25, "a course is short"


LESSON = """
title: T
seat: north
position: {}
say: Say.
task: Do.
accept: [a]
hints: [{say: Look., order: a}]
right: Yes.
sum: So.
"""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (LESSON.replace("seat: north\n", ""), "here: seat: Field required"),
        (LESSON + "more: 1\n", "here: more: Extra inputs are not permitted"),
        (LESSON.replace("accept: [a]", "accept: []"), "here: accept: Tuple should have at least 1 item"),
        (LESSON.replace(", order: a", ""), "here: hints: the last hint needs the order"),
        (LESSON.replace("Say.", "word " * 71), "here: say: 71 words"),
        (
            LESSON.replace("right: Yes.", "right: [{has: {a: 1}, say: Yes.}]"),
            "here: right: the last praise",
        ),
        (LESSON + "title: again\n", "here: line 11: “title” is there twice"),
    ],
)
def test_a_bad_lesson_is_refused_with_the_place_and_the_reason(text: str, why: str) -> None:
    assert read_lesson(LESSON, "here").title == "T"
    with pytest.raises(ValueError, match="here") as refused:
        read_lesson(text, "here")
    assert str(refused.value).startswith(why)


def test_what_is_wanted_is_a_part() -> None:
    have = {"points": {"north": 3}, "cards": ["a", "b"], "open": "a"}
    for want in (
        {},
        {"points": {"north": ">=3", "south": 0}},
        {"cards": ["b"]},
        {"points": {"north": "<=3"}},
    ):
        assert find_lacking(want, have) == ""
    assert find_lacking({"points": {"north": ">=4"}}, have) == "points.north"
    assert find_lacking({"open": "b"}, have) == "open"
    assert find_lacking({"cards": ["a", "c"]}, have) == "cards"
    assert find_lacking({"points": {"south": 1}}, have) == "points.south"
