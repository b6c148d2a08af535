"""3.2.1 Conscript, 3.2.2 March and 3.2.3 Govern."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vijayanagara.acting import act, after
from tests.games.vijayanagara.table import Table


def sultanate(spaces: str, keys: str, **more: Any) -> Table:
    """Return a table on which the Sultanate has answered with these keys on the first fork."""
    return act("sultanate", spaces, f"command {keys}", **more)


# ---------------------------------------------------------------------- 3.2.1 Conscript


@pytest.mark.parametrize(
    ("spaces", "space", "troops"),
    [
        ("", "delhi", 5),
        ("delhi: {qasbahs: 1}", "delhi", 5),
        ("malwa: {obedient-amirs: 3}", "malwa", 1),
        ("malwa: {qasbahs: 1}", "malwa", 2),
        ("gujarat: {qasbahs: 1, rebelling-amirs: 3}", "gujarat", 2),
        ("punjab: {qasbahs: 1, mongols: 2}", "punjab", 2),
        ("mountain-passes: {qasbahs: 1}", "mountain-passes", 2),
    ],
)
def test_3_2_1_how_many_troops(spaces: str, space: str, troops: int) -> None:
    """3.2.1: five in Delhi, two in a space with a Qasbah, one in a Tributary without; each space costs 1."""
    table = sultanate(spaces, f"conscript {space} done", independent=["gujarat"])
    assert table.pieces(space)["troops"] == troops
    assert table.state.resources["sultanate"] == 8
    assert table.state.box["troops"] == 32 - troops
    assert f"conscript: pieces={troops}-troops space={space}" in table.story()


def test_3_2_1_several_spaces() -> None:
    """3.2.1: "any Tributary Provinces, spaces with a Qasbah, and/or Delhi", 1 Resource each."""
    table = sultanate("andhra: {qasbahs: 1}", "conscript andhra sindh orissa delhi done", resources=5)
    troops = {space: table.pieces(space)["troops"] for space in ("andhra", "sindh", "orissa", "delhi")}
    assert troops == {"andhra": 2, "sindh": 1, "orissa": 1, "delhi": 5}
    assert table.state.resources["sultanate"] == 1


@pytest.mark.parametrize("space", ["punjab", "mountain-passes", "malwa"])
def test_3_2_1_not_in_the_regions_or_an_independent_province_without_a_qasbah(space: str) -> None:
    """3.2.1: neither Tributary nor Delhi and without a Qasbah, even under Sultanate Control."""
    table = sultanate("malwa: {troops: 3}", "conscript", independent=["malwa"])
    assert table.refused("sultanate", space) == f"3.2.1 space={space}"
    assert table.question.legal[:2] == ["delhi", "sindh"]


def test_3_2_1_no_troops_available() -> None:
    """3.2.1, 1.4.6: "if there are none in the box they may not be placed"."""
    table = act("sultanate", "sindh: {troops: 32}", "limited")
    assert table.question.barred["conscript"] == "3.2.1"
    table = sultanate("sindh: {troops: 31}", "conscript malwa")
    assert table.question.asks == "decree", "with the last Troop gone no space can be selected"


def test_3_2_1_the_last_troops_are_shared_out_by_choice() -> None:
    """3.2.1: "up to five": with 3 left the Sultanate says how many go to Delhi, and keeps the rest."""
    table = sultanate("sindh: {troops: 29}", "conscript delhi")
    assert table.question.asks == "place: left=3-troops space=delhi"
    assert table.question.legal == ["3-troops", "2-troops", "1-troops"]
    table.answer("sultanate", "2-troops malwa")
    assert (table.pieces("delhi"), table.pieces("malwa")) == ({"troops": 2}, {"troops": 1})
    assert table.question.asks == "decree", "no Troops are left to place"


def test_3_2_1_conscription_takes_control() -> None:
    """3.2.1, 1.7: the story tells the Troops first, then the Control that follows."""
    spaces = "malwa: {qasbahs: 1, rebelling-amirs: 2}"
    table = sultanate(spaces, "conscript malwa done", independent=["malwa"])
    assert table.state.status["malwa"] == "sultanate"
    assert after(
        table.story(), "conscript: pieces=2-troops space=malwa", "control: faction=sultanate space=malwa"
    )


# ---------------------------------------------------------------------- 3.2.2 March


def test_3_2_2_any_number_from_several_adjacent_spaces() -> None:
    """3.2.2: Troops and Governors "from any (e.g., multiple) adjacent spaces"; 1 Resource a destination."""
    spaces = "delhi: {troops: 12}, malwa: {troops: 2, governors: 2}, sindh: {governors: 1}"
    table = sultanate(spaces, "march rajput-kingdoms delhi 12-troops malwa 1-troops 2-governors sindh done")
    assert table.pieces("rajput-kingdoms") == {"troops": 13, "governors": 3}
    assert table.pieces("malwa") == {"troops": 1}
    assert table.state.resources["sultanate"] == 8


@pytest.mark.parametrize("to", ["delhi", "mountain-passes", "sindh"])
def test_3_2_2_any_space_is_a_destination(to: str) -> None:
    """3.2.2: "Any spaces": Delhi and the Mongol Invasion Regions too."""
    table = sultanate("punjab: {troops: 1, mongols: 1}", f"march {to}")
    assert table.pieces(to) == {"troops": 1}
    assert table.pieces("punjab") == {"mongols": 1}
    assert table.question.asks == "decree", "nobody is left to march"


def test_3_2_2_only_from_adjacent_spaces() -> None:
    """3.2.2, 1.3.6: not over the Vindhya Range, not two spaces far."""
    table = sultanate("malwa: {troops: 3}", "march")
    neighbours = {"delhi", "rajput-kingdoms", "gujarat", "jaunpur", "maharashtra"}
    assert {*table.question.legal} == {*neighbours, "done"}
    assert table.refused("sultanate", "gondwana").startswith("3.2.2 space=gondwana")


def test_3_2_2_units_march_once() -> None:
    """3.2.2, 3.1.2: "Units may only ever be moved once during a single March Command"."""
    spaces = "delhi: {troops: 2}, malwa: {troops: 1}, jaunpur: {troops: 1}"
    table = sultanate(spaces, "march malwa delhi 2-troops done gujarat")
    assert table.pieces("gujarat") == {"troops": 1}, "only the Troop that stood in Malwa could go on"
    assert table.pieces("malwa") == {"troops": 2}
    text = "3.2.2 space=maharashtra"
    assert table.question.barred["maharashtra"] == text


def test_3_2_2_not_there_and_back() -> None:
    """3.1.2: who marched out does not march home; another Troop may change places with it."""
    table = sultanate("delhi: {troops: 1}, jaunpur: {troops: 1}", "march jaunpur")
    assert table.pieces("jaunpur") == {"troops": 2}
    table.answer("sultanate", "delhi")
    assert (table.pieces("jaunpur"), table.pieces("delhi")) == ({"troops": 1}, {"troops": 1})
    assert table.question.asks == "decree", "both have marched"


def test_3_2_2_refused_origins() -> None:
    """3.2.2: an origin is refused for lack of Units, for Units used up, because it was named before or lies
    elsewhere."""
    spaces = "delhi: {troops: 2}, jaunpur: {troops: 1, governors: 1}, punjab: {troops: 1}, malwa: {troops: 1}"
    table = sultanate(spaces, "march delhi jaunpur 1-troops done malwa done rajput-kingdoms")
    assert table.question.legal == ["delhi", "punjab"]
    barred = dict(table.question.barred)
    for space in ("sindh", "gujarat", "malwa"):
        assert barred[space] == f"3.2.2 origin={space}"
    assert barred["bengal"] == "3.2.2 origin=bengal to=rajput-kingdoms"
    table.answer("sultanate", "delhi 1-troops")
    assert table.question.barred["delhi"] == ("3.2.2 origin=delhi to=rajput-kingdoms")
    table.answer("sultanate", "done malwa")
    assert table.question.legal == ["delhi", "jaunpur"]
    assert table.question.barred["rajput-kingdoms"] == ("3.1.2 origin=rajput-kingdoms")


def test_3_2_2_control_changes_with_the_last_unit() -> None:
    """3.2.2, 1.7: who leaves loses Control, who comes takes it."""
    spaces = "malwa: {troops: 3, rebelling-amirs: 1}, gujarat: {rebelling-amirs: 2}"
    table = sultanate(spaces, "march gujarat 3-troops", independent=["malwa", "gujarat"])
    assert table.state.status["malwa"] == "bahmani"
    assert table.state.status["gujarat"] == "sultanate"
    told = "move: command=march origin=malwa pieces=[3-troops] to=gujarat"
    assert after(table.story(), told, "control: faction=sultanate space=gujarat")
    assert after(table.story(), told, "control: faction=bahmani space=malwa")


# ---------------------------------------------------------------------- 3.2.3 Govern

GOVERNED = "malwa: {governors: 1, obedient-amirs: 2, obedient-rajas: 1, rebelling-amirs: 1}"


@pytest.mark.parametrize("space", ["delhi", "punjab", "mountain-passes", "sindh"])
def test_3_2_3_place_a_governor(space: str) -> None:
    """3.2.3: one Available Governor into a Tributary, a Region or Delhi."""
    table = sultanate("", f"govern {space} done")
    assert table.pieces(space) == {"governors": 1}
    assert table.state.box["governors"] == 4
    assert table.state.resources["sultanate"] == 8
    assert f"govern: space={space}" in table.story()


def test_3_2_3_a_second_governor_may_be_placed() -> None:
    """3.2.3: "either place a Governor" says nothing of one that is there already (ruling)."""
    table = sultanate("delhi: {governors: 1}", "govern delhi governor done")
    assert table.pieces("delhi") == {"governors": 2}


def test_3_2_3_remove_up_to_two_obedient_units_of_either_rival() -> None:
    """3.2.3: up to two Obedient Units, in any mix; Rebelling ones stay."""
    table = sultanate(GOVERNED, "govern malwa remove")
    assert table.question.asks == "govern-units: space=malwa"
    assert table.question.legal == ["2-obedient-amirs", "1-obedient-amirs", "1-obedient-rajas"]
    table.answer("sultanate", "1-obedient-amirs 1-obedient-rajas done done")
    assert table.pieces("malwa") == {"governors": 1, "obedient-amirs": 1, "rebelling-amirs": 1}
    assert "remove: pieces=[1-obedient-amirs, 1-obedient-rajas] space=malwa" in table.story()


@pytest.mark.parametrize("keys", ["remove 2-obedient-amirs qasbah", "qasbah remove 2-obedient-amirs"])
def test_3_2_3_remove_and_build_in_either_order(keys: str) -> None:
    """3.2.3: "may both remove up to two Obedient Units and place a Qasbah"."""
    table = sultanate(GOVERNED, f"govern malwa {keys} done")
    there = {"governors": 1, "qasbahs": 1, "rebelling-amirs": 1, "obedient-rajas": 1}
    assert table.pieces("malwa") == there
    assert table.state.resources["sultanate"] == 8
    assert "govern: space=malwa" in table.story()


def test_3_2_3_either_without_the_other() -> None:
    """3.2.3: "or may perform either option without performing the other"."""
    table = sultanate(GOVERNED, "govern malwa qasbah done done")
    assert table.pieces("malwa")["obedient-amirs"] == 2
    table = sultanate(GOVERNED, "govern malwa remove 1-obedient-rajas done done done")
    assert table.pieces("malwa") == {"governors": 1, "obedient-amirs": 2, "rebelling-amirs": 1}


def test_3_2_3_a_governor_just_placed_does_not_act() -> None:
    """3.2.3: place, OR act with one that "already" stands there."""
    another = "govern-in: another=… spaces=[malwa]"
    table = sultanate("malwa: {obedient-amirs: 2}", "govern malwa")
    assert table.pieces("malwa") == {"governors": 1, "obedient-amirs": 2}
    assert table.question.asks == another
    table = sultanate(GOVERNED, "govern malwa governor")
    assert table.question.asks == another, "and one that stands there acts no more"


def test_3_2_3_after_acting_no_governor_is_placed() -> None:
    """3.2.3: the other way round."""
    table = sultanate(GOVERNED, "govern malwa qasbah")
    assert table.question.legal == ["remove", "done"]
    assert dict(table.question.barred) == {
        "governor": "3.2.3",
        "qasbah": "3.2.3 space=malwa",
    }


def test_3_2_3_what_cannot_be_done_there() -> None:
    """3.2.3, 1.4.4: without an Obedient Unit nothing is removed; one Qasbah a space."""
    spaces = "malwa: {governors: 1, qasbahs: 1, obedient-rajas: 1}, delhi: {governors: 1}"
    table = sultanate(spaces, "govern delhi")
    assert table.question.legal == ["governor", "qasbah"]
    assert table.question.barred == {"remove": "3.2.3 space=delhi"}
    table.answer("sultanate", "qasbah malwa")
    assert table.question.barred == {"qasbah": "1.4.4 space=malwa"}


@pytest.mark.parametrize("amirs", [2, 1])
def test_3_2_3_not_in_an_independent_province_of_others_or_nobody(amirs: int) -> None:
    """3.2.3: an Independent Province must be under Sultanate Control."""
    spaces = f"malwa: {{governors: 1, rebelling-amirs: {amirs}}}"
    table = sultanate(spaces, "govern", independent=["malwa"])
    assert table.refused("sultanate", "malwa").startswith("3.2.3 space=malwa")


def test_3_2_3_in_a_province_under_sultanate_control() -> None:
    """3.2.3: "Sultanate Controlled Provinces"."""
    spaces = "malwa: {governors: 1, troops: 1, rebelling-amirs: 1}"
    table = sultanate(spaces, "govern malwa qasbah done", independent=["malwa"])
    assert table.pieces("malwa") == {"governors": 1, "troops": 1, "rebelling-amirs": 1, "qasbahs": 1}


def test_3_2_3_no_qasbah_is_available() -> None:
    """3.2.3, 1.4.6: all five Qasbahs stand."""
    spaces = "delhi: {qasbahs: 1}, sindh: {qasbahs: 1}, gujarat: {qasbahs: 1}, punjab: {qasbahs: 1}, "
    table = sultanate(spaces + "andhra: {qasbahs: 1}, malwa: {governors: 1}", "govern malwa")
    assert table.pieces("malwa") == {"governors": 2}, "a second Governor is all that could be done"
    spaces += "andhra: {qasbahs: 1}, malwa: {governors: 1, obedient-amirs: 1}"
    table = sultanate(spaces, "govern malwa")
    assert table.question.barred == {"qasbah": "3.2.3"}


def test_3_2_3_no_governor_is_available() -> None:
    """3.2.3, 1.4.6: all five Governors stand: a space without one is refused, elsewhere they can only act."""
    table = sultanate("malwa: {governors: 5, obedient-amirs: 1}", "govern")
    assert table.refused("sultanate", "delhi") == ("3.2.3 space=delhi")
    table.answer("sultanate", "malwa")
    assert table.question.barred == {"governor": "3.2.3"}


def test_3_2_3_removed_units_are_available_again() -> None:
    """3.2.3, 1.4.3: removed Units go to their Faction's holding box."""
    spaces = "malwa: {governors: 1, troops: 4, obedient-amirs: 2, obedient-rajas: 2}"
    table = sultanate(spaces, "govern malwa remove 2-obedient-amirs done done", independent=["malwa"])
    assert table.pieces("malwa") == {"governors": 1, "troops": 4, "obedient-rajas": 2}
    assert table.state.box["amirs"] == 14, "18 less the four that wait on the Influence track"
