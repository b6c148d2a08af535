"""Store the polls on who wins a game. A game has at most one, in the channel of its server's show.

When an act closes turns, its transaction also stores a delivery of the kind `POLL`, if the server has a show
and the game has no poll. If such a delivery waits already, no second one is stored. When the delivery is due,
the bot looks whether the last chapter of the game has just begun. If so, it posts the poll. The transaction
that ends a game with a poll stores a delivery of the kind `RESULT`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, select, text, update

from db.connection.database import Database
from db.records import NewDelivery, Transit
from db.schema import deliveries, games, is_among, polls, shows
from db.sending import outbox

POLL, RESULT = "poll", "poll.result"  # the kinds of deliveries
_POLL = select(polls.c.channel_id).where(polls.c.game_id == bindparam("of_game"))
_WAITS = exists().where(
    (deliveries.c.channel_id == shows.c.channel_id) & (deliveries.c.kind == POLL),
    is_among(deliveries.c.state, Transit.DUE),
    deliveries.c.content.like(bindparam("begins")),
)
# The channel with the show of the game's server; no row if the game has a poll or a waiting `POLL` delivery.
_WANTS = (
    select(shows.c.channel_id)
    .join(games, games.c.guild_id == shows.c.guild_id)
    .where(games.c.id == bindparam("of_game"), ~_POLL.exists(), ~_WAITS)
)

# SQLAlchemy writes "on conflict" differently for SQLite and PostgreSQL. This text works in both.
_BEGIN = text(
    "INSERT INTO polls (game_id, channel_id, language, seats)"
    " VALUES (:game_id, :channel_id, :language, :seats) ON CONFLICT (game_id) DO NOTHING"
)


class Poll(NamedTuple):
    """The poll on a game. `seats`: in the order of the answers. `message_id`: None before it is posted."""

    game_id: int
    channel_id: int
    language: str
    seats: tuple[str, ...]
    message_id: int | None = None


class Polls:
    """The polls on games. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, game_id: int) -> Poll | None:
        """Return the poll on a game; None if it has none."""
        return await self._database.read(_find, game_id)

    async def begin(self, poll: Poll) -> Poll:
        """Store the poll on a game, unless it has one. Return the poll of the game."""
        return await self._database.run(_begin, poll)

    async def record_posted(self, game_id: int, message_id: int) -> None:
        """Record the message of the poll on a game."""
        await self._database.run(_record_posted, game_id, message_id)


def read_planned(content: str) -> tuple[int, int]:
    """Read the content of a delivery: return the game and its first newly closed turn.

    For a `RESULT`, the turn is 0.
    """
    planned = json.loads(content)
    return int(planned["game"]), int(planned["turn"])


def note_turns(connection: Connection, game_id: int, closed: Sequence[int], *, over: bool) -> None:
    """Store a delivery if one is wanted: a `POLL` after closed turns, a `RESULT` if the game is over."""
    if over:
        if (channel_id := connection.scalar(_POLL, {"of_game": game_id})) is not None:
            content = json.dumps({"game": game_id, "turn": 0})
            outbox.put(connection, None, [NewDelivery(channel_id, RESULT, content)])
        return
    if not closed:
        return
    channel_id = connection.scalar(_WANTS, {"of_game": game_id, "begins": f'{{"game": {game_id},%'})
    if channel_id is not None:
        content = json.dumps({"game": game_id, "turn": min(closed)})
        outbox.put(connection, None, [NewDelivery(channel_id, POLL, content)])


def _find(connection: Connection, game_id: int) -> Poll | None:
    row = connection.execute(select(polls).where(polls.c.game_id == game_id)).one_or_none()
    if row is None:
        return None
    return Poll(row.game_id, row.channel_id, row.language, tuple(json.loads(row.seats)), row.message_id)


def _begin(connection: Connection, poll: Poll) -> Poll:
    row = {"game_id": poll.game_id, "channel_id": poll.channel_id, "language": poll.language}
    connection.execute(_BEGIN, row | {"seats": json.dumps(poll.seats)})
    found = _find(connection, poll.game_id)
    assert found is not None, "it was stored"
    return found


def _record_posted(connection: Connection, game_id: int, message_id: int) -> None:
    connection.execute(update(polls).where(polls.c.game_id == game_id).values(message_id=message_id))
