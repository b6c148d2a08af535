"""Delete the data of a person. The functions take a connection."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from db import follows, notebooks
from db import notes as kept
from db.clubs import competitions, ranks
from db.records import Status
from db.schema import (
    acts,
    attended,
    dailies,
    deliveries,
    explained,
    games,
    homes,
    is_among,
    lessons,
    notes,
    notice_boards,
    seats,
    seeks,
    shows,
    users,
)
from db.sending import webhooks

_OPEN = is_among(games.c.status, Status.LOBBY, Status.RUNNING, Status.ADJOURNED)


def forget(connection: Connection, user_id: int) -> tuple[int, int]:
    """Delete the data of a person. Return the numbers of freed seats and of nameless seats.

    The person's seats in open games become free. In a finished game, the holder of the seat becomes nameless:
    an empty name, and a user id below 0.
    """
    lowest = connection.scalar(select(func.min(seats.c.user_id))) or 0
    nameless = min(lowest, competitions.find_lowest_nameless(connection), 0) - 1
    mine = seats.c.user_id == user_id
    open_games = select(games.c.id).where(_OPEN)
    for row in connection.execute(select(seats).where(mine, seats.c.game_id.in_(open_games))).all():
        kept.clear(connection, row.game_id, row.seat)
    held = select(notes.c.game_id).where(notes.c.user_id == user_id)
    touched = {*connection.scalars(select(seats.c.game_id).where(mine)), *connection.scalars(held)}
    freed = connection.execute(delete(seats).where(mine, seats.c.game_id.in_(open_games))).rowcount
    stays = connection.execute(update(seats).where(mine).values(user_id=nameless, user_name="")).rowcount
    connection.execute(update(acts).where(acts.c.user_id == user_id).values(user_id=nameless))
    connection.execute(update(games).where(games.c.host_id == user_id).values(host_id=nameless))
    connection.execute(delete(notes).where(notes.c.user_id == user_id))
    connection.execute(update(dailies).where(dailies.c.user_id == user_id).values(user_id=nameless))
    connection.execute(update(shows).where(shows.c.user_id == user_id).values(user_id=nameless))
    webhooks.forget_person(connection, user_id)
    connection.execute(
        update(notice_boards).where(notice_boards.c.user_id == user_id).values(user_id=nameless)
    )
    connection.execute(update(homes).where(homes.c.user_id == user_id).values(user_id=nameless))
    connection.execute(delete(seeks).where(seeks.c.user_id == user_id))
    follows.forget_person(connection, user_id)
    notebooks.forget_person(connection, user_id)
    competitions.forget_person(connection, user_id, nameless)
    connection.execute(delete(explained).where(explained.c.user_id == user_id))
    connection.execute(delete(attended).where(attended.c.user_id == user_id))
    connection.execute(delete(lessons).where(lessons.c.user_id == user_id))
    connection.execute(delete(users).where(users.c.id == user_id))
    _remove_mentions(connection, user_id, nameless, touched)
    # This comes last: it stores deliveries with the person's id, which `_remove_mentions` would remove.
    ranks.forget_person(connection, user_id)
    return freed, stays


def _remove_mentions(connection: Connection, user_id: int, nameless: int, touched: Collection[int]) -> None:
    """Remove a person's id from stored posts, and from the settings of the games `touched`."""
    pings = deliveries.c.content.contains(str(user_id), autoescape=True)
    for row in connection.execute(select(deliveries.c.id, deliveries.c.content).where(pings)).all():
        content = row.content.replace(f"<@{user_id}>", "…").replace(str(user_id), str(nameless))
        connection.execute(update(deliveries).where(deliveries.c.id == row.id).values(content=content))
    for row in connection.execute(select(games.c.id, games.c.settings).where(games.c.id.in_(touched))).all():
        settings = json.dumps(_remove_number(json.loads(row.settings), user_id))
        connection.execute(update(games).where(games.c.id == row.id).values(settings=settings))


def _remove_number(data: Any, user_id: int) -> Any:
    """Remove a person's id from JSON data. Also remove each key whose value is a list [id, ..., name]."""
    match data:
        case dict():
            kept = {key: value for key, value in data.items() if value != user_id}
            return {
                key: _remove_number(value, user_id)
                for key, value in kept.items()
                if not (isinstance(value, list) and value[:1] == [user_id] and isinstance(value[-1], str))
            }
        case list():
            return [_remove_number(value, user_id) for value in data if value != user_id]
    return data
