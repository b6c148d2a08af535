"""4 Points, 6 Visit's end, 7 Game end: one test for each rule, with the rulebook's examples."""

from __future__ import annotations

from typing import Any

import pytest

from rules.taj_mahal.board import PROVINCE_OF
from rules.taj_mahal.points import BONUS, PROVINCE, find_connected
from rules.taj_mahal.reference import read_questions, reference
from rules.taj_mahal.sequence.visits import count_hand_points
from rules.taj_mahal.view import write_headline
from tests.facts import slots
from tests.games.taj_mahal.table import after, place, story

OUT = ["blue", "brown", "gray"]
RED = "del-2 del-4 lah-3 lah-4 kab-2 awa-3 kas-1 all-2 ajm-3"
BLUE = "del-1 del-3 kas-3 mul-2 lah-1 awa-1 agr-2"
BROWN = "del-3 mul-2 mul-3 mul-4 kab-3 ajm-1 agr-4 awa-2 all-1"
GRAY = "kas-3 lah-2 lah-3 kab-2"


def alone(table: str, own: list[int], **more: Any) -> dict[str, Any]:
    return {
        "players": {"maroon": {"table": table.split(), "hand": ["red-ee"], "tiles": own}},
        "out": OUT,
        "supply": ["white-e"],
        **more,
    }


@pytest.mark.parametrize(("tile", "points"), [("two", 2), ("rice", 1), ("card", 0)])
def test_4_1_bonus_tiles(tile: str, points: int) -> None:
    s = after(place(2, **alone("red-ev", [], bonus={"guj-4": tile})), "out palace 4")
    maroon = s.players["maroon"]
    assert maroon.points["bonus"] == points
    assert maroon.goods == ({"rice": 1} if tile == "rice" else {})
    assert sum(maroon.hand.values()) == (3 if tile == "card" else 2)


def test_4_1_the_taj_mahal() -> None:
    s = after(place(12, "agr", **alone("red-ev", [], bonus={"agr-5": "taj"})), "out palace 5")
    assert s.players["maroon"].points["bonus"] == 4


@pytest.mark.parametrize("tiles", [[5, 6, 7, 8], [3, 5, 6]])
def test_4_1_and_4_2_the_rulebooks_ninth_visit(tiles: list[int]) -> None:
    """Anna: two tea tiles for 3 and 4, then the province tile for 8."""
    s = place(9, **alone("red-ev red-eg", tiles, bonus={"guj-2": "tea", "guj-4": "tea"}))
    told = story(s, "withdraw", "guj-2", "guj-4")
    if tiles == [3, 5, 6]:
        assert told[3:6] == [
            (BONUS, {"seat": "maroon", "n": 3, "tile": "tea", "city": "guj-2"}),
            (BONUS, {"seat": "maroon", "n": 4, "tile": "tea", "city": "guj-4"}),
            (PROVINCE, {"seat": "maroon", "n": 8, "province": "guj"}),
        ]
    s = after(s, "out palace 2, 4")
    assert s.players["maroon"].points["bonus"] + s.players["maroon"].points["provinces"] == 15


@pytest.mark.parametrize(
    ("cities", "points"), [(RED, 4), (BLUE, 3), (BROWN, 5), (GRAY, 0), (f"{GRAY} del-1", 4)]
)
def test_4_3_the_rulebooks_example_of_palaces(cities: str, points: int) -> None:
    assert len(find_connected(set(cities.split()), "del")) == points


def test_4_3_the_provinces_of_the_example() -> None:
    assert set(find_connected(set(RED.split()), "del")) == {"del", "kab", "lah", "awa"}
    assert set(find_connected(set(BROWN.split()), "del")) == {"del", "mul", "kab", "ajm", "agr"}


def test_4_3_once_however_many_palaces_and_not_for_the_elephant_alone() -> None:
    s = after(place(**alone("red-vg", [])), "out palace 1, 2")
    assert s.players["maroon"].points["palaces"] == 1
    s = after(place(**alone("red-ee", [])), "out")
    assert s.players["maroon"].points["palaces"] == 0


def test_4_3_a_shared_city_connects_both() -> None:
    assert PROVINCE_OF["sin-1"] == "sin"
    palaces = {"sin-1": "blue", "sin-4": "maroon", "ajm-3": "maroon"}
    s = place(3, **alone("red-vg", [], palaces=palaces, crowns={"sin-1": "maroon"}, tiles=numbers()))
    s = after(s, "out palace 4, 1")
    assert s.players["maroon"].points["palaces"] == 3


def numbers() -> dict[str, int]:
    from tests.games.taj_mahal.table import tiles

    return tiles(sin=1, ajm=2, guj=3)


def test_6_1_two_tiles_of_a_kind_are_traded_for_the_special_card() -> None:
    maroon = {"table": ["red-ev"], "hand": ["red-ee"], "influence": {"V": 1, "G": 1}}
    common: dict[str, Any] = {"players": {"maroon": maroon}, "out": OUT, "supply": ["white-e"]}
    s = after(place(**common), "out palace 1")
    assert s.specials["special-c"] == "maroon"
    assert s.players["maroon"].influence == {"G": 1}
    s = after(place(**common, specials={"special-c": "gray"}), "out palace 1")
    assert s.specials["special-c"] == "maroon", "taken from the player who has it"
    s = after(place(**common, specials={"special-c": "maroon"}), "out palace 1")
    assert (s.specials["special-c"], s.players["maroon"].influence) == ("maroon", {"G": 1})
    s = after(place(**common, options={"specials": "swapped"}), "out palace 1")
    assert s.specials["special-any"] == "maroon"


@pytest.mark.parametrize(("symbol", "card"), [("G", "special-e"), ("M", "special-any"), ("P", "special-2")])
def test_6_1_which_card_for_which_tiles(symbol: str, card: str) -> None:
    maroon = {"table": [f"red-e{symbol.lower()}"], "hand": ["red-ee"], "influence": {symbol: 1}}
    s = after(place(players={"maroon": maroon}, out=OUT, supply=["white-e"]), "out palace 1")
    assert s.specials[card] == "maroon"


def test_6_2_what_was_not_won_goes_or_stays() -> None:
    s = place(players={"maroon": {"hand": ["red-ee"]}}, out=OUT, supply=["white-e"], bonus={"guj-4": "two"})
    s = after(s, "out")
    assert s.bonus == {}
    assert not any(player.tiles for player in s.players.values())
    assert s.court == list("EVGMPC")


def test_6_3_the_next_visit() -> None:
    s = place(**alone("red-ev", []))
    s = after(s, "out palace 1")
    assert (s.visit, s.starter, s.mover, s.out) == (2, "blue", "blue", [])
    assert s.tiles[s.province] == 2
    assert sum(s.supply.values()) == 7
    assert s.court == list("EVGMPC")


def hand(text: str) -> dict[str, int]:
    from rules.taj_mahal.cards import make_heap

    return make_heap(text.split())


@pytest.mark.parametrize(
    ("special", "cards", "points"),
    [
        (1, "white-e white-e red-ee red-ev red-eg green-ev", 6),
        (1, "white-e red-ee red-ev green-ev", 4),
        (1, "red-ee red-ev red-eg red-em red-ep green-ee green-ev", 6),
    ],
)
def test_7_1_the_rulebooks_examples(special: int, cards: str, points: int) -> None:
    assert special + count_hand_points(hand(cards)) == points


def test_7_1_cards_of_the_last_supply_count_and_hands_are_shown() -> None:
    from rules import taj_mahal

    s = place(
        12, "agr", players={"maroon": {"hand": ["red-ev"]}, "blue": {"hand": ["white-g"]}}, out=OUT,
        supply=["white-e"], specials={"special-2": "blue"},
    )  # fmt: skip
    s = after(s, "out", draws=["red-ep"])
    assert s.over
    assert s.players["maroon"].points["cards"] == 3
    assert s.players["blue"].points["cards"] == 2
    assert taj_mahal.view(s, None).player("blue").hand == {"white-g": 1}


def test_7_2_the_most_points_win_and_a_tie_is_shared() -> None:
    from rules import taj_mahal

    players: dict[str, Any] = {
        "maroon": {"hand": []},
        "blue": {"points": {"bonus": 2}},
        "gray": {"points": {"palaces": 2}},
    }
    s = after(place(12, "agr", players=players, out=OUT, supply=["white-e"]), draws=["red-ep"])
    assert taj_mahal.EXTRAS.scores is not None
    assert taj_mahal.EXTRAS.scores.ranking(s) == [["maroon", "blue", "gray"], ["brown"]]
    assert taj_mahal.view(s, None).winners == ("maroon", "blue", "gray")
    assert slots(write_headline(s)) == {"seats": ["maroon", "blue", "gray"]}


def test_7_2_the_rule_on_winning_names_the_rules_on_points() -> None:
    """/rules win answered only that the most points win."""
    first, *others = read_questions()["win"]
    assert all(f"({number})" in reference()[first] for number in others)
