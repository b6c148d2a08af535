"""Add the table of people who look for a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020_seeks"
down_revision = "0019_notice_boards"


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("wishes", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("party", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sa.UniqueConstraint("guild_id", "user_id", name="uq_seeks_guild_id"),
    )
