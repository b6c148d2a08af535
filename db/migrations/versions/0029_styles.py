"""Add the style of bot players to seats. Bot players that exist before this migration have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029_styles"
down_revision = "0028_tried_lines"


def upgrade() -> None:
    op.add_column("seats", sa.Column("style", sa.String(), nullable=False, server_default=""))
