"""`python -m tests.e2e.whole GAME`: a whole game of four seats through a Discord, played at random by clicks
and typed orders, with a bot that is killed now and then and a spy who holds what is hidden. It takes minutes.

Prints what was read; raises `AssertionError` with the message that tells what is hidden, that is posted
twice or not at all, or at which Discord had something to complain of.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.e2e.house import EVERYBODY, Nursery, built
from tests.e2e.spy import watched

KILL_EVERY = 60  # acts
THOUGHT = 900.0  # seconds: the review of a whole game is thought about before it is posted


async def play(game: str, folder: Path) -> str:
    """What came of it, in a line."""
    nursery = Nursery()
    try:
        async with built(folder, nursery, EVERYBODY) as house:
            house.patience = THOUGHT
            await house.enter(f"whole-{game.replace('_', '-')}")
            board = await house.begin(game, seats=len(EVERYBODY))
            spy = await watched(house, board, kill_at=KILL_EVERY // 2, kill_every=KILL_EVERY)
            ((turns,),) = house.rows("select max(turn) from turns")
            kills = house.kill_at // KILL_EVERY
            return (
                f"{game}: {turns} turns, {house.acts} acts, {kills} kills, {spy.read} messages read, "
                f"{spy.private} that showed their owner what is hidden; nothing leaked"
            )
    finally:
        nursery.close()


def main() -> None:
    """Play the game that is named."""
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(play(sys.argv[1], Path(folder))))


if __name__ == "__main__":
    main()
