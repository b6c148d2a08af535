"""Alembic comes in here; the connection is handed over by db.migrate."""

from __future__ import annotations

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from db.schema import Moment, metadata


def render(kind: str, item: object, _: AutogenContext) -> str | Literal[False]:
    """A migration is for ever and cannot lean on the code of today: it says what a moment is in SQL."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_item=render,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
