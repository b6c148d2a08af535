"""The Durbar Deck, cards 35 and 36, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 35 Hill Forts of Gondwana


def test_card_35_unshaded_one_goes_two_come() -> None:
    """35: the executing faction chooses Province and Unit.

    Two Amirs against a Troop and a Qasbah Control nothing.
    """
    table = played(
        35, B, "unshaded", "{independent: [orissa], spaces: {orissa: {troops: 1, governors: 1, qasbahs: 1}}}"
    )
    assert table.question.legal == ["madhyadesh", "gondwana", "orissa"]
    table.answer(B, "orissa")
    assert table.question.legal == ["1-troops-in-orissa", "1-governors-in-orissa"], "a Qasbah is no Unit"
    assert is_over(table.answer(B, "1-governors-in-orissa"))
    assert table.pieces("orissa") == {"troops": 1, "qasbahs": 1, "obedient-amirs": 2}
    assert table.state.status["orissa"] == "uncontrolled"
    assert is_eligible(table, B)


def test_card_35_unshaded_an_empty_province() -> None:
    """35: there is nobody to remove. The Challenger, whom the Sultanate names, still comes.

    It Controls Independent Gondwana without a Rebel.
    """
    position = "{dynasty: tughlaq, independent: [gondwana], spaces: {}}"
    table = played(35, S, "unshaded", position).answer(S, f"{V} gondwana")
    assert is_over(table)
    assert table.pieces("gondwana") == {"rebelling-rajas": 2}
    assert table.state.status["gondwana"] == V


HILLS = "dynasty: tughlaq\nresources: {}\nspaces: {gondwana: "


@pytest.mark.parametrize(
    ("answer", "status", "amirs"), [("rebel", B, "rebelling"), ("done", "tributary", "obedient")]
)
def test_card_35_unshaded_the_province_may_rebel(answer: str, status: str, amirs: str) -> None:
    """35, 3.3.3: 2 Amirs outnumber the one Troop left, and may Rebel for free, or not.

    The Bahmanis gain one.
    """
    table = played(35, B, "unshaded", HILLS + "{troops: 2}, orissa: {obedient-amirs: 3}}").answer(
        B, "gondwana"
    )
    assert (table.question.seat, table.question.legal) == (B, ["rebel", "done"])
    table.answer(B, answer)
    assert is_over(table)
    assert table.pieces("gondwana") == {"troops": 1, f"{amirs}-amirs": 2}
    assert table.state.status["gondwana"] == status
    assert table.state.status["orissa"] == "tributary"
    assert resources(table) == (0, 1, 0)
    assert is_eligible(table, B)


@pytest.mark.parametrize(
    ("position", "troops"),
    [(HILLS + "{troops: 3}}", 2), ("dynasty: khalji\nspaces: {gondwana: {troops: 2}}", 1)],
)
def test_card_35_unshaded_no_majority_or_khaljis_no_rebel(position: str, troops: int) -> None:
    """35, 2.7.1: 2 Amirs do not outnumber 2 Troops.

    Under the Khaljis even a majority isn't asked to Rebel.
    """
    table = played(35, B, "unshaded", position).answer(B, "gondwana")
    assert is_over(table)
    assert table.pieces("gondwana") == {"troops": troops, "obedient-amirs": 2}
    assert table.state.status["gondwana"] == "tributary"


def test_card_35_shaded_pay_or_lose_a_unit() -> None:
    """35: the Bahmanis pay. The Sultanate takes a Raja of its choice from Vijayanagara."""
    spaces = "{gondwana: {obedient-amirs: 1, obedient-rajas: 1}, madhyadesh: {rebelling-rajas: 1}}"
    table = played(35, B, "shaded", f"spaces: {spaces}").answer(B, "1").answer(V, "2")
    assert table.question.seat == S
    assert is_over(table.answer(S, "1-rebelling-rajas-in-madhyadesh"))
    assert table.pieces("madhyadesh") == {"troops": 1}
    assert table.pieces("gondwana") == {"obedient-amirs": 1, "obedient-rajas": 1}
    assert resources(table) == (14, 4, 7)


def test_card_35_shaded_only_rivals_with_a_unit_there() -> None:
    """35: a Fort is no Unit, and Andhra is none of the three.

    If no Troops are Available, the Raja is only removed.
    """
    table = played(
        35,
        S,
        "shaded",
        """
        spaces:
          orissa: {forts: 1}
          andhra: {obedient-amirs: 1}
          gondwana: {obedient-rajas: 1}
          delhi: {troops: 32}
        """,
    ).answer(V, "2")
    assert is_over(table)
    assert table.pieces("gondwana") == {}
    assert resources(table) == (12, 6, 7)


# ---------------------------------------------------------------------- 36 Two Sultans, One City


def test_card_36_unshaded_jaunpur_independent_and_two_mongol_commands() -> None:
    """36: the Amirs take Control of Jaunpur, even under the Khaljis.

    The Sultanate, which executes, keeps its Units in Delhi and loses 1 Cavalry. The Bahmanis, whom it names,
    Amass and Advance, and gain 2 Resources.
    """
    table = played(36, S, "unshaded", "dynasty: khalji\nspaces: {delhi: {troops: 3, governors: 1}}").answer(
        S, B
    )
    assert (table.question.seat, cavalry(table)) == (B, (1, 0, 0))
    table.answer(B, "amass advance 2-mongols")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 3, "governors": 1}
    assert table.pieces("jaunpur") == {"rebelling-amirs": 2}
    assert table.state.status["jaunpur"] == B
    assert table.pieces("mountain-passes") == {"mongols": 1}
    assert table.pieces("punjab") == {"mongols": 2}
    assert resources(table) == (12, 8, 7)


@pytest.mark.parametrize(
    ("troops", "status", "rajas"),
    [(1, V, "rebelling"), (2, "uncontrolled", "obedient"), (3, S, "obedient")],
)
def test_card_36_unshaded_a_garrison_in_jaunpur(troops: int, status: str, rajas: str) -> None:
    """36, 1.7: 2 Rajas against the Troops there: the majority Controls Independent Jaunpur.

    The Commands may be declined.
    """
    table = played(36, V, "unshaded", f"spaces: {{delhi: {{troops: 2}}, jaunpur: {{troops: {troops}}}}}")
    assert table.question.seat == V
    assert is_over(table.answer(V, "done done"))
    assert table.pieces("jaunpur") == {"troops": troops, f"{rajas}-rajas": 2}
    assert table.state.status["jaunpur"] == status
    assert table.pieces("delhi") == {"troops": 2}
    assert table.state.on_map("mongols") == 0
    assert cavalry(table) == (1, 0, 0)


def test_card_36_unshaded_the_cavalry_goes_before_the_mongols_come() -> None:
    """36: the Sultanate loses its only Cavalry, so it has none against the Plunder.

    The second Command is declined.
    """
    spaces = "{delhi: {troops: 2, governors: 2}, punjab: {mongols: 4, troops: 1}, malwa: {troops: 1}}"
    table = played(36, V, "unshaded", f"{{cavalry: {{sultanate: 1}}, spaces: {spaces}}}")
    assert cavalry(table) == (0, 0, 0)
    table.answer(V, "plunder").dice("1666 66").answer(V, "done")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 2, "governors": 2}
    assert table.pieces("punjab") == {"mongols": 3}, "beyond three they go home"
    assert table.pieces("malwa") == {}, "Punjab's plunder is a Troop of a Province"
    assert resources(table) == (8, 6, 9)


def test_card_36_unshaded_independent_already_and_the_same_command_twice() -> None:
    """36: the Amirs come to Jaunpur, which stays the Sultanate's. It has no Cavalry to lose.

    The same Mongol Command is given twice (3.5).
    """
    position = "{independent: [jaunpur], cavalry: {}, spaces: {delhi: {troops: 3}, jaunpur: {troops: 3}}}"
    table = played(36, B, "unshaded", position).answer(B, "amass amass")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 3}
    assert table.pieces("jaunpur") == {"troops": 3, "obedient-amirs": 2}
    assert table.state.status["jaunpur"] == S
    assert table.pieces("mountain-passes") == {"mongols": 4}
    assert table.pieces("punjab") == {"mongols": 2}
    assert cavalry(table) == (0, 0, 0)


def test_card_36_shaded_into_delhi() -> None:
    """36: any number of Units come from next door (not from Bengal), then 3 Troops and 2 Cavalry.

    The Sultanate decides, though Vijayanagara executes.
    """
    spaces = "{punjab: {troops: 2}, malwa: {governors: 1, troops: 1}, bengal: {troops: 1}}"
    table = played(36, V, "shaded", f"spaces: {spaces}")
    assert table.question.seat == S
    assert not any("bengal" in key for key in table.question.legal)
    assert is_over(table.answer(S, "2-troops-in-punjab 1-governors-in-malwa done"))
    assert table.pieces("delhi") == {"troops": 5, "governors": 1}
    assert table.pieces("malwa") == {"troops": 1}
    assert cavalry(table) == (4, 0, 0)


def test_card_36_shaded_what_they_leave_behind() -> None:
    """36, 1.7: without its Units, Malwa is Bahmani. Only one of the 3 Troops is Available."""
    table = played(
        36,
        S,
        "shaded",
        "{independent: [malwa], spaces: {malwa: {troops: 2, obedient-amirs: 1}, bengal: {troops: 29}}}",
    )
    assert is_over(table.answer(S, "2-troops-in-malwa"))
    assert table.pieces("malwa") == {"rebelling-amirs": 1}
    assert table.state.status["malwa"] == B
    assert table.pieces("delhi") == {"troops": 3}
