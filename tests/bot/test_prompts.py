"""What may be said next, while somebody types."""

from __future__ import annotations

import pytest

from bot.answers import Refused
from bot.prompts import Prompts
from db.store import Store
from tests.bot.people import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.test_draft import Deccan


async def test_nothing_is_suggested_where_there_is_nothing_to_say(game: Room) -> None:
    prompts = Prompts(game.table)
    assert await prompts.suggestions(caller(GUEST), "") == []
    assert await prompts.suggestions(caller(NORTH, CHANNEL + 1), "") == []
    assert await prompts.side_acts(caller(NORTH, CHANNEL + 1)) == []


async def test_side_acts_by_a_click(game: Room) -> None:
    assert await Prompts(game.table).side_acts(caller(SOUTH)) == [("Give 1", "give 1"), ("Give 2", "give 2")]


async def test_a_counter_offer_begins_with_a_line(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    first, second, *_ = deccan.rules.SEATS
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    await deccan.table.side(caller(NORTH), f"offer {second} give 1r")
    prompts, game = Prompts(deccan.table), (await deccan.at()).stored.id
    assert await prompts.counter(caller(SOUTH), game, "accept_1") == f"decline 1; offer {first} get 1r"
    for user, key in ((NORTH, "accept_1"), (SOUTH, "decline_1"), (SOUTH, "accept_2"), (GUEST, "accept_1")):
        with pytest.raises(Refused, match="no open proposal"):
            await prompts.counter(caller(user), game, key)


async def test_a_game_without_counter_offers(game: Room) -> None:
    stored = await game.store.in_channel(CHANNEL)
    assert stored is not None
    with pytest.raises(Refused, match="no open proposal"):
        await Prompts(game.table).counter(caller(NORTH), stored.id, "give_1")
