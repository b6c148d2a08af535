"""2.6 Timurid Empire cards."""

from __future__ import annotations

import pytest

from rules.chance import Roll
from tests.games.vijayanagara.table import GAME, Table


def second_card(spaces: str, *, resources: int = 10, cavalry: int = 0) -> Table:
    """Return a table on which the second Timurid Empire card has just been revealed."""
    return Table(
        f"""
        block: 4
        left: {{timurid: 1}}
        played: [timurid]
        spaces: {spaces}
        resources: {{sultanate: {resources}}}
        cavalry: {{sultanate: {cavalry}}}
        """
    )


@pytest.mark.parametrize(("on_map", "gathered"), [(0, 6), (1, 5), (2, 5), (11, 0), (12, 0)])
def test_2_6_the_first_card_gathers_half_the_available_mongols(on_map: int, gathered: int) -> None:
    """2.6: half the Available Mongol Invaders, rounded down, to the Mountain Passes; nobody moves on."""
    spaces = f"{{delhi: {{mongols: {on_map}, troops: 1}}}}"
    table = Table(f"block: 4\nleft: {{event: 1, timurid: 2}}\nspaces: {spaces}").draw("timurid")
    assert table.pieces("mountain-passes").get("mongols", 0) == gathered
    assert table.pieces("punjab") == {}
    assert "lasting-card: card=(card=timurid) faction=timurid" in table.story()


def test_2_6_after_the_first_card_play_goes_on_without_adjusting_eligibility() -> None:
    """2.6: the next Event is drawn, Ineligible factions are Ineligible still."""
    table = Table("block: 4\nleft: {event: 1, timurid: 2}\nplaces: {sultanate: ineligible}").draw("timurid")
    table.draw("event", "event-1")
    assert table.question.seat == "bahmani"
    assert not table.state.over


def test_2_6_timur_invades_delhi_from_beginning_to_end() -> None:
    """2.6: attacks in the Mountain Passes, Punjab and Delhi; whoever is left moves along; only the Resources
    that are lost in Delhi count."""
    table = second_card(
        "{mountain-passes: {troops: 2, mongols: 5}, punjab: {troops: 1, governors: 1},"
        " delhi: {troops: 2}, andhra: {troops: 5}}"
    )
    # five Mongols hit on 5, the Charge makes a 6 a 5: two hits; two Troops hit on 2: one hit
    table.dice("5666 26")
    assert table.pieces("mountain-passes") == {}
    assert table.state.resources["sultanate"] == 10, "no plunder in the Mountain Passes"
    # four Mongols hit on 4, the 5 is charged to 4: two hits; Troop and Governor hit on 2: two hits
    table.dice("5661 22")
    assert table.pieces("punjab") == {}
    assert table.state.resources["sultanate"] == 10, "no plunder in Punjab"
    assert table.pieces("andhra") == {"troops": 5}, "no Troops are lost in Provinces"
    assert table.pieces("delhi") == {"troops": 2, "mongols": 2}
    # three dice in Delhi; two Mongols hit on 2, the 3 is charged to 2: one hit
    table.dice("663 66")
    assert table.pieces("delhi") == {"troops": 1, "mongols": 2}
    assert table.state.resources["sultanate"] == 8, "a Resource for each Mongol Invader that remains in Delhi"
    table.dice("666 16")
    assert table.pieces("delhi") == {"troops": 1, "mongols": 1}
    assert table.state.resources["sultanate"] == 7
    table.dice("666 16")
    assert table.pieces("delhi") == {"troops": 1}
    assert table.state.over
    assert table.state.resources["sultanate"] == 7
    assert table.pieces("andhra") == {"troops": 5}
    # 2 Troops and a Governor on the way, 2 Troops in Delhi; 5 Mongol Invaders; 3 Resources
    lines = table.state.story
    summed = [line for line in lines if line.kind in GAME.EXTRAS.prose.summed]
    assert {line.kind for line in summed} >= {"timur-attack", "timur-losses", "timur-plunder-resources"}
    left = [line for line in lines if line not in summed]
    assert len(left) < 9, "few lines, and no dice"
    assert next(line.words.read(GAME.name) for line in left if line.kind == "timur-over") == (
        "Timur's invasion is over. In 5 battles the Sultanate lost 4 Troops, 1 Governor and 3 Resources, "
        "and 5 Mongol Invaders fell. Still in Delhi: no Mongol Invaders."
    )


def test_2_6_three_dice_in_delhi_four_elsewhere() -> None:
    """2.6, 3.5.3: Mongol Invaders always roll only three dice in Delhi."""
    table = second_card("{mountain-passes: {troops: 1, mongols: 1}, delhi: {troops: 1}}")
    assert isinstance(table.due, Roll)
    assert table.due.dice == 4 + 2
    table.dice("6666 66").dice("6666 66")
    assert table.pieces("delhi") == {"troops": 2, "mongols": 1}
    assert isinstance(table.due, Roll)
    assert table.due.dice == 3 + 2


def test_2_6_both_sides_move_along_governors_included() -> None:
    """2.6: the remaining Units of both go to Punjab and on to Delhi; Structures stay (1.4.2)."""
    table = second_card(
        "{mountain-passes: {troops: 1, governors: 1, qasbahs: 1, mongols: 2}, punjab: {qasbahs: 1}}"
    )
    table.dice("6666 66").dice("6666 66")
    assert table.pieces("mountain-passes") == {"qasbahs": 1}
    assert table.pieces("punjab") == {"qasbahs": 1}
    assert table.pieces("delhi") == {"troops": 1, "governors": 1, "mongols": 2}


def test_2_6_sultanate_units_alone_move_along_without_a_fight() -> None:
    """2.6: with no Mongol Invader left the Units still move, and the sequence is over."""
    table = second_card("{mountain-passes: {troops: 2}, punjab: {troops: 3}, delhi: {troops: 1}}")
    assert table.pieces("delhi") == {"troops": 6}
    assert table.state.over


def test_2_6_an_undefended_delhi_is_not_plundered() -> None:
    """2.6, ruling: with no Sultanate Units in Delhi no attack, no loss of Resources; nobody goes home."""
    table = second_card("{mountain-passes: {mongols: 7}, delhi: {qasbahs: 1}}")
    assert table.pieces("delhi") == {"qasbahs": 1, "mongols": 7}
    assert table.state.resources["sultanate"] == 10
    assert table.state.over


def test_2_6_mongols_beyond_three_stay() -> None:
    """2.6, ruling: 3.5.3's way home for those beyond three is no part of it: five fight on in Delhi."""
    table = second_card("{delhi: {troops: 1, mongols: 5}}").dice("166 66")
    assert table.pieces("delhi") == {"mongols": 5}
    assert table.state.resources["sultanate"] == 5


def test_2_6_resources_do_not_fall_below_three() -> None:
    """2.6, 3.5.3: down to a minimum of 3; who has less keeps it."""
    assert (
        second_card("{delhi: {troops: 1, mongols: 5}}", resources=4)
        .dice("166 66")
        .state.resources["sultanate"]
        == 3
    )
    assert (
        second_card("{delhi: {troops: 1, mongols: 5}}", resources=2)
        .dice("166 66")
        .state.resources["sultanate"]
        == 2
    )


def test_2_6_the_sultanate_spends_cavalry_and_chooses_its_losses() -> None:
    """2.6, 1.10: the Sultanate decides as in any battle; the Mongols decide nothing."""
    table = second_card("{delhi: {troops: 1, governors: 1, mongols: 2}}", cavalry=1).dice("166 66")
    assert table.question.seat == "sultanate"
    table.answer("sultanate", "done")
    assert table.question.asks == "lose: hits=1-hits space=delhi"
    table.answer("sultanate", "1-troops")
    assert table.pieces("delhi") == {"governors": 1, "mongols": 2}
