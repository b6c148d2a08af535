"""Test the rules of Mela. The number in a test's name is the number of its short rule."""

from __future__ import annotations

from typing import cast

import pytest

import durbar_mela as game
from durbar_mela.state import HAND, State
from durbar_mela.turn import ranking
from rules.chance import Draw
from rules.kernel import Ask, Live, Point, Rules

RULES = cast(Rules[State], game)


def begin(**hands: list[str]) -> Live[State]:
    """Return a game in which each seat holds these goods, and North is asked."""
    state = game.setup(game.Options(seats=len(hands)))
    state.hands, state.dealt = hands, True
    return Live(RULES, state)


def sell(live: Live[State], good: str, how: str, face: str = "") -> State:
    """Return the state after a sale. `face`: the face of the die; "" for no roll."""
    for seat, key in (("north", good), ("north", how), ("chance", face)):
        if key:
            live.enter(seat, key)
    return live.state


def test_1_each_player_is_dealt_four_goods_that_only_they_see() -> None:
    live = Live(RULES, game.setup(game.Options(seats=2)))
    while not isinstance(live.pending, Ask):
        assert isinstance(live.pending, Draw)
        live.answer(live.pending.pile[:HAND])
    north, guest = (game.view(live.state, seat) for seat in ("north", None))
    assert len(north.hand) == HAND
    assert guest.hand == ()
    assert guest.hands == {"north": HAND, "east": HAND}


def test_2_a_good_sold_plainly_brings_its_price() -> None:
    state = sell(begin(north=["salt", "pearls"], east=["silk"]), "pearls", "sell")
    assert (state.coins["north"], state.hands["north"], state.mover) == (6, ["salt"], "east")


@pytest.mark.parametrize(("face", "coins"), [("1", 0), ("2", 5), ("3", 5), ("4", 8), ("6", 8)])
def test_3_a_die_decides_what_haggling_brings(face: str, coins: int) -> None:
    state = sell(begin(north=["silk"], east=["salt"]), "silk", "haggle", face)
    assert state.coins["north"] == coins


def test_4_equal_coins_share_the_place() -> None:
    state = begin(north=["salt"], east=["rice"], south=["cloth"]).state
    state.hands, state.coins = {seat: [] for seat in state.hands}, {"north": 7, "east": 9, "south": 9}
    assert game.over(state)
    assert ranking(state) == [["east", "south"], ["north"]]
    assert game.view(state, None).winners == ("east", "south")


def test_the_check_finds_a_lost_and_a_doubled_good() -> None:
    state = begin(north=["salt"] * HAND, east=["rice"] * HAND).state
    state.check()
    salt = state.hands["north"].pop()
    with pytest.raises(AssertionError):
        state.check()
    state.sold += [salt, salt]
    with pytest.raises(AssertionError):
        state.check()
    state.hands["east"] = [salt] * HAND
    state.sold = [salt]
    with pytest.raises(AssertionError):
        state.check()


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("east: [silk]", "", "hands"),
        ("silk", "gold", r"hands\.east"),
        ("silk", "salt", "hands, sold"),
        ("[silk]", "[silk, silk]", r"hands\.east"),
        ("north: 9", "north: -1", "coins"),
        ("mover: east", "mover: north", "mover"),
        ("dealt: true", "dealt: false", "sold"),
        ("{hands", "{game: chess, hands", "game"),
    ],
)
def test_a_bad_position_is_refused_with_its_place(old: str, new: str, place: str) -> None:
    good = (
        "{hands: {north: [], east: [silk]}, coins: {north: 9, east: 0}, "
        "sold: [salt, salt, salt, salt, rice, rice, rice], mover: east, dealt: true}"
    )
    game.load(good)
    with pytest.raises(ValueError, match=f"^(position: )?{place}"):
        game.load(good.replace(old, new))


def test_a_bot_player_haggles_only_while_it_is_behind() -> None:
    live = begin(north=["salt", "pearls"], east=["silk"])
    player = game.BOT_PLAYERS["easy"](lambda n: 0, lambda: False)

    def choose() -> str:
        ask = live.pending
        assert isinstance(ask, Ask)
        keys = tuple(ask.menu())
        return player.choose(Point("north", ask.kind, keys, (), look, look))

    def look() -> game.View:
        return game.view(live.state, "north")

    assert choose() == "pearls"
    live.enter("north", "pearls")
    assert choose() == "sell"
    live.state.coins["east"] = 10
    assert choose() == "haggle"
