"""Store how far people and group lessons have come, and which questions were explained to people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select, text, update

from db.connection.database import Database
from db.records import Lesson, Progress
from db.schema import Moment, attended, classes, explained, lessons

# SQLAlchemy writes "on conflict" differently for SQLite and PostgreSQL. This text works in both.
_OPEN = text(
    "INSERT INTO lessons (user_id, game, lesson, state, wrong, hints, text, opened)"
    " VALUES (:user_id, :game, :lesson, :state, 0, 0, '', :now)"
    " ON CONFLICT (user_id, game, lesson) DO UPDATE SET opened = excluded.opened"
    " RETURNING id, user_id, game, lesson, state, wrong, hints, text"
).bindparams(bindparam("now", type_=Moment))
_BEGIN_CLASS = text(
    "INSERT INTO classes (channel_id, language) VALUES (:channel_id, :language)"
    " ON CONFLICT (channel_id) DO UPDATE SET language = excluded.language"
)
_ATTEND = text(
    "INSERT INTO attended (lesson_id, user_id) VALUES (:lesson_id, :user_id)"
    " ON CONFLICT (lesson_id, user_id) DO NOTHING"
)
_EXPLAIN = text(
    "INSERT INTO explained (user_id, game, kind, times) VALUES (:user_id, :game, :kind, 1)"
    " ON CONFLICT (user_id, game, kind) DO NOTHING"
)


class Lessons:
    """The part of the store for lessons. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, user_id: int, game: str, lesson: str) -> Lesson:
        """Record that a person or thread opens a lesson, and return their progress in it."""
        return await self._database.run(_open, user_id, game, lesson)

    async def find(self, lesson_id: int) -> Lesson | None:
        """Return the progress record with this id; None if it was deleted. Lesson buttons carry the id."""
        return await self._database.read(_find, lesson_id)

    async def list_of(self, user_id: int) -> tuple[Lesson, ...]:
        """Return this person's progress in all lessons that they have opened, the last opened first."""
        return await self._database.read_many(_list_of, user_id)

    async def keep(self, lesson: Lesson) -> None:
        """Save a progress record."""
        await self._database.run(_keep, lesson)

    async def tally(self, game: str, lesson: str) -> tuple[int, int]:
        """Return how many people and threads have opened a lesson, and how many of them have solved it."""
        return await self._database.read_many(_tally, game, lesson)

    async def begin_class(self, channel_id: int, language: str) -> None:
        """Let a thread take lessons together in this language."""
        await self._database.run(_begin_class, channel_id, language)

    async def find_class_language(self, channel_id: int) -> str | None:
        """Return the language in which a thread takes lessons together; None if the thread takes none."""
        return await self._database.read(_find_class_language, channel_id)

    async def attend(self, lesson_id: int, user_id: int) -> None:
        """Record that a person takes part in a thread's lesson."""
        await self._database.run(_attend, lesson_id, user_id)

    async def list_attendees(self, lesson_id: int) -> tuple[int, ...]:
        """Return the ids of the users who take part in a thread's lesson."""
        return await self._database.read(_list_attendees, lesson_id)

    async def list_explained(self, user_id: int, game: str) -> set[str]:
        """Return what was explained to this person in a game: kinds of questions, and single answers."""
        return await self._database.read(_list_explained, user_id, game)

    async def explain(self, user_id: int, game: str, kinds: Sequence[str]) -> None:
        """Record what was explained to this person: one or more kinds of questions, or single answers."""
        await self._database.run(_explain, user_id, game, kinds)


def _open(connection: Connection, user_id: int, game: str, lesson: str) -> Lesson:
    given = {"user_id": user_id, "game": game, "lesson": lesson, "state": Progress.OPEN}
    return _read(connection.execute(_OPEN, {**given, "now": datetime.now(UTC)}).one())


def _find(connection: Connection, lesson_id: int) -> Lesson | None:
    row = connection.execute(select(lessons).where(lessons.c.id == lesson_id)).one_or_none()
    return None if row is None else _read(row)


def _list_of(connection: Connection, user_id: int) -> tuple[Lesson, ...]:
    mine = select(lessons).where(lessons.c.user_id == user_id)
    return tuple(map(_read, connection.execute(mine.order_by(lessons.c.opened.desc(), lessons.c.id.desc()))))


def _keep(connection: Connection, lesson: Lesson) -> None:
    changed = {"state": lesson.state, "wrong": lesson.wrong, "hints": lesson.hints, "text": lesson.text}
    connection.execute(update(lessons).where(lessons.c.id == lesson.id).values(changed))


def _tally(connection: Connection, game: str, lesson: str) -> tuple[int, int]:
    same = (lessons.c.game == game) & (lessons.c.lesson == lesson)
    states = list(connection.scalars(select(lessons.c.state).where(same)))
    return len(states), sum(state == Progress.SOLVED for state in states)


def _begin_class(connection: Connection, channel_id: int, language: str) -> None:
    connection.execute(_BEGIN_CLASS, {"channel_id": channel_id, "language": language})


def _find_class_language(connection: Connection, channel_id: int) -> str | None:
    found: str | None = connection.scalar(
        select(classes.c.language).where(classes.c.channel_id == channel_id)
    )
    return found


def _attend(connection: Connection, lesson_id: int, user_id: int) -> None:
    connection.execute(_ATTEND, {"lesson_id": lesson_id, "user_id": user_id})


def _list_attendees(connection: Connection, lesson_id: int) -> tuple[int, ...]:
    of_lesson = select(attended.c.user_id).where(attended.c.lesson_id == lesson_id)
    return tuple(connection.scalars(of_lesson.order_by(attended.c.user_id)))


def _list_explained(connection: Connection, user_id: int, game: str) -> set[str]:
    mine = (explained.c.user_id == user_id) & (explained.c.game == game)
    return {*connection.scalars(select(explained.c.kind).where(mine))}


def _explain(connection: Connection, user_id: int, game: str, kinds: Sequence[str]) -> None:
    connection.execute(_EXPLAIN, [{"user_id": user_id, "game": game, "kind": kind} for kind in kinds])


def _read(row: Row[Any]) -> Lesson:
    state = Progress(row.state)
    return Lesson(row.id, row.user_id, row.game, row.lesson, state, row.wrong, row.hints, row.text)
