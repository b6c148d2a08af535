"""A game through a Discord to its end: the real bot, three people, from `/game new` to the final score."""

from __future__ import annotations

import pytest

from rules.loading.games import GAMES
from tests.e2e.house import House
from tests.every_game.golden import play_at_random
from tests.phrases import says

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
LEFT = 22  # turns: the last block, and the end of the one before
MOST_ACTS = 1000  # far more than any game at random takes from there


async def test_to_the_end_with_restarts(house: House) -> None:
    """People click and type orders; now and then the bot is killed at any moment, and goes on.

    The first blocks are left out, because they would take three times as long.
    """
    late = play_at_random(GAMES["vijayanagara"], "late")[-LEFT].start
    board = await house.laid(late.encode(), await house.begin())
    house.kill_every, house.kill_at = 60, 20
    while not says(board.text, "final.below"):
        board = await house.decide(board)
        assert house.acts < MOST_ACTS
    assert says(board.text.splitlines()[0], "push.end"), "who won stands first"
    assert board.attachments[0].alt
    assert await house.bot.end() == 0
    await house.check()
    [(status,)] = house.rows("select status from games")
    assert status == "ended"
    assert len([kind for kind, _, _ in house.deliveries() if kind == "chapter"]) == 2
