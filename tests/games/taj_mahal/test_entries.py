"""Entries of lists tell what a city connects and what a card of the supply helps to win."""

from __future__ import annotations

from typing import Any

from rules.presentation import Presentation
from rules.taj_mahal.board import CITIES, NEIGHBOURS, PROVINCE_OF
from rules.taj_mahal.cards import CARDS, CROWN, ELEPHANT, count_cards
from rules.taj_mahal.entries import PALACE_WON, PRIZES, describe_entry, describe_trade
from rules.taj_mahal.forecasts.withdrawal import forecast_withdrawal
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.sequence.playing import PLAY, WITH
from rules.taj_mahal.sequence.visits import Trade
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, TAKE, TAKEN
from rules.words import Words, in_turn, join_list
from tests.games.taj_mahal import table as visit


def describe(s: Any, kind: str, key: str) -> Words:
    """Return the entry of an answer of the maroon seat."""
    ask: Any = type("Ask", (), {"kind": kind, "seat": "maroon", "presentation": Presentation()})()
    words = describe_entry(s, ask, key)
    assert words is not None
    return words


def test_4_3_a_city_names_the_provinces_that_it_connects() -> None:
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}})
    city, near = next(
        (city, near)
        for city in CITIES[s.province]
        for near in NEIGHBOURS[city]
        if PROVINCE_OF[near] != s.province
    )
    assert "others" not in describe(s, CROWN_PALACE, city).args
    s.palaces[near] = "maroon"
    told = describe(s, CROWN_PALACE, city)
    assert (told.args["others"], told.args["n"]) == (join_list([PROVINCE_OF[near]]), 2)


def test_a_card_of_the_supply_tells_what_it_helps_to_win_or_scores() -> None:
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}})
    for card, wins in {
        "red-ee": [PRIZES[ELEPHANT]],
        "red-vg": [PALACE_WON],
        "red-ec": [PRIZES[ELEPHANT], PRIZES[CROWN]],
        "white-v": [PALACE_WON],
    }.items():
        told = describe(s, TAKE, card)
        assert told.args["wins"] == join_list(wins)
        assert ("colour" in told.args) is card.startswith("red")
    s.visit = 12
    assert all("wins" not in describe(s, TAKE, card).args for card in ("red-ee", "white-v")), (
        "7.1: only a point"
    )


def test_3_1_the_entry_of_a_withdrawal_tells_what_it_wins_or_which_cards_it_brings() -> None:
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}})
    supply = min(TAKEN, count_cards(s.supply))
    assert describe(s, PLAY, WITHDRAW).args == {"n": supply}
    s.players["maroon"].table.append("red-ev")
    brings = forecast_withdrawal(s, "maroon")
    told = describe(s, PLAY, WITHDRAW)
    assert brings.won
    assert (told.args["won"], told.args["n"]) == (name_with_articles(brings.won), brings.points)


def test_an_entry_says_how_many_of_a_card_there_are() -> None:
    """The picture has "×2" on such a card, which nothing explained."""
    s = visit.place(players={"maroon": {"hand": ["red-ee", "red-ee", "red-vg"]}}, supply=["red-ep", "red-ep"])
    assert describe(s, PLAY, "red-ee").args["n"] == 2
    assert "lead" not in describe(s, PLAY, "red-vg").args
    assert describe(s, TAKE, "red-ep").args["n"] == 2


def test_2_5_an_entry_says_that_it_uses_the_change_of_colour() -> None:
    maroon = {"hand": ["red-ee", "green-ee"], "table": ["red-vg"]}
    s = visit.place(players={"maroon": maroon}, specials={"special-any": "maroon"})
    bound, free = (describe(s, PLAY, card) for card in ("red-ee", "green-ee"))
    assert "told" not in bound.args, "a card of the own colour needs no special card"
    lead = free.args["told"]
    assert isinstance(lead, Words)
    assert lead.args == describe(s, WITH, "green-ee").args


def test_6_1_the_entry_of_a_withdrawal_tells_the_special_card_and_who_loses_it() -> None:
    maroon = {"hand": ["red-ee"], "table": ["red-vg"], "influence": {"G": 1}}
    s = visit.place(players={"maroon": maroon})
    card = CARDS.specials[s.options.specials].card["G"]
    trade = Trade("maroon", "G", card, "")
    assert describe(s, PLAY, WITHDRAW).args["trades"] == in_turn([describe_trade(trade)])
    s.specials[card] = "blue"
    taken = in_turn([describe_trade(trade._replace(holder="blue"))])
    assert describe(s, PLAY, WITHDRAW).args["trades"] == taken
    s.specials[card] = "maroon"
    assert "trades" not in describe(s, PLAY, WITHDRAW).args, "it has the card already"
    s.players["maroon"].influence.clear()
    s.specials[card] = ""
    assert "trades" not in describe(s, PLAY, WITHDRAW).args, "a first tile brings no card"
