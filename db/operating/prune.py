"""Delete what is never needed again, a little at a time, so that nobody waits long.

Games, acts, entries and turns (records, ratings, `/replay`) and posted boards (the index and the links) stay.
Other posts and reminders that are done, the ids that recognise a repeated interaction, and the notes of seats
in games that are over go. All are functions of a connection.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, String, delete, literal, select, update

from db.records import Status, Transit
from db.schema import acts, deliveries, games, is_among, notes

SOME = 500  # rows at a time
_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)  # of Discord's ids, which begin with the milliseconds since then


def prune(connection: Connection, before: datetime) -> int:
    """Delete some of what was done with before then, and return the number of rows."""
    return (
        prune_posts(connection, before)
        + prune_interactions(connection, before)
        + prune_notes(connection, before)
    )


def prune_posts(connection: Connection, before: datetime) -> int:
    """Return what was posted or called off, boards aside; what was given up, once its game is over."""
    spent = (deliveries.c.kind != literal("board", String(), literal_execute=True)) & (
        deliveries.c.done < before
    )
    over = select(games.c.id).where(games.c.id == deliveries.c.game_id, _over()).exists()
    alone = deliveries.c.game_id.is_(None)  # of a channel: another day has another
    wanted = spent & (is_among(deliveries.c.state, Transit.SENT, Transit.CANCELLED) | over | alone)
    some = select(deliveries.c.id).where(wanted).order_by(deliveries.c.done).limit(SOME)
    return connection.execute(delete(deliveries).where(deliveries.c.id.in_(some))).rowcount


def prune_interactions(connection: Connection, before: datetime) -> int:
    """Discord repeats an interaction within minutes, if at all. An id tells its time; those of automatic
    players are below 0."""
    newest = int((before - _EPOCH).total_seconds() * 1000) << 22
    some = select(acts.c.interaction_id).where(acts.c.interaction_id < newest, acts.c.time < before)
    spent = acts.c.interaction_id.in_(some.limit(SOME))
    return connection.execute(update(acts).where(spent).values(interaction_id=None)).rowcount


def prune_notes(connection: Connection, before: datetime) -> int:
    """Drafts, plans and clocks of games that are over."""
    of_over = (notes.c.game_id == games.c.id) & _over() & (games.c.ended < before)
    some = select(notes.c.game_id).join(games, of_over).distinct().limit(SOME)
    return connection.execute(delete(notes).where(notes.c.game_id.in_(some))).rowcount


def _over() -> ColumnElement[bool]:
    return is_among(games.c.status, Status.ENDED, Status.DROPPED)
