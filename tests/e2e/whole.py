"""Play a whole game of four seats on a Discord: `python -m tests.e2e.whole GAME`. It takes minutes.

People choose at random, by clicks and typed orders. The bot is killed now and then. A spy knows what is
hidden. The program prints what was read. It raises `AssertionError` for a message that reveals a hidden
thing, is posted twice or not at all, or violates Discord's rules.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.e2e.house import EVERYBODY, Nursery, built
from tests.e2e.spy import watched

KILL_EVERY = 60  # acts
THOUGHT = 900.0  # seconds, because the review of a whole game takes long


async def play(game: str, folder: Path) -> str:
    """Play the game, and return its result in a line."""
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
    """Play the game named on the command line."""
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(play(sys.argv[1], Path(folder))))


if __name__ == "__main__":
    main()
