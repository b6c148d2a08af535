"""Measure the store: how many moves, each with its posts, it writes in a second.

The yardstick writes the same rows with plain sqlite3.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from db.records import Kind, NewAct, NewDelivery, Seat, StoredGame
from db.store import Store
from lab.bench.rows import Row, percentile
from rules.kernel import Entry, Game

MOVES = 400
TABLES = 10
START = "{}" * 1000  # about as long as a stored state


def rows() -> Iterator[Row]:
    """Yield the moves per second and the time of a move, for one game and for ten at once."""
    with tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder:
        raw = _raw(Path(folder) / "raw.db")
        for tables in (1, TABLES):
            url = f"sqlite+aiosqlite:///{folder}/store{tables}.db"
            times, seconds = asyncio.run(_appends(url, tables))
            what = f"Store, {tables} game{'s at once' if tables > 1 else ''}"
            yield Row(f"{what}: moves", len(times) / seconds, "/s")
            p50 = statistics.median(times)
            yield Row(f"{what}: move p50", p50, "ms", "raw sqlite3 FULL", raw)
            yield Row(f"{what}: move p99", percentile(times, 0.99), "ms")


def _raw(path: Path) -> float:
    """Return the median ms to write the same rows in one transaction of plain sqlite3."""
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t(a INTEGER, b TEXT);")
    times = []
    for number in range(MOVES):
        begin = time.perf_counter()
        base.execute("BEGIN IMMEDIATE")
        for _ in range(4):  # two entries, an act, a delivery
            base.execute("INSERT INTO t VALUES (?, ?)", (number, "march"))
        base.execute("UPDATE t SET a = a + 1 WHERE rowid = 1")
        base.execute("COMMIT")
        times.append((time.perf_counter() - begin) * 1000)
    base.close()
    return statistics.median(times)


async def _appends(url: str, tables: int) -> tuple[list[float], float]:
    async with await Store.open(url) as store:
        stored = [await _table(store, number) for number in range(tables)]
        begin = time.perf_counter()
        times = await asyncio.gather(*(_play(store, one, MOVES // tables) for one in stored))
        return [one for some in times for one in some], time.perf_counter() - begin


async def _table(store: Store, channel: int) -> StoredGame:
    act = NewAct(Kind.START, "new", 1, "", None)
    game = await store.create_game("bench", channel_id=channel, guild_id=None, host_id=1, act=act)
    game = await store.take_seat(game.id, Seat("north", 1, "Asha"), act=act)
    return await store.start_game(game, Game("seed", 1, START), commitment="c", act=act)


async def _play(store: Store, game: StoredGame, moves: int) -> list[float]:
    times = []
    for number in range(moves):
        position = game.position
        assert position is not None
        log = (*position.log, Entry("north", "march"), Entry("chance", "6134"))
        post = NewDelivery(game.channel_id, "post", "{}")
        act = NewAct(Kind.ORDER, f"march {number}", 1, "north", None)
        begin = time.perf_counter()
        game = await store.commit(game, replace(position, log=log), act=act, deliveries=[post])
        times.append((time.perf_counter() - begin) * 1000)
        if number % 20 == 19:  # some turns end, as in real games
            assert game.position is not None
            fresh = Game("seed", game.position.turn + 1, START)
            game = await store.commit(game, fresh, [game.position], act=act)
    return times
