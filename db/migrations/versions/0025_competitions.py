"""Add the tables of cups and leagues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025_competitions"
down_revision = "0024_ranks"


def upgrade() -> None:
    op.create_table(
        "competitions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("wake", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.String(), nullable=False),
        sa.Column("next_edit", sa.DateTime(timezone=True), nullable=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_competitions"),
    )
    op.create_index("ix_competitions_guild_id", "competitions", ["guild_id"])
    op.create_table(
        "entrants",
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_name", sa.String(), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name="fk_entrants_competition_id"),
        sa.PrimaryKeyConstraint("competition_id", "user_id", name="pk_entrants"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name="fk_matches_competition_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_matches_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("competition_id", "number", name="uq_matches_competition_id"),
        sa.UniqueConstraint("game_id", name="uq_matches_game_id"),
    )
    op.create_table(
        "competition_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competitions.id"], name="fk_competition_log_competition_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_competition_log"),
    )
    op.create_index("ix_competition_log_competition_id", "competition_log", ["competition_id"])
