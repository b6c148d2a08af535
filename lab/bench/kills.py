"""Kill (`kill -9`) a process that plays and posts, at random times, on SQLite or PostgreSQL.

No message may be lost or posted twice. Each process is a `Worker` of `lab.bench.several`. The state is in a
folder and in the database, so a stopped run can continue with the remaining kills.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from db.store import Store
from lab.bench.rows import Row
from lab.bench.several import GIVE_UP, Outcome, Worker, compare_posts, count_lines, create_games
from rules.errors import InputError

KILLS, GAMES = 100, 8
ACTS = 10**6  # no game ever has this many acts
WORKING = 0.6  # a process is killed at most this many seconds after its first post
AT_THE_START = 0.2  # the share of processes that are killed during their start


async def kill_repeatedly(url: str, folder: Path, count: int) -> tuple[Outcome, str]:
    """Kill processes until `count` kills are reached, then let a last process post what is still due.

    Kills of earlier runs count. Return the outcome and the name of the database. Raises `InputError` if
    a process ends by itself, or does not post within 2 minutes.
    """
    path, done = folder / "posted", folder / "kills"
    path.touch()
    done.touch()
    async with await Store.open(url) as store:
        name = "SQLite" if store.alone else "PostgreSQL"
        await create_games(store, GAMES)
    killed = len(done.read_text())
    chance = random.Random(killed)
    while killed < count:
        process, before = Worker(url, path, ACTS), count_lines(path)
        try:
            if chance.random() < AT_THE_START:
                time.sleep(chance.uniform(0.0, 1.0))
            else:
                _wait(process, path, before, f"the first post of process {killed + 1}")
                time.sleep(chance.uniform(0.0, WORKING))
        finally:
            process.end()
        killed += 1
        with done.open("a") as file:
            file.write(".")
    process = Worker(url, path, 0)  # 0 acts for each game, so this process only posts
    try:
        async with await Store.open(url) as store:
            since, count_before = time.monotonic(), count_lines(path)
            while True:
                outcome = await compare_posts(store, path, killed)
                if not outcome.lost:
                    return outcome, name
                if count_lines(path) > count_before:
                    since, count_before = time.monotonic(), count_lines(path)
                if time.monotonic() - since > GIVE_UP:
                    return outcome, name
                await asyncio.sleep(0.5)
    finally:
        process.end()


def _wait(process: Worker, path: Path, before: int, what: str) -> None:
    until = time.monotonic() + GIVE_UP
    while count_lines(path) == before:
        if process.poll() is not None or time.monotonic() > until:
            said = process.last_words()
            raise InputError(f"{what} did not come; the last words of the process: {said}")
        time.sleep(0.01)


def rows(kills: int = KILLS, folder: str | None = None) -> Iterator[Row]:
    """Yield the result on the database of `DURBAR_DATABASE`, or on a SQLite file in the folder."""
    with ExitStack() as stack:
        home = Path(folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="durbar-bench-")))
        home.mkdir(parents=True, exist_ok=True)
        url = os.environ.get("DURBAR_DATABASE") or f"sqlite+aiosqlite:///{home}/durbar.db"
        outcome, name = asyncio.run(kill_repeatedly(url, home, kills))
    what = f"{name}, killed {outcome.kills} times"
    for each in ("acts", "posts", "lost", "doubled", "disordered"):
        yield Row(f"{what}: {each}", getattr(outcome, each), "")
