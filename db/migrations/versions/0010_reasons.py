"""Add the reason of a bot player to acts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_reasons"
down_revision = "0009_pruning"


def upgrade() -> None:
    op.add_column("acts", sa.Column("reason", sa.Text(), nullable=False, server_default=""))
