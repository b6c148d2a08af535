"""The Durbar Deck, cards 14 to 18, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from rules.words import read_said as read
from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources
from tests.games.vijayanagara.table import GAME

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 14 Brass for Silver


@pytest.mark.parametrize(("die", "lost"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_card_14_unshaded_the_die_decides(die: int, lost: int) -> None:
    """14: the Sultanate loses 2, 4 or 6 Resources, and the Challenger gains 3."""
    table = played(14, V, "unshaded").dice(str(die))
    assert is_over(table)
    assert resources(table) == (12 - lost, 6, 10)
    assert is_eligible(table, V)


def test_card_14_before_the_die_the_preview_has_the_text_of_the_side() -> None:
    """14: the preview shows the board before the die, so the text says what is sure."""
    table = played(14, V, "unshaded")
    text = table.state.deck.events[table.state.card or ""].text("unshaded")
    lines = GAME.EXTRAS.prose.forecast(table.state, V, table._live.pending)
    assert any(text in read(line, GAME.name) for line in lines)


def test_card_14_unshaded_no_more_than_there_is() -> None:
    """14, 1.8: the Sultanate has only 3 of 6 Resources. The Bahmanis, whom it names, hold 24 at most."""
    table = played(14, S, "unshaded", "resources: {sultanate: 3, bahmani: 23}").answer(S, B).dice("5")
    assert is_over(table)
    assert resources(table) == (0, 24, 0)


def test_card_14_unshaded_an_empty_treasury_needs_no_die() -> None:
    """14: there is nothing to lose, so no die is rolled. The Challenger gains."""
    table = played(14, B, "unshaded", "resources: {bahmani: 6}")
    assert is_over(table)
    assert resources(table) == (0, 9, 0)


@pytest.mark.parametrize(("before", "after"), [((12, 6, 7), (17, 7, 8)), ((20, 0, 24), (24, 1, 24))])
def test_card_14_shaded_five_and_one_and_one(
    before: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    """14, 1.8: each may hold 24 at most."""
    held = f"resources: {{sultanate: {before[0]}, bahmani: {before[1]}, vijayanagara: {before[2]}}}"
    assert resources(played(14, S, "shaded", held)) == after


# ---------------------------------------------------------------------- 15 Lost in Qarachil


def test_card_15_unshaded_troops_lost_in_the_hills() -> None:
    """15: the Sultanate chooses. 3 Mongol Invaders come, and the Challenger gains 3."""
    table = played(15, V, "unshaded").answer(S, "2-troops-in-punjab 1-troops-in-mountain-passes")
    assert is_over(table)
    assert resources(table) == (12, 6, 10)
    assert table.pieces("mountain-passes") == {"troops": 1, "mongols": 3}
    assert table.pieces("punjab") == {"troops": 2}
    assert is_eligible(table, V)


def test_card_15_unshaded_the_pass_overflows() -> None:
    """15, 3.5.1: 3 and 3 are two too many. A Governor is no Troop, so none is removed."""
    spaces = "spaces: {mountain-passes: {governors: 1, mongols: 3}, punjab: {mongols: 4}}"
    table = played(15, B, "unshaded", spaces)
    assert is_over(table)
    assert table.pieces("mountain-passes") == {"governors": 1, "mongols": 4}
    assert table.pieces("punjab") == {"mongols": 4}
    assert table.pieces("delhi") == {"mongols": 2}


def test_card_15_unshaded_one_available_mongol() -> None:
    """15: only one of the 12 Mongol Invaders is Available. The Sultanate named the Bahmanis."""
    spaces = "spaces: {delhi: {mongols: 11, troops: 3}, punjab: {troops: 2}}"
    table = played(15, S, "unshaded", spaces).answer(S, B)
    assert is_over(table)
    assert resources(table) == (12, 9, 7)
    assert table.pieces("punjab") == {}
    assert table.pieces("mountain-passes") == {"mongols": 1}
    assert table.pieces("delhi") == {"mongols": 11, "troops": 3}


def test_card_15_shaded_no_mongol_on_the_map() -> None:
    """15: the Sultanate gains 4 Resources, and nothing else happens."""
    table = played(15, V, "shaded")
    assert is_over(table)
    assert resources(table) == (16, 6, 7)
    assert cavalry(table) == (2, 0, 0)


def test_card_15_shaded_march_and_attack_free() -> None:
    """15, 2.6.3: V executes, and the Sultanate acts. Troops that Marched may Attack, and nothing is paid."""
    position = "cavalry: {}\nspaces: {delhi: {troops: 4}, punjab: {mongols: 2}}"
    table = played(15, V, "shaded", position)
    assert cavalry(table) == (1, 0, 0)
    table.answer(S, "march 4-troops attack").dice("1166 66").answer(S, "done")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert table.pieces("punjab") == {"troops": 4}
    assert table.pieces("delhi") == {}


def test_card_15_shaded_into_all_three_and_one_attack() -> None:
    """15: the March may fill all three spaces, from Malwa too. There is only one Attack."""
    spaces = "spaces: {malwa: {troops: 1}, delhi: {troops: 1}, punjab: {troops: 2, mongols: 1}, "
    table = played(15, S, "shaded", f"cavalry: {{}}\n{spaces}mountain-passes: {{mongols: 1}}}}")
    table.answer(S, "march delhi malwa done mountain-passes 1-troops punjab attack punjab")
    table.dice("1666 66").answer(S, "done")
    assert is_over(table)
    assert table.pieces("malwa") == {}
    assert table.pieces("delhi") == {"troops": 1}
    assert table.pieces("punjab") == {"troops": 2}
    assert table.pieces("mountain-passes") == {"troops": 1, "mongols": 1}


def test_card_15_shaded_both_commands_may_be_declined() -> None:
    """15: the Cavalry is still gained. With an empty pool the Sultanate takes it from a rival (1.10)."""
    position = "cavalry: {bahmani: 4, vijayanagara: 6}\nspaces: {punjab: {troops: 1, mongols: 1}}"
    table = played(15, B, "shaded", position).answer(S, V)
    assert cavalry(table) == (1, 4, 5)
    assert is_over(table.answer(S, "done done"))
    assert table.pieces("punjab") == {"troops": 1, "mongols": 1}


# ---------------------------------------------------------------------- 16 A Qadi from Tangier


def test_card_16_unshaded_the_sultanate_marches() -> None:
    """16: it Marches into two spaces, for free. A rival that it names gains 1 Resource. It Stays Eligible."""
    table = played(16, S, "unshaded", "spaces: {delhi: {troops: 6}}").answer(S, V)
    assert "migrate" not in table.question.legal
    table.answer(S, "march punjab 2-troops malwa 3-troops")
    assert is_over(table)
    assert resources(table) == (12, 6, 8)
    assert is_eligible(table, S)
    assert [table.pieces(sp) for sp in ("delhi", "punjab", "malwa")] == [{"troops": n} for n in (1, 2, 3)]


def test_card_16_unshaded_a_rival_migrates_and_pays_for_the_shift_alone() -> None:
    """16, 3.1.3: two destinations are free.

    1 Resource shifts Influence where V has a piece, and 1 comes back at the end.
    """
    spaces = "spaces: {maharashtra: {obedient-amirs: 5}, karnataka: {obedient-rajas: 1}}"
    table = played(16, B, "unshaded", f"influence: {{vijayanagara: 1}}\n{spaces}")
    table.answer(B, "migrate karnataka 3-obedient-amirs shift").answer(V, "2-available")
    table.answer(B, "gujarat 2-obedient-amirs")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert table.state.influence == {B: 1, V: 0}
    assert table.pieces("karnataka") == {"obedient-rajas": 1, "obedient-amirs": 3}
    assert table.pieces("gujarat") == {"obedient-amirs": 2}


def test_card_16_unshaded_a_penniless_rival_migrates_too() -> None:
    """16: nothing is paid, and no shift can be bought, because the Resource comes last.

    One destination is enough.
    """
    spaces = "spaces: {karnataka: {obedient-rajas: 2}, tamilakam: {obedient-amirs: 1}}"
    table = played(16, V, "unshaded", f"resources: {{}}\n{spaces}")
    table.answer(V, "migrate tamilakam 2-obedient-rajas")
    assert is_over(table)
    assert table.pieces("tamilakam") == {"obedient-amirs": 1, "obedient-rajas": 2}
    assert resources(table) == (0, 0, 1)


def test_card_16_unshaded_may_be_declined() -> None:
    """16: the granted Command may be declined. The Resource still comes, and the Sultanate Stays Eligible."""
    table = played(16, B, "unshaded").answer(B, "done")
    assert is_over(table)
    assert resources(table) == (12, 7, 7)
    assert is_eligible(table, B)


def test_card_16_shaded_govern_in_two_spaces() -> None:
    """16: V executes, and the Sultanate Governs for free: a new Governor, and two Obedient Amirs removed."""
    spaces = "spaces: {malwa: {governors: 1, obedient-amirs: 2}}"
    table = played(16, V, "shaded", spaces).answer(S, "govern malwa remove 2-obedient-amirs done sindh")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert is_eligible(table, V)
    assert table.pieces("malwa") == {"governors": 1}
    assert table.pieces("sindh") == {"governors": 1}


def test_card_16_shaded_not_where_a_rival_controls() -> None:
    """16, 3.2.3: the granted Command is only legal in its usual places."""
    position = "independent: [sindh, orissa]\nspaces: {sindh: {rebelling-amirs: 1}, orissa: {governors: 1}}"
    table = played(16, S, "shaded", position).answer(S, "govern")
    assert "sindh" in table.question.barred
    assert "orissa" in table.question.legal


# ---------------------------------------------------------------------- 17 Famine in the Doab


def test_card_17_unshaded_province_by_province() -> None:
    """17: the Sultanate empties the Rajput Kingdoms.

    Malwa's one Troop is too few, so it gives 1 Resource there; for Jaunpur it also gives 1. Punjab is no
    Province.
    """
    spaces = "spaces: {rajput-kingdoms: {troops: 2}, malwa: {troops: 1}, jaunpur: {troops: 3}, "
    spaces += "punjab: {troops: 4}}"
    table = played(17, B, "unshaded", spaces)
    assert table.question.seat == S
    table.answer(S, "1").answer(S, "2")
    assert is_over(table)
    assert resources(table) == (10, 8, 7)
    assert is_eligible(table, B)
    assert table.pieces("rajput-kingdoms") == {}
    assert table.pieces("malwa") == {"troops": 1}
    assert table.pieces("jaunpur") == {"troops": 3}
    assert table.pieces("punjab") == {"troops": 4}


def test_card_17_unshaded_the_sultanate_picks_the_two_units() -> None:
    """17: it picks from the three Units in Jaunpur. The Qasbah is no Unit."""
    spaces = "spaces: {jaunpur: {troops: 2, governors: 1, qasbahs: 1}}"
    table = played(17, V, "unshaded", spaces).answer(S, "1 1-governors-in-jaunpur")
    assert is_over(table)
    assert table.pieces("jaunpur") == {"troops": 1, "qasbahs": 1}
    assert resources(table) == (10, 6, 9)


def test_card_17_unshaded_the_question_names_the_province() -> None:
    """17: the question comes once for each Province, so it names the Province."""
    table = played(17, B, "unshaded", "spaces: {rajput-kingdoms: {troops: 2}, jaunpur: {governors: 2}}")
    assert "=rajput-kingdoms" in table.question.asks
    assert GAME.name("bahmani-in-short") in table.prompt
    assert "=jaunpur" in table.answer(S, "1").question.asks


def test_card_17_unshaded_removing_units_loses_control() -> None:
    """17, 1.7: in Independent Malwa the Governor and the Troops go.

    The Raja there takes Control and Rebels.
    """
    position = "independent: [malwa]\nspaces: {malwa: {troops: 1, governors: 1, obedient-rajas: 1}}"
    table = played(17, S, "unshaded", position).answer(S, V).answer(S, "1")
    assert is_over(table)
    assert table.state.status["malwa"] == V
    assert table.pieces("malwa") == {"rebelling-rajas": 1}
    assert resources(table) == (10, 6, 9)


def test_card_17_unshaded_neither_units_nor_resources() -> None:
    """17: there is nothing to remove or give."""
    table = played(17, V, "unshaded", "resources: {vijayanagara: 3}\nspaces: {malwa: {troops: 1}}")
    assert is_over(table)
    assert resources(table) == (0, 0, 3)
    assert "nothing" in table.story()


def test_card_17_shaded_rich_tributaries_pay_and_each_rival_chooses() -> None:
    """17: four of the five rich Provinces are Tributary. The Bahmanis pay, Vijayanagara removes a Raja."""
    spaces = (
        "spaces: {gujarat: {obedient-amirs: 1}, karnataka: {obedient-rajas: 1}, andhra: {obedient-rajas: 1}, "
    )
    table = played(17, S, "shaded", f"independent: [maharashtra]\n{spaces}orissa: {{obedient-rajas: 1}}}}")
    assert resources(table) == (16, 6, 7)
    assert table.question.seat == B
    table.answer(B, "1")
    assert resources(table) == (16, 5, 7)
    table.answer(V, "2")
    assert "1-obedient-rajas-in-orissa" not in table.question.legal
    table.answer(V, "1-obedient-rajas-in-andhra")
    assert is_over(table)
    assert resources(table) == (16, 5, 7)
    assert table.pieces("andhra") == {}
    assert table.pieces("karnataka") == {"obedient-rajas": 1}


def test_card_17_shaded_who_can_not_pay_removes() -> None:
    """17, 1.7: V has no Resource, and loses its only Raja and Karnataka. The Bahmanis have neither."""
    position = (
        "resources: {sultanate: 21}\nindependent: [karnataka]\nspaces: {karnataka: {rebelling-rajas: 1}}"
    )
    table = played(17, B, "shaded", position)
    assert table.question.seat == V, "a trade (1.5.2) could still bring the price"
    table.answer(V, "2")
    assert is_over(table)
    assert resources(table) == (24, 0, 0)
    assert table.pieces("karnataka") == {}
    assert table.state.status["karnataka"] == "uncontrolled"


# ---------------------------------------------------------------------- 18 Ballala before Madurai


def test_card_18_unshaded_two_rajas_then_a_command_there() -> None:
    """18: Vijayanagara chooses the Provinces, whoever executes.

    It gains 2 Cavalry and 3 Resources, may attack in one of these Provinces, rises by 1, and is Eligible.
    """
    table = played(18, B, "unshaded", "spaces: {andhra: {troops: 1, qasbahs: 1}}")
    assert table.question.seat == V
    assert table.question.legal == [
        f"{n}-obedient-rajas-in-{sp}" for sp in ("andhra", "karnataka", "tamilakam") for n in (2, 1)
    ]
    table.answer(V, "1-obedient-rajas-in-andhra 1-obedient-rajas-in-tamilakam attack").dice("1666 66").answer(
        V, "done"
    )
    assert (resources(table), cavalry(table)) == ((12, 6, 10), (2, 0, 2))
    assert (table.question.seat, table.state.influence[V]) == (S, 0)
    table.answer(S, "done 1-qasbahs")
    assert is_over(table)
    assert table.state.influence == {B: 0, V: 1}
    assert table.pieces("andhra") == {"troops": 1, "obedient-rajas": 1}
    assert table.pieces("tamilakam") == {"obedient-rajas": 1}
    assert is_eligible(table, V)
    assert not is_eligible(table, B)


def test_card_18_unshaded_the_last_available_raja() -> None:
    """18, 1.4.6, 1.9: only one Raja is in the box, for one Province of Vijayanagara's choice.

    Its Influence rises last, and frees two more.
    """
    table = played(18, S, "unshaded", "spaces: {orissa: {obedient-rajas: 13}}")
    table.answer(V, "1-obedient-rajas-in-karnataka done")
    assert is_over(table)
    assert table.pieces("karnataka") == {"obedient-rajas": 1}
    assert table.pieces("andhra") == table.pieces("tamilakam") == {}
    assert (table.state.influence[V], table.state.box["rajas"]) == (1, 2)


def test_card_18_unshaded_beating_the_bahmanis_shifts_influence() -> None:
    """18, 3.4.4: the free Attack is a normal battle between rivals.

    So it shifts Influence in addition to the card's own step.
    """
    position = "influence: {bahmani: 1}\ncavalry: {}\nspaces: {karnataka: {obedient-amirs: 1}}"
    table = played(18, V, "unshaded", position)
    table.answer(V, "1-obedient-rajas-in-karnataka 1-obedient-rajas-in-andhra attack").dice("1566 66").answer(
        V, "done"
    )
    assert is_over(table)
    assert table.state.influence == {B: 0, V: 2}
    assert table.pieces("karnataka") == {"obedient-rajas": 1}


def test_card_18_unshaded_one_attack_only() -> None:
    """18: the Attack is in one of the Provinces around the City."""
    position = "cavalry: {}\nspaces: {andhra: {troops: 1}, karnataka: {troops: 1}, tamilakam: {}}"
    table = played(18, V, "unshaded", position)
    table.answer(V, "1-obedient-rajas-in-andhra 1-obedient-rajas-in-karnataka attack andhra")
    table.dice("1666 66").answer(V, "done")
    assert is_over(table)
    assert table.pieces("andhra") == {"obedient-rajas": 1}
    assert table.pieces("karnataka") == {"troops": 1, "obedient-rajas": 1}


def test_card_18_unshaded_the_attack_may_be_declined() -> None:
    """18, 1.9: "may attack". A shift off the end of the track is ignored."""
    table = played(18, V, "unshaded", "influence: {vijayanagara: 4}\nspaces: {andhra: {troops: 1}}")
    table.answer(V, "1-obedient-rajas-in-andhra 1-obedient-rajas-in-tamilakam done")
    assert is_over(table)
    assert table.pieces("andhra") == {"troops": 1, "obedient-rajas": 1}
    assert table.state.influence[V] == 4


def test_card_18_shaded_a_unit_replaced_and_an_amir_more() -> None:
    """18: the executing faction picks the Unit.

    Without a Raja to remove, Vijayanagara must lower its Influence (2.3.4).
    """
    spaces = "spaces: {tamilakam: {troops: 1, governors: 1, qasbahs: 1}}"
    table = played(18, B, "shaded", f"influence: {{vijayanagara: 2}}\n{spaces}")
    table.answer(B, "1-governors-in-tamilakam")
    assert is_over(table)
    assert table.state.influence[V] == 1
    assert table.pieces("tamilakam") == {"troops": 1, "qasbahs": 1, "obedient-amirs": 2}
    assert table.state.box["rajas"] == 22 - 2 * 3


def test_card_18_shaded_influence_falls_below_an_emptied_slot() -> None:
    """18, 1.9: the two Rajas that go back onto the track come from the map. Karnataka is lost with them."""
    position = (
        "influence: {vijayanagara: 1}\nindependent: [karnataka]\nspaces: {andhra: {obedient-rajas: 10}, "
    )
    table = played(18, S, "shaded", position + "karnataka: {rebelling-rajas: 3, troops: 1}}").answer(V, "1")
    assert table.question.seat == V
    assert "2-available" in table.question.legal
    table.answer(V, "2-rebelling-rajas-in-karnataka")
    assert is_over(table)
    assert table.state.influence[V] == 0
    assert table.state.status["karnataka"] == "uncontrolled"
    assert table.state.box["rajas"] == 3
    assert table.pieces("tamilakam") == {"obedient-amirs": 1}


def test_card_18_shaded_or_two_rajas() -> None:
    """18: at Influence 0 V has no other choice. With only one Raja in the two Provinces, one goes."""
    table = played(18, V, "shaded", "spaces: {karnataka: {obedient-rajas: 1}, andhra: {obedient-rajas: 2}}")
    assert is_over(table)
    assert table.pieces("karnataka") == {}
    assert table.pieces("andhra") == {"obedient-rajas": 2}
    chosen = played(18, B, "shaded", "influence: {vijayanagara: 3}").answer(
        V, "2 2-obedient-rajas-in-karnataka"
    )
    assert is_over(chosen)
    assert chosen.state.influence[V] == 3
    assert chosen.pieces("karnataka") == {"obedient-rajas": 1}


def test_card_18_shaded_without_available_amirs_the_unit_only_goes() -> None:
    """18, 1.4.6: "replace" then only removes. The second Amir replaces nobody, so it does not come."""
    spaces = "spaces: {tamilakam: {troops: 1}, maharashtra: {obedient-amirs: 14}}"
    table = played(18, S, "shaded", spaces)
    assert is_over(table)
    assert table.pieces("tamilakam") == {}
