"""The tables. A change here comes with a migration: `python -m db.migrate "what changes"` drafts it."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    literal,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """An aware datetime in UTC on both sides; SQLite, which knows no time zones, keeps it without one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A datetime without a time zone cannot be stored.")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _: Dialect) -> datetime | None:
        return value if value is None else value.replace(tzinfo=value.tzinfo or UTC)


def is_among(column: Column[str], *values: str) -> ColumnElement[bool]:
    """Return the condition that a column has one of these values.

    The values are written into the statement. As parameters, they would keep a database from using an index
    of only such rows.
    """
    found = [literal(value, String(), literal_execute=True) for value in values]
    return column == found[0] if len(found) == 1 else column.in_(found)


games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("serial", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("entry", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String, nullable=False),
    Column("commitment", String, nullable=False),
    Column("created", Moment, nullable=False),
    Column("started", Moment),
    Column("ended", Moment),
    Column("result", Text, nullable=False),
    Column("panel_id", BigInteger),
    Column("pinned_id", BigInteger),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("undone", Text, nullable=False, server_default="[]"),  # as `rules.kernel.Game` has it, JSON
    Column("quiet", Integer, nullable=False, server_default="0"),  # the serial at which nothing was due
)
_open = games.c.status.in_(["lobby", "running"])
Index("one_game_per_channel", games.c.channel_id, unique=True, sqlite_where=_open, postgresql_where=_open)
Index("ix_games_channel_id", games.c.channel_id)
Index("ix_games_guild_id", games.c.guild_id)
_running = games.c.status == "running"
Index("ix_games_running", games.c.id, sqlite_where=_running, postgresql_where=_running)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("user_name", String, nullable=False),
    Column("level", String, nullable=False, server_default=""),  # of a bot player
    Column("taken", Moment, nullable=False),
)

_automatic = seats.c.level != ""
Index("ix_seats_automatic", seats.c.game_id, sqlite_where=_automatic, postgresql_where=_automatic)

acts = Table(
    "acts",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("interaction_id", BigInteger, unique=True),
    Column("line", Text, nullable=False),
    Column("time", Moment, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
)

turns = Table(
    "turns",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("start", Text, nullable=False),
    Column("chain", String, nullable=False, server_default=""),  # the hash of the record before it
)

# Entries are only ever added; an undo strikes them with its serial, and the place is free for another.
entries = Table(
    "entries",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("undone", Integer, primary_key=True, default=0),
    Column("seat", String, nullable=False),
    Column("key", String, nullable=False),
    Column("act", Integer, nullable=False),
    ForeignKeyConstraint(["game_id", "act"], [acts.c.game_id, acts.c.serial], name="fk_entries_act"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), index=True),  # none: of the channel alone
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("content", Text, nullable=False),
    Column("nonce", String(25), nullable=False, unique=True),
    Column("state", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Moment, nullable=False),
    Column("claimed", Moment),
    Column("first_tried", Moment),
    Column("done", Moment),
    Column("message_id", BigInteger),
    Column("error", Text, nullable=False),
)
# Few of all deliveries are waiting or under way: what is looked for at every post is found among these alone.
_due, _sending = deliveries.c.state == "due", deliveries.c.state == "sending"
Index("ix_deliveries_due", deliveries.c.not_before, sqlite_where=_due, postgresql_where=_due)
Index(
    "ix_deliveries_due_in",
    deliveries.c.channel_id,
    deliveries.c.id,
    sqlite_where=_due,
    postgresql_where=_due,
)
# What was posted of the boards of a game stays: its index leads there. The rest is pruned some day.
_spent = (deliveries.c.kind != "board") & deliveries.c.done.is_not(None)
Index("ix_deliveries_spent", deliveries.c.done, sqlite_where=_spent, postgresql_where=_spent)
_failed = deliveries.c.state == "failed"
Index("ix_deliveries_failed", deliveries.c.game_id, sqlite_where=_failed, postgresql_where=_failed)
Index("ix_deliveries_sending", deliveries.c.channel_id, sqlite_where=_sending, postgresql_where=_sending)

# What a seat keeps to itself, by name; a note is the work of one person and means nothing for the next.
notes = Table(
    "notes",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

# People and servers that the operator wants nothing to do with.
blocked = Table(
    "blocked",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("why", String, nullable=False),
    Column("since", Moment, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("preferences", Text, nullable=False),
    Column("first_seen", Moment, nullable=False),
)

# What each person has tried of the lessons. A row's id is what the buttons of his lesson carry.
lessons = Table(
    "lessons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("lesson", String, nullable=False),
    Column("state", String, nullable=False),
    Column("wrong", Integer, nullable=False),  # answers so far
    Column("hints", Integer, nullable=False),  # read so far
    Column("text", Text, nullable=False),  # what is entered in it now; only the bot understands it
    Column("opened", Moment, nullable=False),  # the last time
    UniqueConstraint("user_id", "game", "lesson", name="uq_lessons_user_id"),
)

# How often each person has had a kind of question explained.
explained = Table(
    "explained",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("times", Integer, nullable=False),
)

# The threads in which lessons are taken together, in one language; and who took part in which lesson: its row
# in `lessons` has the thread's id for a person's.
classes = Table(
    "classes",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String, nullable=False),
)
attended = Table(
    "attended",
    metadata,
    Column("lesson_id", ForeignKey(lessons.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)

# The channels that have a puzzle a day, at an hour of a time zone; who wanted it, and in which language.
dailies = Table(
    "dailies",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("zone", String, nullable=False),
    Column("language", String, nullable=False),
)

# Which puzzle was a channel's on which day, and the message that asks it, once it is posted.
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),  # 2026-11-22
    Column("game", String, nullable=False),
    Column("puzzle", String, nullable=False),
    Column("message_id", BigInteger),
)
