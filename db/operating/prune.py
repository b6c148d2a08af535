"""Delete old rows that nobody needs any more. Each call deletes only some, so that no transaction waits long.

These rows are deleted: finished posts (but no boards), the notes of finished games, the follows of finished
games, and the lines of orders that people have tried but do not keep. An act that came from an interaction
stays, but loses the interaction's id.

Games, acts, entries and turns stay for records, ratings and `/replay`. Posted boards stay because indexes and
messages link to them. The functions take a connection.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, String, delete, literal, select, update

from db.records import Status, Transit
from db.schema import acts, deliveries, follows, games, is_among, notebooks, notes

SOME = 500  # one statement prunes at most this many posts, interactions, games or lines
_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)  # Discord's ids begin with the milliseconds since then


def prune(connection: Connection, before: datetime) -> int:
    """Delete some rows and interaction ids that have not been needed since `before`. Return their number."""
    return (
        prune_posts(connection, before)
        + prune_interactions(connection, before)
        + prune_notes(connection, before)
        + prune_follows(connection, before)
        + prune_tried_lines(connection, before)
    )


def prune_posts(connection: Connection, before: datetime) -> int:
    """Delete some posts, except boards, that were finished before `before`. Return their number.

    Posts that were given up stay while their game is open, so that an operator can retry them.
    """
    spent = (deliveries.c.kind != literal("board", String(), literal_execute=True)) & (
        deliveries.c.done < before
    )
    over = select(games.c.id).where(games.c.id == deliveries.c.game_id, _is_over()).exists()
    alone = deliveries.c.game_id.is_(None)  # a post that belongs to no game, such as a daily puzzle
    wanted = spent & (is_among(deliveries.c.state, Transit.SENT, Transit.CANCELLED) | over | alone)
    some = select(deliveries.c.id).where(wanted).order_by(deliveries.c.done).limit(SOME)
    return connection.execute(delete(deliveries).where(deliveries.c.id.in_(some))).rowcount


def prune_interactions(connection: Connection, before: datetime) -> int:
    """Delete some old ids of interactions. Return their number.

    They are not needed any more, because Discord repeats an interaction only within minutes. The id of an
    interaction contains its time. The id of a bot player's act is a number below 0, and contains no
    time. So the stored time of each act is compared with `before` too.
    """
    newest = int((before - _EPOCH).total_seconds() * 1000) << 22
    some = select(acts.c.interaction_id).where(acts.c.interaction_id < newest, acts.c.time < before)
    spent = acts.c.interaction_id.in_(some.limit(SOME))
    return connection.execute(update(acts).where(spent).values(interaction_id=None)).rowcount


def prune_notes(connection: Connection, before: datetime) -> int:
    """Delete all notes of some finished games. Return the number of notes."""
    of_over = (notes.c.game_id == games.c.id) & _is_over() & (games.c.ended < before)
    some = select(notes.c.game_id).join(games, of_over).distinct().limit(SOME)
    return connection.execute(delete(notes).where(notes.c.game_id.in_(some))).rowcount


def prune_follows(connection: Connection, before: datetime) -> int:
    """Delete the follows of some finished games. Return the number of follows."""
    of_over = (follows.c.game_id == games.c.id) & _is_over() & (games.c.ended < before)
    some = select(follows.c.game_id).join(games, of_over).distinct().limit(SOME)
    return connection.execute(delete(follows).where(follows.c.game_id.in_(some))).rowcount


def prune_tried_lines(connection: Connection, before: datetime) -> int:
    """Delete some old lines that people have tried but do not keep. Return their number."""
    tried = is_among(notebooks.c.word, "") & (notebooks.c.created < before)
    some = select(notebooks.c.id).where(tried).limit(SOME)
    return connection.execute(delete(notebooks).where(notebooks.c.id.in_(some))).rowcount


def _is_over() -> ColumnElement[bool]:
    return is_among(games.c.status, Status.ENDED, Status.DROPPED)
