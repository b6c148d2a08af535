"""The Durbar Deck, cards 26 and 27, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 26 Canals of Firuz Shah


def test_card_26_unshaded_a_governor_in_a_province() -> None:
    """26: Punjab is no Province, so the Governor in Malwa goes, and 3 Resources with it."""
    table = played(26, B, "unshaded", "spaces: {malwa: {governors: 1}, punjab: {governors: 1}}")
    assert is_over(table)
    assert table.pieces("malwa") == {"obedient-amirs": 1}
    assert table.pieces("punjab") == {"governors": 1}
    assert resources(table) == (9, 9, 7)


def test_card_26_unshaded_the_executor_chooses_which() -> None:
    """26: the Sultanate names Vijayanagara, and chooses among its Governors.

    In Independent Orissa the Raja takes Control at once.
    """
    table = played(
        26, S, "unshaded", "{independent: [orissa], spaces: {malwa: {governors: 1}, orissa: {governors: 1}}}"
    )
    assert is_over(table.answer(S, f"{V} 1-governors-in-orissa"))
    assert table.pieces("orissa") == {"rebelling-rajas": 1}
    assert resources(table) == (9, 6, 10)


@pytest.mark.parametrize(
    ("held", "then"),
    [((12, 6), (8, 10)), ((2, 6), (0, 8)), ((5, 23), (4, 24))],
)
def test_card_26_unshaded_no_governor_in_a_province(held: tuple[int, int], then: tuple[int, int]) -> None:
    """26: 4 Resources, or as many as the Sultanate has and the Challenger can hold."""
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
    """26: a Resource and a Troop for each, there or in Delhi.

    The Sultanate picks and places, though Vijayanagara executes. Independent Malwa doesn't count.
    """
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
    """26, 1.8: two of the three count, and 24 Resources is the most. The Troops still come."""
    table = played(26, S, "shaded", "{resources: {sultanate: 23}, spaces: {}}")
    table.answer(S, "malwa 1-troops-in-delhi jaunpur 1-troops-in-delhi")
    assert is_over(table)
    assert resources(table)[0] == 24
    assert table.pieces("delhi") == {"troops": 2}


def test_card_26_shaded_no_tributary_next_to_delhi() -> None:
    """26: nothing to do."""
    table = played(26, S, "shaded", "{independent: [malwa, jaunpur, rajput-kingdoms], spaces: {}}")
    assert is_over(table)
    assert "nothing" in table.story()


# ---------------------------------------------------------------------- 27 Elephants of Jajnagar


def test_card_27_unshaded_cavalry_and_two_units() -> None:
    """27: the Sultanate named the Challenger. In Tributary Orissa the Rajas are Obedient.

    Only one is Available, and it does not Rebel under the Khaljis (2.7.1).
    """
    table = played(27, S, "unshaded", "spaces: {karnataka: {obedient-rajas: 13}}").answer(S, V)
    assert is_over(table)
    assert table.pieces("orissa") == {"obedient-rajas": 1}
    assert table.state.status["orissa"] == "tributary"
    assert cavalry(table) == (2, 0, 1)
    assert is_eligible(table, S)


def test_card_27_unshaded_the_cavalry_pool_is_empty() -> None:
    """27, 1.10: the token comes from a faction of the Challenger's choice."""
    table = played(27, B, "unshaded", "{cavalry: {sultanate: 6, vijayanagara: 4}, spaces: {}}")
    assert table.question.legal == [S, V, "nobody"]
    assert is_over(table.answer(B, V))
    assert cavalry(table) == (6, 1, 3)
    assert table.pieces("orissa") == {"obedient-amirs": 2}


GANGA = "dynasty: tughlaq\nresources: {}\nspaces: {orissa: "


@pytest.mark.parametrize(
    ("answer", "status", "amirs"), [("rebel", B, "rebelling"), ("done", "tributary", "obedient")]
)
def test_card_27_unshaded_orissa_may_rebel(answer: str, status: str, amirs: str) -> None:
    """27, 3.3.3: the Bahmanis gain a Cavalry and 2 Resources.

    2 Amirs outnumber the Governor and may Rebel for free, or not.
    """
    table = played(27, B, "unshaded", GANGA + "{governors: 1}}")
    assert (table.question.seat, table.question.legal) == (B, ["rebel", "done"])
    table.answer(B, answer)
    assert is_over(table)
    assert table.pieces("orissa") == {"governors": 1, f"{amirs}-amirs": 2}
    assert table.state.status["orissa"] == status
    assert (resources(table), cavalry(table)) == ((0, 2, 0), (2, 1, 0))
    assert is_eligible(table, B)


def test_card_27_unshaded_two_against_two_do_not_rebel() -> None:
    """27: a Governor and a Qasbah are as many as the 2 Amirs, so nobody is asked."""
    table = played(27, B, "unshaded", GANGA + "{governors: 1, qasbahs: 1}}")
    assert is_over(table)
    assert table.pieces("orissa") == {"governors": 1, "qasbahs": 1, "obedient-amirs": 2}
    assert table.state.status["orissa"] == "tributary"


def test_card_27_shaded_tributary_orissa() -> None:
    """27: the Sultanate gains 2 Cavalry."""
    table = played(27, S, "shaded", "spaces: {delhi: {troops: 2}}")
    assert is_over(table)
    assert cavalry(table) == (4, 0, 0)
    assert table.pieces("delhi") == {"troops": 2}


JAJNAGAR = "{independent: [orissa], spaces: {punjab: {troops: 3}, orissa: {rebelling-rajas: 2}}}"


def test_card_27_shaded_a_campaign_of_four_spaces() -> None:
    """27: Punjab is four spaces away. The Sultanate Controls there, and Orissa is Tributary again."""
    table = played(27, B, "shaded", JAJNAGAR).answer(S, "yes 3-troops")
    assert table.refused(S, "mountain-passes") == "4.2.2 space=mountain-passes"
    assert is_over(table.answer(S, "delhi jaunpur bengal orissa"))
    assert table.pieces("orissa") == {"troops": 3, "obedient-rajas": 2}
    assert table.state.status["orissa"] == "tributary"
    assert cavalry(table) == (2, 0, 0)


def test_card_27_shaded_too_few_arrive() -> None:
    """27, 4.2.2: two Units stay in Bengal. One Troop Controls nothing in Orissa."""
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
