"""Choose puzzles for a person, write their texts, and count how many were solved in a row.

A puzzle is played as a lesson (`Lessons`). Its position and its orders come from games between bot players;
the worth of its answers was found by playing them on (`rules.lessons.puzzle`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.words import say
from bot.learning.lesson_session import LessonSession
from bot.learning.streaks import is_daily
from bot.replies.action import button, declare
from bot.replies.reply import ActionButton, Reply
from db.records import Lesson as Record
from db.records import Progress
from rules.kernel import Rules
from rules.lessons.puzzle import PREFIX, Weighed, puzzle_key, puzzles


@declare("puzzle", "{game}")
def PUZZLE(game: str) -> None:
    """The next puzzle of a game: `LessonService.puzzle`."""


def list_games_with_puzzles(games: Mapping[str, Rules]) -> dict[str, Rules]:
    """Return the games that have puzzles."""
    return {key: rules for key, rules in games.items() if puzzles(rules)}


def choose_puzzle(games: Sequence[Rules], records: Sequence[Record]) -> Reply:
    """Return the games with puzzles, with a button for each, and how many of each somebody has solved."""
    lines, buttons = [say("puzzle.games")], []
    for rules in games:
        solved = sum(each.state is Progress.SOLVED for each in _of(rules, records))
        lines.append(say("puzzle.game", title=rules.TITLE, n=len(puzzles(rules)), solved=solved))
        buttons.append(make_puzzle_button(rules, rules.TITLE))
    return Reply("\n".join(lines), buttons=tuple(buttons))


def make_puzzle_button(rules: Rules, label: str) -> ActionButton:
    """Return the button that opens the next puzzle of a game."""
    return button(PUZZLE.call(rules.KEY), label, "main")


def find_next_puzzle(rules: Rules, records: Sequence[Record], after: str = "") -> str:
    """Return the next puzzle for a person; "" if all are solved.

    One that was begun comes first, then a new one, then one that was skipped or shown. `after`: not this one
    again if there is another.
    """
    known = {each.lesson: each.state for each in _of(rules, records)}
    known |= {PREFIX + key: Progress.SOLVED for key in _solved_on_its_day(rules, records)}
    keys = [PREFIX + key for key in puzzles(rules)]
    open_ = [each.lesson for each in _of(rules, records) if each.state is Progress.OPEN]
    fresh = [key for key in keys if key not in known]
    left = [key for key in keys if known.get(key) is not Progress.SOLVED]
    found = [key for key in (*open_, *fresh, *left) if key != after]
    return f"{rules.KEY}:{found[0]}" if found else ""


def count_streak(rules: Rules, records: Sequence[Record]) -> int:
    """Return how many puzzles of a game somebody solved in a row, at the first try and without a hint.

    Puzzles that were only opened do not count.
    """
    row = 0
    for each in _of(rules, records):
        if each.state is Progress.OPEN and not each.wrong and not each.hints:
            continue
        if each.state is not Progress.SOLVED or each.wrong or each.hints:
            break
        row += 1
    return row


def _of(rules: Rules, records: Sequence[Record]) -> list[Record]:
    """Return what somebody has done of the puzzles of a game that there are, the last one first."""
    there = puzzles(rules)
    return [
        each
        for each in records
        if each.game == rules.KEY
        and each.lesson.startswith(PREFIX)
        and each.lesson.removeprefix(PREFIX) in there
    ]


def _solved_on_its_day(rules: Rules, records: Sequence[Record]) -> set[str]:
    """Return the puzzles that somebody has solved as that of a day."""
    return {
        puzzle_key(each.lesson)
        for each in records
        if each.game == rules.KEY and is_daily(each.lesson) and each.state is Progress.SOLVED
    }


# What is said of one


def write_solution(rules: Rules, lesson: str) -> str:
    """Return the best order of a puzzle in words, and why it is."""
    pupil = LessonSession(rules, Record(0, 0, rules.KEY, lesson, Progress.OPEN), "")
    return f"{pupil.with_solution()[1].rstrip('.')}. {pupil.read(pupil.lesson.right)}"


def write_opening(pupil: LessonSession) -> str:
    """Whose turn it is, and what to look for."""
    rules = pupil.rules
    head = say("puzzle.head", title=rules.TITLE, seat=rules.name(pupil.lesson.seat))
    return "\n".join([head, say("learn.task", task=pupil.read(pupil.lesson.task))])


def write_missed(pupil: LessonSession) -> str:
    """Return what an answer that is legal misses, and what it is worth if that is known."""
    puzzle = pupil.puzzle
    assert puzzle is not None, "it is said of puzzles"
    said = say("puzzle.missed", misses=pupil.read(pupil.lesson.sum))
    weighed = _weighed(pupil, puzzle.rest)
    if weighed is None:
        return said
    worth = say("puzzle.worth", n=_hundredths(weighed), best=_hundredths(puzzle.best[0]))
    return f"{said}\n{worth}"


def write_solved(pupil: LessonSession) -> str:
    """Return why it was right, and by how much it is better than anything else."""
    puzzle = pupil.puzzle
    assert puzzle is not None, "it is said of puzzles"
    right = say("puzzle.right", right=pupil.read(pupil.lesson.right))
    figures = say("puzzle.figures", n=_hundredths(puzzle.best[0]), other=_hundredths(puzzle.rest[0]))
    return f"{right}\n{figures}"


def _hundredths(weighed: Weighed) -> int:
    return round(100 * weighed.chance)


def _weighed(pupil: LessonSession, orders: Sequence[Weighed]) -> Weighed | None:
    """Return which of these orders leads to where the learner's has led."""
    here = pupil.rules.dump(pupil.attempt.live.state)
    for each in orders:
        other = pupil.restarted().attempt
        other.enter(each.keys)
        if pupil.rules.dump(other.live.state) == here:
            return each
    return None
