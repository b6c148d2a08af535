"""Measure what a change of a page costs its server.

Usage: `python -m tests.web.measure_spectators [SPECTATORS [GAME]]`.

The server plays some turns of a recorded game, while the crowd of `lab.bench.crowd` looks on in a process of
its own. Another process draws the server's pictures, as for a bot. The program prints the server's processor
time for each change, when it was seen, and the server's memory.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from bot.engine.workers import Workers
from bot.posting.pictures import Pictures
from bot.serving.clients import read_networks
from db.store import Store
from lab.bench.bots import measure_memory
from lab.bench.spectators import CrowdProcess
from tests.bot.serving.served import Recorded, path_of, serving

FIRST, TURNS = 10, 5  # the turn at which the crowd comes, and how many are played then
SEEN = 12.0  # seconds from one change to the next
NOBODY = 0.001  # visitors a minute


async def measure(folder: str, spectators: int, game: str) -> None:
    """Print the measurements."""
    async with await Store.open(f"sqlite+aiosqlite:///{folder}/games.db") as store:
        recorded = Recorded(store, game)
        path = path_of(await recorded.begin(FIRST))
        drawers, crowd = Workers(1), CrowdProcess(folder)
        drawers.start()
        proxies = read_networks("127.0.0.1")
        async with serving(store, limit=10**6, proxies=proxies, pictures=Pictures(drawers)) as house:
            link = f"http://127.0.0.1:{house.client.port}{path}"
            print(f"memory: {measure_memory():.0f} MiB", flush=True)
            began = time.process_time()
            await crowd.order(link=link, spectators=spectators, links=[link], a_minute=NOBODY)
            print(
                f"{spectators} come: {time.process_time() - began:.1f} s, "
                f"then memory: {measure_memory():.0f} MiB"
            )
            moments, taken = list[float](), list[float]()
            for turn in range(FIRST + 1, FIRST + TURNS + 1):
                moments.append(time.time())
                began = time.process_time()
                await recorded.play(turn)
                await asyncio.sleep(SEEN)
                taken.append(1000 * (time.process_time() - began))
            print(f"a change: {', '.join(f'{each:.0f}' for each in taken)} ms of the processor")
            print(f"memory after {TURNS} changes: {measure_memory():.0f} MiB")
            await crowd.order()
            print(f"memory when all have left: {measure_memory():.0f} MiB")
        print_seen(moments, crowd.read())
        crowd.close()
        drawers.close()


def print_seen(moments: Sequence[float], notes: Sequence[Sequence[Any]]) -> None:
    """Print when the changes that were made at these moments were seen."""
    changed = [note for note in notes if note[0] == "changed"]
    for begin, end in zip(moments, [*moments[1:], float("inf")], strict=True):
        last = {note[2]: note[1] - begin for note in changed if begin <= note[1] < end}
        if last:
            middle, worst = statistics.median(last.values()), max(last.values())
            print(f"seen by {len(last)}, median {middle:.2f} s, worst {worst:.2f} s")
    if changed:
        requests, size = (statistics.mean(note[at] for note in changed) for at in (4, 5))
        print(f"for each: {requests:.1f} requests, {size / 1024:.0f} KiB")
    print(f"faults: {sum(note[0] == 'fault' for note in notes)}")


def main(spectators: str = "500", game: str = "vijayanagara") -> None:
    """Measure in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(folder, int(spectators), game))


if __name__ == "__main__":
    main(*sys.argv[1:])
