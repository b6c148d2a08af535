"""Tell which lessons, puzzles and puzzles of the day a person has solved, and the person's streaks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

from bot.language.words import say
from db.records import DailyPuzzle, Lesson, Progress
from db.store import Store
from rules.kernel import Rules
from rules.lessons.lesson import read_course
from rules.lessons.puzzle import DAILY, PREFIX, load_puzzles, make_puzzle_key

_OF_A_DAY = re.compile(DAILY + r"\d{4}-\d\d-\d\d-(?P<channel>\d+)-.+")


class Learner:
    """The progress of a person.

    Attributes:
        records: the lessons and puzzles that the person has opened, the last opened first
        posted: a list for each channel in which the person opened a puzzle of the day. Each list has all
            puzzles of the day that were posted in its channel, the newest first
    """

    def __init__(self, records: Sequence[Lesson], posted: Sequence[Sequence[DailyPuzzle]] = ()) -> None:
        self.records, self.posted = records, posted

    def list_lessons(self, rules: Rules) -> dict[str, Progress | None]:
        """Return the person's progress in each lesson of a game's course; None for an unopened lesson."""
        known = {each.lesson: each.state for each in self.records if each.game == rules.KEY}
        return {key: known.get(key) for key in read_course(rules)}

    def list_puzzles(self, rules: Rules) -> dict[str, Progress | None]:
        """Return the person's progress in each puzzle of a game, with unfinished puzzles first.

        If the person solved the puzzle as a puzzle of the day, it counts as solved.
        """
        known = {each.lesson: each.state for each in self._of(rules)}
        known |= {
            PREFIX + make_puzzle_key(each.lesson): Progress.SOLVED
            for each in self.records
            if each.game == rules.KEY and is_daily(each.lesson) and each.state is Progress.SOLVED
        }
        begun = [key for key, state in known.items() if state is Progress.OPEN]
        return {key: known.get(key) for key in (*begun, *(PREFIX + key for key in load_puzzles(rules)))}

    def find_lesson(self, rules: Rules) -> str:
        """Return the key of the lesson to go on with; "" if all lessons are solved.

        The person goes on with the last opened lesson if it is unfinished, else with an unsolved lesson
        (`find_unsolved`).
        """
        known = self.list_lessons(rules)
        mine = (each for each in self.records if each.game == rules.KEY and each.lesson in known)
        last = next(mine, None)
        return last.lesson if last is not None and last.state is Progress.OPEN else find_unsolved(known)

    def write_streak(self, rules: Rules) -> list[str]:
        """Return a line on how many puzzles of a game in a row the person solved at the first try (a streak).

        A hint ends a streak, like a wrong answer. A puzzle that was only opened doesn't count, and doesn't
        end a streak. Return no line for fewer than 2 puzzles.
        """
        tried = (each for each in self._of(rules) if each.state is not Progress.OPEN or not _is_clean(each))
        row = takewhile(lambda each: each.state is Progress.SOLVED and _is_clean(each), tried)
        return [say("puzzle.streak", n=n)] if (n := len(list(row))) > 1 else []

    def write_days(self) -> list[str]:
        """Return a line on the person's longest current streak of solved puzzles of the day in one channel.

        While today's puzzle is unsolved, it does not end a streak. Days without a post don't end a streak.
        """
        solved = {each.lesson: each for each in self.records if each.state is Progress.SOLVED}
        rows = [(0, 0)]
        for posted in self.posted:
            days = [solved.get(make_lesson_key(each)) for each in posted]
            row = [each for each in takewhile(bool, days[1:] if days[:1] == [None] else days) if each]
            rows.append((len(row), sum(map(_is_clean, row))))
        n, clean = max(rows)
        return [say("daily.row", n=n, clean=clean)] if n else []

    def is_told(self, lesson: str) -> bool:
        """Return whether `lesson` is an earlier puzzle of the day, whose solution the channel has seen."""
        return any(make_lesson_key(each) == lesson for posted in self.posted for each in posted[1:])

    def _of(self, rules: Rules) -> list[Lesson]:
        """Return the records of a game's puzzles, without puzzles of the day."""
        keys = {PREFIX + key for key in load_puzzles(rules)}
        return [each for each in self.records if each.game == rules.KEY and each.lesson in keys]


async def load_learner(store: Store, user_id: int) -> Learner:
    """Return the progress of a person."""
    records = await store.lessons.list_of(user_id)
    found = [_OF_A_DAY.fullmatch(each.lesson) for each in records]
    channels = {int(each["channel"]) for each in found if each is not None}
    return Learner(records, [list_posted(await store.dailies.list_puzzles(each)) for each in channels])


def list_posted(of_channel: Sequence[DailyPuzzle]) -> list[DailyPuzzle]:
    """Return the puzzles of a channel that were posted, the newest first."""
    return [each for each in of_channel if each.message_id is not None]


def make_lesson_key(puzzle: DailyPuzzle) -> str:
    """Return the key of the lesson that stores a person's progress in a puzzle of the day."""
    return f"{DAILY}{puzzle.day}-{puzzle.channel_id}-{puzzle.puzzle}"


def is_daily(lesson: str) -> bool:
    """Return whether this is the key of a puzzle of the day."""
    return lesson.startswith(DAILY)


def find_unsolved(known: Mapping[str, Progress | None], after: str = "") -> str:
    """Return the key of the next unsolved lesson after the lesson `after`; "" if there is no other.

    After the last lesson, the search goes on at the first one. It prefers new and unfinished lessons to
    lessons that were skipped or whose solution was shown. If `after` is "", the search begins at the first
    lesson.
    """
    keys = list(known)
    at = keys.index(after) if after in known else -1
    left = [key for key in (*keys[at + 1 :], *keys[: max(at, 0)]) if known[key] is not Progress.SOLVED]
    return next((key for key in left if known[key] in (None, Progress.OPEN)), next(iter(left), ""))


def _is_clean(lesson: Lesson) -> bool:
    """Return whether a record has neither a wrong answer nor a hint."""
    return not lesson.wrong and not lesson.hints
