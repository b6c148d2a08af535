"""Run the migrations for Alembic, on the connection that db.migrate passes."""

from __future__ import annotations

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from db.schema import Moment, metadata


def render(kind: str, item: object, _: AutogenContext) -> str | Literal[False]:
    """Write a moment in SQL, because a migration must not depend on today's code."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_item=render,
    render_as_batch=True,  # SQLite changes a table by creating it anew
)
with context.begin_transaction():
    context.run_migrations()
