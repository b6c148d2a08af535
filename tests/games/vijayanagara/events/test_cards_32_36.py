"""The Durbar Deck, cards 32 to 36, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 32 Horses at Goa


def test_card_32_unshaded_the_other_rival_buys_one() -> None:
    """32: 2 Cavalry for the Challenger; Vijayanagara pays the Bahmanis 2 Resources for a third."""
    table = played(32, B, "unshaded").answer(V, "1")
    assert is_over(table)
    assert resources(table) == (12, 8, 5)
    assert cavalry(table) == (2, 2, 1)
    assert is_eligible(table, B)


def test_card_32_unshaded_named_by_the_sultanate() -> None:
    """32: the Sultanate names Vijayanagara, so the Bahmanis may buy; they decline."""
    table = played(32, S, "unshaded").answer(S, V).answer(B, "2")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert cavalry(table) == (2, 0, 2)


def test_card_32_unshaded_no_sale_that_the_seller_cannot_hold() -> None:
    """32, 1.8: at 23 Resources 2 more can't be paid in full."""
    table = played(32, B, "unshaded", "resources: {bahmani: 23, vijayanagara: 7}")
    assert is_over(table)
    assert resources(table) == (0, 23, 7)
    assert cavalry(table) == (2, 2, 0)


def test_card_32_unshaded_an_empty_pool() -> None:
    """32, 1.10: both tokens come from others, one at a time; the sold one too."""
    table = played(32, V, "unshaded", "cavalry: {sultanate: 9, bahmani: 1}").answer(V, "bahmani sultanate")
    assert cavalry(table) == (8, 0, 2)
    assert is_over(table.answer(B, f"1 {V}"))
    assert cavalry(table) == (8, 1, 1)


def test_card_32_shaded_each_rival_chooses_the_bahmanis_first() -> None:
    """32: a Cavalry or a Resource; Vijayanagara has no Cavalry, so it gives a Resource unasked."""
    table = played(32, V, "shaded", "{cavalry: {sultanate: 2, bahmani: 1}}")
    assert is_over(table.answer(B, "1"))
    assert cavalry(table) == (4, 0, 0)
    assert resources(table) == (13, 6, 6)


def test_card_32_shaded_both_asked() -> None:
    """32: either may give a Resource instead; with 23 the Sultanate can hold only one more, so that the
    second can't but give its Cavalry (2.3.4: the other option would do nothing)."""
    position = (
        "{cavalry: {bahmani: 1, vijayanagara: 1}, resources: {sultanate: 23, bahmani: 3, vijayanagara: 3}}"
    )
    table = played(32, S, "shaded", position)
    assert table.question.seat == B
    table.answer(B, "2")
    assert is_over(table)
    assert resources(table) == (24, 2, 3)
    assert cavalry(table) == (2, 1, 0)


def test_card_32_shaded_nothing_to_give() -> None:
    """32: neither Cavalry nor Resources: only the Sultanate's own gain."""
    table = played(32, S, "shaded", "resources: {sultanate: 5}")
    assert is_over(table)
    assert cavalry(table) == (3, 0, 0)
    assert resources(table) == (5, 0, 0)


# ---------------------------------------------------------------------- 33 Envoys to Nanjing


def test_card_33_unshaded_coastal_provinces_under_control() -> None:
    """33: Karnataka and Tamilakam lie on the sea, Gondwana doesn't; Tributary Andhra isn't Controlled."""
    spaces = ", ".join(
        f"{space}: {{{kind}: 1}}"
        for space, kind in [
            ("karnataka", "rebelling-rajas"),
            ("tamilakam", "temples"),
            ("gondwana", "rebelling-rajas"),
            ("andhra", "obedient-rajas"),
        ]
    )
    table = played(
        33, S, "unshaded", f"{{independent: [karnataka, tamilakam, gondwana], spaces: {{{spaces}}}}}"
    )
    assert is_over(table)
    assert table.state.influence[V] == 1
    assert resources(table) == (12, 6, 9)


def test_card_33_unshaded_at_the_end_of_the_track() -> None:
    """33, 1.8, 1.9: off the end is ignored, and so is the 25th Resource."""
    position = "{independent: [sindh, bengal], influence: {vijayanagara: 4}, resources: {vijayanagara: 23}}"
    spaces = "spaces: {sindh: {rebelling-rajas: 1}, bengal: {rebelling-rajas: 1}}"
    table = played(33, V, "unshaded", f"{position[:-1]}, {spaces}}}")
    assert is_over(table)
    assert table.state.influence[V] == 4
    assert resources(table) == (0, 0, 24)


def test_card_33_shaded_coastal_provinces_with_pieces() -> None:
    """33: a Fort is a piece too; Malwa has no coast. One Cavalry, not one for each."""
    table = played(
        33,
        B,
        "shaded",
        "spaces: {gujarat: {obedient-amirs: 2}, andhra: {forts: 1}, malwa: {obedient-amirs: 1}}",
    )
    assert is_over(table)
    assert resources(table) == (12, 8, 7)
    assert cavalry(table) == (2, 1, 0)


def test_card_33_shaded_four_at_most() -> None:
    """33: five coasts, 4 Resources."""
    coasts = ("sindh", "gujarat", "orissa", "bengal", "tamilakam")
    table = played(33, S, "shaded", f"spaces: {{{', '.join(f'{space}: {{troops: 1}}' for space in coasts)}}}")
    assert is_over(table)
    assert resources(table) == (16, 6, 7)
    assert cavalry(table) == (3, 0, 0)


# ---------------------------------------------------------------------- 34 Hafiz Turns Back


def test_card_34_unshaded_trade_and_a_poet() -> None:
    """34: Trade for two Provinces, two Cavalry at Influence 1 (4.3.1); then 3 Resources for a step, which
    sets two Amirs free."""
    table = played(
        34,
        B,
        "unshaded",
        "{influence: {bahmani: 1}, spaces: {gujarat: {obedient-amirs: 1}, malwa: {forts: 1}}}",
    )
    assert is_over(table.answer(B, "trade 1"))
    assert resources(table) == (12, 5, 7)
    assert cavalry(table) == (2, 2, 0)
    assert table.state.influence[B] == 2
    assert table.state.box["amirs"] == 15


def test_card_34_unshaded_conspire_whoever_executes() -> None:
    """34: the Sultanate executes; the Bahmanis Conspire against its Governor and keep their Resources."""
    table = played(34, S, "unshaded", "spaces: {maharashtra: {governors: 1, obedient-amirs: 1}}")
    assert is_over(table.answer(B, "conspire 1-rebelling-amirs 2"))
    assert table.pieces("maharashtra") == {"obedient-amirs": 1, "rebelling-amirs": 1}
    assert resources(table) == (12, 6, 7)
    assert table.state.influence[B] == 0


@pytest.mark.parametrize("purse", ["resources: {bahmani: 2}", "influence: {bahmani: 4}"])
def test_card_34_unshaded_nothing_to_buy_or_to_pay_with(purse: str) -> None:
    """34: 2 Resources are too few, and above 4 there is no step (1.9): not asked."""
    table = played(34, B, "unshaded", f"{{{purse}, spaces: {{}}}}").answer(B, "done")
    assert is_over(table)
    assert resources(table)[1] in (2, 6)


def test_card_34_shaded_influence_falls_and_the_amirs_go_back() -> None:
    """34, 1.9: from 2 to 1 two Amirs go back, here one from the box and one from the map, where the
    Sultanate then Controls."""
    table = played(
        34,
        V,
        "shaded",
        """
        influence: {bahmani: 2}
        independent: [gujarat]
        spaces: {gujarat: {rebelling-amirs: 2, troops: 1, governors: 1}}
        """,
    )
    table.answer(B, "1 1-available")
    assert is_over(table)
    assert table.pieces("gujarat") == {"troops": 1, "governors": 1, "rebelling-amirs": 1}
    assert table.state.status["gujarat"] == S
    assert table.state.influence[B] == 1
    assert cavalry(table) == (2, 0, 1)


@pytest.mark.parametrize(
    ("held", "then"),
    [((12, 6, 7), (15, 3, 7)), ((23, 6, 7), (24, 5, 7)), ((5, 2, 7), (7, 0, 7))],
)
def test_card_34_shaded_or_three_resources(held: tuple[int, ...], then: tuple[int, ...]) -> None:
    """34: as many of the 3 as there are and the executor can hold."""
    purse = "sultanate: {}, bahmani: {}, vijayanagara: {}".format(*held)
    table = played(34, S, "shaded", f"{{influence: {{bahmani: 1}}, resources: {{{purse}}}}}").answer(B, "2")
    assert is_over(table)
    assert resources(table) == then
    assert table.state.influence[B] == 1


def test_card_34_shaded_at_influence_0_no_choice() -> None:
    """34: what can't be lowered is no choice."""
    table = played(34, V, "shaded")
    assert is_over(table)
    assert resources(table) == (12, 3, 10)
    assert cavalry(table) == (2, 0, 1)


# ---------------------------------------------------------------------- 35 Hill Forts of Gondwana


def test_card_35_unshaded_one_goes_two_come() -> None:
    """35: the executor chooses Province and Unit; two Amirs against a Troop and a Qasbah Control nothing."""
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
    """35: nobody to remove; the Challenger, named by the Sultanate, comes all the same."""
    table = played(35, S, "unshaded", "{independent: [gondwana], spaces: {}}").answer(S, f"{V} gondwana")
    assert is_over(table)
    assert table.pieces("gondwana") == {"rebelling-rajas": 2}


def test_card_35_shaded_pay_or_lose_a_unit() -> None:
    """35: the Bahmanis pay; from Vijayanagara the Sultanate takes the Raja it likes."""
    spaces = "{gondwana: {obedient-amirs: 1, obedient-rajas: 1}, madhyadesh: {rebelling-rajas: 1}}"
    table = played(35, B, "shaded", f"spaces: {spaces}").answer(B, "1").answer(V, "2")
    assert table.question.seat == S
    assert is_over(table.answer(S, "1-rebelling-rajas-in-madhyadesh"))
    assert table.pieces("madhyadesh") == {"troops": 1}
    assert table.pieces("gondwana") == {"obedient-amirs": 1, "obedient-rajas": 1}
    assert resources(table) == (14, 4, 7)


def test_card_35_shaded_only_rivals_with_a_unit_there() -> None:
    """35: a Fort is no Unit, Andhra is none of the three; where no Troops are Available the Raja just
    goes."""
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


def test_card_36_unshaded_delhi_or_jaunpur_and_two_mongol_commands() -> None:
    """36: the Sultanate gives up three Units of its choice in Delhi; the Bahmanis Amass and Advance."""
    table = played(36, S, "unshaded", "spaces: {delhi: {troops: 3, governors: 1}}")
    table.answer(S, f"{B} 1 2-troops-in-delhi 1-governors-in-delhi").answer(B, "amass advance 2-mongols")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 1}
    assert table.pieces("jaunpur") == {"obedient-amirs": 2}
    assert table.pieces("mountain-passes") == {"mongols": 1}
    assert table.pieces("punjab") == {"mongols": 2}


def test_card_36_unshaded_too_few_in_delhi() -> None:
    """36: two Units are not three: Jaunpur is Independent, and the Rajas rule it. The Commands may be
    declined."""
    table = played(36, V, "unshaded", "spaces: {delhi: {troops: 2}, jaunpur: {troops: 1}}")
    assert table.question.seat == V
    assert is_over(table.answer(V, "done done"))
    assert table.pieces("jaunpur") == {"troops": 1, "rebelling-rajas": 2}
    assert table.state.status["jaunpur"] == V
    assert table.state.on_map("mongols") == 0


def test_card_36_unshaded_the_sultanate_removes_its_own() -> None:
    """36: Vijayanagara executes, the Sultanate chooses and removes; one of two Commands is declined."""
    spaces = "{delhi: {troops: 2, governors: 2}, punjab: {mongols: 4, troops: 1}, malwa: {troops: 1}}"
    table = played(36, V, "unshaded", f"{{cavalry: {{}}, spaces: {spaces}}}")
    table.answer(S, "1 2-troops-in-delhi").answer(V, "plunder").dice("1666 66")
    table.answer(V, "done")
    assert is_over(table)
    assert table.pieces("delhi") == {"governors": 1}
    assert table.pieces("punjab") == {"mongols": 3}, "beyond three they go home"
    assert table.pieces("malwa") == {}, "Punjab's plunder is a Troop of a Province"
    assert resources(table) == (8, 6, 7)


def test_card_36_unshaded_the_sultanate_prefers_to_lose_jaunpur() -> None:
    """36: its choice; the same Mongol Command twice (3.5)."""
    table = played(36, B, "unshaded", "spaces: {delhi: {troops: 3}}").answer(S, "2").answer(B, "amass amass")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 3}
    assert table.pieces("jaunpur") == {"rebelling-amirs": 2}
    assert table.pieces("mountain-passes") == {"mongols": 4}
    assert table.pieces("punjab") == {"mongols": 2}


def test_card_36_shaded_into_delhi() -> None:
    """36: any number from next door (Bengal isn't), then 3 Troops and 2 Cavalry; the Sultanate decides
    though Vijayanagara executes."""
    spaces = "{punjab: {troops: 2}, malwa: {governors: 1, troops: 1}, bengal: {troops: 1}}"
    table = played(36, V, "shaded", f"spaces: {spaces}")
    assert table.question.seat == S
    assert not any("bengal" in key for key in table.question.legal)
    assert is_over(table.answer(S, "2-troops-in-punjab 1-governors-in-malwa done"))
    assert table.pieces("delhi") == {"troops": 5, "governors": 1}
    assert table.pieces("malwa") == {"troops": 1}
    assert cavalry(table) == (4, 0, 0)


def test_card_36_shaded_what_they_leave_behind() -> None:
    """36, 1.7: without its garrison Malwa is Bahmani; of the 3 Troops only one is Available."""
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
