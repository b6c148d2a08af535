"""A whole game through a Discord: the real bot, three people, from `/game new` to the final score."""

from __future__ import annotations

import pytest

from tests.e2e.house import House

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
MOST_ACTS = 2000  # far more than any game at random takes


async def test_a_whole_game_with_restarts(house: House) -> None:
    """Clicks and typed orders; now and then the bot is killed, wherever it is, and goes on."""
    board = await house.begin()
    house.kill_every, house.kill_at = 150, 40
    while "secret seed was" not in board.text:
        board = await house.decide(board)
        assert house.acts < MOST_ACTS
    assert any("## " in message.text for message in await house.asha.messages(newest=5))
    assert board.attachments[0].alt
    assert await house.bot.end() == 0
    await house.check()
    [(status,)] = house.rows("select status from games")
    assert status == "ended"
    assert len([kind for kind, _, _ in house.deliveries() if kind == "chapter"]) == 4
