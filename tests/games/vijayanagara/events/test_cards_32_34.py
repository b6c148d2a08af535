"""The Durbar Deck, cards 32 to 34, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 32 Horses at Goa


def test_card_32_unshaded_the_other_rival_buys_one() -> None:
    """32: the Challenger gets 2 Cavalry and 2 Resources.

    Vijayanagara pays the Bahmanis 2 Resources for a third Cavalry.
    """
    table = played(32, B, "unshaded").answer(V, "1")
    assert is_over(table)
    assert resources(table) == (12, 10, 5)
    assert cavalry(table) == (2, 2, 1)
    assert is_eligible(table, B)


def test_card_32_unshaded_named_by_the_sultanate() -> None:
    """32: the Sultanate names Vijayanagara, so the Bahmanis may buy. They decline."""
    table = played(32, S, "unshaded").answer(S, V).answer(B, "2")
    assert is_over(table)
    assert resources(table) == (12, 6, 9)
    assert cavalry(table) == (2, 0, 2)


def test_card_32_unshaded_no_sale_that_the_seller_cannot_hold() -> None:
    """32, 1.8: 21 and the 2 just gained are 23 Resources, so 2 more can't be paid in full."""
    table = played(32, B, "unshaded", "resources: {bahmani: 21, vijayanagara: 7}")
    assert is_over(table)
    assert resources(table) == (0, 23, 7)
    assert cavalry(table) == (2, 2, 0)


def test_card_32_unshaded_an_empty_pool() -> None:
    """32, 1.10: both tokens come from other factions, one at a time, and so does the sold one."""
    table = played(32, V, "unshaded", "cavalry: {sultanate: 9, bahmani: 1}").answer(V, "bahmani sultanate")
    assert cavalry(table) == (8, 0, 2)
    assert is_over(table.answer(B, f"1 {V}"))
    assert cavalry(table) == (8, 1, 1)


def test_card_32_shaded_each_rival_chooses_the_bahmanis_first() -> None:
    """32: a Cavalry or a Resource. Vijayanagara has no Cavalry, so it gives a Resource without a question."""
    table = played(32, V, "shaded", "{cavalry: {sultanate: 2, bahmani: 1}}")
    assert is_over(table.answer(B, "1"))
    assert cavalry(table) == (4, 0, 0)
    assert resources(table) == (13, 6, 6)


def test_card_32_shaded_both_asked() -> None:
    """32: either may give a Resource instead.

    With 23, the Sultanate can hold only one more, so the second must give its Cavalry: the other option would
    do nothing (2.3.4).
    """
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
    """32: they have neither Cavalry nor Resources, so only the Sultanate's own gain is left."""
    table = played(32, S, "shaded", "resources: {sultanate: 5}")
    assert is_over(table)
    assert cavalry(table) == (3, 0, 0)
    assert resources(table) == (5, 0, 0)


# ---------------------------------------------------------------------- 33 Envoys to Nanjing


def test_card_33_unshaded_coastal_provinces_under_control() -> None:
    """33: 3 Resources, and 2 more: Karnataka and Tamilakam are on the sea, Gondwana isn't.

    Tributary Andhra isn't Controlled.
    """
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
    assert (resources(table), cavalry(table)) == ((12, 6, 12), (2, 0, 2))


def test_card_33_unshaded_no_coast_under_control() -> None:
    """33: 3 Resources still come. The Bahmanis execute, but only Vijayanagara is Eligible by it."""
    table = played(33, B, "unshaded", "spaces: {karnataka: {obedient-rajas: 3}}")
    assert is_over(table)
    assert (resources(table), cavalry(table)) == ((12, 6, 10), (2, 0, 2))
    assert table.state.influence == {B: 0, V: 1}
    assert is_eligible(table, V)
    assert not is_eligible(table, B)


def test_card_33_unshaded_at_the_end_of_the_track() -> None:
    """33, 1.8, 1.9: a shift off the end is ignored, and so is the 25th Resource."""
    position = "{independent: [sindh, bengal], influence: {vijayanagara: 4}, resources: {vijayanagara: 23}}"
    spaces = "spaces: {sindh: {rebelling-rajas: 1}, bengal: {rebelling-rajas: 1}}"
    table = played(33, V, "unshaded", f"{position[:-1]}, {spaces}}}")
    assert is_over(table)
    assert table.state.influence[V] == 4
    assert resources(table) == (0, 0, 24)


def test_card_33_shaded_coastal_provinces_with_pieces() -> None:
    """33: a Fort counts as a piece. Malwa has no coast. There is one Cavalry, not one for each."""
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
    """33: five coasts bring 4 Resources."""
    coasts = ("sindh", "gujarat", "orissa", "bengal", "tamilakam")
    table = played(33, S, "shaded", f"spaces: {{{', '.join(f'{space}: {{troops: 1}}' for space in coasts)}}}")
    assert is_over(table)
    assert resources(table) == (16, 6, 7)
    assert cavalry(table) == (3, 0, 0)


# ---------------------------------------------------------------------- 34 Hafiz Turns Back


def test_card_34_unshaded_trade_and_a_poet() -> None:
    """34: Trade for two Provinces, two Cavalry at Influence 1 (4.3.1).

    Then 3 Resources buy a step, which frees two Amirs.
    """
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


def test_card_34_unshaded_always_grants_conspire() -> None:
    """34: the Sultanate executes. The Bahmanis Conspire against its Governor, and keep their Resources."""
    table = played(34, S, "unshaded", "spaces: {maharashtra: {governors: 1, obedient-amirs: 1}}")
    assert is_over(table.answer(B, "conspire 1-rebelling-amirs 2"))
    assert table.pieces("maharashtra") == {"obedient-amirs": 1, "rebelling-amirs": 1}
    assert resources(table) == (12, 6, 7)
    assert table.state.influence[B] == 0


@pytest.mark.parametrize("purse", ["resources: {bahmani: 2}", "influence: {bahmani: 4}"])
def test_card_34_unshaded_nothing_to_buy_or_to_pay_with(purse: str) -> None:
    """34: 2 Resources are too few, and there is no step above 4 (1.9): nobody is asked."""
    table = played(34, B, "unshaded", f"{{{purse}, spaces: {{}}}}").answer(B, "done")
    assert is_over(table)
    assert resources(table)[1] in (2, 6)


def test_card_34_shaded_influence_falls_and_the_amirs_go_back() -> None:
    """34, 1.9: from 2 to 1 two Amirs go back, here one from the box and one from the map.

    The Sultanate then Controls that Province.
    """
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
    """34: as many of the 3 as there are, and as the executing faction can hold."""
    purse = "sultanate: {}, bahmani: {}, vijayanagara: {}".format(*held)
    table = played(34, S, "shaded", f"{{influence: {{bahmani: 1}}, resources: {{{purse}}}}}").answer(B, "2")
    assert is_over(table)
    assert resources(table) == then
    assert table.state.influence[B] == 1


def test_card_34_shaded_at_influence_0_no_choice() -> None:
    """34: Influence 0 can't be lowered, so it is no choice."""
    table = played(34, V, "shaded")
    assert is_over(table)
    assert resources(table) == (12, 3, 10)
    assert cavalry(table) == (2, 0, 1)
