"""Add daily puzzles, deliveries without a game, lessons in threads, and the people who took part in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012_daily"
down_revision = "0011_counting"


def upgrade() -> None:
    with op.batch_alter_table("deliveries") as deliveries:  # SQLite must create the table again
        deliveries.alter_column("game_id", existing_type=sa.Integer(), nullable=True)
    op.create_table(
        "classes",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_classes"),
    )
    op.create_table(
        "attended",
        sa.Column("lesson_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["lesson_id"], ["lessons.id"], name="fk_attended_lesson_id"),
        sa.PrimaryKeyConstraint("lesson_id", "user_id", name="pk_attended"),
    )
    op.create_table(
        "dailies",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_dailies"),
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("puzzle", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("channel_id", "day", name="pk_daily_puzzles"),
    )
