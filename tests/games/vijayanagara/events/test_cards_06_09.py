"""The Durbar Deck, cards 6 to 9, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from rules.vijayanagara.sight import find_sight
from tests.games.vijayanagara.events.playing import is_eligible, is_over, played, resources
from tests.games.vijayanagara.table import GAME

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 6 The Thousand-Dinar Slave


def test_card_06_unshaded_a_sultanate_unit_goes_and_two_units_come() -> None:
    """6: the Sultanate loses a Unit, so the Qasbah stays. 2 Amirs of the Challenger and 2 Resources come."""
    table = played(6, B, "unshaded", "spaces: {andhra: {troops: 1, qasbahs: 1}}")
    assert table.question.legal == ["maharashtra", "andhra", "karnataka", "tamilakam"][1:]
    table.answer(B, "andhra")
    assert is_over(table)
    assert table.pieces("andhra") == {"qasbahs": 1, "obedient-amirs": 2}
    assert resources(table) == (12, 8, 7)
    assert is_eligible(table, B)


def test_card_06_unshaded_which_unit_is_the_executing_factions_choice() -> None:
    """6: the Sultanate itself executes it and chooses the Unit that it loses.

    V gets 2 Rajas and 2 Resources.
    """
    table = played(6, S, "unshaded", "spaces: {karnataka: {troops: 1, governors: 1}}")
    table.answer(S, f"{V} karnataka 1-troops-in-karnataka")
    assert table.pieces("karnataka") == {"governors": 1, "obedient-rajas": 2}
    assert resources(table) == (12, 6, 9)


def test_card_06_unshaded_control_comes_before_the_new_units() -> None:
    """6, 1.7, 1.4.5: without the Troop, V Controls Tamilakam, so the Rajas placed there are Rebelling."""
    position = "independent: [tamilakam]\nspaces: {tamilakam: {troops: 1, obedient-rajas: 1}}"
    table = played(6, V, "unshaded", position).answer(V, "tamilakam")
    assert table.state.status["tamilakam"] == V
    assert table.pieces("tamilakam") == {"rebelling-rajas": 3}


def test_card_06_unshaded_an_empty_province_may_be_chosen() -> None:
    """6: without a Sultanate Unit to remove, the rest is carried out."""
    table = played(6, V, "unshaded", "spaces: {}").answer(V, "tamilakam")
    assert is_over(table)
    assert table.pieces("tamilakam") == {"obedient-rajas": 2}
    assert resources(table) == (12, 6, 9)


KAFUR = (
    "spaces: {mountain-passes: {troops: 1}, karnataka: {obedient-amirs: 1, obedient-rajas: 2, temples: 1}}"
)


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_card_06_shaded_the_choice_names_the_number_of_pieces_that_leave(pieces: int) -> None:
    """6: 2 pieces leave if as many are there. The question and the story name the number that is true."""
    table = played(6, B, "shaded", KAFUR.replace("amirs: 1", f"amirs: {pieces}")).answer(B, "karnataka")
    table.answer(S, "yes delhi")
    there = min(pieces, 2)
    assert f" {there} of your " in table.prompt
    table.answer(B, "2")
    told = next(line.words.read(GAME.name) for line in table.lines() if line.kind == "choice")
    assert f" {there} of " in told
    assert table.pieces("karnataka").get("obedient-amirs", 0) == pieces - there


def test_card_06_shaded_each_rival_pays_or_loses_pieces() -> None:
    """6: Karnataka is five spaces from the Mountain Passes. The Bahmanis, who execute it, choose first."""
    table = played(6, B, "shaded", KAFUR)
    assert table.question.legal == ["andhra", "karnataka", "tamilakam"]
    table.answer(B, "karnataka")
    sight = find_sight(table.ask)
    assert sight is not None
    assert sight.around == ("karnataka", "mountain-passes")
    table.answer(S, "yes delhi")
    assert table.pieces("karnataka")["troops"] == 1
    assert table.question.seat == B
    table.answer(B, "1")
    assert resources(table) == (14, 4, 7)
    table.answer(V, "2 1-obedient-rajas-in-karnataka 1-temples-in-karnataka")
    assert is_over(table)
    assert resources(table) == (14, 4, 7)
    assert table.pieces("karnataka") == {"troops": 1, "obedient-amirs": 1, "obedient-rajas": 1}


def test_card_06_shaded_who_cannot_pay_loses_what_is_there() -> None:
    """6: with 1 Resource the Bahmanis can't pay 2, unless a trade (1.5.2) brings them.

    They lose their piece.
    """
    table = played(6, S, "shaded", f"resources: {{sultanate: 5, bahmani: 1, vijayanagara: 3}}\n{KAFUR}")
    table.answer(S, "karnataka yes delhi")
    table.answer(table.question.seat, table.question.legal[0]).answer(table.question.seat, "1")
    assert is_over(table)
    assert resources(table) == (7, 1, 1)
    assert table.pieces("karnataka") == {"troops": 1, "obedient-rajas": 2, "temples": 1}


def test_card_06_shaded_a_full_treasury_can_not_be_paid() -> None:
    """6, 1.8: 2 Resources do not fit in full on top of 23, so V must remove pieces."""
    position = "resources: {sultanate: 23, vijayanagara: 9}\nspaces: {karnataka: {troops: 1, temples: 1}}"
    table = played(6, B, "shaded", position).answer(B, "karnataka")
    assert is_over(table)
    assert resources(table) == (23, 0, 9)
    assert table.pieces("karnataka") == {"troops": 1}


def test_card_06_shaded_nobody_is_asked_without_a_sultanate_unit() -> None:
    """6: the Campaign is declined, and a Qasbah alone is no Unit, so nobody is asked."""
    spaces = "spaces: {delhi: {troops: 1}, andhra: {qasbahs: 1, obedient-rajas: 2}}"
    table = played(6, S, "shaded", spaces).answer(S, "andhra no")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)


def test_card_06_shaded_a_rival_without_a_piece_there_is_left_alone() -> None:
    """6: only V has a piece in Tamilakam, where the Sultanate already is."""
    table = played(6, B, "shaded", "spaces: {tamilakam: {troops: 1, obedient-rajas: 1}}")
    table.answer(B, "tamilakam")
    assert table.question.seat == V
    assert is_over(table.answer(V, "1"))
    assert resources(table) == (14, 6, 5)


# ---------------------------------------------------------------------- 7 Two Pandya Princes

MADURAI = "spaces: {tamilakam: {troops: 1, obedient-rajas: 1}}"


def test_card_07_unshaded_rebels_under_the_khaljis() -> None:
    """7: the Sultanate declines. 3 Rajas against 1 Troop Rebel for free, even under the Khaljis (2.7.1)."""
    table = played(7, V, "unshaded", f"dynasty: khalji\n{MADURAI}").answer(S, "2")
    assert table.pieces("tamilakam") == {"troops": 1, "obedient-rajas": 3}
    table.answer(V, "rebel")
    assert is_over(table)
    assert table.state.status["tamilakam"] == V
    assert table.pieces("tamilakam") == {"troops": 1, "rebelling-rajas": 3}
    assert resources(table) == (12, 6, 7)


def test_card_07_unshaded_bought_troops_prevent_the_majority() -> None:
    """7: 2 Resources buy 2 Troops, and 3 Rajas against 3 Troops can't Rebel."""
    table = played(7, V, "unshaded", MADURAI).answer(S, "1")
    assert is_over(table)
    assert resources(table) == (10, 6, 7)
    assert table.pieces("tamilakam") == {"troops": 3, "obedient-rajas": 3}
    assert table.state.status["tamilakam"] == "tributary"


def test_card_07_unshaded_a_poor_sultanate_is_not_asked_and_rebel_may_be_declined() -> None:
    """7: 1 Resource can't pay 2. The Bahmanis, whom the Sultanate names, need not Rebel."""
    table = played(7, S, "unshaded", "resources: {sultanate: 1}\nspaces: {}").answer(S, B)
    assert table.question.seat == B
    table.answer(B, "done")
    assert is_over(table)
    assert resources(table) == (1, 0, 0)
    assert table.pieces("tamilakam") == {"obedient-amirs": 2}


def test_card_07_unshaded_independent_tamilakam_can_not_rebel_again() -> None:
    """7, 3.4.3: Rebel needs a Tributary. Rajas placed where V Controls are Rebelling at once (1.4.6)."""
    table = played(7, V, "unshaded", "independent: [tamilakam]\nspaces: {tamilakam: {rebelling-rajas: 1}}")
    table.answer(S, "2")
    assert is_over(table)
    assert table.pieces("tamilakam") == {"rebelling-rajas": 3}


def test_card_07_shaded_vijayanagara_pays() -> None:
    """7: a Governor and 2 Troops come to Tamilakam, and V gives 2 Resources, whoever executes it."""
    table = played(7, B, "shaded", MADURAI).answer(V, "1")
    assert is_over(table)
    assert resources(table) == (14, 6, 5)
    assert table.pieces("tamilakam") == {"troops": 3, "governors": 1, "obedient-rajas": 1}


def test_card_07_shaded_or_removes_two_rajas_of_its_choice() -> None:
    """7: the Rajas go from Tamilakam and Karnataka. Andhra is not one of the Provinces."""
    spaces = "spaces: {tamilakam: {obedient-rajas: 2}, karnataka: {obedient-rajas: 3}, "
    spaces += "andhra: {obedient-rajas: 1}}"
    table = played(7, S, "shaded", spaces).answer(V, "2")
    assert "1-obedient-rajas-in-andhra" not in table.question.legal
    table.answer(V, "1-obedient-rajas-in-karnataka 1-obedient-rajas-in-tamilakam")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert table.pieces("karnataka") == {"obedient-rajas": 2}
    assert table.pieces("andhra") == {"obedient-rajas": 1}
    assert table.pieces("tamilakam") == {"troops": 2, "governors": 1, "obedient-rajas": 1}


@pytest.mark.parametrize("held", [{S: 12, V: 1}, {S: 23, V: 7}])
def test_card_07_shaded_two_resources_are_given_in_full_or_not_at_all(held: dict[str, int]) -> None:
    """7: V with 1 can't pay, and a Sultanate that can hold only 1 more (1.8) can't be paid.

    A Raja goes instead.
    """
    position = f"resources: {{sultanate: {held[S]}, vijayanagara: {held[V]}}}\n{MADURAI}"
    table = played(7, B, "shaded", position)
    if held[V] < 2:
        table.answer(V, "2")  # a trade (1.5.2) could still bring the price
    assert is_over(table)
    assert resources(table) == (held[S], 0, held[V])
    assert table.pieces("tamilakam") == {"troops": 3, "governors": 1}


# ---------------------------------------------------------------------- 8 Khusrau Khan's Summer


def test_card_08_unshaded_the_sultanate_picks_its_losses_then_one_province_rebels() -> None:
    """8: 3 Units go from places of its choice. The Bahmanis may Rebel for free under the Khaljis."""
    spaces = "spaces: {delhi: {troops: 2}, punjab: {governors: 1}, gujarat: {troops: 1, obedient-amirs: 1}, "
    spaces += "maharashtra: {obedient-amirs: 3}}"
    table = played(8, B, "unshaded", f"dynasty: khalji\n{spaces}")
    table.answer(S, "2-troops-in-delhi 1-troops-in-gujarat").answer(B, "rebel")
    assert table.question.legal == ["gujarat", "maharashtra"]
    table.answer(B, "maharashtra")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert table.state.status["maharashtra"] == B
    assert table.state.status["gujarat"] == "tributary"
    assert table.pieces("maharashtra") == {"rebelling-amirs": 3}
    assert table.pieces("punjab") == {"governors": 1}


def test_card_08_unshaded_two_units_are_all_it_can_lose() -> None:
    """8: both Units go. V, whom the Sultanate named, has no majority to Rebel. The Qasbah is no Unit."""
    spaces = "spaces: {delhi: {troops: 2, qasbahs: 1}, andhra: {obedient-rajas: 1, obedient-amirs: 1}}"
    table = played(8, S, "unshaded", spaces).answer(S, V)
    assert is_over(table)
    assert table.pieces("delhi") == {"qasbahs": 1}


def test_card_08_shaded_the_sultanate_gathers_in_delhi() -> None:
    """8: its Units move between Delhi and Punjab, each once. 7 Units in Delhi bring 5 Resources, the most."""
    table = played(8, B, "shaded", "spaces: {delhi: {troops: 4}, punjab: {troops: 2, governors: 1}}")
    table.answer(S, "2-troops-in-punjab")
    assert "6-troops-in-delhi" not in table.question.legal
    assert "4-troops-in-delhi" in table.question.legal
    table.answer(S, "1-governors-in-punjab done")
    assert is_over(table)
    assert resources(table) == (17, 6, 7)
    assert table.pieces("delhi") == {"troops": 6, "governors": 1}
    assert table.pieces("punjab") == {}


def test_card_08_shaded_none_need_move_and_troops_may_leave_delhi() -> None:
    """8: "any number" may be none. The Resources depend on the Units in Delhi afterwards."""
    spaces = "spaces: {delhi: {troops: 3, qasbahs: 1}, punjab: {troops: 1}}"
    assert resources(played(8, S, "shaded", spaces).answer(S, "done")) == (15, 6, 7)
    table = played(8, V, "shaded", spaces).answer(S, "3-troops-in-delhi done")
    assert resources(table) == (12, 6, 7)
    assert table.pieces("punjab") == {"troops": 4}


# ---------------------------------------------------------------------- 9 Delhi Is Still Far Off


def test_card_09_unshaded_troops_sent_east_and_the_sultanate_ineligible() -> None:
    """9: 2 go to Jaunpur, 1 to Bengal. The Sultanate Passed, but is Ineligible on the next card."""
    table = played(9, V, "unshaded", "spaces: {delhi: {troops: 4}}")
    table.answer(V, "2-troops-in-delhi jaunpur 1-troops-in-delhi bengal")
    assert is_over(table)
    assert resources(table) == (12, 6, 10)
    assert table.pieces("delhi") == {"troops": 1}
    assert table.pieces("jaunpur") == {"troops": 2}
    assert table.pieces("bengal") == {"troops": 1}
    assert [is_eligible(table, faction) for faction in (S, B, V)] == [False, True, False]


def test_card_09_unshaded_bars_the_sultanate_from_one_event_card_only() -> None:
    """9, 2.4: a Mongol Invasion in between doesn't count. After the next Event all are Eligible again."""
    table = played(9, V, "unshaded").answer(V, "done").draw("mongol", "mongol-bahmani")
    table.answer(B, "amass")
    assert not is_eligible(table, S)
    table.draw("event", "event-10").answer(B, "pass")
    assert is_over(table)
    assert [is_eligible(table, faction) for faction in (S, B, V)] == [True, True, True]


def test_card_09_unshaded_up_to_three_may_be_none() -> None:
    """9: the executing faction moves none, but the Sultanate is still barred."""
    table = played(9, B, "unshaded").answer(B, "done")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 4}
    assert resources(table) == (12, 9, 7)
    assert not is_eligible(table, S)


def test_card_09_unshaded_arriving_troops_take_control() -> None:
    """9, 1.7: 2 Troops outnumber the Amir that Controlled Bengal."""
    position = "independent: [bengal]\nspaces: {delhi: {troops: 2}, bengal: {rebelling-amirs: 1}}"
    table = played(9, S, "unshaded", position).answer(S, f"{V} 2-troops-in-delhi bengal")
    assert is_over(table)
    assert table.state.status["bengal"] == S
    assert resources(table) == (12, 6, 10)


def test_card_09_shaded_three_of_the_four_are_tributary() -> None:
    """9: 3 Resources come.

    The executing Bahmanis choose where the Governor goes, who then Controls Bengal.
    """
    table = played(9, B, "shaded", "independent: [bengal]\nspaces: {}").answer(B, "1-governors-in-bengal")
    assert is_over(table)
    assert resources(table) == (15, 6, 7)
    assert table.pieces("bengal") == {"governors": 1}
    assert table.state.status["bengal"] == S


def test_card_09_shaded_without_an_available_governor() -> None:
    """9: all five Governors are on the map. The Resources come, 24 at most."""
    table = played(9, S, "shaded", "resources: {sultanate: 22}\nspaces: {delhi: {governors: 5}}")
    assert is_over(table)
    assert resources(table) == (24, 0, 0)
