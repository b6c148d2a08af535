"""Store deliveries. The functions take a connection. A channel gets one post after the other."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, func, insert, select, update

from db import notes
from db.connection.watch import SAVED, tell
from db.records import Delivery, Due, NewDelivery, Note, Status, StoredGame, Transit
from db.schema import Moment, deliveries, games, is_among

_NOW = bindparam("now", type_=Moment)
_row, _other = deliveries.alias("row"), deliveries.alias("other")
_IS_DUE = is_among(_row.c.state, Transit.DUE)
# A delivery waits for the delivery of its channel that is being sent. It also waits for earlier deliveries of
# its channel that are due or must be retried. It does not wait for those that are held back or put off.
_BESIDE = _other.c.channel_id == _row.c.channel_id
_FREE = ~exists().where(_BESIDE, is_among(_other.c.state, Transit.SENDING)) & ~exists().where(
    _BESIDE,
    is_among(_other.c.state, Transit.DUE),
    _other.c.id < _row.c.id,
    (_other.c.attempts > 0) | (_other.c.not_before <= _NOW),
)
_NEXT = select(_row.c.not_before).where(_IS_DUE, _FREE).order_by(_row.c.not_before).limit(1)
_READY = (
    select(_row.c.id)
    .where(_IS_DUE, _row.c.not_before <= _NOW, _FREE)
    .order_by(_row.c.not_before, _row.c.id)  # uses the index of due deliveries
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)  # so that no process waits for another
).cte("ready")  # PostgreSQL may run a plain subquery twice, and find too many rows; it runs a CTE once
_CLAIM = (
    update(deliveries)
    # Check the state again: if two processes select the same delivery, only the first may claim it.
    .where(deliveries.c.id.in_(select(_READY.c.id)), is_among(deliveries.c.state, Transit.DUE))
    .values(
        state=Transit.SENDING,
        attempts=deliveries.c.attempts + 1,
        claimed=_NOW,
        first_tried=func.coalesce(deliveries.c.first_tried, _NOW),
    )
    .returning(deliveries)
)
_INSERT = insert(deliveries)
_LOCK = select(games.c.id).where(games.c.id == bindparam("of_game")).with_for_update()
# The untried deliveries: those that wait for their first attempt, and those that were put off. A delivery
# that is retried after a failure is not among them. It is never cancelled, because it must still be posted.
_UNTRIED = (
    (deliveries.c.game_id == bindparam("of_game"))
    & is_among(deliveries.c.state, Transit.DUE)
    & (deliveries.c.attempts == 0)
)
_CANCELLED = update(deliveries).values(state=Transit.CANCELLED, done=_NOW)
_CANCEL = _CANCELLED.where(_UNTRIED, deliveries.c.kind == bindparam("which"))
_CANCEL_LATER = _CANCELLED.where(_UNTRIED, deliveries.c.not_before > _NOW)
_SENT = (
    update(deliveries)
    .where(deliveries.c.id == bindparam("delivery"))
    .values(state=Transit.SENT, message_id=bindparam("message"), done=_NOW, error="")
)
_OF_ID = update(games).where(games.c.id == bindparam("of_game"))
_QUIET = _OF_ID.values(quiet=bindparam("at"))
_MESSAGE = {each: _OF_ID.values({f"{each}_id": bindparam("message")}) for each in ("panel", "pinned")}


def put(connection: Connection, game_id: int | None, posts: Sequence[NewDelivery], nonce: str = "") -> None:
    """Store posts as due deliveries, each with a unique nonce.

    `game_id`: None for posts that belong to no game. `nonce`: the nonce of a single post; with "", each post
    gets a new nonce.
    """
    now = datetime.now(UTC)
    rows = [
        {
            "game_id": game_id,
            "channel_id": post.channel_id,
            "kind": post.kind,
            "content": post.content,
            "nonce": nonce or f"{game_id or 0}.{secrets.token_hex(6)}",
            "state": Transit.DUE,
            "attempts": 0,
            "not_before": post.not_before or now,
            "error": "",
        }
        for post in posts
    ]
    if rows:
        connection.execute(_INSERT, rows)


def schedule(connection: Connection, game_id: int, post: NewDelivery) -> None:
    """Store a post for later, without saving an act. Cancel the game's untried posts of the same kind."""
    # If two processes schedule at the same time, the second waits here, then cancels the post of the first.
    connection.execute(_LOCK, {"of_game": game_id})
    cancel(connection, game_id, post.kind)
    put(connection, game_id, [post])
    tell(connection, f"{SAVED} {game_id}")


def cancel(connection: Connection, game_id: int, kind: str | None) -> int:
    """Cancel a game's untried deliveries of a kind. Return their number.

    If `kind` is None, cancel all untried deliveries that are held back for a later time.
    """
    now = {"of_game": game_id, "now": datetime.now(UTC)}
    if kind is None:
        return connection.execute(_CANCEL_LATER, now).rowcount
    return connection.execute(_CANCEL, now | {"which": kind}).rowcount


def set_quiet(connection: Connection, game_id: int, serial: int, kind: str) -> None:
    """Cancel a game's untried deliveries of a kind. Record that none is needed until the next act."""
    cancel(connection, game_id, kind)
    connection.execute(_QUIET, {"of_game": game_id, "at": serial})


def set_message(connection: Connection, game_id: int, which: str, message_id: int | None) -> None:
    """Set the id of a message; no act is saved. `which`: "panel" (board or card) or "pinned" (index)."""
    connection.execute(_MESSAGE[which], {"of_game": game_id, "message": message_id})


def record_board(
    connection: Connection,
    seen: StoredGame,
    panel_id: int | None,
    kept: Sequence[Note],
    call: NewDelivery | None,
    kind: str,
) -> None:
    """Record that a board was posted; see `OutboxStore.record_board`."""
    set_message(connection, seen.id, "panel", panel_id)
    notes.write(connection, seen.id, kept)
    if call is None:
        set_quiet(connection, seen.id, seen.serial, kind)
    else:
        schedule(connection, seen.id, call)


def claim(connection: Connection, limit: int) -> tuple[Delivery, ...]:
    """Mark the first due delivery of each channel as being sent. Return these deliveries, at most `limit`."""
    rows = connection.execute(_CLAIM, {"now": datetime.now(UTC), "most": limit}).all()
    return tuple(sorted((_read_delivery(row) for row in rows), key=lambda delivery: delivery.id))


def claim_due(connection: Connection, limit: int) -> Due:
    """Claim the due deliveries (`claim`). Return them, and the time of the next delivery."""
    return Due(claim(connection, limit), find_next_time(connection))


def finish(connection: Connection, delivery_id: int, message_id: int | None, limit: int) -> Due:
    """Mark a delivery as sent (`mark_sent`), and claim due deliveries (`claim_due`)."""
    mark_sent(connection, delivery_id, message_id)
    return claim_due(connection, limit)


def mark_sent(connection: Connection, delivery_id: int, message_id: int | None) -> None:
    """Mark a delivery as sent in this message (None: nothing was posted)."""
    now = datetime.now(UTC)
    connection.execute(_SENT, {"delivery": delivery_id, "message": message_id, "now": now})


def mark_failed(connection: Connection, delivery_id: int, error: str, retry_at: datetime | None) -> None:
    """Record that an attempt failed. The delivery is due again at `retry_at`; None: never."""
    result = (
        {"state": Transit.DUE, "not_before": retry_at}
        if retry_at
        else {"state": Transit.FAILED, "done": datetime.now(UTC)}
    )
    connection.execute(
        update(deliveries)
        .where(deliveries.c.id == delivery_id, deliveries.c.state == Transit.SENDING)
        .values(error=error, **result)
    )


def put_off(connection: Connection, delivery_id: int, error: str, until: datetime) -> None:
    """Put off a delivery until a time. Later deliveries of its channel don't wait for it."""
    connection.execute(
        update(deliveries)
        .where(deliveries.c.id == delivery_id, deliveries.c.state == Transit.SENDING)
        .values(state=Transit.DUE, attempts=0, not_before=until, error=error)
    )


def hasten(connection: Connection, guild_id: int | None, channel_id: int | None) -> int:
    """Make the put-off deliveries of a channel due now (see `put_off`). Return their number.

    If `channel_id` is None, do so for the channels of all running games of the server.
    """
    put_off = (
        is_among(deliveries.c.state, Transit.DUE) & (deliveries.c.attempts == 0) & (deliveries.c.error != "")
    )
    if channel_id is not None:
        where = deliveries.c.channel_id == channel_id
    else:
        of_guild = (games.c.guild_id == guild_id) & is_among(games.c.status, Status.RUNNING)
        where = deliveries.c.channel_id.in_(select(games.c.channel_id).where(of_guild))
    return connection.execute(
        update(deliveries).where(put_off, where).values(not_before=datetime.now(UTC))
    ).rowcount


def find_posted(connection: Connection, game_id: int, channel_id: int) -> tuple[int | None, bool]:
    """Return the id of the newest known message of a channel, and whether a post there is under way.

    A post is under way if it is due or being sent.
    """
    here = deliveries.c.channel_id == channel_id
    newest = connection.scalar(select(func.max(deliveries.c.message_id)).where(here))
    waiting = is_among(deliveries.c.state, Transit.DUE, Transit.SENDING)
    due = here & waiting & (deliveries.c.not_before <= datetime.now(UTC))
    panel = connection.scalar(select(games.c.panel_id).where(games.c.id == game_id))
    under_way = connection.scalar(select(exists().where(due))) is True
    return max(filter(None, (newest, panel)), default=None), under_way


def is_newest(connection: Connection, delivery: Delivery) -> bool:
    """Return whether the game has no later delivery of the same kind. Cancelled ones don't count."""
    later = (deliveries.c.game_id == delivery.game_id) & (deliveries.c.id > delivery.id)
    later &= (deliveries.c.kind == delivery.kind) & (deliveries.c.state != Transit.CANCELLED)
    return connection.scalar(select(~exists().where(later))) is True


def release(connection: Connection, claimed_before: datetime | None, kept: Collection[int]) -> int:
    """Make claimed deliveries due again if they were never marked as sent or failed. Return their number.

    With `claimed_before`, do so only for deliveries that were claimed before this time. The deliveries
    in `kept` stay claimed.
    """
    left = is_among(deliveries.c.state, Transit.SENDING) & deliveries.c.id.not_in(kept)
    if claimed_before is not None:
        left &= deliveries.c.claimed < claimed_before
    return connection.execute(update(deliveries).where(left).values(state=Transit.DUE)).rowcount


def find_next_time(connection: Connection) -> datetime | None:
    """Return the due time of the earliest delivery that waits for no other; None if there is none."""
    found: datetime | None = connection.scalar(_NEXT, {"now": datetime.now(UTC)})
    return found


def _read_delivery(row: Row[Any]) -> Delivery:
    return Delivery(
        channel_id=row.channel_id,
        kind=row.kind,
        content=row.content,
        not_before=row.not_before,
        id=row.id,
        game_id=row.game_id or 0,
        nonce=row.nonce,
        state=Transit(row.state),
        attempts=row.attempts,
        first_tried=row.first_tried,
        message_id=row.message_id,
        error=row.error,
    )
