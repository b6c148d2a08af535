"""Store notebooks: order lines that a person has tried in a game, or keeps there under a name.

A line belongs to one person, and the methods find it only by the id of this person. After the game, the
person may open the lines that they keep. Then everybody can read these lines in the review (`list_opened`).

The transaction that ends a game stores a delivery for each person with kept lines, except blocked people. The
delivery asks whether they want to open the lines. Its `channel_id` is the id of the person, as in
`db.follows`.
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
MOST_TRIED = 10  # of the lines that a person has tried but does not keep, at most this many are stored
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
        line: the order line that the owner typed
        word: the name under which the owner keeps it; "" if they have only tried it
        turn: the turn in which they tried it
        seat: the seat that was asked at that time
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
        """Store a line that a person has tried. Return its number. `seat`: the seat that was asked.

        If this person now has more than `MOST_TRIED` lines that they don't keep, delete the oldest of these.
        """
        return await self._database.run(_add, game_id, user_id, line, turn, seat)

    async def find(self, line_id: int, user_id: int) -> NotebookLine | None:
        """Return a line of this person; None if they have no such line."""
        return await self._database.read(_find, line_id, user_id)

    async def keep(self, line_id: int, user_id: int, word: str) -> bool:
        """Keep a line of this person under the name `word`.

        Return False if they have no such line, or if they keep `MOST_KEPT` other lines in its game.
        """
        return await self._database.run(_keep, line_id, user_id, word)

    async def delete(self, line_id: int, user_id: int) -> bool:
        """Delete a line of this person. Return False if they have no such line."""
        return await self._database.run(_delete, line_id, user_id)

    async def list_kept(self, game_id: int, user_id: int) -> tuple[NotebookLine, ...]:
        """Return the lines that this person keeps in a game, the oldest first."""
        return await self._database.read_many(_list, game_id, notebooks.c.user_id == user_id)

    async def open(self, game_id: int, user_id: int, *, opened: bool) -> bool:
        """Let everybody read the lines that this person keeps in a game, or close them again.

        Return False if they keep no line there.
        """
        return await self._database.run(_open, game_id, user_id, opened)

    async def is_open(self, game_id: int, user_id: int) -> bool:
        """Return whether this person has opened the lines that they keep in a game."""
        own = await self._database.read_many(_list, game_id, _is_opened() & (notebooks.c.user_id == user_id))
        return bool(own)

    async def list_opened(self, game_id: int) -> tuple[NotebookLine, ...]:
        """Return the kept lines that people have opened in a game.

        The lines of each person are together, the oldest line first.
        """
        return await self._database.read_many(_list, game_id, _is_opened())


def note_end(connection: Connection, game_id: int) -> None:
    """Store a delivery for each person (except blocked ones) who has kept lines in a game that ends now."""
    owners = connection.scalars(_OWNERS, {"of_game": game_id}).all()
    content = json.dumps({"game": game_id})
    outbox.put(connection, None, [NewDelivery(user_id, ASK, content) for user_id in owners])


def read_game(content: str) -> int:
    """Return the id of the game that is stored in the `content` of a delivery of the kind `ASK`."""
    return int(json.loads(content)["game"])


def forget_person(connection: Connection, user_id: int) -> None:
    """Delete the notebooks of a person, and the deliveries that ask about them."""
    connection.execute(delete(notebooks).where(notebooks.c.user_id == user_id))
    theirs = (deliveries.c.channel_id == user_id) & (deliveries.c.kind == ASK)
    connection.execute(delete(deliveries).where(theirs))


def _is_opened() -> ColumnElement[bool]:
    return notebooks.c.opened == 1


def _match_owner(line_id: int, user_id: int) -> ColumnElement[bool]:
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
    row = connection.execute(select(notebooks).where(_match_owner(line_id, user_id))).one_or_none()
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
    connection.execute(update(notebooks).where(_match_owner(line_id, user_id)).values(word=word))
    return True


def _delete(connection: Connection, line_id: int, user_id: int) -> bool:
    return connection.execute(delete(notebooks).where(_match_owner(line_id, user_id))).rowcount > 0


def _list(connection: Connection, game_id: int, which: ColumnElement[bool]) -> tuple[NotebookLine, ...]:
    kept = (notebooks.c.game_id == game_id) & (notebooks.c.word != "") & which
    found = select(notebooks).where(kept).order_by(notebooks.c.user_id, notebooks.c.id)
    return tuple(map(_read, connection.execute(found)))


def _open(connection: Connection, game_id: int, user_id: int, opened: bool) -> bool:
    theirs = (notebooks.c.game_id == game_id) & (notebooks.c.user_id == user_id) & (notebooks.c.word != "")
    return connection.execute(update(notebooks).where(theirs).values(opened=int(opened))).rowcount > 0


def _read(row: Row[Any]) -> NotebookLine:
    return NotebookLine(row.id, row.game_id, row.user_id, row.line, row.word, row.turn, row.seat)
