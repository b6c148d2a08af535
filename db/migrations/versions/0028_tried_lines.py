"""Add the index that finds the tried lines of notebooks to prune.

For some time, migration 0022 made this index. Databases that were made in that time have it already.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028_tried_lines"
down_revision = "0027_homes"


def upgrade() -> None:
    tried = sa.text("word = ''")
    op.create_index(
        "ix_notebooks_tried",
        "notebooks",
        ["created"],
        if_not_exists=True,
        sqlite_where=tried,
        postgresql_where=tried,
    )
