"""Add the level of bot players to seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_automatic"
down_revision = "0003_manners"


def upgrade() -> None:
    op.add_column("seats", sa.Column("level", sa.String(), nullable=False, server_default=""))
    automatic = sa.text("level != ''")
    op.create_index(
        "ix_seats_automatic", "seats", ["game_id"], sqlite_where=automatic, postgresql_where=automatic
    )
