"""Add the table of the polls on who wins a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026_polls"
down_revision = "0025_competitions"


def upgrade() -> None:
    op.create_table(
        "polls",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_polls_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_polls"),
    )
