"""The Durbar Deck, cards 23 to 27, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources
from tests.games.vijayanagara.table import Table

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 23 Festival at Sringeri


def test_card_23_unshaded_a_temple_and_a_rally_there() -> None:
    """23: with or next to a Raja, and without a Temple; Rally: one Raja, and one for the Temple, free
    (3.4.1)."""
    spaces = (
        "{karnataka: {obedient-rajas: 1, temples: 1}, andhra: {obedient-rajas: 1}, tamilakam: {troops: 1}}"
    )
    table = played(23, V, "unshaded", f"spaces: {spaces}")
    assert table.question.legal == ["andhra", "tamilakam"]
    assert is_over(table.answer(V, "andhra rally"))
    assert table.pieces("andhra") == {"obedient-rajas": 3, "temples": 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 7), (2, 0, 1))


def test_card_23_unshaded_the_executor_chooses_where() -> None:
    """23: the Sultanate chooses; in Controlled Karnataka the Rally is worth four Rebelling Rajas."""
    table = played(23, S, "unshaded", "{independent: [karnataka], spaces: {karnataka: {rebelling-rajas: 1}}}")
    assert is_over(table.answer(S, "karnataka").answer(V, "rally"))
    assert table.pieces("karnataka") == {"rebelling-rajas": 5, "temples": 1}


def test_card_23_unshaded_the_temple_itself_lets_them_rally() -> None:
    """23: only next to a Raja, whose own Province is not around the City: the Temple is the piece that
    Rally asks for."""
    table = played(23, V, "unshaded", "spaces: {orissa: {obedient-rajas: 1}}").answer(V, "rally")
    assert is_over(table)
    assert table.pieces("andhra") == {"obedient-rajas": 2, "temples": 1}


def test_card_23_unshaded_no_temple_available() -> None:
    """23: all five Temples stand: the Rally remains, and may be declined."""
    others = ("orissa", "gondwana", "bengal", "tamilakam", "andhra")
    spaces = ", ".join(f"{space}: {{temples: 1}}" for space in others)
    table = played(23, V, "unshaded", f"spaces: {{{spaces}, karnataka: {{obedient-rajas: 1}}}}")
    assert is_over(table.answer(V, "done"))
    assert table.pieces("karnataka") == {"obedient-rajas": 1}


def test_card_23_unshaded_no_raja_near() -> None:
    """23: nowhere to build."""
    table = played(23, V, "unshaded", "spaces: {bengal: {obedient-rajas: 1}}")
    assert is_over(table)
    assert "Nothing happens: no part of it can be carried out." in table.story()


PURSE = "{karnataka: {obedient-rajas: 2}, tamilakam: {rebelling-rajas: 1}, orissa: {obedient-rajas: 1}}"


def test_card_23_shaded_vijayanagara_pays() -> None:
    """23: the Governor comes, 3 Resources keep the Raja."""
    table = played(23, S, "shaded", f"spaces: {PURSE}").answer(V, "1")
    assert is_over(table)
    assert resources(table) == (15, 6, 4)
    assert table.pieces("karnataka") == {"governors": 1, "obedient-rajas": 2}


def test_card_23_shaded_the_sultanate_takes_a_raja_nearby() -> None:
    """23: in or next to Karnataka, which Orissa is not; the Sultanate chooses though the Bahmanis execute."""
    table = played(23, B, "shaded", f"spaces: {PURSE}").answer(V, "2")
    assert table.question.legal == ["1-obedient-rajas-in-karnataka", "1-rebelling-rajas-in-tamilakam"]
    assert is_over(table.answer(S, "1-rebelling-rajas-in-tamilakam"))
    assert table.pieces("tamilakam") == {"troops": 1}
    assert resources(table) == (12, 6, 7)


@pytest.mark.parametrize("held", ["{sultanate: 22, vijayanagara: 7}", "{sultanate: 5, vijayanagara: 2}"])
def test_card_23_shaded_a_price_is_paid_in_full_or_not_at_all(held: str) -> None:
    """23, 1.8: not by who has less, nor to who could not hold it: the Raja goes."""
    table = played(23, S, "shaded", f"{{resources: {held}, spaces: {{karnataka: {{obedient-rajas: 1}}}}}}")
    assert is_over(table)
    assert table.pieces("karnataka") == {"troops": 1, "governors": 1}
    assert f"{{sultanate: {resources(table)[0]}, vijayanagara: {resources(table)[2]}}}" == held


# ---------------------------------------------------------------------- 24 Ismail Mukh Steps Aside


def test_card_24_unshaded_a_free_limited_command() -> None:
    """24: free, in one space, by the Khaljis' law; then Eligible though not Stay Eligible."""
    spaces = "{maharashtra: {obedient-amirs: 2}, gujarat: {obedient-amirs: 1}}"
    table = played(24, B, "unshaded", f"{{resources: {{}}, spaces: {spaces}}}")
    assert table.question.barred["rebel"].startswith("2.7.1")
    assert is_over(table.answer(B, "rally maharashtra"))
    assert table.pieces("maharashtra") == {"obedient-amirs": 4}
    assert table.pieces("gujarat") == {"obedient-amirs": 1}
    assert resources(table) == (0, 0, 0)
    assert is_eligible(table, B)


def test_card_24_unshaded_the_bahmanis_stay_eligible_whatever_they_do_on_this_card() -> None:
    """24: the Sultanate executes, the Bahmanis decline, then take the other fork: Eligible still."""
    table = Table(
        "{card: event-24, places: {vijayanagara: pass}, spaces: {maharashtra: {obedient-amirs: 2}}}"
    )
    table.answer(S, "event unshaded").answer(B, "done")
    table.answer(B, "decree trade rally maharashtra")
    assert is_over(table)
    assert is_eligible(table, B)
    assert not is_eligible(table, S)


def test_card_24_shaded_influence_falls_below_an_emptied_slot() -> None:
    """24, 1.9: no Amir is Available, so two come from the map; Gondwana falls to the Sultanate, who then
    gains its 2 Cavalry."""
    table = played(
        24,
        S,
        "shaded",
        """
        influence: {bahmani: 2}
        independent: [gondwana]
        spaces: {gondwana: {rebelling-amirs: 2, troops: 1}, maharashtra: {obedient-amirs: 14}}
        """,
    )
    table.answer(B, "1 2-rebelling-amirs-in-gondwana")
    assert is_over(table)
    assert table.state.influence[B] == 1
    assert table.state.status["gondwana"] == S
    assert cavalry(table) == (4, 0, 0)


def test_card_24_shaded_or_two_amirs() -> None:
    """24: the Bahmanis choose which; Vijayanagara, who executes, takes the Cavalry: one from the pool,
    one from a faction of its choice (1.10)."""
    table = played(
        24,
        V,
        "shaded",
        """
        influence: {bahmani: 1}
        cavalry: {sultanate: 5, bahmani: 4}
        spaces: {gujarat: {obedient-amirs: 1}, andhra: {obedient-amirs: 2}}
        """,
    )
    table.answer(B, "2 2-obedient-amirs-in-andhra").answer(V, "bahmani")
    assert is_over(table)
    assert table.pieces("andhra") == {}
    assert table.pieces("gujarat") == {"obedient-amirs": 1}
    assert cavalry(table) == (5, 3, 2)
    assert table.state.influence[B] == 1


def test_card_24_shaded_at_influence_0_as_many_amirs_as_there_are() -> None:
    """24: what can't be lowered is no choice; the last Amir goes unasked."""
    table = played(24, S, "shaded", "spaces: {gujarat: {obedient-amirs: 1}}")
    assert is_over(table)
    assert table.pieces("gujarat") == {}
    assert cavalry(table) == (4, 0, 0)


# ---------------------------------------------------------------------- 25 Waters of Thatta

THATTA = "spaces: {sindh: {troops: 1}, punjab: {troops: 4}, gujarat: {troops: 1}, malwa: {troops: 3}}"


def test_card_25_unshaded_on_a_five_sindh_is_independent() -> None:
    """25: the Sultanate removes 2 Troops in or next to Sindh (not in Malwa); the Amirs then rule Sindh."""
    table = played(25, B, "unshaded", THATTA)
    assert table.question.seat == S
    assert not any("malwa" in key for key in table.question.legal)
    table.answer(S, "2-troops-in-punjab").dice("5")
    assert is_over(table)
    assert table.pieces("punjab") == {"troops": 2}
    assert table.pieces("sindh") == {"troops": 1, "rebelling-amirs": 2}
    assert table.state.status["sindh"] == B
    assert is_eligible(table, B)


def test_card_25_unshaded_on_a_four_it_is_not() -> None:
    """25: and the Challenger may be named by the Sultanate."""
    table = (
        played(25, S, "unshaded", THATTA).answer(S, f"{V} 1-troops-in-sindh 1-troops-in-gujarat").dice("4")
    )
    assert is_over(table)
    assert table.pieces("sindh") == {"obedient-rajas": 2}
    assert table.state.status["sindh"] == "tributary"


def test_card_25_unshaded_independent_already_no_die() -> None:
    """25: a step that can do nothing is passed over, the die as well."""
    table = played(25, V, "unshaded", "{independent: [sindh], spaces: {}}")
    assert is_over(table)
    assert table.pieces("sindh") == {"rebelling-rajas": 2}


@pytest.mark.parametrize(
    ("independent", "tokens"), [("", 4), ("gujarat", 3), ("sindh", 3), ("sindh, gujarat", 2)]
)
def test_card_25_shaded_cavalry_and_troops_of_the_sultanate(independent: str, tokens: int) -> None:
    """25: 1 Cavalry for each that is Tributary, then 2 Troops in one of the two: the Sultanate places,
    whoever executes."""
    table = played(25, B, "shaded", f"{{independent: [{independent}], spaces: {{}}}}")
    assert table.question.seat == S
    assert table.question.legal == ["sindh", "gujarat"]
    assert is_over(table.answer(S, "gujarat"))
    assert table.pieces("gujarat") == {"troops": 2}
    assert table.pieces("sindh") == {}
    assert cavalry(table) == (tokens, 0, 0)


def test_card_25_shaded_one_troop_left() -> None:
    """25: as many as possible."""
    table = played(25, S, "shaded", "spaces: {delhi: {troops: 31}}").answer(S, "sindh")
    assert is_over(table)
    assert table.pieces("sindh") == {"troops": 1}


# ---------------------------------------------------------------------- 26 Canals of Firuz Shah


def test_card_26_unshaded_a_governor_in_a_province() -> None:
    """26: Punjab is no Province, so the one in Malwa goes, and 1 Resource with him."""
    table = played(26, B, "unshaded", "spaces: {malwa: {governors: 1}, punjab: {governors: 1}}")
    assert is_over(table)
    assert table.pieces("malwa") == {"obedient-amirs": 1}
    assert table.pieces("punjab") == {"governors": 1}
    assert resources(table) == (11, 7, 7)


def test_card_26_unshaded_the_executor_chooses_which() -> None:
    """26: the Sultanate names Vijayanagara and chooses among its Governors; in Independent Orissa the
    Raja rules at once."""
    table = played(
        26, S, "unshaded", "{independent: [orissa], spaces: {malwa: {governors: 1}, orissa: {governors: 1}}}"
    )
    assert is_over(table.answer(S, f"{V} 1-governors-in-orissa"))
    assert table.pieces("orissa") == {"rebelling-rajas": 1}
    assert resources(table) == (11, 6, 8)


@pytest.mark.parametrize(
    ("held", "then"),
    [((12, 6), (9, 9)), ((2, 6), (0, 8)), ((5, 23), (4, 24))],
)
def test_card_26_unshaded_no_governor_in_a_province(held: tuple[int, int], then: tuple[int, int]) -> None:
    """26: 3 Resources, as many as the Sultanate has and the Challenger can hold."""
    table = played(
        26,
        B,
        "unshaded",
        f"{{resources: {{sultanate: {held[0]}, bahmani: {held[1]}}}, spaces: {{delhi: {{governors: 1}}}}}}",
    )
    assert is_over(table)
    assert resources(table)[:2] == then
    assert table.pieces("delhi") == {"governors": 1}


def test_card_26_shaded_two_tributaries_next_to_delhi() -> None:
    """26: a Resource and a Troop for each, there or in Delhi: the Sultanate picks and places, though
    Vijayanagara executes; Independent Malwa is out."""
    table = played(26, V, "shaded", "{independent: [malwa], spaces: {}}")
    assert table.question.seat == S
    assert table.question.legal == ["rajput-kingdoms", "jaunpur"]
    table.answer(S, "jaunpur 1-troops-in-jaunpur")
    assert is_over(table.answer(S, "1-troops-in-delhi"))
    assert resources(table) == (14, 6, 7)
    assert table.pieces("jaunpur") == table.pieces("delhi") == {"troops": 1}
    assert table.pieces("rajput-kingdoms") == {}
    assert is_eligible(table, V)


def test_card_26_shaded_at_24_resources_the_troops_come_still() -> None:
    """26, 1.8: two of the three, and 24 Resources are the top."""
    table = played(26, S, "shaded", "{resources: {sultanate: 23}, spaces: {}}")
    table.answer(S, "malwa 1-troops-in-delhi jaunpur 1-troops-in-delhi")
    assert is_over(table)
    assert resources(table)[0] == 24
    assert table.pieces("delhi") == {"troops": 2}


def test_card_26_shaded_no_tributary_next_to_delhi() -> None:
    """26: nothing to do."""
    table = played(26, S, "shaded", "{independent: [malwa, jaunpur, rajput-kingdoms], spaces: {}}")
    assert is_over(table)
    assert "Nothing happens: no part of it can be carried out." in table.story()


# ---------------------------------------------------------------------- 27 Elephants of Jajnagar


def test_card_27_unshaded_cavalry_and_two_units() -> None:
    """27: named by the Sultanate; in Tributary Orissa the Rajas are Obedient. Only one is Available."""
    table = played(27, S, "unshaded", "spaces: {karnataka: {obedient-rajas: 13}}").answer(S, V)
    assert is_over(table)
    assert table.pieces("orissa") == {"obedient-rajas": 1}
    assert cavalry(table) == (2, 0, 1)
    assert is_eligible(table, S)


def test_card_27_unshaded_the_cavalry_pool_is_empty() -> None:
    """27, 1.10: the token comes from a faction of the Challenger's choice."""
    table = played(27, B, "unshaded", "{cavalry: {sultanate: 6, vijayanagara: 4}, spaces: {}}")
    assert table.question.legal == [S, V, "nobody"]
    assert is_over(table.answer(B, V))
    assert cavalry(table) == (6, 1, 3)
    assert table.pieces("orissa") == {"obedient-amirs": 2}


def test_card_27_shaded_tributary_orissa() -> None:
    """27: 2 Cavalry."""
    table = played(27, S, "shaded", "spaces: {delhi: {troops: 2}}")
    assert is_over(table)
    assert cavalry(table) == (4, 0, 0)
    assert table.pieces("delhi") == {"troops": 2}


JAJNAGAR = "{independent: [orissa], spaces: {punjab: {troops: 3}, orissa: {rebelling-rajas: 2}}}"


def test_card_27_shaded_a_campaign_of_four_spaces() -> None:
    """27: from Punjab it is four spaces; there the Sultanate Controls, and Orissa is Tributary again."""
    table = played(27, B, "shaded", JAJNAGAR).answer(S, "yes 3-troops")
    assert "your route could not end where the Event has it end" in table.refused(S, "mountain-passes")
    assert is_over(table.answer(S, "delhi jaunpur bengal orissa"))
    assert table.pieces("orissa") == {"troops": 3, "obedient-rajas": 2}
    assert table.state.status["orissa"] == "tributary"
    assert cavalry(table) == (2, 0, 0)


def test_card_27_shaded_too_few_arrive() -> None:
    """27, 4.2.2: two stay in Bengal; one Troop Controls nothing in Orissa."""
    table = played(27, S, "shaded", JAJNAGAR)
    table.answer(S, "yes 3-troops delhi jaunpur bengal drop-off 2-troops")
    assert is_over(table)
    assert table.pieces("bengal") == {"troops": 2}
    assert table.pieces("orissa") == {"troops": 1, "rebelling-rajas": 2}
    assert table.state.status["orissa"] == V


def test_card_27_shaded_the_campaign_may_be_declined() -> None:
    """27: "may"."""
    table = played(27, S, "shaded", JAJNAGAR).answer(S, "no")
    assert is_over(table)
    assert table.pieces("punjab") == {"troops": 3}
    assert table.state.status["orissa"] == V
