"""What a phone shows of the bot's posts, and a bot that is killed between the two halves of a post."""

from __future__ import annotations

import re

import pytest

from sandbox.driver import Message
from sandbox.world import COMPONENTS_V2
from tests.e2e.house import House
from tests.e2e.test_trouble import to_a_card
from tests.phrases import begins, phrase
from tests.until import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
LAYOUTS = "PATCH /channels/[^/]+/messages/"
SHOWN = 178  # characters that a phone shows of a notification


async def test_every_call_shows_a_whole_sentence(house: House) -> None:
    board = await house.begin()
    for _ in range(6):
        who = house.asked(board)
        pushes = await who.pushes()
        if pushes and pushes[-1].message == board.id:  # nobody is called to their own next question
            assert begins(pushes[-1].body, "push.turn", user=f"@{who.who.capitalize()}")
            assert len(pushes[-1].body) <= SHOWN, pushes[-1].body
        board = await house.decide(board)
    for person in house.people.values():
        for push in await person.pushes():
            assert re.fullmatch(r"Durbar \(#[\w-]+, The Sandbox\)", push.title)
            assert push.body.startswith("@"), push
            assert not re.search(r"<[@#t]", push.body.split("\n")[0]), push
    await house.check()


@pytest.mark.parametrize("fault", ["delay", "drop", "500"])
async def test_killed_between_the_halves_of_a_post(house: House, fault: str) -> None:
    """The message has the sentence for phones, and is to get its layout: the next process gives it that."""
    board = await to_a_card(house)
    await house.settled()
    await house.asha.fault(fault, LAYOUTS, times=50, seconds=30)
    await house.act(house.asked(board), board, "Pass")
    half = await house.asha.wait_for(lambda m: int(m.id) > int(board.id) and is_half(m))
    await house.bot.kill()
    await house.asha.disarm()
    await house.start()
    following = await house.board(board.id)
    assert following.id == half.id
    assert not following.content
    assert ": Pass." in following.text
    await house.check()
    pushes = [push for each in house.people.values() for push in await each.pushes()]
    assert len([push for push in pushes if push.message == half.id]) == 1
    assert (
        sum(phrase("button.legal") in [b.label for b in m.buttons] for m in await house.asha.messages()) == 1
    )
    await until(lambda: not house.waiting())


def is_half(message: Message) -> bool:
    """Return whether a message of the bot is only the sentence that phones show."""
    return (
        message.author == "durbar"
        and bool(message.raw["mentions"])
        and not (message.raw["flags"] & COMPONENTS_V2)
    )
