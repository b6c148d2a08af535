"""The Durbar Deck, cards 23 to 25, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources
from tests.games.vijayanagara.table import Table

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 23 Festival at Sringeri


def test_card_23_unshaded_a_temple_and_a_rally_there() -> None:
    """23: the Temple comes with or next to a Raja, where there is none.

    The free Rally there (3.4.1) places one Raja, and one for the Temple. Its Influence rises by 1, and the
    executing faction is not Eligible.
    """
    spaces = (
        "{karnataka: {obedient-rajas: 1, temples: 1}, andhra: {obedient-rajas: 1}, tamilakam: {troops: 1}}"
    )
    table = played(23, V, "unshaded", f"spaces: {spaces}")
    assert table.question.legal == ["andhra", "tamilakam"]
    assert is_over(table.answer(V, "andhra rally"))
    assert table.pieces("andhra") == {"obedient-rajas": 3, "temples": 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 9), (2, 0, 0))
    assert table.state.influence == {B: 0, V: 1}
    assert not is_eligible(table, V)


def test_card_23_unshaded_the_executor_chooses_where() -> None:
    """23: the Sultanate chooses. In Controlled Karnataka the Rally brings four Rebelling Rajas.

    The Influence is Vijayanagara's.
    """
    table = played(23, S, "unshaded", "{independent: [karnataka], spaces: {karnataka: {rebelling-rajas: 1}}}")
    assert is_over(table.answer(S, "karnataka").answer(V, "rally"))
    assert table.pieces("karnataka") == {"rebelling-rajas": 5, "temples": 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 9), (2, 0, 0))
    assert table.state.influence[V] == 1
    assert not is_eligible(table, S)


def test_card_23_unshaded_the_temple_itself_lets_them_rally() -> None:
    """23: the Province is next to a Raja outside the Provinces around the City.

    The Temple itself is the piece that Rally requires.
    """
    table = played(23, V, "unshaded", "spaces: {orissa: {obedient-rajas: 1}}").answer(V, "rally")
    assert is_over(table)
    assert table.pieces("andhra") == {"obedient-rajas": 2, "temples": 1}


def test_card_23_unshaded_no_temple_available() -> None:
    """23, 1.9: all five Temples are on the map. The Rally remains, and may be declined.

    A shift off the end of the track is ignored.
    """
    others = ("orissa", "gondwana", "bengal", "tamilakam", "andhra")
    spaces = ", ".join(f"{space}: {{temples: 1}}" for space in others)
    spaces = f"spaces: {{{spaces}, karnataka: {{obedient-rajas: 1}}}}"
    table = played(23, V, "unshaded", f"influence: {{vijayanagara: 4}}\n{spaces}")
    assert is_over(table.answer(V, "done"))
    assert table.pieces("karnataka") == {"obedient-rajas": 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 9), (2, 0, 0))
    assert table.state.influence[V] == 4


def test_card_23_unshaded_no_raja_near() -> None:
    """23, 1.9: there is no place for a Temple. The step of Influence still comes, and frees two Rajas."""
    table = played(23, V, "unshaded", "spaces: {bengal: {obedient-rajas: 1}}")
    assert is_over(table)
    assert (resources(table), cavalry(table)) == ((12, 6, 9), (2, 0, 0))
    assert (table.state.influence[V], table.state.box["rajas"]) == (1, 22 - 2 * 3 - 1)
    assert not is_eligible(table, V)


PURSE = "{karnataka: {obedient-rajas: 2}, tamilakam: {rebelling-rajas: 1}, orissa: {obedient-rajas: 1}}"


def test_card_23_shaded_vijayanagara_pays() -> None:
    """23: the Governor comes, and 3 Resources save the Raja."""
    table = played(23, S, "shaded", f"spaces: {PURSE}").answer(V, "1")
    assert is_over(table)
    assert resources(table) == (15, 6, 4)
    assert table.pieces("karnataka") == {"governors": 1, "obedient-rajas": 2}


def test_card_23_shaded_the_sultanate_takes_a_raja_nearby() -> None:
    """23: in or next to Karnataka, but not in Orissa. The Sultanate chooses, though the Bahmanis execute."""
    table = played(23, B, "shaded", f"spaces: {PURSE}").answer(V, "2")
    assert table.question.legal == ["1-obedient-rajas-in-karnataka", "1-rebelling-rajas-in-tamilakam"]
    assert is_over(table.answer(S, "1-rebelling-rajas-in-tamilakam"))
    assert table.pieces("tamilakam") == {"troops": 1}
    assert resources(table) == (12, 6, 7)


@pytest.mark.parametrize("held", ["{sultanate: 22, vijayanagara: 7}", "{sultanate: 5, vijayanagara: 2}"])
def test_card_23_shaded_a_price_is_paid_in_full_or_not_at_all(held: str) -> None:
    """23, 1.8: it is not paid by a faction with less, or to one that could not hold it. The Raja goes."""
    table = played(23, S, "shaded", f"{{resources: {held}, spaces: {{karnataka: {{obedient-rajas: 1}}}}}}")
    if table.asked is not None:
        assert table.question.legal == ["2"], "a trade (1.5.2) could still bring the price"
        table.answer(V, "2")
    assert is_over(table)
    assert table.pieces("karnataka") == {"troops": 1, "governors": 1}
    assert f"{{sultanate: {resources(table)[0]}, vijayanagara: {resources(table)[2]}}}" == held


# ---------------------------------------------------------------------- 24 Ismail Mukh Steps Aside


def test_card_24_unshaded_a_free_limited_command() -> None:
    """24: the Limited Command is free, in one space, under the Khaljis' rule.

    Then 2 Resources come. The Bahmanis are Eligible, though they do not Stay Eligible.
    """
    spaces = "{maharashtra: {obedient-amirs: 2}, gujarat: {obedient-amirs: 1}}"
    table = played(24, B, "unshaded", f"{{resources: {{}}, spaces: {spaces}}}")
    assert table.question.barred["rebel"].startswith("2.7.1")
    assert is_over(table.answer(B, "rally maharashtra"))
    assert table.pieces("maharashtra") == {"obedient-amirs": 4}
    assert table.pieces("gujarat") == {"obedient-amirs": 1}
    assert resources(table) == (0, 2, 0)
    assert is_eligible(table, B)


def test_card_24_unshaded_the_bahmanis_stay_eligible_whatever_they_do_on_this_card() -> None:
    """24: the Sultanate executes. The Bahmanis decline, then take the other fork, and are still Eligible."""
    table = Table(
        "{card: event-24, places: {vijayanagara: pass}, spaces: {maharashtra: {obedient-amirs: 2}}}"
    )
    table.answer(S, "event unshaded").answer(B, "done")
    table.answer(B, "decree trade rally maharashtra")
    assert is_over(table)
    assert is_eligible(table, B)
    assert not is_eligible(table, S)


def test_card_24_shaded_influence_falls_below_an_emptied_slot() -> None:
    """24, 1.9: no Amir is Available, so two come from the map.

    Gondwana falls to the Sultanate, which then gains its 2 Cavalry.
    """
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
    """24: the Bahmanis choose the Amirs. Vijayanagara, which executes, takes the Cavalry.

    One comes from the pool, one from a faction of its choice (1.10).
    """
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
    """24: Influence 0 can't be lowered, so it is no choice. The last Amir goes without a question."""
    table = played(24, S, "shaded", "spaces: {gujarat: {obedient-amirs: 1}}")
    assert is_over(table)
    assert table.pieces("gujarat") == {}
    assert cavalry(table) == (4, 0, 0)


# ---------------------------------------------------------------------- 25 Waters of Thatta

THATTA = "spaces: {sindh: {troops: 1}, punjab: {troops: 4}, gujarat: {troops: 1}, malwa: {troops: 3}}"


def test_card_25_unshaded_sindh_rebels() -> None:
    """25, 3.3.3: the Sultanate removes 2 Troops in or next to Sindh (not in Malwa).

    The 2 Amirs outnumber the one left, and may Rebel for free. They gain a Resource.
    """
    table = played(25, B, "unshaded", f"dynasty: tughlaq\nresources: {{}}\n{THATTA}")
    assert table.question.seat == S
    assert not any("malwa" in key for key in table.question.legal)
    table.answer(S, "2-troops-in-punjab")
    assert (table.question.seat, table.question.legal) == (B, ["rebel", "done"])
    table.answer(B, "rebel")
    assert is_over(table)
    assert table.pieces("punjab") == {"troops": 2}
    assert table.pieces("sindh") == {"troops": 1, "rebelling-amirs": 2}
    assert table.state.status["sindh"] == B
    assert resources(table) == (0, 1, 0)
    assert is_eligible(table, B)


def test_card_25_unshaded_the_rebel_may_be_declined() -> None:
    """25: "may". The Sultanate may name the Challenger."""
    table = played(25, S, "unshaded", f"dynasty: tughlaq\n{THATTA}")
    table.answer(S, f"{V} 1-troops-in-sindh 1-troops-in-gujarat").answer(V, "done")
    assert is_over(table)
    assert table.pieces("gujarat") == {}
    assert table.pieces("sindh") == {"obedient-rajas": 2}
    assert table.state.status["sindh"] == "tributary"


def test_card_25_unshaded_no_rebel_under_the_khaljis() -> None:
    """25, 2.7.1: the Amirs are alone in Sindh, and nobody is asked to Rebel."""
    table = played(25, B, "unshaded", f"dynasty: khalji\n{THATTA}")
    table.answer(S, "1-troops-in-sindh 1-troops-in-punjab")
    assert is_over(table)
    assert table.pieces("sindh") == {"obedient-amirs": 2}
    assert table.state.status["sindh"] == "tributary"


def test_card_25_unshaded_two_against_two_do_not_rebel() -> None:
    """25: the Sultanate keeps both Troops in Sindh, so nobody is asked to Rebel."""
    table = played(25, B, "unshaded", "dynasty: tughlaq\nspaces: {sindh: {troops: 2}, punjab: {troops: 2}}")
    table.answer(S, "2-troops-in-punjab")
    assert is_over(table)
    assert table.pieces("sindh") == {"troops": 2, "obedient-amirs": 2}
    assert table.state.status["sindh"] == "tributary"


def test_card_25_unshaded_independent_already_nothing_to_rebel_against() -> None:
    """25, 1.4.5: without a Tributary marker the Rajas take Control when they come, so nobody is asked."""
    table = played(25, V, "unshaded", "{dynasty: tughlaq, independent: [sindh], spaces: {}}")
    assert is_over(table)
    assert table.pieces("sindh") == {"rebelling-rajas": 2}
    assert table.state.status["sindh"] == V


@pytest.mark.parametrize(
    ("independent", "tokens"), [("", 4), ("gujarat", 3), ("sindh", 3), ("sindh, gujarat", 2)]
)
def test_card_25_shaded_cavalry_and_troops_of_the_sultanate(independent: str, tokens: int) -> None:
    """25: 1 Cavalry for each that is Tributary, then 2 Troops in one of the two.

    The Sultanate places, whoever executes.
    """
    table = played(25, B, "shaded", f"{{independent: [{independent}], spaces: {{}}}}")
    assert table.question.seat == S
    assert table.question.legal == ["sindh", "gujarat"]
    assert is_over(table.answer(S, "gujarat"))
    assert table.pieces("gujarat") == {"troops": 2}
    assert table.pieces("sindh") == {}
    assert cavalry(table) == (tokens, 0, 0)


def test_card_25_shaded_one_troop_left() -> None:
    """25: as many Troops as possible come."""
    table = played(25, S, "shaded", "spaces: {delhi: {troops: 31}}").answer(S, "sindh")
    assert is_over(table)
    assert table.pieces("sindh") == {"troops": 1}
