"""What is kept of the puzzles of the day: the keys of their lessons, whether one is told already, and how
many days in a row somebody has solved them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.language.words import say
from db.records import DailyPuzzle, Progress
from db.records import Lesson as Record
from db.store import Store
from rules.lessons.puzzle import DAILY

_OF_A_DAY = re.compile(DAILY + r"(?P<day>\d{4}-\d\d-\d\d)-(?P<channel>\d+)-.+")


class Row(NamedTuple):
    """So many days in a row somebody has solved his channel's puzzle; `clean`: of these at the first try,
    without a hint."""

    days: int
    clean: int


def lesson_key(puzzle: DailyPuzzle) -> str:
    """The key under which it is kept for whoever solves it on its day."""
    return f"{DAILY}{puzzle.day}-{puzzle.channel_id}-{puzzle.puzzle}"


def is_daily(lesson: str) -> bool:
    """True for the key of a puzzle that is solved as a day's."""
    return lesson.startswith(DAILY)


def newest_day(of_channel: Sequence[DailyPuzzle]) -> DailyPuzzle | None:
    """The newest that was posted."""
    return next((each for each in of_channel if each.message_id is not None), None)


async def is_told(store: Store, lesson: str) -> bool:
    """True for the puzzle of a day that is not its channel's last any more: what is right has been told."""
    found = _OF_A_DAY.fullmatch(lesson)
    if found is None:
        return False
    last = newest_day(await store.dailies.list_puzzles(int(found["channel"])))
    return last is not None and last.day > found["day"]


async def count_row(store: Store, records: Sequence[Record]) -> Row:
    """How many days in a row somebody has solved the puzzle of a channel, the longest row of those that still
    go on: a day that is not over does not end one, and a day on which none was posted is no day."""
    solved: dict[int, dict[str, bool]] = {}
    for record in records:
        found = _OF_A_DAY.fullmatch(record.lesson)
        if found is not None and record.state is Progress.SOLVED:
            clean = not record.wrong and not record.hints
            solved.setdefault(int(found["channel"]), {})[found["day"]] = clean
    best = Row(0, 0)
    for channel, days in solved.items():
        posted = [each for each in await store.dailies.list_puzzles(channel) if each.message_id is not None]
        mine = list[bool]()
        for at, each in enumerate(posted):
            if each.day in days:
                mine.append(days[each.day])
            elif at > 0:
                break
        best = max(best, Row(len(mine), sum(mine)))
    return best


async def write_row(store: Store, records: Sequence[Record]) -> list[str]:
    """A line on it, where there is a row."""
    found = await count_row(store, records)
    return [say("daily.row", n=found.days, clean=found.clean)] if found.days else []
