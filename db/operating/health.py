"""Check the outbox, and retry posts that were given up. The functions take a connection."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, func, select, update

from db.records import Health, Status, Transit
from db.schema import deliveries, games, is_among

_RUNNING = is_among(games.c.status, Status.RUNNING)


def check_health(connection: Connection) -> Health:
    """Return the health of the outbox, and the number of running games."""
    due = deliveries.c.not_before <= datetime.now(UTC)
    waits = is_among(deliveries.c.state, Transit.DUE) & due, is_among(deliveries.c.state, Transit.SENDING)
    since = [connection.scalar(select(func.min(deliveries.c.not_before)).where(each)) for each in waits]
    sending = select(func.count()).select_from(deliveries).where(waits[1])
    failed = select(func.count()).select_from(deliveries).where(is_among(deliveries.c.state, Transit.FAILED))
    running = select(func.count()).select_from(games).where(_RUNNING)
    counts = [connection.scalar(each) or 0 for each in (failed, running, sending)]
    return Health(min(filter(None, since), default=None), *counts)


def retry(connection: Connection, game_id: int | None) -> int:
    """Retry the posts that were given up in a game; with None, in all running games.

    Return their number.
    """
    of_games = select(games.c.id).where(_RUNNING if game_id is None else games.c.id == game_id)
    wanted = is_among(deliveries.c.state, Transit.FAILED) & deliveries.c.game_id.in_(of_games)
    again = {"state": Transit.DUE, "attempts": 0, "not_before": datetime.now(UTC), "done": None}
    return connection.execute(update(deliveries).where(wanted).values(**again)).rowcount
