"""Run the migrations for Alembic, on the connection that db.migrate passes."""

from __future__ import annotations

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from db.schema import Moment, metadata


def render(kind: str, item: object, _: AutogenContext) -> str | Literal[False]:
    """Return a `Moment` column's type as SQLAlchemy code, so that a migration need not import `db.schema`."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_item=render,
    render_as_batch=True,  # to change a table, SQLite must create it again
)
with context.begin_transaction():
    context.run_migrations()
