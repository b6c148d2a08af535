"""Discord gives 3 seconds for a reply: other processes may delay the bot, its own work never."""

from __future__ import annotations

import asyncio

import pytest

from sandbox.driver import PATIENCE, Reply
from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")
OWN = 1.5  # seconds of a processor until it has answered, on the slowest machine: here it takes a twentieth


async def test_the_first_answers_after_a_start_wait_for_nothing(house: House) -> None:
    """The bot loads and reads nothing during the first clicks and typed orders."""
    board = await house.begin()
    who = house.asked(board)
    await house.restart(fresh=True)
    before = house.bot.worked()
    choices = await who.autocomplete("do", "order", "")
    suggested = house.bot.worked()
    assert choices
    replies: list[Reply] = await asyncio.gather(
        *(person.slash(command) for person in house.people.values() for command in ("game status", "mine"))
    )
    pressed = await house.press(who, board)
    answered = house.bot.worked()
    assert all(reply.message is not None for reply in (*replies, pressed))
    assert suggested - before < OWN
    assert answered - suggested < OWN
    await house.check()


async def test_who_is_late_is_told_so_by_discord(house: House) -> None:
    """The sandbox keeps Discord's time limit. A late reply is refused, and the bot goes on."""
    board = await house.begin()
    await house.asha.control("clock", {"answer_seconds": 0.0})
    reply = asyncio.create_task(house.asked(board).slash("since"))
    with pytest.raises(Exception, match="did not answer"):
        await reply
    await house.asha.control("clock", {"answer_seconds": PATIENCE})
    assert (await house.asked(board).slash("since")).message is not None
    await house.check()
