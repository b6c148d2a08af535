"""Store the notice boards of Discord servers. A board is one message that is edited when a game changes.

The transaction of each act of a game stores a delivery of the kind `NOTICE` for the board of its server,
unless such a delivery waits already. So a board has at most one waiting delivery, and no change is lost if
the bot crashes before the edit.
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    String,
    bindparam,
    case,
    delete,
    exists,
    insert,
    literal,
    select,
    update,
)

from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import NewDelivery, NoticeBoard, Transit
from db.schema import Moment, deliveries, games, is_among, notice_boards
from db.sending import outbox

NOTICE = "notice"  # the kind of deliveries that write a board
NOTICE_GONE = "notice.gone"  # the kind of deliveries that delete the message of a board
_NOW = bindparam("now", type_=Moment)
_WAITS = exists().where(
    deliveries.c.channel_id == notice_boards.c.channel_id,
    deliveries.c.kind == literal(NOTICE, String(), literal_execute=True),
    is_among(deliveries.c.state, Transit.DUE),
)
_DUE = select(
    notice_boards.c.channel_id,
    literal(NOTICE, String()),
    literal("{}", String()),
    bindparam("nonce", type_=String()),
    literal(str(Transit.DUE), String()),
    literal(0),
    case((notice_boards.c.next_edit > _NOW, notice_boards.c.next_edit), else_=_NOW),
    literal("", String()),
).where(~_WAITS)
_COLUMNS = ["channel_id", "kind", "content", "nonce", "state", "attempts", "not_before", "error"]
_OF_GAME = select(games.c.guild_id).where(games.c.id == bindparam("of_game")).scalar_subquery()
_CHANGED = insert(deliveries).from_select(_COLUMNS, _DUE.where(notice_boards.c.guild_id == _OF_GAME))
_WANTED = insert(deliveries).from_select(
    _COLUMNS, _DUE.where(notice_boards.c.guild_id == bindparam("of_guild"))
)


class NoticeBoards:
    """The notice boards of Discord servers. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, board: NoticeBoard) -> None:
        """Set the board of a server, and store a delivery that writes it. An earlier board is removed."""
        await self._database.run(_set, board)

    async def remove(self, guild_id: int) -> bool:
        """Remove the board of a server, and store a delivery that deletes its message.

        Return False if the server had no board.
        """
        return await self._database.run(_remove, guild_id)

    async def find(self, guild_id: int) -> NoticeBoard | None:
        """Return the board of a server; None if it has none."""
        return await self._database.read(_find, guild_id)

    async def find_in_channel(self, channel_id: int) -> NoticeBoard | None:
        """Return the board in a channel; None if there is none."""
        return await self._database.read(_find_in_channel, channel_id)

    async def record_shown(
        self, board: NoticeBoard, message_id: int, shown: str, next_edit: datetime
    ) -> None:
        """Record the message of a board, a hash of its text, and when it may be edited again."""
        await self._database.run(_record_shown, board, message_id, shown, next_edit)

    async def refresh(self, guild_id: int) -> None:
        """Store a delivery that writes the board of a server again."""
        await self._database.run(refresh, guild_id)


def note_change(connection: Connection, game_id: int) -> None:
    """Store a delivery that writes the board of a game's server again, if the server has a board."""
    connection.execute(_CHANGED, {"of_game": game_id, **_make_parameters()})


def refresh(connection: Connection, guild_id: int) -> None:
    """Store a delivery that writes the board of a server again, if the server has a board."""
    connection.execute(_WANTED, {"of_guild": guild_id, **_make_parameters()})
    tell(connection, f"{SAVED} 0")


def _make_parameters() -> dict[str, Any]:
    return {"now": datetime.now(UTC), "nonce": f"n.{secrets.token_hex(6)}"}


def _set(connection: Connection, board: NoticeBoard) -> None:
    _remove(connection, board.guild_id)
    connection.execute(
        insert(notice_boards).values(
            guild_id=board.guild_id,
            channel_id=board.channel_id,
            user_id=board.user_id,
            language=board.language,
            shown="",
            next_edit=datetime.now(UTC),
        )
    )
    refresh(connection, board.guild_id)


def _remove(connection: Connection, guild_id: int) -> bool:
    earlier = _find(connection, guild_id)
    if earlier is None:
        return False
    waits = (deliveries.c.channel_id == earlier.channel_id) & (deliveries.c.kind == NOTICE)
    off = {"state": Transit.CANCELLED, "done": datetime.now(UTC)}
    connection.execute(
        update(deliveries).where(waits, is_among(deliveries.c.state, Transit.DUE)).values(**off)
    )
    connection.execute(delete(notice_boards).where(notice_boards.c.guild_id == guild_id))
    if earlier.message_id is not None:
        content = json.dumps(earlier.message_id)
        outbox.put(connection, None, [NewDelivery(earlier.channel_id, NOTICE_GONE, content)])
        tell(connection, f"{SAVED} 0")
    return True


def _find(connection: Connection, guild_id: int) -> NoticeBoard | None:
    found = select(notice_boards).where(notice_boards.c.guild_id == guild_id)
    return _read(connection.execute(found).one_or_none())


def _find_in_channel(connection: Connection, channel_id: int) -> NoticeBoard | None:
    found = select(notice_boards).where(notice_boards.c.channel_id == channel_id)
    return _read(connection.execute(found).one_or_none())


def _read(row: Row[Any] | None) -> NoticeBoard | None:
    if row is None:
        return None
    return NoticeBoard(
        row.guild_id, row.channel_id, row.user_id, row.language, row.message_id, row.shown, row.next_edit
    )


def _record_shown(
    connection: Connection, board: NoticeBoard, message_id: int, shown: str, next_edit: datetime
) -> None:
    same = (notice_boards.c.guild_id == board.guild_id) & (notice_boards.c.channel_id == board.channel_id)
    connection.execute(
        update(notice_boards).where(same).values(message_id=message_id, shown=shown, next_edit=next_edit)
    )
    # A busy server has an edit each minute, so delete finished deliveries now. `prune` would come too late.
    spent = (deliveries.c.channel_id == board.channel_id) & (deliveries.c.kind == NOTICE)
    connection.execute(delete(deliveries).where(spent, deliveries.c.done.is_not(None)))
