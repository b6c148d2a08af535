"""What is still to be posted: plain functions of a connection. A channel gets one post after the other."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, func, select, update

from db.records import Delivery, State
from db.schema import Moment, deliveries

_NOW = bindparam("now", type_=Moment)
_row, _other = deliveries.alias("row"), deliveries.alias("other")
_IS_DUE = _row.c.state == State.DUE
# A delivery waits for the one of its channel that is being sent, and for those before it that were tried or
# are due; what was put off until later on purpose does not hold up the rest.
_FREE = ~exists().where(
    _other.c.channel_id == _row.c.channel_id,
    (_other.c.state == State.SENDING)
    | (_other.c.id < _row.c.id)
    & (_other.c.state == State.DUE)
    & ((_other.c.attempts > 0) | (_other.c.not_before <= _NOW)),
)
_NEXT = select(func.min(_row.c.not_before)).where(_IS_DUE, _FREE)
_READY = (
    select(_row.c.id)
    .where(_IS_DUE, _row.c.not_before <= _NOW, _FREE)
    .order_by(_row.c.id)
    .limit(bindparam("most"))
)
_CLAIM = (
    update(deliveries)
    # The state is looked at again: of two processes that find the same one, the second finds it taken.
    .where(deliveries.c.id.in_(_READY), deliveries.c.state == State.DUE)
    .values(
        state=State.SENDING,
        attempts=deliveries.c.attempts + 1,
        claimed=_NOW,
        first_tried=func.coalesce(deliveries.c.first_tried, _NOW),
    )
    .returning(deliveries)
)


def claim(connection: Connection, limit: int) -> tuple[Delivery, ...]:
    """What is due, the first of each channel, now marked as being sent by the caller."""
    rows = connection.execute(_CLAIM, {"now": datetime.now(UTC), "most": limit}).all()
    return tuple(sorted((_delivery(row) for row in rows), key=lambda delivery: delivery.id))


def work_off(connection: Connection, limit: int) -> tuple[tuple[Delivery, ...], datetime | None]:
    """What is due, marked as being sent, and when there will be more."""
    return claim(connection, limit), next_at(connection)


def mark_sent(connection: Connection, delivery_id: int, message_id: int | None) -> None:
    """It is posted."""
    connection.execute(
        update(deliveries)
        .where(deliveries.c.id == delivery_id)
        .values(state=State.SENT, message_id=message_id, done=datetime.now(UTC), error="")
    )


def mark_failed(connection: Connection, delivery_id: int, error: str, retry_at: datetime | None) -> None:
    """It could not be posted: due again at `retry_at`, or given up."""
    result = (
        {"state": State.DUE, "not_before": retry_at}
        if retry_at
        else {"state": State.FAILED, "done": datetime.now(UTC)}
    )
    connection.execute(
        update(deliveries)
        .where(deliveries.c.id == delivery_id, deliveries.c.state == State.SENDING)
        .values(error=error, **result)
    )


def release(connection: Connection, claimed_before: datetime) -> int:
    """Make due again what somebody began to send before then and never reported on."""
    left = (deliveries.c.state == State.SENDING) & (deliveries.c.claimed < claimed_before)
    return connection.execute(update(deliveries).where(left).values(state=State.DUE)).rowcount


def next_at(connection: Connection) -> datetime | None:
    """When something will be due (or was), as far as it depends on the clock alone."""
    found: datetime | None = connection.scalar(_NEXT, {"now": datetime.now(UTC)})
    return found


def _delivery(row: Row[Any]) -> Delivery:
    return Delivery(
        channel_id=row.channel_id,
        kind=row.kind,
        content=row.content,
        not_before=row.not_before,
        id=row.id,
        game_id=row.game_id,
        nonce=row.nonce,
        state=State(row.state),
        attempts=row.attempts,
        first_tried=row.first_tried,
        message_id=row.message_id,
        error=row.error,
    )
