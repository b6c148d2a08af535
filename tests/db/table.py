"""Provide acts, posts, and games without rules, for the tests of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, create_engine, insert, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from db.migrate import migrate
from db.records import Kind, NewAct, NewDelivery, Seat, StoredGame
from db.schema import blocked
from db.store import Store
from rules.kernel import Entry, Game

ASHA, BIRBAL = 2**60 + 1, 2**60 + 2  # as large as Discord's ids
CHANNEL, GUILD = 2**61 + 1, 2**61 + 2
SEED = "a-very-secret-seed"


def act(
    line: str = "", kind: Kind = Kind.ORDER, *, user: int = ASHA, seat: str = "", once: int | None = None
) -> NewAct:
    """Return an act. `once`: the id of its interaction."""
    return NewAct(kind, line, user, seat, once)


def post(content: str, channel: int = CHANNEL) -> NewDelivery:
    """Return a new delivery."""
    return NewDelivery(channel, "turn", content)


def enter(game: Game, *keys: str, seat: str = "red") -> Game:
    """Return the game after these keys."""
    return replace(game, log=(*game.log, *(Entry(seat, key) for key in keys)))


def next_turn(game: Game) -> Game:
    """Return the game in its next turn."""
    return Game(game.seed, game.turn + 1, f"state {game.turn + 1}")


def at(stored: StoredGame) -> Game:
    """Return the position of a game that has started."""
    assert stored.position is not None
    return stored.position


async def lobby(store: Store, channel: int = CHANNEL) -> StoredGame:
    """Return a game in its lobby, with Asha at red."""
    game = await store.create_game(
        "chess",
        channel_id=channel,
        guild_id=GUILD,
        host_id=ASHA,
        options='{"long": true}',
        act=act("new", Kind.LOBBY),
    )
    return await store.take_seat(game.id, Seat("red", ASHA, "Asha"), act=act("joins", Kind.LOBBY))


async def started(store: Store, channel: int = CHANNEL) -> StoredGame:
    """Return a game at its first question."""
    game = await lobby(store, channel)
    return await store.start_game(
        game, Game(SEED, 1, "state 1"), commitment="hash", act=act("start", Kind.START)
    )


async def move(
    store: Store, seen: StoredGame, *keys: str, once: int | None = None, posts: Sequence[NewDelivery] = ()
) -> StoredGame:
    """Enter keys for red, as one act."""
    order = act(" ".join(keys), seat="red", once=once)
    return await store.commit(seen, enter(at(seen), *keys), act=order, deliveries=posts)


OLD = "0012_daily"  # the tables of an older version


async def make_old(url: str) -> None:
    """Create a database of an older version that has a blocked person."""

    def make(connection: Connection) -> None:
        migrate(connection, OLD)
        row = {"id": ASHA, "why": "spam", "since": datetime(2026, 1, 2, tzinfo=UTC)}
        connection.execute(insert(blocked), row)

    if url.startswith("sqlite"):
        Path(str(make_url(url).database)).parent.mkdir(parents=True, exist_ok=True)
        file = create_engine(url.replace("+aiosqlite", ""))
        with file.begin() as connection:
            make(connection)
        file.dispose()
        return
    server = create_async_engine(url)
    async with server.begin() as opened:
        await opened.run_sync(make)
    await server.dispose()
