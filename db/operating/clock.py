"""Repair stored times after a clock was ahead."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, delete, select, update

from db.learning.dailies import KIND
from db.records import Transit
from db.schema import acts, daily_puzzles, deliveries, games, is_among

SKEW = timedelta(minutes=1)  # how much the clocks of several machines may differ
AHEAD = timedelta(days=2)  # no daily puzzle is planned for later


def mend(
    connection: Connection, now: datetime, planned: Collection[str], retry: timedelta, put_off: timedelta
) -> tuple[int, ...]:
    """Move stored times that lie in the future to now, and return the games that had any.

    Waiting posts become due as if they had been stored, retried or put off now.

    Args:
        now: what the clock says.
            planned: kinds of posts that are held back on purpose.
            retry: the longest wait before a failed post is retried.
            put_off: the longest wait of a post that a channel refuses.
    """
    late = now + SKEW
    sent = (deliveries.c.claimed > late) | (deliveries.c.done > late)
    found = set(connection.scalars(select(acts.c.game_id).where(acts.c.time > late).distinct()))
    found |= set(connection.scalars(select(deliveries.c.game_id).where(sent).distinct()))
    for column in (acts.c.time, games.c.created, deliveries.c.claimed, deliveries.c.done):
        connection.execute(update(column.table).where(column > late).values({column: now}))
    fresh = (deliveries.c.attempts == 0) & (deliveries.c.error == "")
    _make_due(connection, now, fresh & deliveries.c.kind.not_in(tuple(planned)), now)
    _make_due(connection, now, deliveries.c.attempts > 0, now + retry)
    _make_due(connection, now, (deliveries.c.attempts == 0) & (deliveries.c.error != ""), now + put_off)
    _cancel_puzzles(connection, now)
    return tuple(sorted(game for game in found if game is not None))


def _make_due(connection: Connection, now: datetime, which: ColumnElement[bool], after: datetime) -> None:
    """Make deliveries due now that wait longer than any of their kind may."""
    late = is_among(deliveries.c.state, Transit.DUE) & which & (deliveries.c.not_before > after)
    connection.execute(update(deliveries).where(late).values(not_before=now))


def _cancel_puzzles(connection: Connection, now: datetime) -> None:
    """Delete planned and posted puzzles of future days. These days get theirs when they come."""
    late = (deliveries.c.kind == KIND) & (deliveries.c.not_before > now + AHEAD)
    late &= is_among(deliveries.c.state, Transit.DUE)
    connection.execute(update(deliveries).where(late).values(state=Transit.CANCELLED, done=now))
    day = (now + AHEAD).date().isoformat()
    connection.execute(delete(daily_puzzles).where(daily_puzzles.c.day >= day))
