"""Add the hash of the record before each turn, and the places to which undos of dice went back.

With both, a record can be proved. Games that have begun before this migration get neither. An undo does not
change their dice.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015_proof"
down_revision = "0014_plans"


def upgrade() -> None:
    op.add_column("games", sa.Column("undone", sa.Text(), server_default="[]", nullable=False))
    op.add_column("turns", sa.Column("chain", sa.String(), server_default="", nullable=False))
