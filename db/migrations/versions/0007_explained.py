"""Add how often each kind of question was explained to each person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_explained"
down_revision = "0006_lessons"


def upgrade() -> None:
    op.create_table(
        "explained",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "kind", name="pk_explained"),
    )
