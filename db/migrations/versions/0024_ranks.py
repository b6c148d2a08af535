"""Add the ranks of servers: the roles that people get for their ratings, and who has which role."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024_ranks"
down_revision = "0023_shows"


def upgrade() -> None:
    op.create_table(
        "ranks",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("trouble", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "role_id", name="pk_ranks"),
    )
    op.create_table(
        "ranked",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_ranked"),
    )
    op.create_index("ix_ranked_user_id", "ranked", ["user_id"])
