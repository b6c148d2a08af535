"""Keep what a person has solved, lessons, puzzles and puzzles of the day, and how long in a row."""

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
    """What a person has opened, the last first; and what their channels have posted, the newest first."""

    def __init__(self, records: Sequence[Lesson], posted: Sequence[Sequence[DailyPuzzle]] = ()) -> None:
        self.records, self.posted = records, posted

    def list_lessons(self, rules: Rules) -> dict[str, Progress | None]:
        """Return each lesson of a game's course, and how far the person is with it."""
        known = {each.lesson: each.state for each in self.records if each.game == rules.KEY}
        return {key: known.get(key) for key in read_course(rules)}

    def list_puzzles(self, rules: Rules) -> dict[str, Progress | None]:
        """Return each puzzle of a game, those begun first; one solved as that of a day counts as solved."""
        known = {each.lesson: each.state for each in self._of(rules)}
        known |= {
            PREFIX + make_puzzle_key(each.lesson): Progress.SOLVED
            for each in self.records
            if each.game == rules.KEY and is_daily(each.lesson) and each.state is Progress.SOLVED
        }
        begun = [key for key, state in known.items() if state is Progress.OPEN]
        return {key: known.get(key) for key in (*begun, *(PREFIX + key for key in load_puzzles(rules)))}

    def find_lesson(self, rules: Rules) -> str:
        """Return the lesson to go on with: the one opened last if it is open; "" if all are solved."""
        known = self.list_lessons(rules)
        mine = (each for each in self.records if each.game == rules.KEY and each.lesson in known)
        last = next(mine, None)
        return last.lesson if last is not None and last.state is Progress.OPEN else find_unsolved(known)

    def write_streak(self, rules: Rules) -> list[str]:
        """Return a line on the puzzles of a game solved in a row at the first try, without a hint: 2 or more.

        Puzzles that were only opened do not count.
        """
        tried = (each for each in self._of(rules) if each.state is not Progress.OPEN or not _is_clean(each))
        row = takewhile(lambda each: each.state is Progress.SOLVED and _is_clean(each), tried)
        return [say("puzzle.streak", n=n)] if (n := len(list(row))) > 1 else []

    def write_days(self) -> list[str]:
        """Return a line on the longest row of days, solved in one channel, that still goes on.

        A day that is not over does not end a row, and a day without a post is no day.
        """
        solved = {each.lesson: each for each in self.records if each.state is Progress.SOLVED}
        rows = [(0, 0)]
        for posted in self.posted:
            days = [solved.get(lesson_key(each)) for each in posted]
            row = [each for each in takewhile(bool, days[1:] if days[:1] == [None] else days) if each]
            rows.append((len(row), sum(map(_is_clean, row))))
        n, clean = max(rows)
        return [say("daily.row", n=n, clean=clean)] if n else []

    def is_told(self, lesson: str) -> bool:
        """Return whether this is the puzzle of an earlier day, whose solution its channel has read."""
        return any(lesson_key(each) == lesson for posted in self.posted for each in posted[1:])

    def _of(self, rules: Rules) -> list[Lesson]:
        """Return what was done of the puzzles that the game has, apart from those of a day."""
        keys = {PREFIX + key for key in load_puzzles(rules)}
        return [each for each in self.records if each.game == rules.KEY and each.lesson in keys]


async def load_learner(store: Store, user_id: int) -> Learner:
    """Load what a person has opened, and the puzzles of the day of those channels where they opened one."""
    records = await store.lessons.list_of(user_id)
    found = [_OF_A_DAY.fullmatch(each.lesson) for each in records]
    channels = {int(each["channel"]) for each in found if each is not None}
    return Learner(records, [list_posted(await store.dailies.list_puzzles(each)) for each in channels])


def list_posted(of_channel: Sequence[DailyPuzzle]) -> list[DailyPuzzle]:
    """Return those puzzles of a channel that were posted, the newest first."""
    return [each for each in of_channel if each.message_id is not None]


def lesson_key(puzzle: DailyPuzzle) -> str:
    """Return the key under which the puzzle of a day is kept for those who open it on its day."""
    return f"{DAILY}{puzzle.day}-{puzzle.channel_id}-{puzzle.puzzle}"


def is_daily(lesson: str) -> bool:
    """Return whether this is the key of a puzzle that was solved as a puzzle of the day."""
    return lesson.startswith(DAILY)


def find_unsolved(known: Mapping[str, Progress | None], after: str = "") -> str:
    """Return the next that is not solved; "" if all are, or all but the one `after` which they follow.

    New and begun ones come first, then those that were skipped or shown; after the last comes the first.
    """
    keys = list(known)
    at = keys.index(after) if after in known else -1
    left = [key for key in (*keys[at + 1 :], *keys[: max(at, 0)]) if known[key] is not Progress.SOLVED]
    return next((key for key in left if known[key] in (None, Progress.OPEN)), next(iter(left), ""))


def _is_clean(lesson: Lesson) -> bool:
    """Return whether the lesson had no wrong answer and no hint."""
    return not lesson.wrong and not lesson.hints
