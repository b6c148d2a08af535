"""Add notes: the private texts of a seat, such as drafts and plans, and those of a table, such as votes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_notes"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_notes_game_id"),
        sa.PrimaryKeyConstraint("game_id", "seat", "name", name="pk_notes"),
    )
