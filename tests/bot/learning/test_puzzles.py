"""Puzzles in private: chosen, solved, missed, shown, and counted in a row."""

from __future__ import annotations

import pytest

from bot.learning.learner import find_unsolved, load_learner
from bot.learning.lessons import LessonService
from bot.orders.service import OrderService
from bot.replies.reply import Refused, Reply
from db.records import Progress
from db.store import Store
from rules.lessons.puzzle import PREFIX, Puzzle, load_puzzles
from rules.loading.games import GAMES
from tests.bot.callers import NORTH, caller, make_lessons
from tests.phrases import begins, pattern, phrase, says

GAME = "aadu_huli"
THERE = list(load_puzzles(GAMES[GAME]).values())


@pytest.fixture
def school(store: Store) -> LessonService:
    return make_lessons(OrderService(store, GAMES, lambda: None))


async def answered(school: LessonService, answer: Reply, keys: tuple[str, ...]) -> Reply:
    """Give a whole order by its buttons, and confirm it."""
    for key in keys:
        assert answer.panel is not None
        answer = await school.click(caller(), answer.panel.mark, key)
    assert answer.panel is not None
    return await school.confirm(caller(), answer.panel.mark, answer.panel.signature)


def of(answer: Reply) -> list[tuple[str, str]]:
    return [(button.verb, button.label) for button in answer.buttons]


async def known(store: Store, puzzle: Puzzle) -> Progress:
    return (await store.lessons.open(NORTH, GAME, f"{PREFIX}{puzzle.key}")).state


async def test_without_a_game_there_is_a_button_for_each_that_has_puzzles(school: LessonService) -> None:
    answer = await school.puzzle(caller())
    assert phrase("puzzle.game", title="Aadu-Huli aata", n=len(THERE), solved=0) in answer.text
    assert ("puzzle", "Aadu-Huli aata") in of(answer)
    with pytest.raises(Refused, match=pattern("puzzle.no_game")):
        await school.puzzle(caller(), "chess")


async def test_a_puzzle_is_a_position_with_its_buttons(school: LessonService) -> None:
    answer = await school.puzzle(caller(), GAME)
    assert begins(answer.text, "puzzle.head", title="Aadu-Huli aata")
    assert says(answer.text, "learn.task")
    assert answer.panel is not None
    assert answer.view is not None
    assert of(answer) == [("hint", phrase("button.hint")), ("skip", phrase("button.next_puzzle"))]


async def test_what_is_right_is_explained_and_counted(school: LessonService, store: Store) -> None:
    first, second = THERE[:2]
    answer = await answered(school, await school.puzzle(caller(), GAME), first.best[0].keys)
    assert says(answer.text, "puzzle.right")
    assert says(answer.text, "puzzle.figures", n=round(100 * first.best[0].chance))
    assert not says(answer.text, "puzzle.streak")
    assert of(answer) == [("puzzle", phrase("button.next_puzzle"))]
    answer = await answered(school, await school.puzzle(caller(), GAME), second.best[0].keys)
    assert says(answer.text, "puzzle.streak", n=2)
    assert await known(store, first) is Progress.SOLVED


async def test_what_is_wrong_is_told_what_it_misses_and_ends_the_row(
    school: LessonService, store: Store
) -> None:
    first, second = THERE[:2]
    await answered(school, await school.puzzle(caller(), GAME), first.best[0].keys)
    answer = await answered(school, await school.puzzle(caller(), GAME), second.rest[0].keys)
    assert says(answer.text, "puzzle.missed")
    assert says(answer.text, "puzzle.worth", n=round(100 * second.rest[0].chance))
    assert await known(store, second) is Progress.OPEN
    assert of(answer)[0] == ("task", phrase("button.try_again"))
    again = await school.task(caller(), int(answer.buttons[0].about))
    answer = await answered(school, again, second.best[0].keys)
    assert says(answer.text, "puzzle.right")
    assert "in a row" not in answer.text


async def test_giving_up_shows_the_answer(school: LessonService, store: Store) -> None:
    answer = await school.puzzle(caller(), GAME)
    assert answer.panel is not None
    number = answer.panel.mark.game
    for _ in range(2):  # what it is about, and what to look for
        answer = await school.hint(caller(), number)
    assert ("show", phrase("button.show")) in of(answer)
    answer = await school.show(caller(), number)
    assert says(answer.text, "learn.shown")
    assert await known(store, THERE[0]) is Progress.SHOWN


async def test_one_that_is_passed_over_comes_back_at_the_end(school: LessonService, store: Store) -> None:
    answer = await school.puzzle(caller(), GAME)
    assert answer.panel is not None
    await school.skip(caller(), answer.panel.mark.game)
    assert await known(store, THERE[0]) is Progress.SKIPPED
    for puzzle in THERE[1:]:
        await answered(school, await school.puzzle(caller(), GAME), puzzle.best[0].keys)
    learner = await load_learner(store, NORTH)
    assert find_unsolved(learner.list_puzzles(GAMES[GAME])) == f"{PREFIX}{THERE[0].key}"
    await answered(school, await school.puzzle(caller(), GAME), THERE[0].best[0].keys)
    assert says((await school.puzzle(caller(), GAME)).text, "puzzle.all")


async def test_a_course_does_not_count_puzzles(school: LessonService) -> None:
    await school.puzzle(caller(), GAME)
    assert phrase("button.begin_course", title="Aadu-Huli aata") in [
        button.label for button in (await school.learn(caller())).buttons
    ]
