"""Store blocked people and servers. The functions take a connection."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select

from db.records import Blocked
from db.schema import blocked


def block(connection: Connection, who: int, why: str) -> None:
    """Block the person or server with the id `who`. A second block replaces the first."""
    unblock(connection, who)
    connection.execute(insert(blocked).values(id=who, why=why, since=datetime.now(UTC)))


def unblock(connection: Connection, who: int) -> bool:
    """Unblock a person or a server. Return False if it was not blocked."""
    return connection.execute(delete(blocked).where(blocked.c.id == who)).rowcount > 0


def list_blocked(connection: Connection) -> tuple[Blocked, ...]:
    """Return the blocked people and servers, the oldest block first."""
    rows = connection.execute(select(blocked).order_by(blocked.c.since))
    return tuple(Blocked(row.id, row.why, row.since) for row in rows)
