"""Store people and their preferences. The functions take a connection."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, select, text, update

from db.connection.watch import LIKES, tell
from db.records import User
from db.schema import Moment, users

# SQLAlchemy writes "on conflict" differently for SQLite and PostgreSQL. This text works in both.
_SEE = text(
    "INSERT INTO users (id, name, preferences, first_seen) VALUES (:id, :name, '{}', :now)"
    " ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id, name, preferences, first_seen"
)
_SEE_USER = _SEE.bindparams(bindparam("now", type_=Moment)).columns(*users.c)


def see(connection: Connection, user_id: int, name: str) -> User:
    """Store a person, or their new name if they are stored already. Return the stored person."""
    row = connection.execute(_SEE_USER, {"id": user_id, "name": name, "now": datetime.now(UTC)}).one()
    return User(row.id, row.name, row.preferences, row.first_seen)


def find(connection: Connection, user_id: int) -> User | None:
    """Return a stored person; None if the person was never stored."""
    row = connection.execute(select(users).where(users.c.id == user_id)).one_or_none()
    return None if row is None else User(row.id, row.name, row.preferences, row.first_seen)


def set_preferences(connection: Connection, user_id: int, preferences: str) -> None:
    """Set the preferences (JSON text) of a stored person, and tell all processes."""
    connection.execute(update(users).where(users.c.id == user_id).values(preferences=preferences))
    tell(connection, f"{LIKES} {user_id}")
