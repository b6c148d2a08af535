"""A game against a bot player through Discord: moves, a kill while it thinks, and on."""

from __future__ import annotations

import re
from functools import partial

import pytest

from sandbox.driver import Message
from tests.e2e.house import House, answers, is_card
from tests.phrases import begins, pattern, phrase, says

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
HERE = "select id from games where channel_id = {}"


async def board_of(house: House, after: str = "0") -> Message:
    """Wait for a board after that message that asks a person, and return it."""
    return await house.asha.wait_for(
        lambda m: not m.ephemeral and int(m.id) > int(after) and bool(answers(m))
    )


async def begun(house: House, level: str) -> Message:
    """Start Asha's game against a level; return the first board that asks her."""
    await house.asha.slash("game new", game="aadu_huli")
    await house.asha.slash("game join")
    done = await house.asha.slash("seat bot", level=level, style="hunter")
    assert done.message is not None
    assert phrase("holder.styled", level=level, style="the daredevil") in done.message.text
    await house.asha.slash("game start")
    return await board_of(house)


def its_acts(house: House) -> int:
    """Return the number of acts of the bot player in this channel."""
    games = HERE.format(house.channel)
    return len(house.rows(f"select 1 from acts where user_id = 0 and game_id in ({games})"))


async def move(house: House, board: Message) -> Message:
    """Play the first answer on a board for Asha; return the next board."""
    who = house.asked(board)
    assert who is house.asha
    option = answers(board)[0]
    last = await (who.click(board, option) if isinstance(option, str) else who.choose(board, *option))
    done = await house.confirm(who, last)
    assert done.message is not None
    assert "Done:" in done.message.text
    return await board_of(house, board.id)


async def test_moves_and_answers_over_a_kill(house: House) -> None:
    board = await begun(house, "full")
    for _ in range(2):
        board = await move(house, board)
        assert board.attachments
    before = its_acts(house)
    await house.restart(DURBAR_THINKING="60")
    option = answers(board)[0]
    asha = house.asha
    last = await (asha.click(board, option) if isinstance(option, str) else asha.choose(board, *option))
    await house.confirm(asha, last)
    await house.bot.kill()
    assert its_acts(house) == before, "it was thinking"
    await house.start()
    board = await board_of(house, board.id)
    assert its_acts(house) == before + 1
    board = await move(house, board)
    undone = await house.asha.slash("undo")
    assert undone.message is not None
    assert begins(undone.message.text, "undone.yours")
    board = await house.asha.wait_for(lambda m: not m.ephemeral and says(m.text, "plea.alone"))
    assert house.asked(board) is house.asha
    await move(house, board)
    await house.check()


def plays(seats: int, card: Message) -> bool:
    """Return whether a game's card shows this number of bot players."""
    return is_card(card) and len(re.findall(pattern("holder.bot"), card.text)) == seats


async def test_a_whole_turn_at_random_in_the_long_game(house: House) -> None:
    await house.asha.slash("game new", game="vijayanagara")
    await house.asha.slash("game join")
    for automatic in range(1, 3):
        card = await house.asha.wait_for(lambda m: any(begins(b.label, "button.bot") for b in m.buttons))
        await house.asha.click(
            card, next(b.label for b in card.buttons if begins(b.label, "button.bot")), silent=True
        )
        card = await house.asha.wait_for(partial(plays, automatic))
    await house.asha.click(card, phrase("button.start"), silent=True)
    board = await board_of(house)
    for _ in range(3):
        assert house.asked(board) is house.asha
        message = (await house.asha.slash("do", order="pass")).message
        assert message is not None
        if "Done:" not in message.text:  # she is asked to answer to what a bot player does
            message = board
        while "Done:" not in message.text:
            message = (await house.press(house.asha, message)).message
            assert message is not None
        board = await board_of(house, board.id)
    texts = [m.text for m in await house.asha.messages() if not m.ephemeral and int(m.id) <= int(board.id)]
    assert len(texts) <= 1 + its_acts(house) + 5, "a post for each act, and the chapters"
    await house.check()
