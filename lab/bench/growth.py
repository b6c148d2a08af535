"""Measure how the bot grows with its stored games: its times, its memory and its database file.

The times are those of an act, of a post and of the start. Half of the stored games are running.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.deadlines.reminders import CALL
from bot.discord_app.dev import start_sandbox_and_bot
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.seating.lobby import Lobby
from bot.seating.typed_names import ALL_SEATS
from db.records import Kind, NewAct, NewDelivery, Seat
from db.store import Store
from lab.bench.bots import free_port, measure_memory
from lab.bench.rows import Row
from render.growth import growth
from rules.kernel import Game
from rules.loading.games import GAMES
from sandbox.driver import PATIENCE, Player

STORED = (10, 100, 1_000, 10_000)
POSTS = 60  # posts of each game
POST = '{"text": "' + "What happened, who is asked what. " * 8 + '"}'
GAME = list(GAMES)[1]  # a game with short turns
ACTS = 40
DELIVERIES = 100
CHANNEL = 10**9  # the channel of the measured game; stored games have lower numbers
SETTLING = 3.0  # seconds to wait before memory is measured


def rows(plot: str | None = None) -> Iterator[Row]:
    """For each number of stored games, yield a row for each measurement.

    The rows of a larger number also have the value for the smallest number, to compare with.

    `plot`: the file for a picture of the values.
    """
    found: defaultdict[str, list[float]] = defaultdict(list)
    for stored in STORED:
        with tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder:
            database = Path(folder) / "durbar.db"
            asyncio.run(_template(database))
            _copies(database, stored - 1)
            size = database.stat().st_size / 2**20
            act, delivery = asyncio.run(_measure_service(database))
            ready, memory = _measure_start(folder)
        for what, value, unit in (
            ("an act", act, "ms"),
            ("the next delivery", delivery, "ms"),
            ("start until ready", ready, "s"),
            ("memory", memory, "MiB"),
            ("file", size, "MiB"),
        ):
            beside = found[what][0] if found[what] else None
            fewest = "" if beside is None else f"{STORED[0]} games"
            yield Row(f"{stored:,} stored games: {what}", value, unit, fewest, beside)
            found[what].append(value)
    if plot is not None:
        costs = {what: values for what, values in found.items() if what != "file"}
        Path(plot).write_bytes(growth("What it costs with so many stored games", STORED, costs).file)


def _url(database: Path) -> str:
    return f"sqlite+aiosqlite:///{database}"


async def _template(database: Path) -> None:
    """Create the first game: it is running, with its posts and a question."""
    rules = GAMES[GAME]
    start = rules.dump(rules.setup(rules.Options()))
    act = NewAct(Kind.ORDER, "move", 1)
    async with await Store.open(_url(database)) as store:
        game = await store.create_game(GAME, channel_id=1, guild_id=1, host_id=1, act=act)
        for seat in rules.seats(rules.Options()):
            await store.take_seat(game.id, Seat(seat, 1, "Asha"), act=act)
        game = await store.start_game(
            await store.load(game.id), Game("seed", 1, start), commitment="", act=act
        )
        for _ in range(POSTS):
            game = await store.record_act(game.id, act=act, deliveries=[NewDelivery(1, "board", POST)])
        await store.schedule(game.id, NewDelivery(1, CALL, "{}", datetime.now(UTC) + timedelta(days=300)))


def _copies(database: Path, count: int) -> None:
    """Copy the first game `count` times, each into its own channel.

    Of every four copies, two are over and two are running. One of the two running copies is quiet.
    """
    over = "n % 2 = 1"
    other: dict[str, dict[str, str]] = {
        "games": {
            "id": "t.id + n",
            "channel_id": "channel_id + n",
            "guild_id": "guild_id + n / 50",
            "status": f"CASE WHEN {over} THEN 'ended' ELSE status END",
            "quiet": "CASE WHEN n % 4 = 0 THEN serial ELSE 0 END",
        },
        "seats": {"user_id": "user_id + n"},
        "acts": {"interaction_id": "NULL"},
        "turns": {},
        "deliveries": {
            "id": "NULL",
            "channel_id": "channel_id + n",
            "nonce": "n || '-' || t.id",
            "state": f"CASE WHEN kind = 'call' AND ({over} OR n % 4 = 0) THEN 'cancelled' ELSE state END",
        },
    }
    with closing(sqlite3.connect(database)) as base, base:
        base.execute("UPDATE deliveries SET state = 'sent', message_id = id WHERE kind = 'board'")
        for table, changed in other.items():
            names = [name for _, name, *_ in base.execute(f"PRAGMA table_info({table})")]
            taken = [changed.get(name, "game_id + n" if name == "game_id" else name) for name in names]
            base.execute(
                f"WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < {count})"
                f" INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(taken)} FROM {table} t, k"
            )


async def _measure_service(database: Path) -> tuple[float, float]:
    """Return the median ms of an act, and of a delivery.

    A delivery begins when it is found, and ends when it is marked as sent.
    """
    interactions = itertools.count(1)
    async with await Store.open(_url(database)) as store:
        table = OrderService(store, GAMES, lambda: None)
        lobby = Lobby(table, lambda: "seed")

        def by() -> Caller:
            return Caller(1, "Asha", CHANNEL, 1, next(interactions))

        await lobby.create(by(), GAME)
        await lobby.join(by(), ALL_SEATS)
        await lobby.start(by())
        acts = []
        for _ in range(ACTS):
            stored = await store.find_in_channel(CHANNEL)
            assert stored is not None
            ask = table.load_seated(stored).ask
            assert ask is not None
            key = next(iter(ask.menu()))
            begin = time.perf_counter()
            await table.order(by(), f"{key}!")
            acts.append((time.perf_counter() - begin) * 1000)
        times: list[float] = []
        while len(times) < DELIVERIES:
            begin = time.perf_counter()
            claimed, _ = await store.claim_due(1)
            if not claimed:
                break
            await store.mark_sent(claimed[0].id, 1)
            times.append((time.perf_counter() - begin) * 1000)
        return statistics.median(acts), statistics.median(times)


def _measure_start(folder: str) -> tuple[float, float]:
    """Start a bot with this database. Return the seconds until it answers, and its memory then in MiB."""
    with start_sandbox_and_bot(free_port(), folder, DURBAR_LOG="warning") as (address, _, bot):
        begin = time.perf_counter()
        asyncio.run(_ready(address))
        ready = time.perf_counter() - begin
        time.sleep(SETTLING)
        return ready, measure_memory(bot.pid)


async def _ready(address: str) -> None:
    async with Player(address, "asha") as player:
        await player.wait_until_ready(PATIENCE)
