"""Store who follows which game, and the direct messages that tell them of its chapters and its end.

If an act closes turns or ends the game, the transaction of the act stores deliveries for the followers. Such
a delivery belongs to no game. Its `channel_id` is the id of the follower, because only Discord knows the
channel of a direct message.

A follow remembers the last closed turn for which a delivery was stored (`told`). So a follower is told only
once of a turn that is undone and played again. An undo cancels the deliveries about undone turns that the bot
has not tried to send yet. For the followers who would have got these deliveries, the undo sets `told` back to
the turn before the first undone turn.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from db import reading
from db.connection.database import Database
from db.records import NewDelivery, Status, StoredGame, Transit
from db.schema import blocked, deliveries, follows, games, is_among
from db.sending import outbox

FOLLOW = "follow"  # the kind of deliveries that tell a follower of a game
MOST = 50  # the most open games that one person follows at the same time
_OPEN = is_among(games.c.status, Status.LOBBY, Status.RUNNING, Status.ADJOURNED)
_FOLLOWERS = (
    select(follows.c.user_id, follows.c.told)
    .where(follows.c.game_id == bindparam("of_game"), follows.c.user_id.not_in(select(blocked.c.id)))
    .order_by(follows.c.user_id)
)
_TOLD = (
    update(follows)
    .where(follows.c.game_id == bindparam("of_game"), follows.c.told < bindparam("last"))
    .values(told=bindparam("last"))
)


class Followed(NamedTuple):
    """What a delivery tells: a game, its first and last newly closed turn (0: none), and whether it ended."""

    game: int
    first: int
    last: int
    over: bool


class Follows:
    """Who follows which game. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game_id: int, user_id: int, language: str) -> bool:
        """Let a person follow a game, with messages in a language.

        Return False if they follow `MOST` other open games.
        """
        return await self._database.run(_add, game_id, user_id, language)

    async def remove(self, game_id: int, user_id: int) -> bool:
        """End a person's follow of a game. Return False if they did not follow it."""
        return await self._database.run(_remove, game_id, user_id)

    async def find_language(self, game_id: int, user_id: int) -> str | None:
        """Return the language in which a person follows a game; None if they don't follow it."""
        return await self._database.read(_find_language, game_id, user_id)

    async def list_games(self, user_id: int) -> tuple[StoredGame, ...]:
        """Return the games in lobby, running or adjourned that a person follows, the oldest first."""
        return await self._database.read_many(_list_games, user_id)


def read_followed(content: str) -> Followed:
    """Return what the content of a delivery says."""
    return Followed(**json.loads(content))


def note_turns(connection: Connection, game_id: int, closed: Sequence[int], *, over: bool) -> None:
    """Store a delivery for each follower to whom one of these closed turns is new.

    If the game is over, store a delivery for every follower. Blocked people get none.
    """
    if not closed and not over:
        return
    lines = list[NewDelivery]()
    for user_id, told in connection.execute(_FOLLOWERS, {"of_game": game_id}).all():
        fresh = [turn for turn in closed if turn > told]
        if fresh or over:
            content = Followed(game_id, min(fresh, default=0), max(fresh, default=0), over)
            lines.append(NewDelivery(user_id, FOLLOW, json.dumps(content._asdict())))
    outbox.put(connection, None, lines)
    if lines and closed:
        connection.execute(_TOLD, {"of_game": game_id, "last": max(closed)})


def cancel_after(connection: Connection, game_id: int, turn: int) -> None:
    """Cancel deliveries about this turn, later turns or the end of the game, because an undo has undone them.

    A delivery that the bot has already tried to send stays.
    """
    waits = (deliveries.c.kind == FOLLOW) & is_among(deliveries.c.state, Transit.DUE)
    of_game = deliveries.c.content.startswith(f'{{"game": {game_id},', autoescape=True)
    untried = select(deliveries).where(waits, of_game, deliveries.c.attempts == 0)
    for row in connection.execute(untried).all():
        followed = read_followed(row.content)
        if not followed.over and followed.last < turn:
            continue
        cancelled = {"state": Transit.CANCELLED, "done": datetime.now(UTC)}
        connection.execute(update(deliveries).where(deliveries.c.id == row.id).values(cancelled))
        _set_told(connection, game_id, row.channel_id, turn - 1)


def forget_person(connection: Connection, user_id: int) -> None:
    """Delete the records of which games a person follows, and the deliveries to them."""
    connection.execute(delete(follows).where(follows.c.user_id == user_id))
    theirs = (deliveries.c.channel_id == user_id) & (deliveries.c.kind == FOLLOW)
    connection.execute(delete(deliveries).where(theirs))


def _set_told(connection: Connection, game_id: int, user_id: int, turn: int) -> None:
    theirs = (follows.c.game_id == game_id) & (follows.c.user_id == user_id)
    connection.execute(update(follows).where(theirs).values(told=turn))


def _add(connection: Connection, game_id: int, user_id: int, language: str) -> bool:
    others = (follows.c.user_id == user_id) & (follows.c.game_id != game_id) & _OPEN
    if (connection.scalar(select(func.count()).select_from(follows.join(games)).where(others)) or 0) >= MOST:
        return False
    _remove(connection, game_id, user_id)
    row = {"game_id": game_id, "user_id": user_id, "language": language, "told": 0}
    connection.execute(insert(follows).values(row))
    return True


def _remove(connection: Connection, game_id: int, user_id: int) -> bool:
    theirs = (follows.c.game_id == game_id) & (follows.c.user_id == user_id)
    return connection.execute(delete(follows).where(theirs)).rowcount > 0


def _find_language(connection: Connection, game_id: int, user_id: int) -> str | None:
    theirs = (follows.c.game_id == game_id) & (follows.c.user_id == user_id)
    found: str | None = connection.scalar(select(follows.c.language).where(theirs))
    return found


def _list_games(connection: Connection, user_id: int) -> tuple[StoredGame, ...]:
    return reading.list_followed(connection, user_id)
