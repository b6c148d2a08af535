"""Add blocked people and servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_blocked"
down_revision = "0007_explained"


def upgrade() -> None:
    op.create_table(
        "blocked",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_blocked"),
    )
