"""Add the tables for the turn of the day: where it is shown, and which turn each day has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023_shows"
down_revision = "0022_notebooks"


def upgrade() -> None:
    op.create_table(
        "shows",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_shows"),
    )
    op.create_table(
        "shown_turns",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_shown_turns_game_id"),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_shown_turns"),
    )
