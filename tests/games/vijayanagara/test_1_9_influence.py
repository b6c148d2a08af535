"""1.9 Deccan Influence: the tracks, the Units on them, the bonuses."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from rules.vijayanagara.board import TOTALS
from rules.vijayanagara.options import Options
from rules.vijayanagara.view import view
from tests.games.vijayanagara.table import Table

# Lords of the Deccan is next: each faction may buy shifts of either Influence (2.5.3)
LORDS = "dynasty: tughlaq\nblock: 3\nleft: {event: 0, mongol: 0}\nresources: {sultanate: 24, bahmani: 24}\n"


def lords(influence: str, spaces: str = "{}") -> Table:
    """Return a table on which the Sultanate is asked to shift Influence."""
    return Table(f"{LORDS}influence: {influence}\nspaces: {spaces}")


def test_1_9_both_start_at_0_with_their_units_on_the_track() -> None:
    """1.9: two Rajas wait on each of four levels, two Amirs on each of two."""
    table = Table()
    assert table.state.influence == {"bahmani": 0, "vijayanagara": 0}
    seen = view(table.state, None)
    assert seen.faction("vijayanagara").track == {1: 2, 2: 2, 3: 2, 4: 2}
    assert seen.faction("bahmani").track == {2: 2, 4: 2}
    assert seen.faction("sultanate").track == {}
    assert seen.faction("sultanate").influence is None


@pytest.mark.parametrize(
    ("rival", "sort", "freed"),
    [("bahmani", "amirs", [0, 0, 2, 2, 4]), ("vijayanagara", "rajas", [0, 2, 4, 6, 8])],
)
def test_1_9_units_are_freed_as_the_marker_reaches_them(rival: str, sort: str, freed: list[int]) -> None:
    """1.9, 1.9.1, 1.9.2: two Amirs at levels 2 and 4, two Rajas at each level, go to the holding box."""
    table = lords("{}")
    before = table.state.box[sort]
    for level in (1, 2, 3):
        table.answer("sultanate", f"{rival}-up")
        assert table.state.influence[rival] == level
        assert table.state.box[sort] == before + freed[level]
    table.answer("bahmani", f"{rival}-up")
    assert table.state.box[sort] == before + freed[4]
    for level, more in enumerate(freed):
        assert (
            Table(f"influence: {{{rival}: {level}}}").state.box[sort]
            == game.setup(Options()).box[sort] + more
        )


def test_1_9_the_story_tells_of_the_freed_units() -> None:
    """1.9: what the shift did is told."""
    story = lords("{bahmani: 1}").answer("sultanate", "bahmani-up done").story()
    assert "influence: now=2 rival=bahmani then=1 why=(faction=sultanate)" in story
    assert "freed: 2-amirs" in story


def test_1_9_a_shift_off_either_end_is_ignored() -> None:
    """1.9: a shift that would move the marker off the track is ignored: here a battle at 4 and 0."""
    position = """
    spaces: {orissa: {rebelling-amirs: 3, rebelling-rajas: 1}}
    influence: {bahmani: 4}
    """
    table = Table(position, first="bahmani").dice("1666 66").answer("bahmani", "limited attack")
    assert table.state.influence == {"bahmani": 4, "vijayanagara": 0}
    assert "unmoved: level=4 rival=bahmani" in table.story()
    assert "unmoved: level=0 rival=vijayanagara" in table.story()


def test_1_9_on_the_way_down_the_owner_refills_the_slot_from_its_box() -> None:
    """1.9: Influence falls below an emptied slot: its owner, not the one who shifts, chooses two Units."""
    table = lords("{vijayanagara: 1}", "{orissa: {rebelling-rajas: 1, obedient-rajas: 1}}")
    before = table.state.box["rajas"]
    table.answer("sultanate", "vijayanagara-down")
    assert table.question.seat == "vijayanagara"
    assert table.question.asks == "back: n=2 why=(faction=sultanate)"
    assert table.state.influence["vijayanagara"] == 1, "the Units are chosen before the marker moves"
    table.answer("vijayanagara", "2-available")
    assert table.state.box["rajas"] == before - 2
    assert table.state.influence["vijayanagara"] == 0
    assert "track: 2-rajas" in table.story()


def test_1_9_the_slot_may_be_refilled_from_the_map() -> None:
    """1.9: from anywhere on the map; Control follows at once (1.7)."""
    spaces = "{orissa: {rebelling-rajas: 2, troops: 1}, bengal: {obedient-rajas: 1}}"
    table = lords("{vijayanagara: 1}", f"{spaces}\nindependent: [orissa]")
    before = table.state.box["rajas"]
    table.answer("sultanate", "vijayanagara-down").answer(
        "vijayanagara", "1-rebelling-rajas-in-orissa 1-obedient-rajas-in-bengal"
    )
    assert table.state.box["rajas"] == before
    assert table.pieces("orissa") == {"troops": 1, "rebelling-rajas": 1}
    assert table.pieces("bengal") == {}
    assert table.state.status["orissa"] == "uncontrolled"
    assert "track: 1-rebelling-rajas-in-orissa" in table.story()


def test_1_9_no_refill_is_asked_below_a_level_without_a_slot() -> None:
    """1.9: the Bahmani track has slots at 2 and 4 only: from 3 to 2 and from 1 to 0 nothing goes back."""
    for level in (3, 1):
        table = lords(f"{{bahmani: {level}}}").answer("sultanate", "bahmani-down")
        assert table.state.influence["bahmani"] == level - 1
        assert table.question.seat == "sultanate"


def test_1_9_an_empty_box_is_refilled_from_the_map_only() -> None:
    """1.9: with nobody Available the Units come from the map."""
    table = lords("{bahmani: 2}", "{orissa: {obedient-amirs: 8}, bengal: {obedient-amirs: 8}}")
    assert table.state.box["amirs"] == 0
    table.answer("sultanate", "bahmani-down")
    assert table.question.legal == [
        f"{n}-obedient-amirs-in-{space}" for space in ("bengal", "orissa") for n in (2, 1)
    ]
    table.answer("bahmani", "1-obedient-amirs-in-bengal")
    assert table.pieces("orissa") == {"obedient-amirs": 7}


def test_1_9_there_are_always_two_units_to_refill_a_slot() -> None:
    """1.9, ruling: a faction could have too few Units only if the track had more places than it has Units."""
    assert TOTALS["amirs"] - 4 >= 2
    assert TOTALS["rajas"] - 8 >= 2


@pytest.mark.parametrize(("level", "tokens"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_1_9_1_trade_by_influence(level: int, tokens: int) -> None:
    """1.9.1: Trade gives two Cavalry at 1 and 2, three at 3 and 4."""
    table = Table(f"influence: {{bahmani: {level}}}", first="bahmani").answer("bahmani", "decree trade")
    assert table.state.cavalry["bahmani"] == tokens


@pytest.mark.parametrize(("level", "wide"), [(0, False), (1, False), (2, True), (3, True), (4, True)])
def test_1_9_1_conspire_by_influence(level: int, wide: bool) -> None:
    """1.9.1: from 2 on Conspire may replace Rajas as well, also next to Bahmani pieces."""
    pieces = "{orissa: {obedient-amirs: 1, governors: 1}, bengal: {rebelling-rajas: 1}}"
    table = Table(f"influence: {{bahmani: {level}}}\nspaces: {pieces}", first="bahmani")
    table.answer("bahmani", "decree conspire")
    assert ("bengal" in table.question.legal) is wide


@pytest.mark.parametrize(("level", "wide"), [(0, False), (1, False), (2, True), (3, True), (4, True)])
def test_1_9_2_compel_by_influence(level: int, wide: bool) -> None:
    """1.9.2: from 2 on Compel gives a Cavalry token and may remove a Troop, Governor or Amir."""
    pieces = "{orissa: {obedient-rajas: 1, troops: 1, obedient-amirs: 1}}"
    table = Table(f"influence: {{vijayanagara: {level}}}\nspaces: {pieces}", first="vijayanagara")
    table.answer("vijayanagara", "decree compel orissa 1-rajas")
    assert table.state.cavalry["vijayanagara"] == (1 if wide else 0)
    assert ("1-troops" in table.question.legal) is wide


@pytest.mark.parametrize("level", ["5", "-1"])
def test_1_9_a_written_position_keeps_to_the_track(level: str) -> None:
    """1.9: levels 0 to 4."""
    with pytest.raises(ValueError, match=r"position: influence\.bahmani: Input should be"):
        Table(f"influence: {{bahmani: {level}}}")
