"""What a person has solved, counted from the stored answers."""

from __future__ import annotations

from bot.learning.learner import Learner, find_unsolved, make_lesson_key
from db.records import DailyPuzzle, Lesson, Progress
from rules.lessons.lesson import read_course
from rules.lessons.puzzle import PREFIX, load_puzzles
from rules.loading.games import GAMES
from tests.phrases import says

GAME = "aadu_huli"
RULES = GAMES[GAME]
KEYS = list(load_puzzles(RULES))
LESSONS = list(read_course(RULES))


def kept(lesson: str, state: Progress = Progress.SOLVED, wrong: int = 0) -> Lesson:
    return Lesson(1, 1, GAME, lesson, state, wrong)


def post(channel: int, day: int) -> DailyPuzzle:
    return DailyPuzzle(channel, f"2026-11-{day}", GAME, KEYS[0], day)


def test_the_longest_row_of_all_channels_counts() -> None:
    here, there = [post(7, day) for day in (24, 23, 22)], [post(8, day) for day in (24, 22)]
    solved = [*here[1:], *there[:1]]
    learner = Learner(
        [kept(make_lesson_key(each), wrong=each.message_id == 22) for each in solved], [here, there]
    )
    assert says(learner.write_days()[0], "daily.row", n=2, clean=1)
    assert Learner(learner.records, [[], there[1:]]).write_days() == [], "what was posted is gone"


def test_a_puzzle_counts_once_however_it_was_solved() -> None:
    learner = Learner(
        [kept(make_lesson_key(post(7, 22))), kept(PREFIX + KEYS[2], Progress.OPEN), kept(PREFIX + KEYS[1])]
    )
    known = learner.list_puzzles(RULES)
    assert [key for key, state in known.items() if state is Progress.SOLVED] == [
        PREFIX + key for key in KEYS[:2]
    ]
    assert len(known) == len(KEYS)
    assert find_unsolved(known) == PREFIX + KEYS[2], "it was begun"
    assert learner.write_streak(RULES) == [], "1 is no row"


def test_a_course_goes_on_with_the_lesson_that_is_open() -> None:
    assert Learner([]).find_lesson(RULES) == LESSONS[0]
    assert Learner([kept(LESSONS[2], Progress.OPEN)]).find_lesson(RULES) == LESSONS[2]
    assert Learner([kept(LESSONS[0])]).find_lesson(RULES) == LESSONS[1]
    assert Learner([kept(each) for each in LESSONS]).find_lesson(RULES) == ""


def test_what_was_skipped_comes_after_what_is_new() -> None:
    known = {"a": None, "b": Progress.SKIPPED, "c": Progress.OPEN, "d": Progress.SOLVED}
    assert [find_unsolved(known, after) for after in ("", "a", "b", "c", "d")] == ["a", "c", "c", "a", "a"]
    assert find_unsolved({"a": Progress.SKIPPED}, "a") == ""
