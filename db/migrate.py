"""Brings a database to the tables of this version; run as a program, writes the draft of a new migration."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings, without a file: our migrations, on this connection."""
    settings = Config(attributes={"connection": connection})
    settings.set_main_option(
        "script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%")
    )
    settings.set_main_option("path_separator", "os")
    return settings


def migrate(connection: Connection) -> None:
    """Apply the migrations that are missing, in the transaction of `connection`.

    Raises `alembic.util.CommandError` when a newer version of the program has been at the database.
    """
    if (
        connection.dialect.name == "postgresql"
    ):  # two processes may start at once; SQLite locks the file anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0x44757262})
    if MigrationContext.configure(connection).get_current_revision() != newest():
        command.upgrade(config(connection), "head")


@cache
def newest() -> str | None:
    """The last of our migrations; their files are read once a process."""
    return ScriptDirectory.from_config(config()).get_current_head()


def draft(message: str) -> None:
    """Write a migration from the tables as the last one leaves them to those of db/schema.py. Read it."""
    with create_engine("sqlite://").begin() as connection:
        migrate(connection)
        command.revision(config(connection), message, autogenerate=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m db.migrate "what changes"')
    draft(sys.argv[1])
