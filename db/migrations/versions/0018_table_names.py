"""Add the name of a table to games. Games stored before have the empty name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018_table_names"
down_revision = "0017_webhooks"


def upgrade() -> None:
    op.add_column("games", sa.Column("name", sa.String(), nullable=False, server_default=""))
