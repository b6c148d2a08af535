"""Play all running games and post due messages, as fast as possible, until killed (see test_crash.py).

    python crash_worker.py URL FILE

FILE replaces Discord. It has a line for each message; of two messages with one nonce it keeps only the first.
"""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from db.records import Kind, NewAct, NewDelivery, StoredGame
from db.store import Store
from rules.kernel import Entry, Game


async def play(store: Store, game: StoredGame) -> None:
    while game.position is not None:
        serial = game.serial + 1
        here = replace(game.position, log=(*game.position.log, Entry("red", str(serial))))
        turn_over = len(here.log) == 5
        after = Game(here.seed, here.turn + 1, "state") if turn_over else here
        game = await store.commit(
            game,
            after,
            [here] if turn_over else [],
            act=NewAct(Kind.ORDER, "", 1, "red", game.id * 10**9 + serial),
            deliveries=[NewDelivery(game.channel_id, "turn", f"{serial}.{number}") for number in range(2)],
        )


async def send(store: Store, discord: int, posted: set[str]) -> None:
    await store.release_deliveries(datetime.now(UTC))
    while True:
        for delivery in (await store.claim_due())[0]:
            if delivery.nonce not in posted:
                os.write(discord, f"{delivery.nonce} {delivery.game_id} {delivery.content}\n".encode())
                posted.add(delivery.nonce)
            await store.mark_sent(delivery.id, 1)
            sys.stdout.write("posted\n")
            sys.stdout.flush()


async def main(url: str, path: Path) -> None:
    store = await Store.open(url)
    games = await store.list_games_of(2**60 + 1)
    discord = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    posted = {line.split()[0] for line in path.read_text().splitlines()}
    await asyncio.gather(send(store, discord, posted), *(play(store, game) for game in games))


asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
