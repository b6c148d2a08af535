"""Choose puzzles for a person and write their texts.

A person plays a puzzle like a lesson (`LessonService`). The position of a puzzle and its possible orders come
from games between bot players. The chance to win after each order was estimated with playouts
(`rules.lessons.puzzle`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.words import say
from bot.learning.lesson_session import LessonSession
from bot.seating.games import sort_games
from db.records import Lesson as Record
from db.records import Progress
from rules.kernel import Rules
from rules.lessons.puzzle import Weighed, load_puzzles


def list_games_with_puzzles(games: Mapping[str, Rules]) -> dict[str, Rules]:
    """Return the games that have puzzles, from light to heavy."""
    return {rules.KEY: rules for rules in sort_games(games.values()) if load_puzzles(rules)}


# Texts of a puzzle


def write_solution(rules: Rules, lesson: str) -> str:
    """Return the best order of a puzzle in sentences, and the reason why it is best."""
    pupil = LessonSession(rules, Record(0, 0, rules.KEY, lesson, Progress.OPEN), "")
    return f"{pupil.with_solution()[1].rstrip('.')}. {pupil.read(pupil.attempt.praise)}"


def write_opening(pupil: LessonSession) -> str:
    """Return the opening lines of a puzzle: the game, the seat and the task."""
    rules = pupil.rules
    head = say("puzzle.head", title=rules.TITLE, seat=rules.name(pupil.lesson.seat))
    return "\n".join([head, say("learn.task", task=pupil.read(pupil.lesson.task))])


def write_missed(pupil: LessonSession) -> str:
    """Return what a legal but wrong order misses.

    If the puzzle lists the order, add the chances after it and after the best order.
    """
    puzzle = pupil.puzzle
    assert puzzle is not None, "only a puzzle has chances"
    said = say("puzzle.missed", misses=pupil.read(pupil.lesson.sum))
    weighed = _find_order(pupil, puzzle.rest)
    if weighed is None:
        return said
    worth = say("puzzle.worth", n=_to_percent(weighed), best=_to_percent(puzzle.best[0]))
    return f"{said}\n{worth}"


def write_solved(pupil: LessonSession) -> str:
    """Return why the order is right, and the chances after the best order and after the best wrong order."""
    puzzle = pupil.puzzle
    assert puzzle is not None, "only a puzzle has chances"
    right = say("puzzle.right", right=pupil.read(pupil.attempt.praise))
    figures = say("puzzle.figures", n=_to_percent(puzzle.best[0]), other=_to_percent(puzzle.rest[0]))
    return f"{right}\n{figures}"


def _to_percent(weighed: Weighed) -> int:
    return round(100 * weighed.chance)


def _find_order(pupil: LessonSession, orders: Sequence[Weighed]) -> Weighed | None:
    """Return the first of `orders` that leads to the learner's position; None if none of them does."""
    here = pupil.rules.dump(pupil.attempt.live.state)
    for each in orders:
        other = pupil.restart().attempt
        other.enter(each.keys)
        if pupil.rules.dump(other.live.state) == here:
            return each
    return None
