"""Add the table of who follows which game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021_follows"
down_revision = "0020_seeks"


def upgrade() -> None:
    op.create_table(
        "follows",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_follows_game_id"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_follows"),
    )
    op.create_index("ix_follows_user_id", "follows", ["user_id"])
