"""1.4 Forces: pieces, their boxes, stacking, orientation, placing and replacing."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from rules.vijayanagara.board import STRUCTURE, TOTALS, UNITS
from tests.games.vijayanagara.table import Table


def test_1_4_1_governors_attack_and_defend_like_troops() -> None:
    """1.4.1: Governors attack and defend along with the Troops."""
    table = Table(
        "{spaces: {andhra: {troops: 1, governors: 1, rebelling-rajas: 2}}, cavalry: {}}", first="sultanate"
    )
    table.dice("2266 66").answer("sultanate", "limited attack")
    # two Units are involved, so a 2 hits: both Rajas are lost
    assert table.pieces("andhra") == {"troops": 1, "governors": 1}


def test_1_4_1_mongol_invaders_are_always_rebelling() -> None:
    """1.4.1, 1.4.5: the Sultanate may Attack Mongol Invaders at any time (3.2.4: Rebelling Units)."""
    table = Table("{spaces: {punjab: {troops: 1, mongols: 1}}, cavalry: {}}", first="sultanate")
    table.answer("sultanate", "limited")
    assert "attack" in table.question.legal


def test_1_4_2_structures_never_move() -> None:
    """1.4.2: once placed, Structures stay; March and Campaign offer Units only."""
    assert all(STRUCTURE[faction] not in UNITS[faction] for faction in STRUCTURE)
    pieces = "{andhra: {troops: 2, governors: 1, qasbahs: 1}, delhi: {troops: 1}}"
    table = Table(f"spaces: {pieces}", first="sultanate").answer("sultanate", "limited march karnataka")
    assert table.question.legal == ["2-troops", "1-troops", "1-governors"]
    table.answer("sultanate", "2-troops 1-governors")
    assert table.pieces("andhra") == {"qasbahs": 1}


def test_1_4_3_pieces_come_from_their_box_and_go_back_to_it() -> None:
    """1.4.3: placing takes from the faction's holding box, removing returns to it."""
    table = Table(
        "spaces: {gujarat: {governors: 1, obedient-amirs: 2, obedient-rajas: 1}}", first="sultanate"
    )
    before = dict(table.state.box)
    table.answer("sultanate", "limited govern gujarat remove 1-obedient-amirs 1-obedient-rajas qasbah")
    after = table.state.box
    assert after["amirs"] == before["amirs"] + 1
    assert after["rajas"] == before["rajas"] + 1
    assert after["qasbahs"] == before["qasbahs"] - 1
    assert table.pieces("gujarat") == {"governors": 1, "qasbahs": 1, "obedient-amirs": 1}


def test_1_4_4_one_structure_of_each_faction_in_a_space() -> None:
    """1.4.4: up to one Qasbah, one Fort and one Temple; any number of Units."""
    table = Table("spaces: {andhra: {troops: 32, qasbahs: 1, forts: 1, temples: 1}}")
    assert table.pieces("andhra") == {"troops": 32, "qasbahs": 1, "forts": 1, "temples": 1}
    for kind in ("qasbahs", "forts", "temples"):
        with pytest.raises(ValueError, match=r"position: 1\.4\.4: two like Structures in andhra"):
            Table(f"spaces: {{andhra: {{{kind}: 2}}}}")


def test_1_4_4_a_second_structure_is_refused() -> None:
    """1.4.4: Build where a Temple stands is refused with the rule and what is legal instead."""
    raja = "{obedient-rajas: 1}"
    pieces = f"{{andhra: {{obedient-rajas: 1, temples: 1}}, karnataka: {raja}, orissa: {raja}}}"
    table = Table(f"spaces: {pieces}", first="vijayanagara").answer("vijayanagara", "decree build")
    text = table.refused("vijayanagara", "andhra")
    assert text == "1.4.4 province=andhra structure=1-temples"


def test_1_4_5_units_rebel_at_once_when_their_faction_takes_control() -> None:
    """1.4.5: a Province becomes Bahmani Controlled: all Amirs there Rebel at once, not only the new."""
    pieces = "{orissa: {obedient-amirs: 1, troops: 2}, bengal: {obedient-amirs: 2}}"
    table = Table(f"spaces: {pieces}\nindependent: [orissa]", first="bahmani")
    assert table.state.status["orissa"] == "sultanate"
    table.answer("bahmani", "limited migrate orissa 2-obedient-amirs")
    assert table.state.status["orissa"] == "bahmani"
    assert table.pieces("orissa") == {"troops": 2, "rebelling-amirs": 3}
    assert "control: faction=bahmani space=orissa" in table.story()


def test_1_4_5_units_go_on_rebelling_when_control_is_lost() -> None:
    """1.4.5: Rebelling Units of a faction that loses Control stay Rebelling."""
    table = Table(
        "{spaces: {orissa: {rebelling-rajas: 1}, bengal: {troops: 1}}, independent: [orissa]}",
        first="sultanate",
    )
    assert table.state.status["orissa"] == "vijayanagara"
    table.answer("sultanate", "limited march orissa")
    assert table.state.status["orissa"] == "uncontrolled"
    assert table.pieces("orissa") == {"troops": 1, "rebelling-rajas": 1}
    assert "control: space=orissa" in table.story()


def test_1_4_5_sultanate_control_turns_nobody() -> None:
    """1.4.5: only the Control of their own faction sets Amirs and Rajas to Rebelling."""
    table = Table(
        "{spaces: {orissa: {obedient-amirs: 1, obedient-rajas: 1, troops: 3}}, independent: [orissa]}"
    )
    assert table.state.status["orissa"] == "sultanate"
    assert table.pieces("orissa") == {"troops": 3, "obedient-amirs": 1, "obedient-rajas": 1}


def test_1_4_5_a_written_position_cannot_have_obedient_units_of_the_controller() -> None:
    """1.4.5: every Amir in a Bahmani Controlled Province is always Rebelling, as the loader knows."""
    table = Table("{spaces: {orissa: {obedient-amirs: 2}}, independent: [orissa]}")
    assert table.pieces("orissa") == {"rebelling-amirs": 2}


def test_1_4_6_placed_units_are_obedient_but_rebelling_in_their_own_province() -> None:
    """1.4.6: Amirs and Rajas are placed Obedient; in a Province of their own faction they Rebel at once."""
    pieces = "{orissa: {obedient-rajas: 1, troops: 2}, bengal: {rebelling-rajas: 1}}"
    table = Table(f"spaces: {pieces}\nindependent: [bengal]", first="vijayanagara")
    table.answer("vijayanagara", "command-only rally orissa bengal done")
    assert table.pieces("orissa") == {"troops": 2, "obedient-rajas": 2}
    assert table.pieces("bengal") == {"rebelling-rajas": 3}  # 3.4.1: one, and one more where it Controls


def test_1_4_6_no_more_is_placed_than_the_box_holds() -> None:
    """1.4.6: if there are none in the box they may not be placed."""
    table = Table("spaces: {andhra: {troops: 30}, delhi: {governors: 5}}", first="sultanate")
    table.answer("sultanate", "command-only conscript delhi")
    assert table.question.asks == "place: left=2-troops space=delhi"
    table.answer("sultanate", "2-troops")
    assert table.state.box["troops"] == 0
    assert table.question.seat != "sultanate", "with an empty box no other space could be selected"


def test_1_4_6_an_empty_box_is_named_in_the_refusal() -> None:
    """1.4.6: no Troops Available, no Conscript."""
    table = Table("spaces: {andhra: {troops: 32}}", first="sultanate").answer("sultanate", "command")
    assert "conscript" in table.question.legal, "a Command in zero spaces is legal"
    table = Table("spaces: {andhra: {troops: 32}}", first="sultanate").answer("sultanate", "limited")
    assert table.refused("sultanate", "conscript").startswith("3.2.1")


def test_1_4_6_a_piece_may_be_removed_without_being_replaced() -> None:
    """1.4.6: replacing need not be done in full: the Governor goes, no Amir comes."""
    table = Table("spaces: {orissa: {governors: 1, obedient-amirs: 1}}", first="bahmani")
    table.answer("bahmani", "decree conspire nobody")
    assert table.pieces("orissa") == {"obedient-amirs": 1}
    assert table.state.box["governors"] == TOTALS["governors"]


def test_1_4_6_without_an_available_amir_nothing_can_be_placed() -> None:
    """1.4.6, 4.3.3: with an empty box the Governor can only be removed, and nothing is asked."""
    table = Table("spaces: {orissa: {governors: 1, obedient-amirs: 14}}", first="bahmani")
    assert table.state.box["amirs"] == 0
    table.answer("bahmani", "decree conspire")
    assert table.pieces("orissa") == {"obedient-amirs": 14}
    assert table.question.asks == "command"


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ("troops: 33", r"1\.2: 33 troops on the map are too many: there are 32$"),
        ("obedient-amirs: 10, rebelling-amirs: 5", r"1\.2: 15 amirs .*: there are 18, 4 of them on"),
        ("rebelling-rajas: 15", r"1\.2: 15 rajas .*: there are 22, 8 of them on"),
        ("knights: 1", r"position: spaces\.orissa\.knights: Input should be 'troops'"),
        ("troops: -1", r"position: spaces\.orissa\.troops: Input should be greater than or equal to 0"),
    ],
)
def test_1_4_pieces_that_do_not_exist_are_refused(pieces: str, reason: str) -> None:
    """1.2, 1.4: a written position can't have more pieces than the box, or other ones."""
    with pytest.raises(ValueError, match=reason):
        Table(f"spaces: {{orissa: {{{pieces}}}}}")


def test_1_4_the_books_are_checked() -> None:
    """1.2: `check` finds a piece that is nowhere."""
    state = game.load("{}")
    game.check(state)
    state.box["troops"] -= 1
    with pytest.raises(AssertionError, match=r"1\.2: troops: 22 on the map, 9 in the box"):
        game.check(state)
