"""Every lesson of every game: its position is one, each order that it accepts is right, each that it foresees
as wrong is wrong in the way it says, and what it lights up is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from render import PAINTERS, kinds, picture
from rules.games import GAMES
from rules.kernel import Ask, InputError, Rules, list_seats
from rules.lessons.attempt import Attempt, find_refused
from rules.lessons.lesson import Lesson, find_lacking, read_course, read_lesson
from rules.orders.notation import find_help
from tests.every_game.tiers import COMPLETE, complete_game


def lessons() -> Iterator[Any]:
    for rules in COMPLETE.values():
        for key, lesson in read_course(rules).items():
            yield pytest.param(rules, lesson, id=f"{rules.KEY} {key}")


every_lesson = pytest.mark.parametrize(("rules", "lesson"), list(lessons()))


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
def test_what_it_lights_up_is_on_the_board(rules: Rules, lesson: Lesson) -> None:
    view = rules.view(Attempt(rules, lesson).live.state, lesson.seat)
    assert lesson.picture in ("", *kinds(rules.KEY))
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
