"""Save, check and copy whole databases."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection, func, make_url, select

from db.connection.database import OneFile
from db.connection.private_file import create_private
from db.operating.copies import Rows, copy_of, read_rows, write_rows
from db.schema import metadata
from db.store import Store


class NotEmpty(ValueError):
    """The target of a copy is not empty."""


def find_faults(connection: Connection) -> tuple[str, ...]:
    """Return the faults that SQLite finds in its database. For PostgreSQL, return none."""
    if connection.dialect.name != "sqlite":
        return ()  # PostgreSQL has no such check; it never lets a row point to a missing row
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
    found += [
        f"{row[0]} {row[1]} points to nothing"
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
    ]
    return tuple(line for line in found if line != "ok")


async def copy(source: Store, target: Store) -> dict[str, int]:
    """Copy a database into an empty one. Return the number of rows of each table. Raises `NotEmpty`."""
    rows = await source._database.run(read_rows)
    return await target._database.run(_fill, rows)


def _fill(connection: Connection, rows: Rows) -> dict[str, int]:
    for table in metadata.sorted_tables:
        if connection.scalar(select(func.count()).select_from(table)):
            raise NotEmpty(f"there is something in it already ({table.name}); an empty database is needed")
    write_rows(connection, metadata, rows)
    return {name: len(of_table) for name, of_table in rows.items()}


async def save(url: str, path: Path) -> None:
    """Write a snapshot of a database into a new SQLite file that only its owner may read.

    Until it is complete, the file has another name, with ".partial" at its end.
    """
    parsed = make_url(url)
    source = await (OneFile.look if parsed.get_backend_name() == "sqlite" else copy_of)(parsed)
    partial = path.with_name(path.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        create_private(partial)
        target = sqlite3.connect(partial, check_same_thread=False)
        try:
            await source.save(target)
            target.execute("PRAGMA journal_mode = DELETE")  # without WAL, one file holds everything
            [(found,)] = target.execute("PRAGMA integrity_check(1)").fetchall()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
        finally:
            target.close()
        partial.rename(path)
    finally:
        await source.close()
        partial.unlink(missing_ok=True)
