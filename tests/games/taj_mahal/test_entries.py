"""Entries of lists tell what a city connects and what a card of the supply helps to win."""

from __future__ import annotations

from typing import Any

from rules.presentation import Presentation
from rules.taj_mahal.board import CITIES, NEIGHBOURS, PROVINCE_OF
from rules.taj_mahal.cards import ANY_COLOUR, CARDS, CROWN, ELEPHANT, SPECIALS, count_cards
from rules.taj_mahal.entries import PALACE_WON, PRIZES, describe_entry, describe_trade
from rules.taj_mahal.forecasts.withdrawal import forecast_withdrawal
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.sequence.playing import PLAY, SPECIAL_POINTS, WITH
from rules.taj_mahal.sequence.visits import Trade
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, TAKE, TAKEN
from rules.words import Words, in_turn, join_list, say
from tests.games.taj_mahal import table as visit


def describe(s: Any, kind: str, key: str) -> Words:
    """Return the entry of an answer of the maroon seat."""
    words = find(s, kind, key)
    assert words is not None
    return words


def find(s: Any, kind: str, key: str) -> Words | None:
    """Return the entry of an answer of the maroon seat; None if it has none."""
    ask: Any = type("Ask", (), {"kind": kind, "seat": "maroon", "presentation": Presentation()})()
    return describe_entry(s, ask, key)


def find_slots(words: Words) -> dict[str, Any]:
    """Return the parts of a text and of the texts in it."""
    found = dict(words.args)
    for part in words.args.values():
        if isinstance(part, Words):
            found |= find_slots(part)
    return found


def test_4_3_a_city_names_the_provinces_that_it_connects() -> None:
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}})
    city, near = next(
        (city, near)
        for city in CITIES[s.province]
        for near in NEIGHBOURS[city]
        if PROVINCE_OF[near] != s.province
    )
    assert "others" not in find_slots(describe(s, CROWN_PALACE, city))
    s.palaces[near] = "maroon"
    told = find_slots(describe(s, CROWN_PALACE, city))
    assert (told["others"], told["n"]) == (join_list([PROVINCE_OF[near]]), 2)


def test_a_card_of_the_supply_tells_only_what_sets_it_apart_or_scores() -> None:
    cards = ["red-ee", "red-vg", "red-ec", "white-v"]
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}}, supply=cards)
    for card, wins in zip(cards, ([ELEPHANT], [""], [ELEPHANT, CROWN], [""]), strict=True):
        wanted = say("helps to win {wins}", wins=join_list([PRIZES.get(each, PALACE_WON) for each in wins]))
        assert describe(s, TAKE, card) == in_turn([say("fits any colour")] * (card == "white-v") + [wanted])
    s.visit = 12
    assert ["colour" in find_slots(describe(s, TAKE, card)) for card in ("red-ee", "white-v")] == [
        True,
        False,
    ]
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}}, supply=["red-ev", "violet-eg", "violet-em"])
    assert [find(s, TAKE, card) for card in s.supply] == [None] * 3, "each helps to win the same"


def test_6_1_a_card_of_the_supply_tells_which_special_card_its_symbol_would_bring() -> None:
    maroon = {"hand": ["red-ee"], "influence": {"G": 1}}
    s = visit.place(players={"maroon": maroon}, supply=["red-ev", "violet-eg"])
    card = CARDS.specials[s.options.specials].card["G"]
    assert find(s, TAKE, "red-ev") is None
    assert describe(s, TAKE, "violet-eg") == in_turn([say("second {symbol}: {card}", symbol="G", card=card)])
    s.supply["yellow-gc"] = 1
    first, _ = describe(s, TAKE, "yellow-gc").args.values()
    assert first == say("second {symbol}: {card}", symbol="G", card=card), "short texts leave out the last"
    del s.supply["yellow-gc"]
    s.specials[card] = "maroon"
    assert find(s, TAKE, "violet-eg") is None, "it has the card already"


def test_2_5_a_special_card_tells_its_own_effect() -> None:
    """The player read on each special card only what the coloured card wins."""
    specials = dict.fromkeys(SPECIALS, "maroon")
    s = visit.place(players={"maroon": {"hand": ["red-ee"], "table": ["red-vg"]}}, specials=specials)
    told = [describe(s, WITH, card) for card in SPECIALS]
    assert len({words.text for words in told}) >= 3
    more_elephant, more_crown, two, change = told
    assert (more_elephant.args["symbol"], more_crown.args["symbol"]) == (ELEPHANT, CROWN)
    assert two == say("{n} points at once", n=SPECIAL_POINTS)
    assert change == say("your next coloured card may have any colour")
    s.players["maroon"].table[:] = ["red-vg", "green-ee"]
    assert describe(s, WITH, ANY_COLOUR).args == {"card": "green-ee", "colour": "red"}
    s.players["maroon"].table[:] = ["red-vg", "red-ee"]
    assert describe(s, WITH, ANY_COLOUR).args == {"card": "red-ee"}, "the change would change nothing"


def test_4_3_a_city_tells_its_roads_to_provinces_still_to_come() -> None:
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}})
    for city in CITIES[s.province]:
        ahead = [near for near in NEIGHBOURS[city] if PROVINCE_OF[near] != s.province]
        assert find_slots(describe(s, CROWN_PALACE, city)).get("cities") == (
            join_list(ahead) if ahead else None
        )
    own = CITIES[s.province][0]
    s.palaces[own] = "maroon"
    assert "cities" not in find_slots(describe(s, CROWN_PALACE, own)), "a road from there is no new road"
    s = visit.place(12, "agr", players={"maroon": {"hand": ["red-ee"]}})
    assert all("told" not in describe(s, CROWN_PALACE, city).args for city in CITIES["agr"]), (
        "no visit follows"
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


def test_3_1_a_card_tells_a_tie_and_the_points_before_the_semicolon() -> None:
    """A question with many buttons shows only the part before ";", and a tie wins nothing."""
    players = {
        "maroon": {"hand": ["red-eg", "red-em"]},
        "blue": {"hand": ["violet-eg"], "table": ["green-vg"]},
    }
    s = visit.place(players=players)
    led, tied = (describe(s, PLAY, card) for card in ("red-em", "red-eg"))
    inner = led.args["told"]
    assert isinstance(inner, Words)
    assert {"won", "n"} <= inner.args.keys()
    assert "tied" not in find_slots(led)
    assert (tied.args["won"], tied.args["tied"]) == (
        name_with_articles([ELEPHANT]),
        name_with_articles(["G"]),
    )
    assert "n" in tied.args
    s.court.remove(ELEPHANT)
    assert "won" not in describe(s, PLAY, "red-eg").args
    s.court.remove("G")
    assert not describe(s, PLAY, "red-eg").args, "what can't be won can't be tied"


def test_3_1_the_entry_of_a_withdrawal_tells_the_win_and_the_special_card() -> None:
    maroon = {"hand": ["red-ee"], "table": ["red-vg"], "influence": {"G": 1}}
    slots = find_slots(describe(visit.place(players={"maroon": maroon}), PLAY, WITHDRAW))
    assert slots["won"] == name_with_articles(["V", "G"])
    assert {"n", "trades"} <= slots.keys()


def test_4_3_a_further_palace_scores_only_for_the_provinces_that_it_adds() -> None:
    """The entries of 3 palaces in one province read as 1 + 1 + 1 points, but together they score 1."""
    s = visit.place(players={"maroon": {"hand": ["red-ee"]}})
    first, *_ = CITIES[s.province]
    assert find_slots(describe(s, CROWN_PALACE, first))["n"] == 1
    s.palaces[first] = "maroon"
    for city in CITIES[s.province]:
        assert "others" not in find_slots(describe(s, CROWN_PALACE, city))
    assert any(
        say("no further point for palaces") in (words, *words.args.values())
        for words in (describe(s, CROWN_PALACE, city) for city in CITIES[s.province])
    )
    other, near = next(
        (city, near)
        for city in CITIES[s.province]
        for near in NEIGHBOURS[city]
        if city != first and PROVINCE_OF[near] != s.province
    )
    s.palaces[near] = "maroon"
    told = find_slots(describe(s, CROWN_PALACE, other))
    assert (told["others"], told["n"]) == (join_list([PROVINCE_OF[near]]), 1)
