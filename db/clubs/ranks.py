"""Store the ranks of Discord servers: roles for people's ratings, and which role the bot gave to whom.

The transaction that ends a rated game stores a delivery of the kind `RANKS`. The transaction that changes a
rank stores a delivery of this kind for the whole server. So the bot gives the roles even if it crashes after
the change.

Deliveries with the same `channel_id` wait for each other. In deliveries of the kind `RANKS`, the `channel_id`
is the id of the server. So no post in a channel waits for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from sqlalchemy import ColumnElement, Connection, delete, exists, insert, select, update

from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import NewDelivery, Rank, Transit
from db.schema import deliveries, is_among, ranked, ranks
from db.sending import outbox

RANKS = "ranks"  # the kind of deliveries that give and take roles after a game, or on a whole server
RANK_GONE = "ranks.gone"  # the kind of deliveries that take a role away after a person's data was deleted


class Ranks:
    """The ranks of Discord servers. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, rank: Rank) -> None:
        """Set the points of a role, and store a delivery that gives and takes the roles of the server."""
        await self._database.run(_set, rank)

    async def remove(self, guild_id: int, role_id: int) -> bool:
        """Remove a rank, and store a delivery that takes its role away. Return False if there is none."""
        return await self._database.run(_remove, guild_id, role_id)

    async def list_ranks(self, guild_id: int) -> tuple[Rank, ...]:
        """Return the ranks of a server, the highest first."""
        return await self._database.read(_list_ranks, guild_id)

    async def list_ranked(self, guild_id: int) -> Mapping[int, int]:
        """Return the role that the bot gave to each person of a server."""
        return await self._database.read(_list_ranked, guild_id)

    async def record(self, guild_id: int, user_id: int, role_id: int | None) -> None:
        """Record the role that the bot has given to a person; None if the bot has given no role."""
        await self._database.run(_record, guild_id, user_id, role_id)

    async def record_troubles(
        self,
        guild_id: int,
        troubles: Mapping[int, str],
        game_id: int | None = None,
        posts: Sequence[NewDelivery] = (),
    ) -> None:
        """Record for each role why the bot can't give it, and store the posts that say so.

        An empty reason means that the bot can give the role.
        """
        await self._database.run(_record_troubles, guild_id, troubles, game_id, posts)

    async def record_gone(self, delivery_id: int) -> None:
        """Delete the person's id from a delivery of the kind `RANK_GONE`, after the role was taken."""
        await self._database.run(_record_gone, delivery_id)

    async def refresh(self, guild_id: int) -> None:
        """Store a delivery that gives and takes the roles of a server again."""
        await self._database.run(_refresh, guild_id)


def forget_person(connection: Connection, user_id: int) -> None:
    """Forget the roles that the bot gave to a person, and store deliveries that take these roles away."""
    theirs = ranked.c.user_id == user_id
    for row in connection.execute(select(ranked).where(theirs)).all():
        gone = json.dumps({"guild": row.guild_id, "user": user_id, "role": row.role_id})
        outbox.put(connection, None, [NewDelivery(row.guild_id, RANK_GONE, gone)])
    connection.execute(delete(ranked).where(theirs))


def _refresh(connection: Connection, guild_id: int) -> None:
    """Store a delivery that gives and takes the roles of the server, unless one waits already."""
    content = json.dumps({"guild": guild_id})
    waits = (deliveries.c.kind == RANKS) & (deliveries.c.content == content)
    if not connection.scalar(select(exists().where(waits, is_among(deliveries.c.state, Transit.DUE)))):
        outbox.put(connection, None, [NewDelivery(guild_id, RANKS, content)])
        tell(connection, f"{SAVED} 0")


def _set(connection: Connection, rank: Rank) -> None:
    connection.execute(delete(ranks).where(_is_of(rank.guild_id, rank.role_id)))
    row = {column.name: getattr(rank, column.name) for column in ranks.c}
    connection.execute(insert(ranks).values(row))
    _refresh(connection, rank.guild_id)


def _remove(connection: Connection, guild_id: int, role_id: int) -> bool:
    if not connection.execute(delete(ranks).where(_is_of(guild_id, role_id))).rowcount:
        return False
    _refresh(connection, guild_id)
    return True


def _list_ranks(connection: Connection, guild_id: int) -> tuple[Rank, ...]:
    found = select(ranks).where(ranks.c.guild_id == guild_id)
    rows = connection.execute(found.order_by(ranks.c.points.desc(), ranks.c.role_id))
    return tuple(Rank(row.guild_id, row.role_id, row.points, row.language, row.trouble) for row in rows)


def _list_ranked(connection: Connection, guild_id: int) -> Mapping[int, int]:
    found = select(ranked.c.user_id, ranked.c.role_id).where(ranked.c.guild_id == guild_id)
    return MappingProxyType({row.user_id: row.role_id for row in connection.execute(found)})


def _record(connection: Connection, guild_id: int, user_id: int, role_id: int | None) -> None:
    theirs = (ranked.c.guild_id == guild_id) & (ranked.c.user_id == user_id)
    connection.execute(delete(ranked).where(theirs))
    if role_id is not None:
        row = {"guild_id": guild_id, "user_id": user_id, "role_id": role_id}
        connection.execute(insert(ranked).values(row))


def _record_troubles(
    connection: Connection,
    guild_id: int,
    troubles: Mapping[int, str],
    game_id: int | None,
    posts: Sequence[NewDelivery],
) -> None:
    for role_id, trouble in troubles.items():
        connection.execute(update(ranks).where(_is_of(guild_id, role_id)).values(trouble=trouble))
    outbox.put(connection, game_id, posts)
    tell(connection, f"{SAVED} 0")


def _record_gone(connection: Connection, delivery_id: int) -> None:
    connection.execute(update(deliveries).where(deliveries.c.id == delivery_id).values(content="{}"))


def _is_of(guild_id: int, role_id: int) -> ColumnElement[bool]:
    return (ranks.c.guild_id == guild_id) & (ranks.c.role_id == role_id)
