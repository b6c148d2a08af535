"""Copy the rows of one database into another, and open databases for reading only.

If a database has the tables of an older version, this module copies it into memory and migrates the copy. The
database itself does not change.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, MetaData, insert, select, text

from db.connection.database import Database, OneFile, Server
from db.connection.unusable import unusable
from db.migrate import is_newest, migrate, read_revision
from db.schema import metadata

AT_ONCE = 500  # the most rows that one statement writes
Rows: TypeAlias = dict[str, list[dict[str, Any]]]
VERSION = "alembic_version"  # the table that holds the id of the last migration


async def look(url: URL) -> Database:
    """Open a database for reading. If its tables are of an older version, open a migrated copy instead."""
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
    """Return the id of a database's last migration; None for a database without tables.

    This version need not know the migration.
    """
    source = await _open_for_reading(url)
    try:
        return await source.run(read_revision)
    finally:
        await source.close()


async def copy_of(url: URL) -> OneFile:
    """Copy a database into memory, with the same tables, and return the copy."""
    source = await _open(url)
    try:
        return await _copy(source)
    finally:
        await source.close()


async def _open(url: URL) -> OneFile | Server:
    source = await _open_for_reading(url)
    try:
        if await source.run(read_revision) is None:
            raise unusable(str(url), "It has no tables of Durbar.")
    except BaseException:
        await source.close()
        raise
    return source


async def _open_for_reading(url: URL) -> OneFile | Server:
    return await (OneFile if url.get_backend_name() == "sqlite" else Server).look(url)


async def _copy(source: OneFile | Server) -> OneFile:
    if isinstance(source, OneFile):
        return await OneFile.in_memory(source)
    at, rows = await source.run(_read_all)
    copy = await OneFile.in_memory()
    await copy.run(_write_all, at, rows)
    return copy


def _read_all(connection: Connection) -> tuple[str, Rows]:
    _begin_snapshot(connection)
    at = read_revision(connection)
    return str(at), _read(connection, _find_tables(connection))


def _write_all(connection: Connection, at: str, rows: Rows) -> None:
    migrate(connection, at)
    write_rows(connection, _find_tables(connection), rows)


def _find_tables(connection: Connection) -> MetaData:
    """Return the tables of a database, except the table `VERSION`."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != VERSION)
    return found


def read_rows(connection: Connection) -> Rows:
    """Return the rows of all tables, from a single snapshot."""
    _begin_snapshot(connection)
    return _read(connection, metadata)


def _begin_snapshot(connection: Connection) -> None:
    """Make a transaction read everything from a single snapshot."""
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
            _advance_ids(connection, table.name)


def _advance_ids(connection: Connection, table: str) -> None:
    """Set the counter of a table's ids, so that new rows get higher ids than the copied rows."""
    newest = f"(SELECT max(id) FROM {table})"
    connection.execute(
        text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {newest}) WHERE {newest} IS NOT NULL")
    )
