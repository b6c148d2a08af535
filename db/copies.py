"""The rows of all tables, read from one database and written into another; and databases that are only read.

An older database is read as a copy in memory, which is brought to this version: its own tables stay as they
are.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, MetaData, insert, select, text

from db.database import Database, OneFile, Server
from db.migrate import is_newest, migrate, read_revision
from db.schema import metadata
from db.unusable import unusable

AT_ONCE = 500  # rows written together
Rows: TypeAlias = dict[str, list[dict[str, Any]]]
VERSION = "alembic_version"


async def look(url: URL) -> Database:
    """Open a database to read it, in the tables of this version, and leave it as it is."""
    source = await _open(url)
    try:
        if await source.run(is_newest):
            return source
        copy = await _copy(source)
    except BaseException:
        await source.close()
        raise
    await source.close()
    await copy.run(migrate)
    return copy


async def find_revision(url: URL) -> str | None:
    """Return the migration that a database has come to, known here or not; None: it has no tables."""
    source = await _look(url)
    try:
        return await source.run(read_revision)
    finally:
        await source.close()


async def copy_of(url: URL) -> OneFile:
    """Copy a database into memory, in the tables it has."""
    source = await _open(url)
    try:
        return await _copy(source)
    finally:
        await source.close()


async def _open(url: URL) -> OneFile | Server:
    source = await _look(url)
    try:
        if await source.run(read_revision) is None:
            raise unusable(str(url), "It has no tables of Durbar.")
    except BaseException:
        await source.close()
        raise
    return source


async def _look(url: URL) -> OneFile | Server:
    return await (OneFile if url.get_backend_name() == "sqlite" else Server).look(url)


async def _copy(source: OneFile | Server) -> OneFile:
    if isinstance(source, OneFile):
        return await OneFile.in_memory(source)
    at, rows = await source.run(_read_all)
    copy = await OneFile.in_memory()
    await copy.run(_write_all, at, rows)
    return copy


def _read_all(connection: Connection) -> tuple[str, Rows]:
    _keep_moment(connection)
    at = read_revision(connection)
    return str(at), _read(connection, _tables(connection))


def _write_all(connection: Connection, at: str, rows: Rows) -> None:
    migrate(connection, at)
    write_rows(connection, _tables(connection), rows)


def _tables(connection: Connection) -> MetaData:
    """Return the tables as they are in a database, but for that of its version."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != VERSION)
    return found


def read_rows(connection: Connection) -> Rows:
    """Return the rows of all tables as they are at one moment."""
    _keep_moment(connection)
    return _read(connection, metadata)


def _keep_moment(connection: Connection) -> None:
    """Let all that a transaction reads be of one moment."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))


def _read(connection: Connection, tables: MetaData) -> Rows:
    return {
        table.name: [dict(row._mapping) for row in connection.execute(select(table))]
        for table in tables.sorted_tables
    }


def write_rows(connection: Connection, tables: MetaData, rows: Rows) -> None:
    """Insert rows into empty tables."""
    for table in tables.sorted_tables:
        of_table = rows[table.name]
        for first in range(0, len(of_table), AT_ONCE):
            connection.execute(insert(table), of_table[first : first + AT_ONCE])
        if connection.dialect.name == "postgresql" and "id" in table.c and table.c.id.autoincrement == "auto":
            _count_on(connection, table.name)


def _count_on(connection: Connection, table: str) -> None:
    """New rows get numbers beyond those that were copied."""
    newest = f"(SELECT max(id) FROM {table})"
    connection.execute(
        text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {newest}) WHERE {newest} IS NOT NULL")
    )
