"""Store notebooks: the lines that a person has tried in a game, and those that they keep under a name.

Every line belongs to one person, and only calls with this person's id find it. After the end of a game, the
person may open what they have kept; then `list_opened` returns it for the review. The transaction that ends a
game stores a delivery for each person with kept lines (unless they are blocked), to ask whether they open the
lines. This delivery has the person's id in place of a channel, like those of `db.follows`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, func, insert, select, update

from db.connection.database import Database
from db.records import NewDelivery
from db.schema import blocked, deliveries, notebooks
from db.sending import outbox

ASK = "notebook"  # the kind of deliveries that ask an owner whether their notebook may be opened
MOST_KEPT = 25  # the most lines that a person keeps in one game
MOST_TRIED = 10  # the most tried lines of a person that can still be kept
_OWNERS = (
    select(notebooks.c.user_id)
    .distinct()
    .where(
        notebooks.c.game_id == bindparam("of_game"),
        notebooks.c.word != "",
        notebooks.c.user_id.not_in(select(blocked.c.id)),
    )
    .order_by(notebooks.c.user_id)
)


@dataclass(frozen=True, slots=True)
class NotebookLine:
    """A line of a notebook.

    Attributes:
        id: the number of the line
        game_id: the game
        user_id: the owner
        line: what the owner typed
        word: the name that the owner gave it; "" for a line that was only tried
        turn: the turn in which it was tried
        seat: the seat that was asked then
    """

    id: int
    game_id: int
    user_id: int
    line: str
    word: str
    turn: int
    seat: str


class Notebooks:
    """The notebooks of people. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game_id: int, user_id: int, line: str, turn: int, seat: str) -> int:
        """Store a line tried while a seat was asked, and return its number.

        The person's older tried lines are deleted, except the newest `MOST_TRIED - 1`.
        """
        return await self._database.run(_add, game_id, user_id, line, turn, seat)

    async def find(self, line_id: int, user_id: int) -> NotebookLine | None:
        """Return a line of this person; None if they have no such line."""
        return await self._database.read(_find, line_id, user_id)

    async def keep(self, line_id: int, user_id: int, word: str) -> bool:
        """Keep a line of this person under a name.

        Return False if they have no such line, or already keep `MOST_KEPT` others in its game.
        """
        return await self._database.run(_keep, line_id, user_id, word)

    async def delete(self, line_id: int, user_id: int) -> bool:
        """Delete a line of this person. Return False if they have no such line."""
        return await self._database.run(_delete, line_id, user_id)

    async def list_kept(self, game_id: int, user_id: int) -> tuple[NotebookLine, ...]:
        """Return what this person keeps in a game, the oldest first."""
        return await self._database.read_many(_list, game_id, notebooks.c.user_id == user_id)

    async def open(self, game_id: int, user_id: int, *, opened: bool) -> bool:
        """Open or close what this person keeps in a game. Return False if they keep nothing there."""
        return await self._database.run(_open, game_id, user_id, opened)

    async def is_open(self, game_id: int, user_id: int) -> bool:
        """Return whether this person has opened what they keep in a game."""
        own = await self._database.read_many(_list, game_id, _is_opened() & (notebooks.c.user_id == user_id))
        return bool(own)

    async def list_opened(self, game_id: int) -> tuple[NotebookLine, ...]:
        """Return what people have kept in a game and opened, person by person, the oldest first."""
        return await self._database.read_many(_list, game_id, _is_opened())


def note_end(connection: Connection, game_id: int) -> None:
    """Store a delivery for each person (except blocked ones) who has kept lines in a game that ends now."""
    owners = connection.scalars(_OWNERS, {"of_game": game_id}).all()
    content = json.dumps({"game": game_id})
    outbox.put(connection, None, [NewDelivery(user_id, ASK, content) for user_id in owners])


def read_game(content: str) -> int:
    """Return the game that the content of a delivery is about."""
    return int(json.loads(content)["game"])


def forget_person(connection: Connection, user_id: int) -> None:
    """Delete the notebooks of a person, and the messages about them."""
    connection.execute(delete(notebooks).where(notebooks.c.user_id == user_id))
    theirs = (deliveries.c.channel_id == user_id) & (deliveries.c.kind == ASK)
    connection.execute(delete(deliveries).where(theirs))


def _is_opened() -> ColumnElement[bool]:
    return notebooks.c.opened == 1


def _owned(line_id: int, user_id: int) -> ColumnElement[bool]:
    return (notebooks.c.id == line_id) & (notebooks.c.user_id == user_id)


def _add(connection: Connection, game_id: int, user_id: int, line: str, turn: int, seat: str) -> int:
    tried = (notebooks.c.user_id == user_id) & (notebooks.c.word == "")
    last = select(notebooks.c.id).where(tried).order_by(notebooks.c.id.desc()).limit(MOST_TRIED - 1)
    connection.execute(delete(notebooks).where(tried, notebooks.c.id.not_in(connection.scalars(last).all())))
    row = {
        "game_id": game_id, "user_id": user_id, "line": line, "word": "", "turn": turn, "seat": seat,
        "opened": 0, "created": datetime.now(UTC),
    }  # fmt: skip
    added = insert(notebooks).values(row).returning(notebooks.c.id)
    return int(connection.execute(added).scalar_one())


def _find(connection: Connection, line_id: int, user_id: int) -> NotebookLine | None:
    row = connection.execute(select(notebooks).where(_owned(line_id, user_id))).one_or_none()
    return None if row is None else _read(row)


def _keep(connection: Connection, line_id: int, user_id: int, word: str) -> bool:
    line = _find(connection, line_id, user_id)
    if line is None:
        return False
    others = (
        (notebooks.c.game_id == line.game_id) & (notebooks.c.user_id == user_id) & (notebooks.c.word != "")
    )
    kept = select(func.count()).select_from(notebooks).where(others, notebooks.c.id != line_id)
    if (connection.scalar(kept) or 0) >= MOST_KEPT:
        return False
    connection.execute(update(notebooks).where(_owned(line_id, user_id)).values(word=word))
    return True


def _delete(connection: Connection, line_id: int, user_id: int) -> bool:
    return connection.execute(delete(notebooks).where(_owned(line_id, user_id))).rowcount > 0


def _list(connection: Connection, game_id: int, which: ColumnElement[bool]) -> tuple[NotebookLine, ...]:
    kept = (notebooks.c.game_id == game_id) & (notebooks.c.word != "") & which
    found = select(notebooks).where(kept).order_by(notebooks.c.user_id, notebooks.c.id)
    return tuple(map(_read, connection.execute(found)))


def _open(connection: Connection, game_id: int, user_id: int, opened: bool) -> bool:
    theirs = (notebooks.c.game_id == game_id) & (notebooks.c.user_id == user_id) & (notebooks.c.word != "")
    return connection.execute(update(notebooks).where(theirs).values(opened=int(opened))).rowcount > 0


def _read(row: Row[Any]) -> NotebookLine:
    return NotebookLine(row.id, row.game_id, row.user_id, row.line, row.word, row.turn, row.seat)
