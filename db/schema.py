"""Define the tables. A change needs a migration; `python -m db.migrate "what changes"` writes a draft."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
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
    """A datetime in UTC. SQLite stores it without the time zone, which this type adds again."""

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

    The values become part of the text of the statement. With parameters instead, the database could not use
    a partial index.
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
    Column("undone", Text, nullable=False, server_default="[]"),  # JSON of `rules.kernel.Game.undone`
    Column("quiet", Integer, nullable=False, server_default="0"),  # the serial at the last `outbox.set_quiet`
    Column("name", String, nullable=False, server_default=""),  # the name of the table
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
    Column("level", String, nullable=False, server_default=""),  # the level of a bot player
    Column("taken", Moment, nullable=False),
    Column("style", String, nullable=False, server_default=""),  # the style of a bot player
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
    Column("chain", String, nullable=False, server_default=""),  # the hash of the record of all earlier turns
)

# Entries are never deleted. An undo marks entries with its serial, in the column `undone`. After that, a new
# entry can have the same number as an undone entry.
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
    Column("game_id", ForeignKey(games.c.id), index=True),  # null for a post that belongs to no game
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
# Before each post, the bot searches for deliveries that are due or being sent. There are few such deliveries,
# so partial indexes find them quickly.
_due, _sending = deliveries.c.state == "due", deliveries.c.state == "sending"
Index("ix_deliveries_due", deliveries.c.not_before, sqlite_where=_due, postgresql_where=_due)
Index(
    "ix_deliveries_due_in",
    deliveries.c.channel_id,
    deliveries.c.id,
    sqlite_where=_due,
    postgresql_where=_due,
)
# `db.operating.prune` deletes finished deliveries, but no boards, because the index of a game links to them.
_spent = (deliveries.c.kind != "board") & deliveries.c.done.is_not(None)
Index("ix_deliveries_spent", deliveries.c.done, sqlite_where=_spent, postgresql_where=_spent)
_failed = deliveries.c.state == "failed"
Index("ix_deliveries_failed", deliveries.c.game_id, sqlite_where=_failed, postgresql_where=_failed)
Index("ix_deliveries_sending", deliveries.c.channel_id, sqlite_where=_sending, postgresql_where=_sending)

# Private texts of a seat, or of the game (seat ""), each with a name. When a seat gets another holder, its
# notes are deleted.
notes = Table(
    "notes",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

# Blocked people and servers.
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

# The progress of people and threads in lessons. The buttons of a lesson carry the id of the progress row.
lessons = Table(
    "lessons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("lesson", String, nullable=False),
    Column("state", String, nullable=False),
    Column("wrong", Integer, nullable=False),  # wrong answers so far
    Column("hints", Integer, nullable=False),  # hints read so far
    Column("text", Text, nullable=False),  # what is entered now, as JSON for the bot
    Column("opened", Moment, nullable=False),  # when it was last opened
    UniqueConstraint("user_id", "game", "lesson", name="uq_lessons_user_id"),
)

# What was explained to each person: a kind of question ("option"), or an answer ("option:pass").
# `times` is always 1 now. Versions up to 0.9 counted up to 3.
explained = Table(
    "explained",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("times", Integer, nullable=False),
)

# Threads whose members take lessons together, each with its language. The row of such a lesson in `lessons`
# has the id of the thread in the column `user_id`.
classes = Table(
    "classes",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String, nullable=False),
)
# The people who took part in a thread's lesson.
attended = Table(
    "attended",
    metadata,
    Column("lesson_id", ForeignKey(lessons.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)

# The Discord servers with a web page that lists their games: the page's secret name, and its language.
server_pages = Table(
    "server_pages",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("page", String, nullable=False, unique=True),
    Column("language", String, nullable=False),
)

# The message on which each Discord server lists its games: a hash of the message's content, and when the
# message may be edited.
notice_boards = Table(
    "notice_boards",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("language", String, nullable=False),
    Column("message_id", BigInteger),
    Column("shown", String, nullable=False),
    Column("next_edit", Moment, nullable=False),
)

# The channel of each Discord server in which new games open.
homes = Table(
    "homes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
)

# People who look for a game: what they look for, as JSON for the bot, and the party that they play with.
seeks = Table(
    "seeks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("user_name", String, nullable=False),
    Column("language", String, nullable=False),
    Column("wishes", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("until", Moment, nullable=False),
    Column("party", String, nullable=False),
    UniqueConstraint("guild_id", "user_id", name="uq_seeks_guild_id"),
)

# Who follows which game. `language`: the language of their messages. `told`: the last closed turn for which a
# delivery to them was stored.
follows = Table(
    "follows",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("language", String, nullable=False),
    Column("told", Integer, nullable=False),
)

# The order lines that people have tried. A line with a `word` is kept under this name. `opened` is 1 if
# everybody may read the line.
notebooks = Table(
    "notebooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False, index=True),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("line", Text, nullable=False),
    Column("word", String, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("seat", String, nullable=False),
    Column("opened", Integer, nullable=False),
    Column("created", Moment, nullable=False),
)
_tried = notebooks.c.word == ""  # not kept yet
Index("ix_notebooks_tried", notebooks.c.created, sqlite_where=_tried, postgresql_where=_tried)

# The roles that people of a Discord server get when their rating reaches some points. `trouble` says why the
# bot can't give a role ("": it can).
ranks = Table(
    "ranks",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("role_id", BigInteger, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("language", String, nullable=False),
    Column("trouble", String, nullable=False),
)
# The people to whom the bot gave the role of a rank.
ranked = Table(
    "ranked",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("role_id", BigInteger, nullable=False),
)

# Cups and leagues: what was agreed, as JSON for the bot, and the message with the standings.
competitions = Table(
    "competitions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("language", String, nullable=False),
    Column("terms", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("stage", String, nullable=False),
    Column("season", Integer, nullable=False),
    Column("wake", Moment),
    Column("message_id", BigInteger),
    Column("shown", String, nullable=False),
    Column("next_edit", Moment),
    Column("serial", Integer, nullable=False),
)

# Who takes part in a cup or league. The row of a person who left after the start stays, because the games
# that the person played still count.
entrants = Table(
    "entrants",
    metadata,
    Column("competition_id", ForeignKey(competitions.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_name", String, nullable=False),
    Column("joined", Moment, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("division", Integer, nullable=False),
)

# The games of cups and leagues. `people` and `points` are JSON lists in the order of the seats.
matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("competition_id", ForeignKey(competitions.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Column("division", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("people", Text, nullable=False),
    Column("due", Moment),
    Column("game_id", ForeignKey(games.c.id), unique=True),
    Column("points", Text, nullable=False),
    Column("how", String, nullable=False),
    Column("reason", Text, nullable=False),
    UniqueConstraint("competition_id", "number", name="uq_matches_competition_id"),
)

# What people did with a cup or league, such as making it, joining, leaving and repairs.
competition_log = Table(
    "competition_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("competition_id", ForeignKey(competitions.c.id), nullable=False, index=True),
    Column("user_id", BigInteger, nullable=False),
    Column("line", Text, nullable=False),
    Column("time", Moment, nullable=False),
)

# Addresses to which the bot sends the events of a game, or of all games of a server. `channel_id` is the
# channel in which the address was set.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), unique=True),
    Column("guild_id", BigInteger, unique=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
    Column("secret", String, nullable=False),
    Column("since", Moment, nullable=False),
)

# Events that are still to be sent to webhooks. An event gets its body before the first attempt, and keeps it.
hook_events = Table(
    "hook_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("hook_id", ForeignKey(webhooks.c.id), nullable=False, index=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("time", Moment, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("tried", Moment),
    Column("not_before", Moment, nullable=False),
)

# The channel in which a server shows the turn of the day: who set it, hour, time zone and language.
shows = Table(
    "shows",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("zone", String, nullable=False),
    Column("language", String, nullable=False),
)

# The turn of the day of each server. `told`: JSON for the bot. `message_id`: null before the turn is posted.
shown_turns = Table(
    "shown_turns",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),  # 2026-11-22
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("told", Text, nullable=False),
    Column("message_id", BigInteger),
)

# The polls on who wins a game. `seats`: a JSON list in the order of the answers. `message_id`: null at first.
polls = Table(
    "polls",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("language", String, nullable=False),
    Column("seats", Text, nullable=False),
    Column("message_id", BigInteger),
)

# The channels with a daily puzzle: the host who set it, game, hour, time zone and language.
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

# The puzzle of each day in each channel. `message_id`: null before the puzzle is posted.
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),  # 2026-11-22
    Column("game", String, nullable=False),
    Column("puzzle", String, nullable=False),
    Column("message_id", BigInteger),
)
