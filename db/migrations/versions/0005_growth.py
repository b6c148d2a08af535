"""Add indexes of waiting deliveries and of a server's games, and the column `quiet`.

With them, old games don't slow down queries.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_growth"
down_revision = "0004_automatic"


def upgrade() -> None:
    op.add_column("games", sa.Column("quiet", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_games_guild_id", "games", ["guild_id"])
    op.drop_index("ix_deliveries_waiting", "deliveries")
    is_due, is_sending = sa.text("state = 'due'"), sa.text("state = 'sending'")
    for name, columns, where in (
        ("ix_deliveries_due", ["not_before"], is_due),
        ("ix_deliveries_due_in", ["channel_id", "id"], is_due),
        ("ix_deliveries_sending", ["channel_id"], is_sending),
    ):
        op.create_index(name, "deliveries", columns, sqlite_where=where, postgresql_where=where)
