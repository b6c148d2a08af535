"""What an operator does with a database: plain functions of a connection."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from db import notes as kept
from db.records import Blocked, Health, Status, Transit
from db.schema import (
    acts,
    among,
    attended,
    blocked,
    dailies,
    deliveries,
    explained,
    games,
    lessons,
    notes,
    seats,
    users,
)

_RUNNING = among(games.c.status, Status.RUNNING)
_OPEN = among(games.c.status, Status.LOBBY, Status.RUNNING, Status.ADJOURNED)


def health(connection: Connection) -> Health:
    """How the outbox stands, and how many games run."""
    due = deliveries.c.not_before <= datetime.now(UTC)
    oldest = select(func.min(deliveries.c.not_before)).where(among(deliveries.c.state, Transit.DUE), due)
    failed = select(func.count()).select_from(deliveries).where(among(deliveries.c.state, Transit.FAILED))
    running = select(func.count()).select_from(games).where(_RUNNING)
    return Health(connection.scalar(oldest), connection.scalar(failed) or 0, connection.scalar(running) or 0)


def retry(connection: Connection, game_id: int | None) -> int:
    """Make due again what was given up, of running games or of one; how many these were."""
    of_games = select(games.c.id).where(_RUNNING if game_id is None else games.c.id == game_id)
    wanted = among(deliveries.c.state, Transit.FAILED) & deliveries.c.game_id.in_(of_games)
    again = {"state": Transit.DUE, "attempts": 0, "not_before": datetime.now(UTC), "done": None}
    return connection.execute(update(deliveries).where(wanted).values(**again)).rowcount


def block(connection: Connection, who: int, why: str) -> None:
    """Want nothing to do with a person or a server from now on."""
    unblock(connection, who)
    connection.execute(insert(blocked).values(id=who, why=why, since=datetime.now(UTC)))


def unblock(connection: Connection, who: int) -> bool:
    """Forget that; false if there was nothing to forget."""
    return connection.execute(delete(blocked).where(blocked.c.id == who)).rowcount > 0


def all_blocked(connection: Connection) -> tuple[Blocked, ...]:
    """Who is blocked, longest first."""
    rows = connection.execute(select(blocked).order_by(blocked.c.since))
    return tuple(Blocked(row.id, row.why, row.since) for row in rows)


def forget(connection: Connection, user_id: int) -> tuple[int, int]:
    """Delete what is known of a person: seats of open games are free then, those of games that are over keep
    somebody without a name. How many seats these were: freed, and kept."""
    nameless = min(connection.scalar(select(func.min(seats.c.user_id))) or 0, 0) - 1
    mine = seats.c.user_id == user_id
    open_games = select(games.c.id).where(_OPEN)
    for row in connection.execute(select(seats).where(mine, seats.c.game_id.in_(open_games))).all():
        kept.clear(connection, row.game_id, row.seat)
    touched = tuple(connection.scalars(select(seats.c.game_id).where(mine)))
    freed = connection.execute(delete(seats).where(mine, seats.c.game_id.in_(open_games))).rowcount
    stays = connection.execute(update(seats).where(mine).values(user_id=nameless, user_name="")).rowcount
    connection.execute(update(acts).where(acts.c.user_id == user_id).values(user_id=nameless))
    connection.execute(update(games).where(games.c.host_id == user_id).values(host_id=nameless))
    connection.execute(delete(notes).where(notes.c.user_id == user_id))
    connection.execute(update(dailies).where(dailies.c.user_id == user_id).values(user_id=nameless))
    connection.execute(delete(explained).where(explained.c.user_id == user_id))
    connection.execute(delete(attended).where(attended.c.user_id == user_id))
    connection.execute(delete(lessons).where(lessons.c.user_id == user_id))
    connection.execute(delete(users).where(users.c.id == user_id))
    _unname(connection, user_id, nameless, touched)
    return freed, stays


def _unname(connection: Connection, user_id: int, nameless: int, touched: Sequence[int]) -> None:
    """Take a person out of what was posted and agreed on."""
    pings = deliveries.c.content.contains(str(user_id), autoescape=True)
    for row in connection.execute(select(deliveries.c.id, deliveries.c.content).where(pings)).all():
        content = row.content.replace(f"<@{user_id}>", "…").replace(str(user_id), str(nameless))
        connection.execute(update(deliveries).where(deliveries.c.id == row.id).values(content=content))
    for row in connection.execute(select(games.c.id, games.c.settings).where(games.c.id.in_(touched))).all():
        settings = json.dumps(_without(json.loads(row.settings), user_id))
        connection.execute(update(games).where(games.c.id == row.id).values(settings=settings))


def _without(data: Any, user_id: int) -> Any:
    """JSON data without this number."""
    match data:
        case dict():
            return {key: _without(value, user_id) for key, value in data.items() if value != user_id}
        case list():
            return [_without(value, user_id) for value in data if value != user_id]
    return data
