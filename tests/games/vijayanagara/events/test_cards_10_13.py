"""The Durbar Deck, cards 10 to 13, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 10 Mewar's Return


@pytest.mark.parametrize(
    ("troops", "status", "amirs"),
    [(0, B, "rebelling"), (1, B, "rebelling"), (2, "uncontrolled", "obedient"), (3, S, "obedient")],
)
def test_card_10_unshaded_the_rajput_kingdoms_become_independent(
    troops: int, status: str, amirs: str
) -> None:
    """10, 1.7: 2 Amirs come, then the marker goes. The faction that outnumbers all others takes Control.

    That holds even under the Khaljis. The Sultanate isn't asked and loses no Unit. The Bahmanis gain 2
    Resources.
    """
    table = played(
        10,
        B,
        "unshaded",
        f"dynasty: khalji\nspaces: {{rajput-kingdoms: {{troops: {troops}}}, malwa: {{troops: 3}}}}",
    )
    assert is_over(table)
    assert table.state.status["rajput-kingdoms"] == status
    assert table.pieces("rajput-kingdoms") == {f"{amirs}-amirs": 2} | ({"troops": troops} if troops else {})
    assert table.pieces("malwa") == {"troops": 3}
    assert (resources(table), cavalry(table)) == ((12, 8, 7), (2, 0, 0))
    assert is_eligible(table, B)


def test_card_10_unshaded_the_sultanate_names_the_challenger() -> None:
    """10: the Sultanate executes it for Vijayanagara. Its Rajas are no majority over a Troop and an Amir."""
    table = played(10, S, "unshaded", "spaces: {rajput-kingdoms: {troops: 1, obedient-amirs: 1}}").answer(
        S, V
    )
    assert is_over(table)
    assert table.state.status["rajput-kingdoms"] == "uncontrolled"
    assert table.pieces("rajput-kingdoms") == {"troops": 1, "obedient-amirs": 1, "obedient-rajas": 2}
    assert is_eligible(table, S)


def test_card_10_unshaded_independent_already_the_units_come_still() -> None:
    """10, 1.7: no marker is left to remove, and 2 Rajas take Control from a Governor."""
    table = played(
        10, V, "unshaded", "independent: [rajput-kingdoms]\nspaces: {rajput-kingdoms: {governors: 1}}"
    )
    assert is_over(table)
    assert table.state.status["rajput-kingdoms"] == V
    assert table.pieces("rajput-kingdoms") == {"governors": 1, "rebelling-rajas": 2}


def test_card_10_unshaded_one_available_unit() -> None:
    """10, 1.4.6: only one Unit is Available, and the Province becomes Independent."""
    table = played(
        10, B, "unshaded", "spaces: {maharashtra: {obedient-amirs: 13}, rajput-kingdoms: {troops: 1}}"
    )
    assert is_over(table)
    assert table.state.status["rajput-kingdoms"] == "uncontrolled"
    assert table.pieces("rajput-kingdoms") == {"troops": 1, "obedient-amirs": 1}


@pytest.mark.parametrize("troops", [0, 2])
def test_card_10_shaded_tributary_again(troops: int) -> None:
    """10, 1.6: if Uncontrolled or under Sultanate Control, the marker returns, and the Amir obeys."""
    position = (
        f"rajput-kingdoms: {{troops: {troops}, rebelling-amirs: 1, rebelling-rajas: {1 - troops // 2}}}"
    )
    table = played(10, V, "shaded", f"independent: [rajput-kingdoms]\nspaces: {{{position}}}")
    assert is_over(table)
    assert table.state.status["rajput-kingdoms"] == "tributary"
    assert table.pieces("rajput-kingdoms")["obedient-amirs"] == 1
    assert resources(table) == (12, 6, 7)


@pytest.mark.parametrize(
    "position",
    ["spaces: {}", "independent: [rajput-kingdoms]\nspaces: {rajput-kingdoms: {rebelling-rajas: 1}}"],
)
def test_card_10_shaded_resources_and_cavalry_if_not(position: str) -> None:
    """10: the gains come if the Rajput Kingdoms are Tributary already, or a rival Controls them."""
    table = played(10, S, "shaded", position)
    assert is_over(table)
    assert resources(table) == (14, 6, 7)
    assert cavalry(table) == (3, 0, 0)
    assert is_eligible(table, S)


# ---------------------------------------------------------------------- 11 Kampili Shelters a Rebel


def test_card_11_unshaded_sheltered() -> None:
    """11, 1.9: both Influences rise. The two Rajas of level 1 become Available; no Amirs wait there."""
    table = played(11, S, "unshaded", "spaces: {karnataka: {obedient-rajas: 3}}")
    assert table.question.seat == V
    table.answer(V, "1")
    assert is_over(table)
    assert table.state.influence == {B: 1, V: 1}
    assert table.pieces("karnataka") == {"obedient-rajas": 3, "obedient-amirs": 2}
    assert (table.state.box["rajas"], table.state.box["amirs"]) == (22 - 6 - 3, 18 - 4 - 2)


def test_card_11_unshaded_sheltered_at_the_end_of_the_track() -> None:
    """11, 1.9: a shift off the track is ignored. The Bahmanis still rise, and free two more Amirs."""
    table = played(11, B, "unshaded", "influence: {bahmani: 1, vijayanagara: 4}\nspaces: {}").answer(V, "1")
    assert is_over(table)
    assert table.state.influence == {B: 2, V: 4}
    assert table.state.box["amirs"] == 18 - 2 - 2


def test_card_11_unshaded_handed_over() -> None:
    """11: both Amirs go again, and V takes 3 Resources, or as many as the Sultanate has."""
    table = played(11, B, "unshaded").answer(V, "2")
    assert is_over(table)
    assert resources(table) == (9, 6, 10)
    assert table.pieces("karnataka") == {"obedient-rajas": 3}
    poor = played(11, V, "unshaded", "resources: {sultanate: 1}\nspaces: {}").answer(V, "2")
    assert resources(poor) == (0, 0, 1)
    assert poor.pieces("karnataka") == {}
    assert is_eligible(poor, V)


def test_card_11_unshaded_vijayanagara_picks_the_amirs() -> None:
    """11: Vijayanagara picks two of the three Amirs that are there, whoever executed it."""
    table = played(
        11,
        B,
        "unshaded",
        "independent: [karnataka]\nspaces: {karnataka: {rebelling-amirs: 1, temples: 1, rebelling-rajas: 3}}",
    )
    table.answer(V, "2 1-rebelling-amirs-in-karnataka")
    assert is_over(table)
    assert table.pieces("karnataka") == {"obedient-amirs": 1, "rebelling-rajas": 3, "temples": 1}


def test_card_11_unshaded_control_is_lost_and_won_again() -> None:
    """11, 1.7: 2 Rajas do not Control Karnataka against 2 guests. Without the guests they do."""
    position = "independent: [karnataka]\nspaces: {karnataka: {rebelling-rajas: 2}}"
    table = played(11, S, "unshaded", position)
    assert table.state.status["karnataka"] == "uncontrolled"
    assert table.answer(V, "2").state.status["karnataka"] == V


def test_card_11_shaded_campaign_flip_attack() -> None:
    """11: V executes and picks Maharashtra.

    All there turn Rebelling, and the Sultanate's dice 1 and 2 hit.
    """
    position = (
        "cavalry: {}\nspaces: {malwa: {troops: 4}, maharashtra: {obedient-amirs: 2, obedient-rajas: 1}}"
    )
    table = played(11, V, "shaded", position).answer(V, "maharashtra")
    table.answer(S, "yes 4-troops maharashtra")
    assert table.pieces("maharashtra") == {"troops": 4, "rebelling-amirs": 2, "rebelling-rajas": 1}
    table.answer(S, f"attack {B}").dice("1266 66")
    assert is_over(table)
    assert table.pieces("maharashtra") == {"troops": 4, "rebelling-rajas": 1}
    assert resources(table) == (12, 6, 7)


def test_card_11_shaded_they_turn_even_if_nobody_comes() -> None:
    """11: the Campaign is optional, but the Units always turn.

    Without a Sultanate Unit there is no Attack.
    """
    table = played(11, S, "shaded", "spaces: {delhi: {troops: 1}, karnataka: {obedient-rajas: 2}}")
    table.answer(S, "karnataka no")
    assert is_over(table)
    assert table.pieces("karnataka") == {"rebelling-rajas": 2}


# ---------------------------------------------------------------------- 12 The Road to Daulatabad


def test_card_12_unshaded_troops_resources_influence() -> None:
    """12, 1.9: at level 2 two Amirs leave the track for the box."""
    table = played(12, V, "unshaded", "influence: {bahmani: 1}\nspaces: {delhi: {troops: 3}}")
    assert is_over(table)
    assert resources(table) == (10, 6, 7)
    assert table.pieces("delhi") == {"troops": 1}
    assert table.state.influence[B] == 2
    assert table.state.box["amirs"] == 18 - 2


def test_card_12_unshaded_as_far_as_possible() -> None:
    """12: only 1 Troop and 1 Resource are there, and the track is at its end."""
    position = (
        "resources: {sultanate: 1}\ninfluence: {bahmani: 4}\nspaces: {delhi: {troops: 1, governors: 1}}"
    )
    table = played(12, B, "unshaded", position)
    assert is_over(table)
    assert resources(table) == (0, 0, 0)
    assert table.pieces("delhi") == {"governors": 1}
    assert table.state.influence[B] == 4


def test_card_12_shaded_a_qasbah_and_the_way_there() -> None:
    """12: only Tributaries around Daulatabad count. The Sultanate decides on the Campaign."""
    table = played(12, V, "shaded", "independent: [malwa]\nspaces: {delhi: {troops: 2}}")
    assert (table.question.seat, table.question.legal) == (V, ["gujarat", "maharashtra"])
    table.answer(V, "gujarat").answer(S, "yes 2-troops rajput-kingdoms gujarat")
    assert is_over(table)
    assert table.pieces("gujarat") == {"troops": 2, "qasbahs": 1}


def test_card_12_shaded_without_an_available_qasbah_the_campaign_is_left() -> None:
    """12: all five Qasbahs are elsewhere."""
    five = "delhi: {qasbahs: 1, troops: 1}, sindh: {qasbahs: 1}, andhra: {qasbahs: 1}, orissa: {qasbahs: 1}"
    table = played(12, S, "shaded", f"spaces: {{{five}, bengal: {{qasbahs: 1}}}}")
    table.answer(S, "malwa yes malwa")
    assert is_over(table)
    assert table.pieces("malwa") == {"troops": 1}


def test_card_12_shaded_nothing_tributary_nothing_done() -> None:
    """12: the three Provinces around Daulatabad are Independent."""
    table = played(
        12, B, "shaded", "independent: [gujarat, malwa, maharashtra]\nspaces: {delhi: {troops: 2}}"
    )
    assert is_over(table)
    assert "nothing" in table.story()


# ---------------------------------------------------------------------- 13 The Batihagarh Stone


def test_card_13_unshaded_a_qasbah_of_the_sultanates_choice() -> None:
    """13: the Sultanate removes a Qasbah, and its Units in Madhyadesh stay.

    The Challenger gets 2 Units there, 1 in Gondwana and 1 Resource. Nobody Rebels under the Khaljis (2.7.1).
    """
    spaces = "spaces: {andhra: {qasbahs: 1}, punjab: {qasbahs: 1}, madhyadesh: {troops: 2}}"
    table = played(13, B, "unshaded", spaces).answer(S, "1 1-qasbahs-in-punjab")
    assert is_over(table)
    assert table.pieces("punjab") == {}
    assert table.pieces("andhra") == {"qasbahs": 1}
    assert table.pieces("madhyadesh") == {"troops": 2, "obedient-amirs": 2}
    assert table.pieces("gondwana") == {"obedient-amirs": 1}
    assert table.state.status["gondwana"] == "tributary"
    assert resources(table) == (12, 7, 7)
    assert is_eligible(table, B)


def test_card_13_unshaded_or_all_its_units_in_madhyadesh() -> None:
    """13, 1.4.5: without the Units, the Amir Controls Independent Madhyadesh.

    The next two are placed Rebelling.
    """
    position = (
        "independent: [madhyadesh]\nspaces: {madhyadesh: {troops: 2, governors: 1, obedient-amirs: 1}, "
    )
    table = played(13, B, "unshaded", position + "andhra: {qasbahs: 1}}").answer(S, "2")
    assert is_over(table)
    assert table.state.status["madhyadesh"] == B
    assert table.pieces("madhyadesh") == {"rebelling-amirs": 3}
    assert table.pieces("gondwana") == {"obedient-amirs": 1}
    assert table.pieces("andhra") == {"qasbahs": 1}


def test_card_13_unshaded_without_a_qasbah_the_units_go() -> None:
    """13: there is no choice. The Sultanate executes it for Vijayanagara."""
    table = played(13, S, "unshaded", "spaces: {madhyadesh: {troops: 2}}").answer(S, V)
    assert is_over(table)
    assert table.pieces("madhyadesh") == {"obedient-rajas": 2}
    assert table.pieces("gondwana") == {"obedient-rajas": 1}


BATIHAGARH = "dynasty: tughlaq\nresources: {}\nspaces: {andhra: {qasbahs: 1}, "


def test_card_13_unshaded_one_of_the_two_provinces_rebels() -> None:
    """13, 3.4.3: Vijayanagara, whom the Sultanate names, has a majority in both Provinces and Rebels in one.

    The Rebel is free, so its first Resource is left.
    """
    table = played(13, S, "unshaded", BATIHAGARH + "madhyadesh: {governors: 1}}").answer(S, f"{V} 1")
    assert (table.question.seat, table.question.legal) == (V, ["rebel", "done"])
    table.answer(V, "rebel")
    assert table.question.legal == ["madhyadesh", "gondwana"]
    table.answer(V, "madhyadesh")
    assert is_over(table)
    assert table.pieces("madhyadesh") == {"governors": 1, "rebelling-rajas": 2}
    assert table.state.status["madhyadesh"] == V
    assert table.pieces("gondwana") == {"obedient-rajas": 1}
    assert table.state.status["gondwana"] == "tributary"
    assert resources(table) == (0, 0, 1)


def test_card_13_unshaded_only_where_the_challenger_outnumbers_all_others() -> None:
    """13, 3.3.3: 2 Amirs against 2 Troops are no majority, so only Gondwana can Rebel."""
    table = (
        played(13, B, "unshaded", BATIHAGARH + "madhyadesh: {troops: 2}}").answer(S, "1").answer(B, "rebel")
    )
    assert is_over(table)
    assert table.pieces("madhyadesh") == {"troops": 2, "obedient-amirs": 2}
    assert table.state.status["madhyadesh"] == "tributary"
    assert table.pieces("gondwana") == {"rebelling-amirs": 1}
    assert table.state.status["gondwana"] == B


def test_card_13_unshaded_the_rebel_may_be_declined() -> None:
    """13: "may"."""
    table = (
        played(13, B, "unshaded", BATIHAGARH + "madhyadesh: {troops: 2}}").answer(S, "2").answer(B, "done")
    )
    assert is_over(table)
    assert table.pieces("madhyadesh") == {"obedient-amirs": 2}
    assert table.pieces("gondwana") == {"obedient-amirs": 1}
    assert table.state.status["madhyadesh"] == table.state.status["gondwana"] == "tributary"


def test_card_13_unshaded_no_majority_in_either_no_rebel() -> None:
    """13: with 2 against 2 and 1 against 1, nobody is asked."""
    spaces = BATIHAGARH + "madhyadesh: {troops: 2}, gondwana: {obedient-rajas: 1}}"
    table = played(13, B, "unshaded", spaces).answer(S, "1")
    assert is_over(table)
    assert table.pieces("madhyadesh") == {"troops": 2, "obedient-amirs": 2}
    assert table.pieces("gondwana") == {"obedient-amirs": 1, "obedient-rajas": 1}


def test_card_13_unshaded_one_available_unit_goes_to_madhyadesh() -> None:
    """13, 1.4.6: the first of the two places gets the only Unit."""
    table = played(13, B, "unshaded", "spaces: {maharashtra: {obedient-amirs: 13}}")
    assert is_over(table)
    assert table.pieces("madhyadesh") == {"obedient-amirs": 1}
    assert table.pieces("gondwana") == {}


def test_card_13_shaded_a_qasbah_where_the_sultanate_has_a_unit() -> None:
    """13: Bengal has no Unit. The executing Bahmanis choose Jaunpur. Two Qasbahs bring 2 Resources."""
    spaces = "spaces: {madhyadesh: {troops: 2}, jaunpur: {governors: 1}, andhra: {qasbahs: 1}}"
    table = played(13, B, "shaded", spaces)
    assert set(table.question.legal) == {"1-qasbahs-in-madhyadesh", "1-qasbahs-in-jaunpur"}
    table.answer(B, "1-qasbahs-in-jaunpur")
    assert is_over(table)
    assert resources(table) == (14, 6, 7)
    assert table.pieces("jaunpur") == {"governors": 1, "qasbahs": 1}


def test_card_13_shaded_three_resources_at_most_and_a_qasbah_where_one_fits() -> None:
    """13, 1.4.4: Bengal has its Qasbah, so Jaunpur gets the new one, the fourth. It brings 3 Resources."""
    spaces = "spaces: {bengal: {troops: 1, qasbahs: 1}, jaunpur: {troops: 1}, andhra: {qasbahs: 1}, "
    table = played(13, V, "shaded", spaces + "delhi: {qasbahs: 1}}")
    assert is_over(table)
    assert resources(table) == (15, 6, 7)
    assert table.pieces("jaunpur") == {"troops": 1, "qasbahs": 1}


def test_card_13_shaded_nothing_at_all() -> None:
    """13: there is no Unit in the three Provinces, and no Qasbah on the map."""
    table = played(13, S, "shaded", "spaces: {delhi: {troops: 4}}")
    assert is_over(table)
    assert resources(table) == (12, 6, 7)
    assert "nothing" in table.story()
