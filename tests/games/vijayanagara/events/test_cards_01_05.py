"""The Durbar Deck, cards 1 to 5, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 1 Treasure of Devagiri


def test_card_01_unshaded_one_and_one_and_one_for_each_province_held() -> None:
    """1: the Challenger gains 1, and takes 1 plus 1 for Gujarat.

    Malwa has no Challenger piece, and Andhra is elsewhere.
    """
    table = played(1, B, "unshaded", "spaces: {gujarat: {obedient-amirs: 2}, andhra: {obedient-amirs: 1}}")
    assert is_over(table)
    assert resources(table) == (10, 9, 7)


def test_card_01_unshaded_three_at_most_from_the_sultanate() -> None:
    """1: 1 and 3 would be 4, but 3 is the most. A Fort counts as a piece."""
    spaces = "spaces: {gujarat: {obedient-amirs: 1}, malwa: {forts: 1}, maharashtra: {rebelling-amirs: 1}}"
    assert resources(played(1, B, "unshaded", spaces)) == (9, 10, 7)


def test_card_01_unshaded_the_sultanate_names_the_challenger() -> None:
    """1: the Sultanate may execute it too, for the rival that it names."""
    table = played(1, S, "unshaded")
    assert (table.question.seat, table.question.legal) == (S, [B, V])
    assert resources(table.answer(S, V)) == (11, 6, 9)


@pytest.mark.parametrize(
    ("before", "after"), [((0, 6), (0, 7)), ((1, 6), (0, 8)), ((12, 22), (11, 24)), ((12, 23), (12, 24))]
)
def test_card_01_unshaded_as_much_as_there_is_and_fits(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    """1: the Sultanate gives what it has, and the Challenger takes what it can hold (1.8)."""
    position = f"resources: {{sultanate: {before[0]}, bahmani: {before[1]}}}\nspaces: {{}}"
    assert resources(played(1, B, "unshaded", position)) == (*after, 0)


def test_card_01_shaded_campaign_then_a_resource_for_each_amir_and_raja() -> None:
    """1: the Sultanate Campaigns, whoever executes. 3 Amirs and 2 Rajas are 5, but 4 is the most."""
    table = played(
        1, V, "shaded", "spaces: {malwa: {troops: 3}, maharashtra: {obedient-amirs: 3, rebelling-rajas: 2}}"
    )
    table.answer(S, "yes 2-troops maharashtra")
    assert is_over(table)
    assert resources(table) == (16, 6, 7)
    assert table.pieces("malwa") == {"troops": 1}
    assert table.pieces("maharashtra") == {"troops": 2, "obedient-amirs": 3, "rebelling-rajas": 2}


def test_card_01_shaded_the_gain_comes_without_the_campaign() -> None:
    """1: "may Campaign": the Resources come even if it is declined or impossible; 24 is the most (1.8)."""
    declined = played(1, S, "shaded").answer(S, "no")
    assert is_over(declined)
    assert resources(declined) == (16, 6, 7)
    nobody = played(1, B, "shaded", "resources: {sultanate: 23}\nspaces: {maharashtra: {obedient-amirs: 4}}")
    assert is_over(nobody)
    assert resources(nobody) == (24, 0, 0)


# ---------------------------------------------------------------------- 2 Cambay Taken

WEST = "spaces: {gujarat: {troops: 1, governors: 1}, sindh: {troops: 1}, malwa: {troops: 2}}"


def test_card_02_unshaded_the_sultanate_chooses_which_unit_goes_over() -> None:
    """2: Vijayanagara gains a Cavalry. The Sultanate replaces a Unit of its choice with an Obedient Raja."""
    table = played(2, V, "unshaded", WEST)
    assert cavalry(table) == (2, 0, 1)
    assert (table.question.seat, table.question.legal) == (S, ["1", "2"])
    table.answer(S, "1 1-troops-in-sindh")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert table.pieces("sindh") == {"obedient-rajas": 1}
    assert table.pieces("gujarat") == {"troops": 1, "governors": 1}


def test_card_02_unshaded_or_gives_two_resources() -> None:
    """2: the Sultanate makes the other choice."""
    table = played(2, B, "unshaded", WEST).answer(S, "2")
    assert is_over(table)
    assert resources(table) == (10, 8, 7)
    assert table.pieces("gujarat") == {"troops": 1, "governors": 1}


def test_card_02_unshaded_without_a_unit_there_it_gives() -> None:
    """2: without a Unit to replace in Gujarat or Sindh, the Sultanate gives Resources, as far as it can."""
    table = played(2, B, "unshaded", "resources: {sultanate: 1}\nspaces: {malwa: {troops: 3}}")
    assert is_over(table)
    assert resources(table) == (0, 1, 0)


def test_card_02_unshaded_a_replacement_needs_an_available_unit() -> None:
    """2: if every Bahmani Unit is on the map or the track, the Sultanate can't replace one."""
    table = played(2, B, "unshaded", "spaces: {gujarat: {troops: 1}, maharashtra: {obedient-amirs: 14}}")
    assert is_over(table)
    assert resources(table) == (10, 8, 7)
    assert table.pieces("gujarat") == {"troops": 1}


def test_card_02_unshaded_an_empty_pool_takes_cavalry_from_a_faction() -> None:
    """2, 1.10: the gainer takes Cavalry from a faction of its choice."""
    table = played(2, V, "unshaded", f"cavalry: {{sultanate: 7, bahmani: 3}}\n{WEST}")
    assert (table.question.seat, table.question.legal) == (V, [S, B, "nobody"])
    assert cavalry(table.answer(V, B)) == (7, 2, 1)


def test_card_02_unshaded_the_new_unit_may_bring_control() -> None:
    """2, 1.7, 1.4.5: in Independent Gujarat the replacement changes 1 against 1 into 2 against 0."""
    table = played(
        2, B, "unshaded", "independent: [gujarat]\nspaces: {gujarat: {troops: 1, obedient-amirs: 1}}"
    )
    table.answer(S, "1")
    assert table.state.status["gujarat"] == B
    assert table.pieces("gujarat") == {"rebelling-amirs": 2}


def test_card_02_shaded_gujarat_tributary() -> None:
    """2: 1 Cavalry and 1 Resource come. V, who executed it, Stays Eligible."""
    table = played(2, V, "shaded")
    assert is_over(table)
    assert resources(table) == (13, 6, 7)
    assert cavalry(table) == (3, 0, 0)
    assert is_eligible(table, V)


def test_card_02_shaded_gujarat_independent() -> None:
    """2: a Governor and 3 Troops come instead. 4 pieces against 2 take Control; the Amirs stay Rebelling."""
    table = played(2, S, "shaded", "independent: [gujarat]\nspaces: {gujarat: {rebelling-amirs: 2}}")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert cavalry(table) == (2, 0, 0)
    assert table.pieces("gujarat") == {"troops": 3, "governors": 1, "rebelling-amirs": 2}
    assert table.state.status["gujarat"] == S


# ---------------------------------------------------------------------- 3 Hammir's Guests


def test_card_03_unshaded_two_troops_turn_mongol() -> None:
    """3: the executing faction says where 2 of its Units go, to the Rajput Kingdoms, and 2 Resources come.

    They outnumber the Troop there, but nobody Rebels under the Khaljis (2.7.1).
    """
    table = played(3, B, "unshaded")
    assert table.question.seat == B
    table.answer(B, "1-troops-in-mountain-passes 1-troops-in-punjab")
    assert table.pieces("mountain-passes") == {"troops": 1, "mongols": 1}
    assert table.pieces("punjab") == {"troops": 3, "mongols": 1}
    assert table.pieces("rajput-kingdoms") == {"troops": 1, "obedient-amirs": 2}
    assert table.state.status["rajput-kingdoms"] == "tributary"
    assert is_over(table)
    assert resources(table) == (12, 8, 7)
    assert is_eligible(table, B)


GUESTS = "dynasty: tughlaq\nresources: {}\nspaces: {rajput-kingdoms: "


def test_card_03_unshaded_the_guests_rebel() -> None:
    """3, 3.4.3: 2 Rajas outnumber the Troop there.

    The rival that the Sultanate names Rebels without a Resource, and gains its 2 afterwards.
    """
    table = played(3, S, "unshaded", GUESTS + "{troops: 1}}").answer(S, V)
    assert (table.question.seat, table.question.legal) == (V, ["rebel", "done"])
    assert resources(table) == (0, 0, 0)
    table.answer(V, "rebel")
    assert is_over(table)
    assert resources(table) == (0, 0, 2)
    assert table.pieces("rajput-kingdoms") == {"troops": 1, "rebelling-rajas": 2}
    assert table.state.status["rajput-kingdoms"] == V
    assert is_eligible(table, S)


def test_card_03_unshaded_the_rebel_may_be_declined() -> None:
    """3: "may Rebel": the Resources come even if it is declined."""
    table = played(3, B, "unshaded", GUESTS + "{troops: 1}}").answer(B, "done")
    assert is_over(table)
    assert resources(table) == (0, 2, 0)
    assert table.pieces("rajput-kingdoms") == {"troops": 1, "obedient-amirs": 2}
    assert table.state.status["rajput-kingdoms"] == "tributary"


def test_card_03_unshaded_two_against_two_do_not_rebel() -> None:
    """3, 3.3.3: a Raja and a Troop are as many as the 2 Amirs, so nobody is asked to Rebel."""
    table = played(3, B, "unshaded", GUESTS + "{troops: 1, obedient-rajas: 1}}")
    assert is_over(table)
    assert resources(table) == (0, 2, 0)
    assert table.pieces("rajput-kingdoms") == {"troops": 1, "obedient-amirs": 2, "obedient-rajas": 1}
    assert table.state.status["rajput-kingdoms"] == "tributary"


def test_card_03_unshaded_mongols_beyond_four_go_on() -> None:
    """3, 3.5.1: 4 and 2 in the Mountain Passes are 2 too many. Punjab's 3 become 5, so one moves on."""
    table = played(
        3, V, "unshaded", "spaces: {mountain-passes: {troops: 2, mongols: 4}, punjab: {mongols: 3}}"
    )
    assert table.pieces("mountain-passes") == {"mongols": 4}
    assert table.pieces("punjab") == {"mongols": 4}
    assert table.pieces("delhi") == {"mongols": 1}


def test_card_03_unshaded_no_mongol_available_only_removes() -> None:
    """3, 1.4.6: if all 12 Mongol Invaders are on the map, the Troops are only removed."""
    table = played(
        3, V, "unshaded", "spaces: {punjab: {troops: 3, mongols: 4}, delhi: {troops: 1, mongols: 8}}"
    )
    assert table.pieces("punjab") == {"troops": 1, "mongols": 4}
    assert table.pieces("rajput-kingdoms") == {"obedient-rajas": 2}


def test_card_03_unshaded_no_troops_there() -> None:
    """3: impossible parts are skipped. The Challenger that the Sultanate names gets the rest."""
    table = played(3, S, "unshaded", "spaces: {punjab: {governors: 1}}").answer(S, V)
    assert is_over(table)
    assert resources(table) == (12, 6, 9)
    assert table.pieces("punjab") == {"governors": 1}
    assert table.pieces("rajput-kingdoms") == {"obedient-rajas": 2}


def test_card_03_shaded_troops_for_mongols_as_the_executing_faction_likes() -> None:
    """3: a Governor and 2 Troops come.

    Then up to 2 Mongol Invaders become Troops; the decider may stop at one.
    """
    position = "spaces: {mountain-passes: {mongols: 1}, punjab: {mongols: 2}}"
    table = played(3, S, "shaded", position).answer(S, "1-mongols-in-punjab done")
    assert is_over(table)
    assert table.pieces("rajput-kingdoms") == {"troops": 2, "governors": 1}
    assert table.pieces("punjab") == {"troops": 1, "mongols": 1}
    declined = played(3, V, "shaded", position).answer(V, "done")
    assert declined.pieces("punjab") == {"mongols": 2}
    assert (
        "3-mongols-in-punjab" not in played(3, B, "shaded", "spaces: {punjab: {mongols: 3}}").question.legal
    )
    assert declined.pieces("mountain-passes") == {"mongols": 1}


def test_card_03_shaded_takes_control_from_a_rival() -> None:
    """3, 1.7: 3 Sultanate pieces take Control from 2 Amirs, who stay Rebelling."""
    table = played(
        3, S, "shaded", "independent: [rajput-kingdoms]\nspaces: {rajput-kingdoms: {rebelling-amirs: 2}}"
    )
    assert table.state.status["rajput-kingdoms"] == S
    assert table.pieces("rajput-kingdoms") == {"troops": 2, "governors": 1, "rebelling-amirs": 2}


def test_card_03_shaded_leaves_a_crowd_of_mongols_where_it_is() -> None:
    """3, 3.5.1: placed Troops push nobody on. Only arriving Mongol Invaders do."""
    table = played(3, S, "shaded", "spaces: {punjab: {mongols: 6}}").answer(S, "done")
    assert table.pieces("punjab") == {"mongols": 6}
    assert table.pieces("delhi") == {}


# ---------------------------------------------------------------------- 4 Warden of the Market


def test_card_04_unshaded_a_resource_for_every_four_troops() -> None:
    """4: 9 Troops cost 2 Resources. Governors do not count."""
    table = played(4, B, "unshaded", "spaces: {delhi: {troops: 5, governors: 3}, malwa: {troops: 4}}")
    assert is_over(table)
    assert resources(table) == (10, 7, 7)
    assert cavalry(table) == (2, 1, 0)
    assert not is_eligible(table, B)


@pytest.mark.parametrize(("troops", "left"), [(3, 1), (12, 0)])
def test_card_04_unshaded_down_to_nothing(troops: int, left: int) -> None:
    """4: 3 Troops cost nothing. 12 would cost 3, but only 1 is there. V is the named Challenger."""
    position = f"resources: {{sultanate: 1}}\nspaces: {{delhi: {{troops: {troops}}}}}"
    table = played(4, S, "unshaded", position).answer(S, V)
    assert resources(table) == (left, 0, 1)
    assert cavalry(table) == (2, 0, 1)


def test_card_04_shaded_a_free_conscript_in_four_spaces() -> None:
    """4: 5 Troops in Delhi, 2 at the Qasbah, 1 each in two Tributaries; free, and no fifth space."""
    table = played(4, V, "shaded", "spaces: {andhra: {qasbahs: 1}}")
    table.answer(S, "conscript delhi andhra gujarat malwa")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert cavalry(table) == (3, 0, 0)
    assert [table.pieces(space).get("troops", 0) for space in ("delhi", "andhra", "gujarat", "malwa")] == [
        5,
        2,
        1,
        1,
    ]


def test_card_04_shaded_the_cavalry_comes_without_the_conscript() -> None:
    """4: the granted Command may be declined, or may be impossible without Troops in the box."""
    assert cavalry(played(4, S, "shaded").answer(S, "done")) == (3, 0, 0)
    table = played(4, S, "shaded", "spaces: {delhi: {troops: 32}}")
    assert is_over(table)
    assert cavalry(table) == (3, 0, 0)


# ---------------------------------------------------------------------- 5 Keeper of Dipalpur


def test_card_05_unshaded_the_sultanate_chooses_who_leaves_the_frontier() -> None:
    """5: 3 Units of the Sultanate's choice go to Delhi.

    The Challenger gains 1 Cavalry and 2 Resources, then commands the Mongols once.
    """
    spaces = "spaces: {mountain-passes: {troops: 2}, punjab: {troops: 2, governors: 1}}"
    table = played(5, V, "unshaded", spaces)
    table.answer(S, "1-troops-in-punjab 2-troops-in-mountain-passes")
    assert table.pieces("delhi") == {"troops": 3}
    assert table.pieces("mountain-passes") == {}
    assert table.pieces("punjab") == {"troops": 1, "governors": 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 9), (2, 0, 1))
    table.answer(V, "amass")
    assert is_over(table)
    assert table.pieces("mountain-passes") == {"mongols": 3}


def test_card_05_unshaded_all_of_two_units_go_and_the_challenger_may_decline() -> None:
    """5: with only two Units nothing is asked. The rival that the Sultanate names has the Mongol Command."""
    spaces = "spaces: {mountain-passes: {troops: 1, qasbahs: 1}, punjab: {governors: 1}}"
    table = played(5, S, "unshaded", spaces).answer(S, B)
    assert table.question.seat == B
    assert (resources(table), cavalry(table)) == ((12, 8, 7), (2, 1, 0))
    table.answer(B, "done")
    assert is_over(table)
    assert table.pieces("delhi") == {"troops": 1, "governors": 1}
    assert table.pieces("mountain-passes") == {"qasbahs": 1}


def test_card_05_shaded_a_qasbah_and_an_attack() -> None:
    """5: the executing faction places the Qasbah. The Sultanate attacks for free: 1 1 5 5 are two hits."""
    table = played(5, V, "shaded", "cavalry: {}\nspaces: {punjab: {troops: 4, mongols: 2}}")
    table.answer(V, "1-qasbahs-in-sindh").answer(S, "attack").dice("1155 66")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert table.pieces("sindh") == {"qasbahs": 1}
    assert table.pieces("punjab") == {"troops": 4}


def test_card_05_shaded_the_new_qasbah_supports_the_attack() -> None:
    """5, 3.2.4: two Units join from Punjab as soon as the Qasbah is there."""
    table = played(
        5, S, "shaded", "cavalry: {}\nspaces: {punjab: {troops: 4}, mountain-passes: {mongols: 2}}"
    )
    table.answer(S, "1-qasbahs-in-punjab attack 2-troops").dice("1266 66")
    assert table.pieces("mountain-passes") == {}
    assert table.pieces("punjab") == {"troops": 4, "qasbahs": 1}


def test_card_05_shaded_one_attack_only() -> None:
    """5: the Attack is in Punjab or in the Mountain Passes, not in both."""
    spaces = "spaces: {punjab: {troops: 2, mongols: 1}, mountain-passes: {troops: 2, mongols: 1}}"
    table = played(5, S, "shaded", f"cavalry: {{}}\n{spaces}")
    table.answer(S, "1-qasbahs-in-sindh attack")
    assert table.question.legal == ["mountain-passes", "punjab"]
    table.answer(S, "punjab").dice("1666 66")
    assert is_over(table)
    assert table.pieces("mountain-passes") == {"troops": 2, "mongols": 1}


def test_card_05_shaded_only_where_a_qasbah_fits() -> None:
    """5, 1.4.4: if one space has a Qasbah, the other gets it. If both have one, nothing is left to do."""
    one = played(5, B, "shaded", "spaces: {punjab: {qasbahs: 1}}")
    assert is_over(one)
    assert one.pieces("sindh") == {"qasbahs": 1}
    both = played(5, B, "shaded", "spaces: {punjab: {qasbahs: 1}, sindh: {qasbahs: 1}}")
    assert is_over(both)
    assert "nothing" in both.story()
