"""Add webhooks, and the events that are still to be sent to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.schema import Moment

revision = "0017_webhooks"
down_revision = "0016_server_pages"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_webhooks_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
        sa.UniqueConstraint("game_id", name="uq_webhooks_game_id"),
        sa.UniqueConstraint("guild_id", name="uq_webhooks_guild_id"),
    )
    op.create_table(
        "hook_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("hook_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("time", Moment(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tried", Moment(), nullable=True),
        sa.Column("not_before", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_hook_events_game_id"),
        sa.ForeignKeyConstraint(["hook_id"], ["webhooks.id"], name="fk_hook_events_hook_id"),
        sa.PrimaryKeyConstraint("id", name="pk_hook_events"),
        sa.UniqueConstraint("name", name="uq_hook_events_name"),
    )
    op.create_index("ix_hook_events_hook_id", "hook_events", ["hook_id"])
