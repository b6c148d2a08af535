"""`/aid`: the aid of the channel's game and one's own seat, or a button for each possible one."""

from __future__ import annotations

import pytest

from bot.learning.player_aids import PlayerAids
from bot.orders.service import OrderService
from bot.replies.reply import Refused
from bot.seating.lobby import Lobby
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import SEED, caller
from tests.bot.presses import press


async def test_the_aid_of_ones_own_seat(store: Store) -> None:
    table = OrderService(store, GAMES, lambda: None)
    aids, lobby = PlayerAids(table), Lobby(table, lambda: SEED)
    assert len((await aids.show(caller())).buttons) == len(GAMES)
    await lobby.create(caller(), "vijayanagara")
    assert next(button.about for button in (await aids.show(caller())).buttons) == "vijayanagara:sultanate"
    await lobby.join(caller(), "bahmani")
    answer = await aids.show(caller())
    assert answer.aid is not None
    assert answer.aid.title == "The Bahmani Kingdom"
    commands = next(button for button in answer.buttons if "Commands" in button.label)
    page = await press(aids, caller(), commands)
    assert page.aid is not None
    assert [chapter.title for chapter in page.aid.chapters] == ["Commands"]
    labels = [button.label for button in page.buttons if button.verb == PlayerAids.open.verb]
    assert any(label.startswith("3. Commands: ") for label in labels), "pages of one chapter are told apart"
    assert labels[-1].endswith(" Victory"), "how one wins is found"
    other = await aids.open(caller(), "vijayanagara", "sultanate")
    assert other.aid is not None
    assert other.file is not None
    assert "Collect Tribute" in other.file[1]
    whole = await aids.show(caller(), "aadu_huli")
    assert whole.aid is not None
    assert whole.aid.title == "Aadu-Huli aata"
    with pytest.raises(Refused, match="the Sultanate, the Bahmani Kingdom or Vijayanagara"):
        await aids.show(caller(), "vijayanagara", "nobody")
