"""Add the settings of a game (`manners`): pace, language, seats that a caretaker plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_manners"
down_revision = "0002_notes"


def upgrade() -> None:
    op.add_column("games", sa.Column("manners", sa.Text(), nullable=False, server_default="{}"))
