"""Repair stored times after a machine's clock was ahead."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, delete, select, update

from db.clubs.shows import SHOW
from db.learning.dailies import KIND
from db.records import Transit
from db.schema import acts, daily_puzzles, deliveries, games, hook_events, is_among, shown_turns

SKEW = timedelta(minutes=1)  # the clocks of several machines may differ by this much
LONGEST_WAIT = timedelta(hours=1)  # the longest wait before a webhook is called again
AHEAD = timedelta(days=2)  # a daily puzzle or a turn of the day is stored at most this long before its day


def mend(
    connection: Connection,
    now: datetime,
    planned: Mapping[str, timedelta | None],
    retry: timedelta,
    put_off: timedelta,
) -> tuple[int, ...]:
    """Repair times that were stored while the clock was ahead.

    If a stored time says that something happened in the future, set it to now. Return the ids of the games
    whose acts or posts had such times. If a post or webhook event waits longer than its kind may wait, make
    it due at once. Cancel daily posts that are planned too far ahead (`_cancel_daily_posts`).

    Args:
        connection: the connection
        now: the present time
        planned: the longest wait of each kind of delivery that is held back on purpose; None for a kind
            whose untried deliveries must not become due. Kinds that are not in `planned` must not wait
        retry: the longest wait before a failed post is tried again
        put_off: the longest wait of a post that `outbox.put_off` has put off
    """
    late = now + SKEW
    sent = (deliveries.c.claimed > late) | (deliveries.c.done > late)
    found = set(connection.scalars(select(acts.c.game_id).where(acts.c.time > late).distinct()))
    found |= set(connection.scalars(select(deliveries.c.game_id).where(sent).distinct()))
    times = (acts.c.time, games.c.created, deliveries.c.claimed, deliveries.c.done)
    for column in (*times, hook_events.c.time, hook_events.c.tried):
        connection.execute(update(column.table).where(column > late).values({column: now}))
    waits = (hook_events.c.attempts == 0) & (hook_events.c.not_before > late)
    waits |= hook_events.c.not_before > late + LONGEST_WAIT
    connection.execute(update(hook_events).where(waits).values(not_before=now))
    fresh = (deliveries.c.attempts == 0) & (deliveries.c.error == "")
    _make_due(connection, now, fresh & deliveries.c.kind.not_in(tuple(planned)), now)
    for kind, longest in planned.items():
        if longest is not None:
            _make_due(connection, now, fresh & (deliveries.c.kind == kind), now + longest)
    _make_due(connection, now, deliveries.c.attempts > 0, now + retry)
    _make_due(connection, now, (deliveries.c.attempts == 0) & (deliveries.c.error != ""), now + put_off)
    _cancel_daily_posts(connection, now)
    return tuple(sorted(game for game in found if game is not None))


def _make_due(connection: Connection, now: datetime, which: ColumnElement[bool], after: datetime) -> None:
    """Make the deliveries in `which` due now if their time lies after `after`."""
    late = is_among(deliveries.c.state, Transit.DUE) & which & (deliveries.c.not_before > after)
    connection.execute(update(deliveries).where(late).values(not_before=now))


def _cancel_daily_posts(connection: Connection, now: datetime) -> None:
    """Cancel daily posts that are planned for a time more than `AHEAD` from now.

    Also delete the puzzles and turns of such days, so that the bot chooses them again.
    """
    late = deliveries.c.kind.in_((KIND, SHOW)) & (deliveries.c.not_before > now + AHEAD)
    late &= is_among(deliveries.c.state, Transit.DUE)
    connection.execute(update(deliveries).where(late).values(state=Transit.CANCELLED, done=now))
    day = (now + AHEAD).date().isoformat()
    connection.execute(delete(daily_puzzles).where(daily_puzzles.c.day >= day))
    connection.execute(delete(shown_turns).where(shown_turns.c.day >= day))
