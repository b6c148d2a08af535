"""1.2 Components, 1.3 Game Board and Map."""

from __future__ import annotations

from importlib.resources import files

import pytest

from rules import vijayanagara as game
from rules.vijayanagara.board import ADJACENT, MAP, PROSPERITY, PROVINCES, SPACES, TOTALS, read_map
from rules.vijayanagara.options import Options
from tests.games.vijayanagara.table import Table

MAP_FILE = files("rules.vijayanagara").joinpath("map.toml").read_text(encoding="utf-8")
NAMED = {  # 1.3.5 and 2.1 name these; Bengal is our reconstruction
    *("malwa", "jaunpur", "madhyadesh", "sindh", "rajput-kingdoms", "gujarat", "maharashtra"),
    *("gondwana", "andhra", "karnataka", "tamilakam", "orissa", "bengal"),
}


def test_1_2_the_pieces_in_the_box() -> None:
    """1.2: 12 Mongol Invaders, 32 Troops, 5 Governors, 18 Amirs, 22 Rajas, 15 Structures, 10 Cavalry."""
    units = {"mongols": 12, "troops": 32, "governors": 5, "amirs": 18, "rajas": 22}
    assert {**units, "qasbahs": 5, "forts": 5, "temples": 5} == TOTALS
    state = game.setup(Options())
    assert state.pool + sum(state.cavalry.values()) == 10


def test_1_3_1_provinces_have_a_prosperity_of_1_or_2_and_may_hold_anybody() -> None:
    """1.3.1: each Province has a Prosperity of 1 or 2; pieces of all three factions may be placed there."""
    assert set(PROVINCES) == NAMED
    assert set(PROSPERITY.values()) == {1, 2}
    table = Table("spaces: {orissa: {troops: 1, obedient-amirs: 1, obedient-rajas: 1}}")
    assert table.pieces("orissa") == {"troops": 1, "obedient-amirs": 1, "obedient-rajas": 1}


@pytest.mark.parametrize("space", ["mountain-passes", "punjab", "delhi"])
@pytest.mark.parametrize("pieces", ["obedient-amirs: 1", "rebelling-rajas: 1", "forts: 1", "temples: 1"])
def test_1_3_2_only_mongols_and_the_sultanate_outside_provinces(space: str, pieces: str) -> None:
    """1.3.2, 1.3.3: only Mongol Invader and Sultanate pieces in the Mongol Invasion Regions and Delhi."""
    rule = "1.3.3" if space == "delhi" else "1.3.2"
    with pytest.raises(ValueError, match=f"{rule}: no piece of a rival can stand in {space}"):
        Table(f"spaces: {{{space}: {{{pieces}}}}}")


@pytest.mark.parametrize("space", ["mountain-passes", "punjab", "delhi"])
def test_1_3_2_regions_and_delhi_are_never_tributary_independent_or_controlled(space: str) -> None:
    """1.3.2, 1.7: these spaces are not Provinces."""
    table = Table(f"spaces: {{{space}: {{troops: 5}}}}")
    assert space not in table.state.status
    with pytest.raises(ValueError, match=f"independent: no Province “{space}”"):
        Table(f"independent: [{space}]")


def test_1_3_2_no_mongol_invaders_in_provinces() -> None:
    """1.3.2, 3.5: the Mongol Invaders' road is Mountain Passes, Punjab, Delhi."""
    with pytest.raises(ValueError, match=r"position: 1\.3\.2: no Mongol Invader can stand in malwa"):
        Table("spaces: {malwa: {mongols: 1}}")


@pytest.mark.parametrize("space", ["mountain-passes", "punjab", "delhi"])
def test_1_3_3_rivals_may_not_enter_delhi_or_the_regions(space: str) -> None:
    """1.3.2, 1.3.3: a rival next door may go to Provinces only."""
    table = Table("spaces: {rajput-kingdoms: {obedient-amirs: 3}}", first="bahmani")
    table.answer("bahmani", "limited migrate")
    assert table.refused("bahmani", space) == f"3.1.1 space={space}"
    assert table.question.legal == ["sindh", "gujarat", "malwa"]


def test_1_3_4_cities_are_points_where_provinces_meet_and_no_spaces() -> None:
    """1.3.4: Cities lie where Provinces meet, hold no pieces, and Delhi is none of them."""
    assert not set(MAP.cities) & set(SPACES)
    for city in MAP.cities.values():
        assert set(city.around) <= set(PROVINCES)
        assert all(b in ADJACENT[True][a] for a in city.around for b in city.around if a != b), city.name
    with pytest.raises(ValueError, match="no space “warangal”"):
        Table("spaces: {warangal: {troops: 1}}")


@pytest.mark.parametrize("meeting_points", [True, False])
def test_1_3_5_the_adjacencies_that_the_rulebook_states(meeting_points: bool) -> None:
    """1.3.5: Gondwana and Andhra, Madhyadesh and Orissa are adjacent; Jaunpur and Punjab are not."""
    adjacent = ADJACENT[meeting_points]
    assert "andhra" in adjacent["gondwana"]
    assert "orissa" in adjacent["madhyadesh"]
    assert "punjab" not in adjacent["jaunpur"]
    assert all(a in adjacent[b] and a != b for a in SPACES for b in adjacent[a])


@pytest.mark.parametrize(("meeting_points", "refused"), [(True, False), (False, True)])
@pytest.mark.parametrize(("origin", "to"), [("gondwana", "bengal"), ("maharashtra", "orissa")])
def test_1_3_5_the_option_meeting_points(meeting_points: bool, refused: bool, origin: str, to: str) -> None:
    """1.3.5, option `meeting_points`: whether the other two areas at a bare meeting point are adjacent."""
    options = f"options: {{meeting_points: {str(meeting_points).lower()}}}"
    table = Table(f"{options}\nspaces: {{{origin}: {{troops: 1}}}}", first="sultanate")
    table.answer("sultanate", "limited march")
    assert (to in table.question.barred) is refused


def test_1_3_5_units_march_over_a_shared_point() -> None:
    """1.3.5: spaces that share a vertex only are adjacent."""
    table = Table("spaces: {gondwana: {troops: 2}, delhi: {troops: 1}}", first="sultanate")
    table.answer("sultanate", "limited march andhra 2-troops")
    assert table.pieces("andhra") == {"troops": 2}


@pytest.mark.parametrize("meeting_points", [True, False])
def test_1_3_6_the_vindhya_range_keeps_apart(meeting_points: bool) -> None:
    """1.3.6: Malwa and Gondwana, Madhyadesh and Jaunpur are not adjacent, and the Range is no space."""
    adjacent = ADJACENT[meeting_points]
    assert "gondwana" not in adjacent["malwa"]
    assert "jaunpur" not in adjacent["madhyadesh"]
    assert "punjab" not in adjacent["jaunpur"], "but no Range lies between"
    assert {frozenset(pair) for pair in MAP.vindhya.apart} == {
        frozenset(("gondwana", "malwa")),
        frozenset(("jaunpur", "madhyadesh")),
    }
    assert not [space for space in SPACES if "vindhya" in space]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["punjab", "sindh"]', '["punjab", "sind"]', r"map: borders\.1\.pairs: there is no space sind"),
        ('["punjab", "sindh"]', '["malwa", "gondwana"]', r"1\.3\.6: malwa and gondwana must not be adjacent"),
        ("prosperity = 2", "prosperity = 1", r"2\.1: the Prosperity of all Provinces must be 18 .*, not 17"),
        ('code = "SIN"', 'code = "sindh"', r"map: spaces\.sindh\.code: String should match"),
        ('name = "Punjab"', 'name = "Punjab"\nprosperity = 1', r"must be 18 in all, not 19"),
    ],
)
def test_1_3_a_map_that_breaks_the_rules_is_refused(old: str, new: str, reason: str) -> None:
    """1.3: whoever types in another map reads where it is wrong, and why."""
    assert old in MAP_FILE
    with pytest.raises(ValueError, match=reason):
        read_map(MAP_FILE.replace(old, new, 1))


def test_1_3_1_only_provinces_have_a_prosperity() -> None:
    """1.3.1: a map with Prosperity in a Mongol Invasion Region is refused."""
    text = MAP_FILE.replace('name = "Punjab"', 'name = "Punjab"\nprosperity = 1')
    text = text.replace("prosperity = 2", "prosperity = 1", 1)
    with pytest.raises(ValueError, match=r"1\.3\.1: punjab: Provinces, and only they"):
        read_map(text)


def test_1_3_every_part_of_the_map_says_where_it_comes_from() -> None:
    """1.3: what the rulebook states and what is our reconstruction is told apart."""
    stated = {frozenset(pair) for part in MAP.borders if part.provenance == "rulebook" for pair in part.pairs}
    assert {frozenset(("gondwana", "andhra")), frozenset(("madhyadesh", "orissa"))} <= stated
    assert MAP.provenance == "reconstruction"
    assert MAP.setup.provenance == MAP.vindhya.provenance == "rulebook"
