"""Store the home of each Discord server: the channel in which new tables open, each in its own thread.

To open a table there, the bot first stores a delivery. The outbox opens the thread, then creates the game.
The act that creates the game stores the id of the interaction that asked for the table. So even after a crash
between the thread and the game, the bot opens no second table.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, insert, select

from db import writing
from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import Home, NameTaken, NewDelivery
from db.schema import deliveries, games, homes
from db.sending import outbox


class Homes:
    """The homes of Discord servers. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, home: Home) -> None:
        """Set the home of a server. It replaces an earlier one."""
        await self._database.run(_set, home)

    async def remove(self, guild_id: int) -> None:
        """Remove the home of a server, if it has one."""
        await self._database.run(_remove, guild_id)

    async def find(self, guild_id: int) -> Home | None:
        """Return the home of a server; None if it has none."""
        return await self._database.read(_find, guild_id)

    async def choose_channel(self, guild_id: int, otherwise: int) -> int:
        """Return the channel in which a server's tables open: its home, or `otherwise` if it has none."""
        home = await self.find(guild_id)
        return otherwise if home is None else home.channel_id

    async def forget_channel(self, guild_id: int, channel_id: int) -> None:
        """Remove the home of a server if it is this channel, because the channel was deleted."""
        await self._database.run(_remove, guild_id, channel_id)

    async def plan(self, home: Home, interaction_id: int, post: NewDelivery, name: str | None) -> None:
        """Store the delivery that opens a table. Do nothing if this interaction has stored one before.

        `name`: the name that the host wants for the table. Raises `NameTaken` if an open table has this name.
        """
        await self._database.run(_plan, home, interaction_id, post, name)

    async def give_up(self, interaction_id: int, post: NewDelivery) -> None:
        """Store the post which says that a planned table can't open. Do nothing if it is stored already."""
        await self._database.run(_put_once, f"f.{interaction_id}", post)

    async def has_game(self, channel_id: int) -> bool:
        """Return whether a channel has a game, or had one."""
        return await self._database.read(_has_game, channel_id)


def _has_game(connection: Connection, channel_id: int) -> bool:
    return connection.scalar(select(exists().where(games.c.channel_id == channel_id))) is True


def _set(connection: Connection, home: Home) -> None:
    _remove(connection, home.guild_id)
    connection.execute(
        insert(homes).values(guild_id=home.guild_id, channel_id=home.channel_id, user_id=home.user_id)
    )


def _remove(connection: Connection, guild_id: int, channel_id: int | None = None) -> None:
    """Remove the home of a server; with `channel_id` only if it is that channel."""
    home = delete(homes).where(homes.c.guild_id == guild_id)
    connection.execute(home if channel_id is None else home.where(homes.c.channel_id == channel_id))


def _find(connection: Connection, guild_id: int) -> Home | None:
    row = connection.execute(select(homes).where(homes.c.guild_id == guild_id)).one_or_none()
    return None if row is None else Home(**row._asdict())


def _plan(
    connection: Connection, home: Home, interaction_id: int, post: NewDelivery, name: str | None
) -> None:
    if name is not None and not writing.is_name_free(connection, home.guild_id, home.channel_id, name):
        raise NameTaken(f"Another table has the name {name}.")
    _put_once(connection, f"t.{interaction_id}", post)


def _put_once(connection: Connection, nonce: str, post: NewDelivery) -> None:
    if connection.scalar(select(exists().where(deliveries.c.nonce == nonce))):
        return
    outbox.put(connection, None, [post], nonce)
    tell(connection, f"{SAVED} 0")
