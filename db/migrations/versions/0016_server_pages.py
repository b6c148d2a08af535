"""Add the table of the web pages on which Discord servers list their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016_server_pages"
down_revision = "0015_proof"


def upgrade() -> None:
    op.create_table(
        "server_pages",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_pages"),
        sa.UniqueConstraint("page", name="uq_server_pages_page"),
    )
