"""Migrate a database to the tables of this version. As a program, this module drafts a migration."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from db.connection.unusable import Unusable


def configure(connection: Connection | None = None) -> Config:
    """Return Alembic's settings for Durbar's migrations on this connection."""
    settings = Config(attributes={"connection": connection})
    settings.set_main_option(
        "script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%")
    )
    settings.set_main_option("path_separator", "os")
    return settings


def migrate(connection: Connection, to: str = "head") -> None:
    """Apply the missing migrations up to `to`, in the transaction of `connection`.

    Raises `Unusable` if a newer version of Durbar has changed the database.
    """
    # Only one process may migrate at a time. With SQLite, the transaction has locked the file already.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0x44757262})
    if not is_newest(connection):
        command.upgrade(configure(connection), to)


def read_revision(connection: Connection) -> str | None:
    """Return the id of a database's last migration; None if the database has no tables."""
    return MigrationContext.configure(connection).get_current_revision()


def is_newest(connection: Connection) -> bool:
    """Return whether a database has the tables of this version. Raises `Unusable` for newer tables."""
    at = read_revision(connection)
    if at is not None and at not in list_known():
        raise Unusable(
            f"The database is of a newer version of Durbar (its tables are at {at}; this version knows "
            f"{find_newest()}): update Durbar, or restore the backup from before the update."
        )
    return at == find_newest()


def require_newest(connection: Connection) -> None:
    """Raise `Unusable` unless a database has the tables of this version."""
    if not is_newest(connection):
        at = read_revision(connection)
        has = "no tables" if at is None else f"the tables {at}"
        raise Unusable(
            f"The database has {has}, and this version needs {find_newest()}: start the bot of this "
            "version, or run `durbar db upgrade`."
        )


@cache
def list_known() -> frozenset[str]:
    """Return the ids of all migrations of this version."""
    return frozenset(each.revision for each in ScriptDirectory.from_config(configure()).walk_revisions())


@cache
def find_newest() -> str | None:
    """Return the id of the last migration of this version. The files are read once per process."""
    return ScriptDirectory.from_config(configure()).get_current_head()


def write_draft(message: str) -> None:
    """Draft a migration that turns the tables of the last migration into the tables in `db/schema.py`."""
    with create_engine("sqlite://").begin() as connection:
        migrate(connection)
        command.revision(configure(connection), message, autogenerate=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m db.migrate "what changes"')
    write_draft(sys.argv[1])
