"""Describe the courses of the games."""

from __future__ import annotations

from collections.abc import Mapping

from bot.language.words import say
from bot.learning.lesson_session import LessonSession
from db.records import Progress
from rules.kernel import Rules
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import find_newcomer
from rules.words import say as words

DONE = "●"
MARKS: Mapping[Progress | None, str] = {
    Progress.SOLVED: DONE,
    Progress.SHOWN: "◐",
    Progress.SKIPPED: "◌",
    Progress.OPEN: "○",
    None: "○",
}


def list_titles(rules: Rules) -> list[tuple[str, str]]:
    """Return the title (such as "3. Your first points") and the key of each lesson of a game."""
    return [
        (f"{n}. {words(lesson.title).read(rules.name)}", key)
        for n, (key, lesson) in enumerate(read_course(rules).items(), 1)
    ]


def write_back_line(pupil: LessonSession, about: str) -> list[str]:
    """Return a line if the course goes back: the next lesson comes before the present lesson.

    Otherwise, return []. `about` is the next lesson as "game:key"; "" if there is no next lesson.
    """
    known = list(read_course(pupil.rules))
    key = about.partition(":")[2]
    return [say("learn.back")] if key and known.index(key) < known.index(pupil.record.lesson) else []


def describe_game(rules: Rules) -> list[str]:
    """Return a line about the subject of a game; none if the game has no such line."""
    new = find_newcomer(rules)
    return (
        [say("preview.note", line=words(new.line).read(rules.name))] if new is not None and new.line else []
    )
