"""Rename the column `manners` of games to `settings`."""

from __future__ import annotations

from alembic import op

revision = "0013_settings"
down_revision = "0012_daily"


def upgrade() -> None:
    op.execute("ALTER TABLE games RENAME COLUMN manners TO settings")
