"""A member leaves the Discord server, while they are asked and while the game is in its lobby.

Discord doesn't tell the bot. Posts that mention the member still work, and the table plays on.
"""

from __future__ import annotations

import pytest

from sandbox.driver import NotAllowed, Player
from tests.e2e.house import House, is_card
from tests.e2e.test_table import called, long_ago, paced
from tests.phrases import begins, phrase, says

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]


async def leave(house: House, who: Player) -> None:
    """Let them leave the server. They can do nothing there afterwards."""
    await house.asha.control("conditions", {"do": "leave", "user": who.who})
    with pytest.raises(NotAllowed, match="has left"):
        await who.slash("turn")


async def come_back(house: House, who: Player) -> None:
    await house.asha.control("conditions", {"do": "join", "user": who.who})


def seats_of(house: House, who: Player) -> str:
    here = f"(select max(id) from games where channel_id = {house.channel})"
    return f"select seat from seats where game_id = {here} and user_id = {house.id_of(who)}"


def seat_of(house: House, who: Player) -> str:
    [(seat,)] = house.rows(seats_of(house, who))
    return str(seat)


async def test_who_leaves_while_asked_is_called_and_the_others_vote_for_another(house: House) -> None:
    board = await paced(house)
    gone = house.asked(board)
    helper = next(person for person in house.people.values() if person is not gone)
    await leave(house, gone)
    try:
        await long_ago(house, 13)
        assert house.asked(await called(house, "call.until")) is gone
        await long_ago(house, 12)
        await called(house, "call.over")
        seat = seat_of(house, gone)
        for person in house.people.values():
            if person is not gone:  # all others agree
                await person.slash("seat vote", seat=seat)
        taken = await helper.slash("seat claim", seat=seat)
        assert taken.message is not None
        assert begins(taken.message.text, "briefing"), taken.message.text
        assert len(house.rows(f"select 1 from seats where user_id = {house.id_of(gone)}")) == 0
        await house.check()
    finally:
        await come_back(house, gone)


async def test_a_host_gives_the_seat_of_who_has_left_to_another(house: House) -> None:
    board = await house.begin()
    while (gone := house.asked(board)) is house.asha:  # the host
        board = await house.decide(board)
    await leave(house, gone)
    try:
        given = await house.asha.slash("host seat", seat=seat_of(house, gone), to=house.id_of(house.asha))
        assert given.message is not None
        assert says(given.message.text, "host.done"), given.message.text
        after = await house.board(board.id)
        assert house.asked(after) is house.asha
        await house.decide(after)
        await house.check()
    finally:
        await come_back(house, gone)


async def test_a_host_frees_the_seat_of_who_left_before_the_game(house: House) -> None:
    await house.asha.slash("game new", game="vijayanagara")
    for person in house.people.values():
        await person.slash("game join")
    card = await house.asha.wait_for(lambda m: is_card(m) and "**: free" not in m.text)
    gone, seat = house.people["bala"], seat_of(house, house.people["bala"])
    await leave(house, gone)
    try:
        freed = await house.asha.slash("game leave", seat=seat)
        assert freed.message is not None
        assert says(freed.message.text, "seat.left"), freed.message.text
        await house.asha.wait_for(lambda m: says(m.text, "seat.freed"))
        await house.asha.wait_for(lambda m: m.id == card.id and "**: free" in m.text)
        await house.asha.slash("game join", seat=seat)
        assert seat in {row[0] for row in house.rows(seats_of(house, house.asha))}
        await house.check()
    finally:
        await come_back(house, gone)


async def test_who_leaves_in_the_lobby_is_replaced_once_the_game_runs(house: House) -> None:
    """The seat is still theirs. The host starts the game, and gives the seat to another person."""
    await house.asha.slash("game new", game="vijayanagara")
    for person in house.people.values():
        await person.slash("game join")
    card = await house.asha.wait_for(lambda m: is_card(m) and "**: free" not in m.text)
    gone = house.people["bala"]
    await leave(house, gone)
    try:
        assert f"<@{house.id_of(gone)}>" in card.text, "Discord shows who it was"
        taken = await house.asha.slash("game join", seat=seat_of(house, gone))
        assert taken.message is not None
        assert says(taken.message.text, "seat.other"), taken.message.text
        await house.asha.click(card, phrase("button.start"), silent=True)
        board = await house.board()
        given = await house.asha.slash("host seat", seat=seat_of(house, gone), to=house.id_of(house.asha))
        assert given.message is not None
        assert says(given.message.text, "host.done"), given.message.text
        await house.settled()
        board = await house.board()
        for _ in range(4):
            board = await house.decide(board)
        await house.check()
    finally:
        await come_back(house, gone)
