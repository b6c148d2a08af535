"""Add the hash of the record before each turn, and each place to which an undo of dice or cards went back.

A record can be proved if its game has both. A game that began before this migration has neither. In such a
game, the same dice and cards come again after an undo.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015_proof"
down_revision = "0014_plans"


def upgrade() -> None:
    op.add_column("games", sa.Column("undone", sa.Text(), server_default="[]", nullable=False))
    op.add_column("turns", sa.Column("chain", sa.String(), server_default="", nullable=False))
