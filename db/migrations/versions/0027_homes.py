"""Add the table of the channels in which the new games of a server open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027_homes"
down_revision = "0026_polls"


def upgrade() -> None:
    op.create_table(
        "homes",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_homes"),
    )
