"""Decks at the table: an own deck for a new game, and cards to look at."""

from __future__ import annotations

from typing import Any

import pytest

from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.replies.text import MAX_TEXT
from bot.seating.lobby import Lobby
from bot.seating.table_settings import TableSettings
from bot.views.board import BoardViews
from db.store import Store
from rules import kernel
from rules.loading.games import GAMES
from rules.successors.tables import CHITS
from rules.taj_mahal.cards import SPECIALS
from rules.words import read_said
from tests.bot.callers import CHANNEL, GUEST, NORTH, SEED, SOUTH, Room, caller, make_reminders
from tests.kernel import toy
from tests.phrases import pattern, phrase, says

GAME = "vijayanagara"
SMALL = """title: Three cards
cards:
  - number: 7
    title: A gift
    order: D B V
    unshaded:
      - gain: {of: EX, what: Resources, n: 2}
"""


@pytest.fixture
def hall(store: Store) -> Lobby:
    """Return a lobby with the real games."""
    return Lobby(OrderService(store, GAMES, lambda: None), lambda: SEED)


async def test_a_game_with_a_deck_of_its_own_keeps_it(hall: Lobby) -> None:
    """The text is stored with the game. The lobby mentions it without showing it, and `/card` reads it."""
    answer = await hall.create(caller(), "vij", SMALL)  # the beginning of a title is enough
    assert says(answer.text, "lobby.made")
    stored = await hall.store.find_in_channel(CHANNEL)
    assert stored is not None
    options = GAMES[GAME].Options.model_validate_json(stored.options)
    assert options.model_dump()["deck"] == SMALL
    listed = (
        await TableSettings(make_reminders(hall.orders, PreferenceStore(hall.store))).set(
            caller(), None, None
        )
    ).text
    assert phrase("options.file") in listed
    assert "gain" not in listed
    await hall.join(caller(), "*")
    await hall.start(caller())
    look = BoardViews(hall.orders)
    text = (await look.show_card(caller(), 7)).text
    assert "A gift" in text
    assert "gain 2 Resources." in text
    with pytest.raises(Refused):
        await look.show_card(caller(), 40)


async def test_a_deck_with_mistakes_lays_out_nothing(hall: Lobby) -> None:
    """The refusal names line, card and side, and no game is created in the channel."""
    with pytest.raises(Refused, match=r"line 7, card 7, unshaded"):
        await hall.create(caller(), GAME, SMALL.replace("gain", "grab"))
    assert await hall.store.find_in_channel(CHANNEL) is None


async def test_a_game_with_hands_shows_its_cards_and_the_own_hand_alone(hall: Lobby) -> None:
    await hall.create(caller(), "taj_mahal", seats=3)
    for user, seat in ((NORTH, "maroon"), (SOUTH, "blue"), (SOUTH, "brown")):
        await hall.join(caller(user), seat)
    await hall.start(caller())
    look = BoardViews(hall.orders)
    rules = GAMES["taj_mahal"]
    stored = await hall.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.position is not None
    state = kernel.resume(rules, stored.position).state
    public = rules.EXTRAS.teaching.cards(rules.view(state, None), None)
    own = rules.EXTRAS.teaching.cards(rules.view(state, "maroon"), "maroon")
    for user, lines in ((NORTH, own), (GUEST, public)):
        text = (await look.show_card(caller(user), None)).text
        assert text.splitlines()[1:] == [
            phrase("card.line", line=read_said(each, rules.name)) for each in lines
        ]
    assert len(own) == len(public) + 1
    for special in SPECIALS:
        assert any(rules.name(special) in read_said(line, rules.name) for line in public)
    with pytest.raises(Refused, match=pattern("card.unnumbered")):
        await look.show_card(caller(NORTH), 3)


@pytest.mark.parametrize("key", ["successors", "rajas_of_the_ganges"])
async def test_a_game_with_chits_or_tiles_shows_them(hall: Lobby, key: str) -> None:
    await hall.create(caller(), key)
    await hall.join(caller(NORTH), "*")
    await hall.start(caller())
    look = BoardViews(hall.orders)
    rules, stored = GAMES[key], await hall.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.position is not None
    view: Any = rules.view(kernel.resume(rules, stored.position).state, None)
    text = (await look.show_card(caller(), None)).text
    shown = [f"chit-{chit}" for chit in CHITS] if key == "successors" else [*view.display.values()]
    assert shown
    assert len(text) < MAX_TEXT
    for each in shown:
        assert text.casefold().count(rules.name(each).casefold()) == 1, each


async def test_a_game_without_cards_takes_and_shows_none(room: Room) -> None:
    """That is said plainly, for a deck and for a card."""
    with pytest.raises(Refused, match=pattern("deck.none")):
        await room.lobby.create(caller(), toy.KEY, SMALL)
    await room.begin()
    with pytest.raises(Refused, match=pattern("card.none")):
        await room.look.show_card(caller(), None)
