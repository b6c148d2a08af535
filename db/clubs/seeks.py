"""Store seeks: a seek is a person of a server who looks for a game.

A seek ends when the person gets a game or withdraws, or when its time is over. Several seeks that fit each
other form a party (`Seeks.join`). A seek in a party can't be withdrawn, does not lapse, and can't join
another party.

The transaction that forms a party also stores a delivery, which opens the party's table. The transaction that
creates the table deletes the seeks. So if the bot crashes between the two, nobody is lost and nobody gets two
seats.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from db.clubs import notice_boards
from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import NewDelivery, Seek, Stale
from db.schema import seeks
from db.sending import outbox


class Seeks:
    """The people who look for a game. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, seek: Seek) -> bool:
        """Store a seek. It replaces the person's earlier seek on the server.

        If the earlier seek is in a party, store nothing and return False.
        """
        return await self._database.run(_add, seek)

    async def withdraw(self, guild_id: int, user_id: int) -> bool:
        """Delete a person's seek. Return False if they have no seek, or if the seek is in a party."""
        return await self._database.run(_withdraw, guild_id, user_id)

    async def list_waiting(self, guild_id: int | None = None) -> tuple[Seek, ...]:
        """Return the seeks that are in no party, the oldest first; with `guild_id` only of this server."""
        return await self._database.read_many(_list_waiting, guild_id)

    async def list_party(self, party: str) -> tuple[Seek, ...]:
        """Return the seeks of a party, the oldest first."""
        return await self._database.read_many(_list_party, party)

    async def join(self, ids: Collection[int], party: str, post: NewDelivery) -> None:
        """Let seeks form a party, and store a post. Raises `Stale` if one of them is gone or in a party."""
        await self._database.run(_join, tuple(ids), party, post)

    async def lapse(self, seek: Seek, post: NewDelivery) -> bool:
        """Delete a seek whose time is over, and store a post. Return False if it is gone or in a party."""
        return await self._database.run(_lapse, seek, post)

    async def part(self, party: str, post: NewDelivery) -> None:
        """Delete the seeks of a party that can't have a table, and store a post."""
        await self._database.run(_part, party, post)


def close(connection: Connection, party: str) -> None:
    """Delete the seeks of a party that gets its table now. Raises `Stale` if it has no seeks any more."""
    if not connection.execute(delete(seeks).where(seeks.c.party == party)).rowcount:
        raise Stale(f"The party {party} has its table already.")


def _add(connection: Connection, seek: Seek) -> bool:
    theirs = (seeks.c.guild_id == seek.guild_id) & (seeks.c.user_id == seek.user_id)
    connection.execute(delete(seeks).where(theirs, seeks.c.party == ""))
    if connection.execute(select(seeks.c.id).where(theirs)).one_or_none() is not None:
        return False
    row = {column.name: getattr(seek, column.name) for column in seeks.c if column.name != "id"}
    connection.execute(insert(seeks).values(row))
    notice_boards.refresh(connection, seek.guild_id)
    return True


def _withdraw(connection: Connection, guild_id: int, user_id: int) -> bool:
    theirs = (seeks.c.guild_id == guild_id) & (seeks.c.user_id == user_id) & (seeks.c.party == "")
    found = connection.execute(delete(seeks).where(theirs)).rowcount > 0
    notice_boards.refresh(connection, guild_id)
    return found


def _list_waiting(connection: Connection, guild_id: int | None) -> tuple[Seek, ...]:
    waiting = select(seeks).where(seeks.c.party == "").order_by(seeks.c.created, seeks.c.id)
    if guild_id is not None:
        waiting = waiting.where(seeks.c.guild_id == guild_id)
    return tuple(map(_read, connection.execute(waiting)))


def _list_party(connection: Connection, party: str) -> tuple[Seek, ...]:
    of_party = select(seeks).where(seeks.c.party == party).order_by(seeks.c.created, seeks.c.id)
    return tuple(map(_read, connection.execute(of_party)))


def _join(connection: Connection, ids: tuple[int, ...], party: str, post: NewDelivery) -> None:
    free = update(seeks).where(seeks.c.id.in_(ids), seeks.c.party == "")
    guilds = connection.scalars(free.values(party=party).returning(seeks.c.guild_id)).all()
    if len(guilds) != len(ids):
        raise Stale("Somebody of the party has withdrawn.")
    outbox.put(connection, None, [post])
    notice_boards.refresh(connection, guilds[0])


def _lapse(connection: Connection, seek: Seek, post: NewDelivery) -> bool:
    if not connection.execute(delete(seeks).where(seeks.c.id == seek.id, seeks.c.party == "")).rowcount:
        return False
    outbox.put(connection, None, [post])
    notice_boards.refresh(connection, seek.guild_id)
    return True


def _part(connection: Connection, party: str, post: NewDelivery) -> None:
    if connection.execute(delete(seeks).where(seeks.c.party == party)).rowcount:
        outbox.put(connection, None, [post])
        tell(connection, f"{SAVED} 0")


def _read(row: Row[Any]) -> Seek:
    return Seek(**row._asdict())
