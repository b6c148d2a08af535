"""Add indexes of running games and failed deliveries, which are counted every few seconds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011_counting"
down_revision = "0010_reasons"


def upgrade() -> None:
    running, failed = sa.text("status = 'running'"), sa.text("state = 'failed'")
    op.create_index("ix_games_running", "games", ["id"], sqlite_where=running, postgresql_where=running)
    op.create_index(
        "ix_deliveries_failed", "deliveries", ["game_id"], sqlite_where=failed, postgresql_where=failed
    )
