"""Kills between click and post, again and again: nothing is lost, nothing is posted twice."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from db.records import Kind
from db.store import Store
from tests.db.table import started

GAMES, KILLS = 3, 2
WORKER = Path(__file__).with_name("crash_worker.py")


async def killed_while_playing(url: str, posted: Path, seconds: float) -> None:
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, WORKER, url, posted),
        cwd=posted.parent,
        env=os.environ | {"PYTHONPATH": str(WORKER.parents[2])},
        stdout=asyncio.subprocess.PIPE,
    )
    assert worker.stdout is not None
    assert await worker.stdout.readline() == b"posted\n"
    await asyncio.sleep(seconds)
    worker.kill()
    assert await worker.wait() == -signal.SIGKILL


async def test_killed_at_any_point(url: str, tmp_path: Path) -> None:
    posted, chance = tmp_path / "posted", random.Random(url)
    async with await Store.open(url) as store:
        games = [(await started(store, channel)).id for channel in range(GAMES)]
    for _ in range(KILLS):
        await killed_while_playing(url, posted, chance.uniform(0.01, 0.25))

    by_game = defaultdict(list)
    async with await Store.open(url) as store:
        await store.release_deliveries(datetime.now(UTC))
        lines = posted.read_text().splitlines() if posted.exists() else []
        while due := (await store.claim_due())[0]:
            for delivery in due:
                if not any(line.startswith(f"{delivery.nonce} ") for line in lines):
                    lines.append(f"{delivery.nonce} {delivery.game_id} {delivery.content}")
                await store.mark_sent(delivery.id, 1)
        for line in lines:
            _, of_game, content = line.split()
            by_game[int(of_game)].append(content)

        moves = 0
        for game_id in games:
            game, history = await store.load(game_id), await store.load_history(game_id)
            page = await store.list_acts(game_id, size=10_000)
            serials = [act.serial for act in page.acts if act.kind is Kind.ORDER]
            assert [act.serial for act in page.acts] == list(range(1, game.serial + 1))
            assert [entry.key for turn in history for entry in turn.log] == [
                str(serial) for serial in serials
            ]
            assert [turn.turn for turn in history] == list(range(1, len(history) + 1))
            assert by_game[game_id] == [f"{serial}.{number}" for serial in serials for number in range(2)]
            moves += len(serials)
    assert moves > 0
