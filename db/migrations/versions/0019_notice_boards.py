"""Add the table of the messages on which Discord servers list their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019_notice_boards"
down_revision = "0018_table_names"


def upgrade() -> None:
    op.create_table(
        "notice_boards",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.String(), nullable=False),
        sa.Column("next_edit", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_notice_boards"),
    )
