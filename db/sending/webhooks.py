"""Store webhooks, and the events that the bot must still send to them.

If an act closes a turn or ends a game, the act's transaction also stores the events for the webhooks. Events
for chapters are stored later (`Webhooks.write_body`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from db.connection.database import Database
from db.records import DueEvents, HookEvent, HookKind, NewDelivery, NewHook
from db.schema import games, hook_events, webhooks
from db.sending import outbox


class Webhooks:
    """The webhooks of tables and servers. Each call is a transaction.

    `on`: whether acts store events. It must be the same in all processes.
    """

    def __init__(self, database: Database, *, on: bool = False) -> None:
        self._database, self.on = database, on

    async def set(self, hook: NewHook) -> None:
        """Set the webhook of a game or of a server. It replaces an earlier webhook."""
        await self._database.run(_set, hook)

    async def find(self, game_id: int | None, guild_id: int | None) -> NewHook | None:
        """Return the webhook of a game, or of a server if `game_id` is None; None if there is no webhook."""
        return await self._database.read(_find, _belongs(game_id, guild_id))

    async def load(self, hook_id: int) -> NewHook | None:
        """Return a webhook; None if it is gone."""
        return await self._database.read(_find, webhooks.c.id == hook_id)

    async def remove(self, game_id: int | None, guild_id: int | None) -> bool:
        """Remove the webhook of a game or server, and its events. Return False if there was none."""
        return await self._database.run(_remove, _belongs(game_id, guild_id))

    async def list_due(self, busy: Collection[int], limit: int) -> DueEvents:
        """Return the first waiting event of each webhook, if it is due; at most `limit` events.

        The webhooks in `busy` are skipped.
        """
        return await self._database.read_many(_list_due, tuple(busy), limit)

    async def write_body(
        self, event: HookEvent, body: str, following: Sequence[tuple[HookKind, str]]
    ) -> HookEvent:
        """Store the body of an event, and the `following` events of the same turn. Return the stored event.

        If the event has a body already, this body stays, and no events are added.
        """
        return await self._database.run(_write_body, event, body, following)

    async def finish(self, event_id: int) -> None:
        """Delete an event, because it was sent or must not be sent any more."""
        await self._database.run(_finish, event_id)

    async def retry(self, event_id: int, now: datetime, at: datetime) -> None:
        """Plan the next attempt to send an event, at the time `at`. The last attempt failed at `now`."""
        await self._database.run(_retry, event_id, now, at)

    async def give_up(self, hook_id: int, game_id: int, post: NewDelivery) -> None:
        """Remove a webhook and its events, and store a post that says why.

        Do nothing if there is no such webhook.
        """
        await self._database.run(_give_up, hook_id, game_id, post)


def enqueue(connection: Connection, game_id: int, turns: Sequence[int], now: datetime, *, over: bool) -> None:
    """Store events for the webhooks of a game and of its server.

    Each webhook gets an event for each closed turn. If the game is `over`, it also gets an event for the end.
    """
    if not turns and not over:
        return
    of_guild = webhooks.c.guild_id == select(games.c.guild_id).where(games.c.id == game_id).scalar_subquery()
    wanted = connection.scalars(select(webhooks.c.id).where((webhooks.c.game_id == game_id) | of_guild)).all()
    told = [(turn, HookKind.TURN) for turn in turns]
    if over:
        told.append((max(turns, default=0), HookKind.END))
    rows = [_make_row(hook, game_id, now, turn, kind) for hook in wanted for turn, kind in told]
    if rows:
        connection.execute(insert(hook_events), rows)


def _make_row(
    hook_id: int, game_id: int, time: datetime, turn: int, kind: HookKind, body: str = ""
) -> dict[str, Any]:
    return {
        "name": f"msg_{uuid4().hex}",
        "hook_id": hook_id,
        "game_id": game_id,
        "time": time,
        "turn": turn,
        "kind": int(kind),
        "body": body,
        "attempts": 0,
        "not_before": time,
    }


def _belongs(game_id: int | None, guild_id: int | None) -> ColumnElement[bool]:
    return webhooks.c.guild_id == guild_id if game_id is None else webhooks.c.game_id == game_id


def _set(connection: Connection, hook: NewHook) -> None:
    _remove(connection, _belongs(hook.game_id, hook.guild_id))
    row = {
        "game_id": hook.game_id,
        "guild_id": hook.guild_id if hook.game_id is None else None,
        "channel_id": hook.channel_id,
        "user_id": hook.user_id,
        "address": hook.address,
        "secret": hook.secret,
        "since": datetime.now(UTC),
    }
    connection.execute(insert(webhooks).values(row))


def _find(connection: Connection, which: ColumnElement[bool]) -> NewHook | None:
    row = connection.execute(select(webhooks).where(which)).one_or_none()
    if row is None:
        return None
    return NewHook(row.game_id, row.guild_id, row.channel_id, row.user_id, row.address, row.secret)


def _remove(connection: Connection, which: ColumnElement[bool]) -> bool:
    ids = connection.scalars(select(webhooks.c.id).where(which)).all()
    connection.execute(delete(hook_events).where(hook_events.c.hook_id.in_(ids)))
    return connection.execute(delete(webhooks).where(webhooks.c.id.in_(ids))).rowcount > 0


def forget_person(connection: Connection, user_id: int) -> None:
    """Remove the webhooks that a person has set."""
    _remove(connection, webhooks.c.user_id == user_id)


def _list_due(connection: Connection, busy: tuple[int, ...], limit: int) -> DueEvents:
    now, firsts = datetime.now(UTC), dict[int, Any]()
    waiting = select(hook_events.c.id, hook_events.c.hook_id, hook_events.c.not_before)
    ordered = waiting.order_by(hook_events.c.time, hook_events.c.turn, hook_events.c.kind, hook_events.c.id)
    for row in connection.execute(ordered.where(hook_events.c.hook_id.not_in(busy))):
        firsts.setdefault(row.hook_id, row)
    due = [row.id for row in firsts.values() if row.not_before <= now]
    later = [row.not_before for row in firsts.values() if row.not_before > now]
    found = connection.execute(select(hook_events).where(hook_events.c.id.in_(due[:limit])))
    more = now if len(due) > limit else min(later, default=None)
    return DueEvents(tuple(map(_read, found)), more)


def _read(row: Row[Any]) -> HookEvent:
    return HookEvent(
        row.id,
        row.name,
        row.hook_id,
        row.game_id,
        row.time,
        row.turn,
        HookKind(row.kind),
        row.body,
        row.attempts,
        row.tried,
    )


def _write_body(
    connection: Connection, event: HookEvent, body: str, following: Sequence[tuple[HookKind, str]]
) -> HookEvent:
    one = update(hook_events).where(hook_events.c.id == event.id, hook_events.c.body == "")
    rows = [
        _make_row(event.hook_id, event.game_id, event.time, event.turn, kind, text)
        for kind, text in following
    ]
    if connection.execute(one.values(body=body)).rowcount and rows:
        connection.execute(insert(hook_events), rows)
    kept = connection.execute(select(hook_events).where(hook_events.c.id == event.id)).one_or_none()
    return replace(event, body=body) if kept is None else _read(kept)


def _finish(connection: Connection, event_id: int) -> None:
    connection.execute(delete(hook_events).where(hook_events.c.id == event_id))


def _retry(connection: Connection, event_id: int, now: datetime, at: datetime) -> None:
    one = update(hook_events).where(hook_events.c.id == event_id)
    connection.execute(one.values(attempts=hook_events.c.attempts + 1, not_before=at))
    connection.execute(one.where(hook_events.c.tried.is_(None)).values(tried=now))


def _give_up(connection: Connection, hook_id: int, game_id: int, post: NewDelivery) -> None:
    if _remove(connection, webhooks.c.id == hook_id):
        outbox.put(connection, game_id, [post])
