"""Whole turns through Discord, each with a kill in the middle.

They are entered in few taps or in one line, fought, undone, traded.
"""

from __future__ import annotations

import pytest

from sandbox.driver import File, Message, Player
from tests.e2e.house import House
from tests.phrases import begins, confirms, phrase, says

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
MARCHING = b"""
card: event-11
spaces:
  delhi: {troops: 5, governors: 1}
  malwa: {troops: 3, governors: 1}
  gujarat: {troops: 2, governors: 1}
  jaunpur: {troops: 4, governors: 1}
"""
BATTLE = b"""
card: event-11
spaces: {malwa: {troops: 4, rebelling-amirs: 4}}
cavalry: {sultanate: 1, bahmani: 1}
"""
LINE = (
    "command march to sindh from gujarat 2 troops 1 governor, to maharashtra from malwa 2 troops 1 governor, "
    "to punjab from delhi 3 troops 1 governor; decree collect tribute"
)
MARCHED = (
    "Sindh: 2 Troops and 1 Governor from Gujarat.",
    "Maharashtra: 2 Troops and 1 Governor from Malwa.",
    "Punjab: 3 Troops and 1 Governor from Delhi.",
    "Collect Tribute: the Sultanate gains",
)

FILLED_IN = (  # who marches where only the three Provinces are said
    "Punjab: 5 Troops from Delhi.",
    "Sindh: 2 Troops from Gujarat.",
    "Maharashtra: 3 Troops from Malwa.",
    "Collect Tribute: the Sultanate gains",
)


async def lay(house: House, position: bytes) -> Message:
    """Return the board of a game at this position."""
    first = await house.begin()
    asked = await house.asha.slash("host position", file=File("position.yaml", position))
    assert asked.message is not None
    done = await house.asha.click(asked.message, phrase("button.host"))
    assert done.message is not None
    assert done.message.text.startswith(phrase("host.done")), done.message.text
    return await house.board(first.id)


async def tap(who: Player, message: Message | None, label: str) -> Message:
    """Tap the button whose label begins with this; return the next message."""
    assert message is not None
    found = [button.custom_id for button in message.buttons if button.label.startswith(label)]
    assert found, (label, [button.label for button in message.buttons])
    reply = await who.click(message, found[0])
    assert reply.settled
    assert _looks(reply.shown) != _looks(message), f"nothing comes of {label!r}"
    return reply.shown


async def pick(who: Player, message: Message, *places: str) -> Message:
    """Choose these places in the first list that has them."""
    for select in message.selects:
        values = [value for _, value in select.options if value.rpartition(" ")[2] in places]
        if len(values) == len(places):
            return (await who.choose(message, select.custom_id, values)).shown
    raise AssertionError([select.options for select in message.selects])


def _looks(message: Message) -> tuple[str, list[str]]:
    return message.text, [button.custom_id for button in message.buttons]


async def test_a_command_in_three_spaces_with_a_decree(house: House) -> None:
    board = await lay(house, MARCHING)
    who = house.asked(board)
    at = await tap(who, board, "Command and Decree")
    at = await pick(who, at, "sindh", "maharashtra", "punjab")
    await house.restart()
    at = await tap(who, at, "Collect Tribute")
    assert begins(at.text, "preview")
    begun = "March to Punjab, Sindh and Maharashtra. Collect Tribute"
    at = await tap(who, at, phrase("button.confirm", order=begun))
    assert at.text.startswith("Done: Take a Command and a Decree. March to ")
    posted = await house.board(board.id)
    for line in FILLED_IN:
        assert line in posted.text
    await house.check()


async def test_the_same_in_one_typed_line(house: House) -> None:
    board = await lay(house, MARCHING)
    reply = await house.asked(board).slash("do", order=LINE)
    await house.restart()
    assert reply.message is not None
    assert reply.message.text.startswith("Done: Take a Command and a Decree. March to Sindh")
    posted = await house.board(board.id)
    text = posted.text
    for whole in (each.label for each in posted.buttons if begins(each.label, "button.whole")):
        opened = await house.asked(posted).click(posted, whole)
        assert opened.message is not None
        text = opened.message.text
    for line in MARCHED:
        assert line in text
    await house.check()


async def test_an_attack_with_cavalry_on_both_sides(house: House) -> None:
    board = await lay(house, BATTLE)
    attacker = house.asked(board)
    at = await tap(attacker, board, "Command and Decree")
    [attack] = [each for each in at.selects if "attack malwa" in dict(each.options).values()]
    at = (await attacker.choose(at, attack.custom_id, "attack malwa")).shown
    assert "Odds without Cavalry:" in at.text
    await house.restart()
    at = await tap(attacker, at, phrase("button.roll"))
    spent: list[str] = []
    while "Spend Cavalry?" in at.text:
        who = attacker if not spent else house.asked(at)
        use = next(b.label for b in at.buttons if b.label.startswith(("Charge", "Screen")))
        spent.append(who.who)
        answer = await tap(who, at, use)
        while any(confirms(button.label) for button in answer.buttons):
            answer = await tap(who, answer, next(b.label for b in answer.buttons if confirms(b.label)))
        if who is attacker:
            await house.restart()
        await house.settled()
        at = await house.board(board.id)
    assert spent == ["asha", "bala"]
    told = {
        line
        for message in await house.asha.messages()
        for line in message.text.splitlines()
        if not message.ephemeral and line.startswith("- ") and ("Charge" in line or "Screen" in line)
    }
    assert len(told) == 2, told
    await house.check()


async def test_an_undo(house: House) -> None:
    board = await lay(house, MARCHING)
    who = house.asked(board)
    done = (await house.act(who, board, "Pass")).shown
    assert done.text.startswith("Done: Pass.")
    await house.settled()
    passed = await house.board(board.id)
    assert house.asked(passed) is not who
    await house.restart()
    undone = await tap(who, done, "Undo")
    assert begins(undone.text, "undone.yours", line="Pass.")
    back = await house.board(passed.id)
    assert says(back.text, "undone", line="Pass.")
    assert house.asked(back) is who
    await house.check()


async def test_a_trade(house: House) -> None:
    board = await lay(house, MARCHING)
    giver, taker = house.people["asha"], house.people["bala"]
    act = "offer"
    for begun in ("", " ", " bahmani ", " bahmani give "):
        assert await giver.autocomplete("trade", "act", act + begun), begun
    choices = await giver.autocomplete("trade", "act", "offer bahmani give 2")
    sure = await giver.slash("trade", act=str(choices[0].value))
    assert sure.message is not None
    await giver.click(sure.message, phrase("button.send"))
    offer = await giver.wait_for(lambda m: says(m.text, "aside"))
    await house.restart()
    accepted = await tap(taker, await tap(taker, offer, phrase("button.reply")), "Accept")
    assert accepted.text.startswith("Done: ")
    told = await giver.wait_for(lambda m: not m.ephemeral and "is accepted" in m.text)
    assert int(told.id) > int(offer.id)
    await house.act(house.asked(board), board, "Pass")
    await house.check()
