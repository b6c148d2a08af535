"""1 Setup, and the data files of the game."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from rules import rajas_of_the_ganges as rajas
from rules.kernel import Ask
from rules.rajas_of_the_ganges.board import BOARD, BUILDINGS, COLOURS, GOODS, SPACES, read_board
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.tiles import PILES, TILES, read_tiles
from tests.games.rajas_of_the_ganges.table import H, K, M, V, play

BOARD_TEXT = files("rules.rajas_of_the_ganges").joinpath("board.toml").read_text(encoding="utf-8")
TILES_TEXT = files("rules.rajas_of_the_ganges").joinpath("tiles.toml").read_text(encoding="utf-8")
DICE = ["6666", "1112", "5555", "4444"]


def begun(seats: int, dice: list[str], *draws: str) -> rajas.State:
    tiles = [pile[0] for pile in PILES.values()]
    step = play(rajas.setup(Options.model_validate({"seats": seats})), chance=[*tiles, *dice, *draws])
    assert isinstance(step.live.pending, Ask)
    found: rajas.State = step.live.state
    return found


def test_1_the_lowest_sum_begins_and_money_rises_from_the_elephant_on() -> None:
    s = begun(4, DICE)
    assert s.elephant == s.to_act == K
    assert {seat: realm.money for seat, realm in s.realms.items()} == {K: 3, V: 4, M: 5, H: 6}
    assert s.realms[K].dice == {"orange": (1,), "green": (1,), "blue": (1,), "purple": (2,)}


def test_1_chance_breaks_a_tie() -> None:
    s = begun(3, ["1111", "6666", "1111"], V)
    assert s.elephant == V
    assert [s.realms[seat].money for seat in (V, H, K)] == [3, 4, 5]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_everybody_begins_alike(seats: int) -> None:
    s = begun(seats, DICE[:seats])
    assert len(s.realms) == seats == len(rajas.seats(Options.model_validate({"seats": seats})))
    assert len(s.display) == 12
    for realm in s.realms.values():
        assert (realm.fame, realm.karma, realm.boat, realm.workers) == (0, 1, 0, 3)
        assert set(realm.values.values()) == {2}


@pytest.mark.parametrize(
    ("seats", "quarry", "harbour", "all_"), [(4, 8, 5, 37), (3, 7, 4, 35), (2, 4, 3, 28)]
)
def test_1_the_sides_of_the_board(seats: int, quarry: int, harbour: int, all_: int) -> None:
    side = BOARD.sides[seats]
    assert (len(side.quarry), len(side.harbour)) == (quarry, harbour)
    single = len(SPACES) - 4
    assert quarry + harbour + side.assorted + side.outer + single == all_


def test_1_the_tiles_are_counted() -> None:
    assert len(TILES) == 64
    assert {len(pile) for pile in PILES.values()} == {5, 6}
    assert Counter(tile.colour for tile in TILES.values()) == dict.fromkeys(COLOURS, 16)
    assert Counter(b for tile in TILES.values() for b in tile.buildings) == dict.fromkeys(BUILDINGS, 12)
    assert Counter(m.good for tile in TILES.values() for m in tile.markets) == dict.fromkeys(GOODS, 16)
    assert {("orange", 8), ("orange", 9), ("blue", 7)} <= {(t.colour, t.price) for t in TILES.values()}


def test_1_the_river_names_its_earnings_in_the_rulebooks_order() -> None:
    kinds = list(dict.fromkeys(space.kind for space in BOARD.river.spaces))
    assert [BOARD.river.spaces[n - 1].kind for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 21, 24)] == kinds


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('kind = "boat" }', 'kind = "ship" }', "board: tracks.bonuses.0.gain.kind"),
        ("quarry = [1, 2, 3, 4]", "quarry = [4, 2]", "board: sides.2: quarry: at least one price is needed"),
        ('kind = "dice-per-karma", colour = "blue"', 'kind = "dice-per-karma"', "river.spaces.4: dice-per"),
        ("a4-s =", "b2-s =", "province: yields.b2-s: no edge on the rim"),
        ('residence = "c1"', 'residence = "z1"', "province: residence: no square"),
        ('orange = "purple"', 'orange = "orange"', "balconies: swaps.orange: another colour is needed"),
        ("money = 120", "money = 100", "tracks: money: 120 spaces are needed"),
        ("bridge = 16", "bridge = 40", "river: bridge and last"),
        ("space = 44", "space = 20", "tracks: the spaces of the money bonuses must ascend"),
        ("money = [3, 4, 5, 6]", "money = [3]", "begin.money: one amount is needed for each"),
        ("[tracks]", "[tracks", "board: not TOML"),
    ],
)
def test_a_board_that_does_not_fit_is_refused(old: str, new: str, why: str) -> None:
    assert old in BOARD_TEXT
    with pytest.raises(ValueError, match="board") as refused:
        read_board(BOARD_TEXT.replace(old, new, 1))
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"silk 1"', '"salt 1"', "tiles.orange-s1.markets.0"),
        ('stack = "orange-snake", price = 3', 'stack = "orange-crab", price = 3', "no stack “orange-crab”"),
        ('stack = "orange-snake", price = 3', 'stack = "green-snake", price = 3', "of another colour"),
        ('stack = "orange-snake", price = 4', 'stack = "orange-snake", price = 7', "has this price"),
        ('road = "straight"', 'road = "round"', "tiles.orange-s1.road"),
        ('price = 3, markets = ["silk 1"]', "price = 3", "one or 2 buildings"),
        ("[tiles]", "[tiles", "tiles: not TOML"),
    ],
)
def test_tiles_that_do_not_fit_are_refused(old: str, new: str, why: str) -> None:
    assert old in TILES_TEXT
    with pytest.raises(ValueError, match="tiles") as refused:
        read_tiles(TILES_TEXT.replace(old, new, 1))
    assert why in str(refused.value)


def test_every_part_of_the_data_says_where_it_is_from() -> None:
    parts = [BOARD.tracks, BOARD.begin, *BOARD.sides.values(), BOARD.balconies, BOARD.river, BOARD.white]
    assert all(part.note and part.provenance for part in (*parts, BOARD.province))
