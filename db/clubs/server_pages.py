"""Store the web pages on which Discord servers list their tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from db import reading
from db.connection.database import Database
from db.records import ServerPage, StoredGame
from db.schema import server_pages


class ServerPages:
    """The web pages of Discord servers. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, page: ServerPage) -> None:
        """Store the page of a server. It replaces the server's earlier page."""
        await self._database.run(_set, page)

    async def remove(self, guild_id: int) -> bool:
        """Delete the page of a server. Return False if the server had no page."""
        return await self._database.run(_remove, guild_id)

    async def find(self, guild_id: int) -> ServerPage | None:
        """Return the page of a server; None if it has none."""
        return await self._database.read(_find, guild_id)

    async def find_named(self, page: str) -> ServerPage | None:
        """Return the page with this secret name (`ServerPage.page`); None if there is none."""
        return await self._database.read(_find_named, page)

    async def list_tables(self, guild_id: int, ended: int) -> tuple[StoredGame, ...]:
        """Return a server's games in lobby, running games, and last finished games (at most `ended`)."""
        return await self._database.read_many(reading.list_tables, guild_id, ended)


def _set(connection: Connection, page: ServerPage) -> None:
    _remove(connection, page.guild_id)
    row = {"guild_id": page.guild_id, "page": page.page, "language": page.language}
    connection.execute(insert(server_pages).values(row))


def _remove(connection: Connection, guild_id: int) -> bool:
    return connection.execute(delete(server_pages).where(server_pages.c.guild_id == guild_id)).rowcount > 0


def _find(connection: Connection, guild_id: int) -> ServerPage | None:
    return _read(
        connection.execute(select(server_pages).where(server_pages.c.guild_id == guild_id)).one_or_none()
    )


def _find_named(connection: Connection, page: str) -> ServerPage | None:
    return _read(connection.execute(select(server_pages).where(server_pages.c.page == page)).one_or_none())


def _read(row: Row[Any] | None) -> ServerPage | None:
    return None if row is None else ServerPage(row.guild_id, row.page, row.language)
