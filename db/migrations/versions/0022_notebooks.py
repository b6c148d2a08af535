"""Add the table of the lines that people have tried or kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022_notebooks"
down_revision = "0021_follows"


def upgrade() -> None:
    op.create_table(
        "notebooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_notebooks_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_notebooks"),
    )
    op.create_index("ix_notebooks_game_id", "notebooks", ["game_id"])
    op.create_index("ix_notebooks_user_id", "notebooks", ["user_id"])
