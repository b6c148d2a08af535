"""Store notes: texts of a seat or of a table, each under a name. The functions take a connection."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, select, text

from db.records import Note
from db.schema import notes

_OF_GAME = select(notes).where(notes.c.game_id == bindparam("id")).order_by(notes.c.seat, notes.c.name)
_ONE = (
    (notes.c.game_id == bindparam("of_game"))
    & (notes.c.seat == bindparam("of"))
    & (notes.c.name == bindparam("named"))
)
_DROP = delete(notes).where(_ONE)

# SQLAlchemy writes "on conflict" differently for SQLite and PostgreSQL. This text works in both.
_WRITE = text(
    "INSERT INTO notes (game_id, seat, name, user_id, text) VALUES (:game_id, :seat, :name, :user_id, :text)"
    " ON CONFLICT (game_id, seat, name) DO UPDATE SET user_id = excluded.user_id, text = excluded.text"
)


def load_notes(connection: Connection, game_id: int) -> tuple[Note, ...]:
    """Return all notes of a game, sorted by seat and name."""
    rows = connection.execute(_OF_GAME, {"id": game_id})
    return tuple(Note(row.seat, row.name, row.user_id, row.text) for row in rows)


def write(connection: Connection, game_id: int, changed: Sequence[Note]) -> None:
    """Write notes. Each replaces the note of the same seat and name. An empty text deletes the note."""
    for note in changed:
        if not note.text:
            connection.execute(_DROP, {"of_game": game_id, "of": note.seat, "named": note.name})
            continue
        row = {"game_id": game_id, "seat": note.seat, "name": note.name}
        connection.execute(_WRITE, row | {"user_id": note.user_id, "text": note.text})


def clear(connection: Connection, game_id: int, seat: str, but: int | None = None) -> None:
    """Delete the notes of a seat, except the notes of the user with the id `but`."""
    same = (notes.c.game_id == game_id) & (notes.c.seat == seat)
    connection.execute(delete(notes).where(same if but is None else same & (notes.c.user_id != but)))
