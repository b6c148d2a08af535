"""A database as a whole: saved, brought back, moved between SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, insert, make_url, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from db.migrate import config
from db.schema import metadata
from db.store import Store

ROWS = 500  # copied at once
T = TypeVar("T")
Rows = list[dict[str, Any]]


class NotEmpty(ValueError):
    """There are games already where a database is to be copied to."""


def revisions(connection: Connection) -> tuple[str | None, str]:
    """The migration a database has come to (None: it has no tables yet), and the newest one."""
    newest = ScriptDirectory.from_config(config(connection)).get_current_head()
    assert newest is not None, "there is a first migration"
    return MigrationContext.configure(connection).get_current_revision(), newest


def faults(connection: Connection) -> tuple[str, ...]:
    """What is broken in a database, as far as it knows itself."""
    if connection.dialect.name != "sqlite":
        return ()  # PostgreSQL refuses what would break it
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
    found += [
        f"{row[0]} {row[1]} points to nothing"
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
    ]
    return tuple(line for line in found if line != "ok")


async def copy(source: Store, target: Store) -> dict[str, int]:
    """Everything of one database into another, which is empty: how many rows of each table. Raises
    `NotEmpty`."""
    rows = await source._database.run(_all)
    return await target._database.run(_fill, rows)


def _all(connection: Connection) -> dict[str, Rows]:
    if connection.dialect.name == "postgresql":  # one moment for all tables
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    return {
        table.name: [dict(row._mapping) for row in connection.execute(select(table))]
        for table in metadata.sorted_tables
    }


def _fill(connection: Connection, rows: dict[str, Rows]) -> dict[str, int]:
    for table in metadata.sorted_tables:
        if connection.scalar(select(func.count()).select_from(table)):
            raise NotEmpty(f"there is something in it already ({table.name}); an empty database is needed")
    for table in metadata.sorted_tables:
        of_table = rows[table.name]
        for first in range(0, len(of_table), ROWS):
            connection.execute(insert(table), of_table[first : first + ROWS])
        if connection.dialect.name == "postgresql" and "id" in table.c and table.c.id.autoincrement == "auto":
            _count_on(connection, table.name)
    return {name: len(of_table) for name, of_table in rows.items()}


def _count_on(connection: Connection, table: str) -> None:
    """New rows get numbers beyond those that were copied."""
    newest = f"(SELECT max(id) FROM {table})"
    connection.execute(
        text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {newest}) WHERE {newest} IS NOT NULL")
    )


async def seen(url: str, read: Callable[[Connection], T]) -> T:
    """What can be read of a database without changing it."""
    engine = create_async_engine(url, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(read)
    finally:
        await engine.dispose()


def save_file(url: str, path: Path) -> None:
    """A SQLite database as it is now, while others write to it, into a file that must not be there yet."""
    source = sqlite3.connect(f"file:{make_url(url).database}?mode=ro", uri=True)
    target = sqlite3.connect(path)
    try:
        source.backup(target)
        [(told,)] = target.execute("PRAGMA integrity_check").fetchall()
        if told != "ok":
            raise sqlite3.DatabaseError(told)
    finally:
        source.close()
        target.close()
