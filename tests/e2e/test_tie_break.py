"""A tie at the end of a game, through Discord: offered, played in the same channel, over a restart."""

from __future__ import annotations

import pytest

from sandbox.driver import Message, Player
from tests.e2e.house import House
from tests.phrases import says

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]

# The Sultanate is the last to act before Timur comes; the others are tied, whatever it does.
END = b"""
game: vijayanagara
card: event-1
places: {bahmani: pass, vijayanagara: pass}
block: 4
left: {event: 0, timurid: 1}
played: [timurid]
resources: {bahmani: 5, vijayanagara: 5}
influence: {bahmani: 4, vijayanagara: 4}
spaces: {delhi: {mongols: 7}}
independent: [sindh, rajput-kingdoms, gujarat, malwa, jaunpur, bengal, madhyadesh, gondwana, orissa,
  maharashtra, andhra, karnataka, tamilakam]
"""
OFFER = "Aadu-Huli aata"  # the game that the offer names


async def tied(house: House) -> Message:
    """Return a game at the offer to break its tie. Bahmani has a plan for another card."""
    await house.laid(END, await house.begin())
    await seated(house, "bahmani").slash("plan", order="pass")
    await seated(house, "sultanate").slash("do", order="pass")
    await house.asha.wait_for(lambda m: not m.ephemeral and OFFER in m.text)
    # On a slow machine a post is at first only its first line.
    offer = await house.asha.wait_for(lambda m: not m.ephemeral and says(m.text, "plan.disarmed"))
    assert house.asked(offer) is seated(house, "bahmani")
    return offer


def seated(house: House, seat: str) -> Player:
    """Return the holder of a seat."""
    here = f"(select id from games where channel_id = {house.channel})"
    ((user,),) = house.rows(f"select user_id from seats where seat = '{seat}' and game_id in {here}")
    return next(person for person in house.people.values() if house.id_of(person) == str(user))


async def test_two_play_it_out_over_a_restart(house: House) -> None:
    offer = await tied(house)
    await house.act(seated(house, "bahmani"), offer, "Play Aadu-Huli aata")
    await house.settled()
    second = await house.board(offer.id)
    assert house.asked(second) is seated(house, "vijayanagara")
    await seated(house, "vijayanagara").slash("do", order="yes")
    await house.settled()
    board = await house.board(second.id)
    assert board.attachments[0].alt is not None
    assert "Tie-break of Bahmani and Vijayanagara. " in board.attachments[0].alt
    assert "Goats to move for " in board.attachments[0].alt
    goats = house.asked(board)
    (tigers,) = {seated(house, "bahmani"), seated(house, "vijayanagara")} - {goats}
    for capture in range(1, 6):  # each Goat walks into the same jaws
        await goats.slash("do", order="b2")
        await house.settled()
        board = await house.board(board.id)
        assert house.asked(board) is tigers
        if capture == 3:
            await house.restart()
        await tigers.slash("do", order="1A x 3B" if capture % 2 else "3B x 1A")
        await house.settled()
        board = await house.board(board.id)
        told = [board] if capture < 5 else await goats.messages()  # the last one stands before its chapter
        assert any(f"{capture} of 5" in post.text for post in told)
    name = "Bahmani Kingdom" if tigers is seated(house, "bahmani") else "Vijayanagara Empire"
    assert says(board.text, "final.below")
    first = board.text.splitlines()[0]
    assert says(first, "push.end")
    assert f"The {name} wins by the tie-break." in first
    assert f" The {name} (Tigers) beat " in first
    assert board.text.count(": 4 victory points (") >= 2, "each place says how its points add up"
    alt = board.attachments[0].alt
    assert alt is not None
    assert alt.startswith(f"The {name} wins by the tie-break. The {name} (Tigers) beat ")
    await house.check()


async def test_one_refusal_shares_the_victory(house: House) -> None:
    offer = await tied(house)
    await house.act(seated(house, "bahmani"), offer, "Share the victory")
    await house.settled()
    board = await house.board(offer.id)
    first = board.text.splitlines()[0]
    assert says(first, "push.end")
    assert "The Bahmani Kingdom and the Vijayanagara Empire share the victory." in first
    await house.check()
