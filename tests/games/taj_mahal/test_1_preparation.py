"""1 Preparation, and the data files behind it."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from rules import taj_mahal
from rules.kernel import CHANCE, Live
from rules.secrecy import mask_entries
from rules.taj_mahal.board import AGRA, ALL_CITIES, CITIES, FORTRESSES, MAP, NEIGHBOURS, ROADS, read_map
from rules.taj_mahal.cards import CARDS, COLOURS, DECK, KINDS, SHOWS, count_cards, read_cards
from rules.taj_mahal.tiles import GOODS_ON, SQUARE, TAJ, TILES, read_tiles
from tests.games.taj_mahal.table import begun, place


def text(name: str) -> str:
    return files("rules.taj_mahal").joinpath(name).read_text(encoding="utf-8")


def test_1_1_the_board_is_as_the_rulebook_counts_it() -> None:
    assert len(CITIES) == 12
    assert len(ALL_CITIES) == 49
    assert [len(cities) for code, cities in CITIES.items() if code != AGRA] == [4] * 11
    assert len(FORTRESSES) == 16
    assert len(ROADS) == 84
    assert all(any(city in FORTRESSES for city in cities) for cities in CITIES.values())
    assert set(NEIGHBOURS["agr-5"]) == {"agr-1", "agr-2", "agr-3", "agr-4"}


def test_1_2_the_deck_is_as_the_rulebook_counts_it() -> None:
    assert count_cards(DECK) == 96
    for colour in COLOURS:
        cards = {kind: n for kind, n in DECK.items() if kind.startswith(colour)}
        assert count_cards(cards) == 21
        shown = Counter(symbol for kind, n in cards.items() for symbol in SHOWS[kind] * n)
        assert shown == {"E": 18, "V": 5, "G": 5, "M": 5, "P": 5, "C": 4}
    assert {kind: n for kind, n in DECK.items() if kind.startswith("white")} == {
        "white-e": 7, "white-v": 1, "white-g": 1, "white-m": 1, "white-p": 1, "white-c": 1,
    }  # fmt: skip
    plain = Counter(kind[-2:] for kind in KINDS if "-e" not in kind and not kind.startswith("white"))
    assert set(plain.values()) == {2}, "over the four colours each pair without an Elephant stands twice"
    assert len(plain) == 10


def test_1_1_the_tiles_are_as_the_rulebook_counts_them() -> None:
    assert [len(goods) for goods in GOODS_ON.values()] == [1] + [2] * 11
    assert len(SQUARE) == 15
    assert SQUARE.count("tea") >= 2
    assert TAJ not in SQUARE


def test_1_1_every_part_of_the_files_says_where_it_comes_from() -> None:
    parts = [MAP.provinces, MAP.cities, MAP.rings, MAP.roads, MAP.fortresses, TILES.provinces, TILES.bonus]
    parts += [CARDS.red, CARDS.white, *CARDS.specials.values()]
    assert all(part.provenance for part in parts)
    assert all(part.note for part in parts)
    assert any("our own" in sentence for sentence in place_view_provenance())


def place_view_provenance() -> tuple[str, ...]:
    return taj_mahal.view(place(), None).provenance


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("kab-2 lah-3", "kab-2 lah-9", "map: Value|roads: no city lah-9"),
        ("kab-2 lah-3", "kab-1 kab-2", "roads: kab-1 kab-2 does not cross a border"),
        ("kab-2 lah-3", "kab-3 mul-4", "roads: one is listed twice"),
        ('"agr-5", "kab-1"', '"kab-2", "kab-1"', "fortresses: Agra must be one"),
        ('"agr-5", "kab-1"', '"agr-5", "agr-5"', "16 different cities"),
        ('fifth = "agr"', 'fifth = "xyz"', "no province xyz"),
        ('kas = { name = "Kashmir", column = 2', 'kas = { name = "Kashmir", column = 1', "in one cell"),
        ('kas = { name = "Kashmir", column = 2, row = 0 }', "", "11 provinces"),
        ("[rings]\nprovenance", "[rings]\nsource", "rings.provenance: Field required"),
    ],
)
def test_1_1_a_map_that_breaks_the_rulebook_is_refused(old: str, new: str, why: str) -> None:
    source = text("map.toml")
    assert old in source
    with pytest.raises(ValueError, match=f"map: .*({why})"):
        read_map(source.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("EE = 2, EV = 3", "EE = 3, EV = 3", "red: 22 cards, not 21"),
        ("EE = 2, EV = 3", "EE = 2, E = 3", "two symbols|2 symbols"),
        ("EE = 2, EV = 3", "EE = 2, VE = 3", "pattern"),
        ("E = 7, V = 1", "E = 6, V = 1", "white: 11 cards, not 12"),
        ('V = "c"', 'V = "2"', "each of the four special cards"),
        ('V = "c"', 'V = "x"', "specials.printed.V"),
    ],
)
def test_1_2_a_deck_that_breaks_the_rulebook_is_refused(old: str, new: str, why: str) -> None:
    source = text("cards.toml")
    assert old in source
    with pytest.raises(ValueError, match=f"cards: .*({why})"):
        read_cards(source.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('  ["rice"],\n', '  ["rice", "tea"],\n', "tile 1 has 2 commodities, not 1"),
        ('  ["rice"],\n', "", "11 tiles, not 12"),
        ("two = 4", "two = 5", "16 square tiles, not 15"),
        ('["rice"]', '["silk"]', "provinces.goods.0.0"),
    ],
)
def test_1_1_tiles_that_break_the_rulebook_are_refused(old: str, new: str, why: str) -> None:
    source = text("tiles.toml")
    assert old in source
    with pytest.raises(ValueError, match=f"tiles: .*{why}"):
        read_tiles(source.replace(old, new, 1))


@pytest.mark.parametrize(("seats", "supply"), [(3, 5), (4, 7), (5, 9)])
def test_1_2_six_cards_each_and_a_supply_by_the_number_of_players(seats: int, supply: int) -> None:
    game = begun(seats=seats)
    state = Live(taj_mahal, taj_mahal.load(game.start))
    for entry in game.log:
        state.enter(*entry)
    s = state.state
    assert [count_cards(player.hand) for player in s.players.values()] == [6] * seats
    assert count_cards(s.supply) == supply
    assert count_cards(s.deck) == 96 - 6 * seats - supply
    assert s.tiles["agr"] == 12
    assert len(s.bonus) == 16
    assert s.bonus["agr-5"] == "taj"
    assert set(s.specials.values()) == {""}


def test_1_2_nobody_reads_what_another_was_dealt() -> None:
    start = taj_mahal.dump(taj_mahal.setup(taj_mahal.Options()))
    from rules.kernel import Game, settle

    closed = settle(taj_mahal, Game("seed", 1, start)).closed[0]
    for reader in (frozenset[str](), frozenset({"blue"})):
        seen = mask_entries(taj_mahal, taj_mahal.load(closed.start), closed.log, reader)
        assert sum(entry.key == "?" for entry in seen) == 4 - len(reader)


def test_1_3_chance_draws_the_starting_player_or_the_first_begins() -> None:
    starters = {taj_mahal.load(begun(f"seed {n}").start).starter for n in range(12)}
    assert len(starters) > 1
    game = begun(start="first")
    assert taj_mahal.load(game.start).starter == "maroon"
    assert all(entry.seat == CHANCE for entry in game.log)
