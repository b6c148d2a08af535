"""Add an index of finished deliveries. It finds old deliveries that can be deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_pruning"
down_revision = "0008_blocked"


def upgrade() -> None:
    spent = sa.text("kind != 'board' AND done IS NOT NULL")
    op.create_index("ix_deliveries_spent", "deliveries", ["done"], sqlite_where=spent, postgresql_where=spent)
