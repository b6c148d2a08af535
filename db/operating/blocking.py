"""Store blocked people and servers: plain functions of a connection."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select

from db.records import Blocked
from db.schema import blocked


def block(connection: Connection, who: int, why: str) -> None:
    """Block a person or a server."""
    unblock(connection, who)
    connection.execute(insert(blocked).values(id=who, why=why, since=datetime.now(UTC)))


def unblock(connection: Connection, who: int) -> bool:
    """Unblock a person or a server; return False if it was not blocked."""
    return connection.execute(delete(blocked).where(blocked.c.id == who)).rowcount > 0


def list_blocked(connection: Connection) -> tuple[Blocked, ...]:
    """Return who is blocked, longest first."""
    rows = connection.execute(select(blocked).order_by(blocked.c.since))
    return tuple(Blocked(row.id, row.why, row.since) for row in rows)
