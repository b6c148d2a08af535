"""3.3.1 to 3.3.3 and 3.4.1 to 3.4.3: Rally, Migrate and Rebel of the Bahmanis and of Vijayanagara."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vijayanagara.acting import act, after
from tests.games.vijayanagara.table import Table

RIVALS = ["bahmani", "vijayanagara"]
OTHER = {"bahmani": "vijayanagara", "vijayanagara": "bahmani"}
OBEDIENT = {"bahmani": "obedient-amirs", "vijayanagara": "obedient-rajas"}
REBELLING = {"bahmani": "rebelling-amirs", "vijayanagara": "rebelling-rajas"}
STRUCTURE = {"bahmani": "forts", "vijayanagara": "temples"}
HOME = {"bahmani": "maharashtra", "vijayanagara": "karnataka"}
UNITS = {"bahmani": "amirs", "vijayanagara": "rajas"}
NUMBER = {"bahmani": "3.3", "vijayanagara": "3.4"}


def rival(faction: str, spaces: str, keys: str, **more: Any) -> Table:
    """Return a table on which the rival has answered with these keys on the first fork."""
    return act(faction, spaces, f"command {keys}", **more)


# ---------------------------------------------------------------------- Rally


@pytest.mark.parametrize(
    ("faction", "space", "there", "status", "placed"),
    [
        # 3.3.1: one, one more in Maharashtra, one more under Bahmani Control
        ("bahmani", "malwa", "obedient-amirs: 1, troops: 4", "tributary", 1),
        ("bahmani", "malwa", "forts: 1, troops: 4", "tributary", 1),
        ("bahmani", "malwa", "obedient-amirs: 1, troops: 4", "independent", 1),
        ("bahmani", "malwa", "rebelling-amirs: 2", "independent", 2),
        ("bahmani", "malwa", "rebelling-amirs: 2", "tributary", 1),
        ("bahmani", "maharashtra", "", "tributary", 2),
        ("bahmani", "maharashtra", "troops: 4", "independent", 2),
        ("bahmani", "maharashtra", "rebelling-amirs: 1", "independent", 3),
        ("bahmani", "malwa", "obedient-amirs: 1, temples: 1, forts: 1", "tributary", 1),
        # 3.4.1: one, one more in Karnataka, beside a Temple, under Vijayanagara Control
        ("vijayanagara", "andhra", "obedient-rajas: 1, troops: 4", "tributary", 1),
        ("vijayanagara", "andhra", "temples: 1, troops: 4", "tributary", 2),
        ("vijayanagara", "andhra", "rebelling-rajas: 2", "independent", 2),
        ("vijayanagara", "andhra", "rebelling-rajas: 2, temples: 1", "independent", 3),
        ("vijayanagara", "karnataka", "", "tributary", 2),
        ("vijayanagara", "karnataka", "temples: 1, troops: 4", "independent", 3),
        ("vijayanagara", "karnataka", "temples: 1", "independent", 4),
        ("vijayanagara", "maharashtra", "obedient-rajas: 1", "tributary", 1),
    ],
)
def test_3_3_1_how_many_are_placed(faction: str, space: str, there: str, status: str, placed: int) -> None:
    """3.3.1, 3.4.1 Rally: for 1 Resource, as many as the Province gives."""
    before = act(faction, f"{space}: {{{there}}}", "").state.units(space, faction)
    independent = [space] if status == "independent" else []
    table = rival(faction, f"{space}: {{{there}}}", f"rally {space}", independent=independent, resources=1)
    assert table.state.units(space, faction) == before + placed
    assert table.state.resources[faction] == 0


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_1_placed_units_are_obedient(faction: str) -> None:
    """3.3.1, 3.4.1, 1.4.6: Obedient in a Tributary, and where another has the majority."""
    obedient = OBEDIENT[faction]
    spaces = f"malwa: {{{obedient}: 1, troops: 5}}"
    for independent in ([], ["malwa"]):
        table = rival(faction, spaces, "rally malwa done", independent=independent)
        assert table.pieces("malwa") == {obedient: 2, "troops": 5}


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_1_placed_under_own_control_they_rebel(faction: str) -> None:
    """3.3.1, 3.4.1: "in which case they are placed Rebelling"."""
    spaces = f"malwa: {{{OBEDIENT[faction]}: 1}}"
    table = rival(faction, spaces, "rally malwa done", independent=["malwa"])
    assert table.pieces("malwa") == {REBELLING[faction]: 3}, "one that was there, two placed"


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_1_a_rally_that_takes_control(faction: str) -> None:
    """1.7, 1.4.5: two against two become three against two: all of them rebel, but only one was placed."""
    spaces = f"malwa: {{{OBEDIENT[faction]}: 2, troops: 2}}"
    table = rival(faction, spaces, "rally malwa done", independent=["malwa"])
    assert table.pieces("malwa") == {REBELLING[faction]: 3, "troops": 2}
    placed = f"rally: pieces=1-{UNITS[faction]} space=malwa"
    assert after(table.story(), placed, f"control: faction={faction} space=malwa")


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_1_where_rally_is_refused(faction: str) -> None:
    """3.3.1, 3.4.1: a piece of its own is needed, but not at home."""
    table = rival(
        faction, f"malwa: {{{STRUCTURE[faction]}: 1}}, gujarat: {{{OBEDIENT[OTHER[faction]]}: 1}}", "rally"
    )
    assert table.question.legal == ["malwa", HOME[faction], "done"]
    assert table.refused(faction, "gujarat") == f"{NUMBER[faction]}.1 home={HOME[faction]} space=gujarat"


def test_3_3_1_none_available() -> None:
    """3.3.1, 1.4.6: with an empty box no Province can be selected."""
    table = rival("bahmani", "malwa: {obedient-amirs: 13}", "rally malwa")
    assert table.question.asks == "decree", "the fourteenth Amir was the last"
    table = act("bahmani", "malwa: {obedient-amirs: 14}", "limited")
    assert table.question.barred["rally"] == "3.3.1 units=amirs"


def test_3_3_1_few_available() -> None:
    """3.4.1: "up to one additional": with two left their owner says how many are placed."""
    spaces = "karnataka: {temples: 1}, malwa: {obedient-rajas: 12}"
    table = rival("vijayanagara", spaces, "rally karnataka")
    assert table.question.asks == "place: left=2-rajas space=karnataka"
    table.answer("vijayanagara", "1-rajas malwa")
    assert table.pieces("karnataka") == {"temples": 1, "obedient-rajas": 1}
    assert table.pieces("malwa") == {"obedient-rajas": 13}


# ---------------------------------------------------------------------- Migrate


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_2_up_to_three_from_several_provinces(faction: str) -> None:
    """3.3.2, 3.4.2: "up to three ... from any adjacent Provinces", 1 Resource a destination."""
    unit = OBEDIENT[faction]
    spaces = f"gujarat: {{{unit}: 2}}, maharashtra: {{{unit}: 4}}, jaunpur: {{{unit}: 1}}"
    table = rival(faction, spaces, "migrate malwa gujarat")
    assert table.question.legal == [f"2-{unit}", f"1-{unit}"]
    table.answer(faction, f"1-{unit} maharashtra")
    assert table.question.legal == [f"2-{unit}", f"1-{unit}"], "three in all"
    table.answer(faction, f"2-{unit}")
    assert table.pieces("malwa") == {unit: 3}
    assert table.question.asks == "migrate-to: another=… spaces=[malwa]"
    assert table.state.resources[faction] == 8


@pytest.mark.parametrize("faction", RIVALS)
@pytest.mark.parametrize(
    ("there", "independent", "expected"),
    [
        # into a Tributary: Obedient, all of them
        ("", False, "obedient"),
        # under its own Control: Rebelling
        ("own", True, "rebelling"),
        # otherwise as they were: uncontrolled before, and after
        ("balanced", True, "as they were"),
        # Control by their entry turns them (1.4.5)
        ("", True, "rebelling"),
        # under another's Control that they do not break
        ("others", True, "as they were"),
    ],
)
def test_3_3_2_orientation_on_arrival(faction: str, there: str, independent: bool, expected: str) -> None:
    """3.3.2, 3.4.2: judged by the Province as they enter it; then 1.4.5."""
    obedient, rebelling = OBEDIENT[faction], REBELLING[faction]
    pieces = {"": "", "own": f"{rebelling}: 1", "balanced": "troops: 2", "others": "troops: 5"}[there]
    spaces = f"malwa: {{{pieces}}}, gujarat: {{{obedient}: 1, {rebelling}: 1}}"
    keys = f"migrate malwa 1-{obedient} 1-{rebelling}"
    table = rival(faction, spaces, keys, independent=["malwa"] if independent else [])
    came = {kind: n for kind, n in table.pieces("malwa").items() if kind != "troops"}
    own = 1 if there == "own" else 0
    assert (
        came
        == {
            "obedient": {obedient: 2},
            "rebelling": {rebelling: 2 + own},
            "as they were": {obedient: 1, rebelling: 1},
        }[expected]
    )


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_2_units_migrate_once(faction: str) -> None:
    """3.3.2, 3.4.2, 3.1.2: "may only ever be moved once", also when they are turned over on the way."""
    obedient, rebelling = OBEDIENT[faction], REBELLING[faction]
    spaces = f"gujarat: {{{rebelling}: 2}}, malwa: {{{obedient}: 1}}"
    table = rival(faction, spaces, f"migrate malwa 2-{rebelling} jaunpur")
    assert table.pieces("jaunpur") == {obedient: 1}, "the one that stood in Malwa"
    assert table.pieces("malwa") == {obedient: 2}
    assert table.question.asks == "decree", "all have moved; out and back is not possible"


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_2_units_turned_by_control_stay_used(faction: str) -> None:
    """3.1.2, 1.4.5: an Obedient Unit joins two others; Control turns all three; two may still go on."""
    obedient, rebelling = OBEDIENT[faction], REBELLING[faction]
    spaces = f"gujarat: {{{obedient}: 1}}, malwa: {{{obedient}: 2, troops: 2}}"
    table = rival(faction, spaces, "migrate malwa jaunpur", independent=["malwa"])
    assert table.pieces("malwa") == {rebelling: 3, "troops": 2}
    assert table.question.legal == [f"2-{rebelling}", f"1-{rebelling}"]
    table.answer(faction, f"2-{rebelling}")
    assert table.pieces("jaunpur") == {obedient: 2}
    assert table.question.asks == "decree"


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_2_where_migrate_is_refused(faction: str) -> None:
    """3.3.2, 3.4.2: no Unit could come."""
    table = rival(faction, f"malwa: {{{OBEDIENT[faction]}: 1}}", "migrate")
    why = f"{NUMBER[faction]}.2 space=gondwana units={UNITS[faction]}"
    assert table.question.barred["gondwana"] == why


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_2_shift_influence(faction: str) -> None:
    """3.3.2, 3.4.2: in a destination with a piece of the other rival: its own up, the other's down, for 1."""
    other = OTHER[faction]
    spaces = f"gujarat: {{{OBEDIENT[faction]}: 2}}, malwa: {{{STRUCTURE[other]}: 1}}"
    keys = f"migrate malwa 1-{OBEDIENT[faction]}"
    table = rival(faction, spaces, keys, influence={faction: 2, other: 2})
    assert table.question.asks == f"buy-shift: other={other}-in-short to=malwa"
    table.answer(faction, "shift")
    assert table.state.influence == {faction: 3, other: 1}
    assert table.state.resources[faction] == 7


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_2_in_up_to_one_destination(faction: str) -> None:
    """3.3.2, 3.4.2: declined in the first, bought in the second, not offered in the third."""
    unit, foe = OBEDIENT[faction], OBEDIENT[OTHER[faction]]
    spaces = (
        f"gujarat: {{{unit}: 6}}, malwa: {{{foe}: 1}}, sindh: {{{foe}: 1}}, "
        f"rajput-kingdoms: {{{foe}: 1}}, maharashtra: {{{foe}: 1}}"
    )
    table = rival(faction, spaces, f"migrate malwa 1-{unit} done sindh 1-{unit} shift maharashtra 1-{unit}")
    assert table.question.asks == "migrate-to: another=… spaces=[malwa, sindh, maharashtra]"
    assert table.state.influence[faction] == 1
    assert table.state.resources[faction] == 9 - 3 - 1


def test_3_3_2_no_shift_without_a_piece_of_the_other_rival() -> None:
    """3.3.2: a Sultanate piece is not enough, nor is one in the Province they came from."""
    spaces = "gujarat: {obedient-amirs: 2, obedient-rajas: 1}, malwa: {troops: 1}"
    table = rival("bahmani", spaces, "migrate malwa 1-obedient-amirs")
    assert table.question.asks == "migrate-to: another=… spaces=[malwa]"


def test_3_3_2_no_shift_without_a_resource_or_an_effect() -> None:
    """3.3.2, 1.9: nothing to pay with, or both markers at the end of their tracks."""
    spaces = "gujarat: {obedient-amirs: 1}, malwa: {obedient-rajas: 1}"
    assert rival("bahmani", spaces, "migrate malwa", resources=1).question.asks == "decree"
    table = rival("bahmani", spaces, "migrate malwa", influence={"bahmani": 4, "vijayanagara": 0})
    assert table.question.asks == "decree"
    table = rival("bahmani", spaces, "migrate malwa shift", influence={"bahmani": 4, "vijayanagara": 1})
    table.answer("vijayanagara", "2-available")
    assert table.state.influence == {"bahmani": 4, "vijayanagara": 0}, "one of them moves"
    assert "unmoved: level=4 rival=bahmani" in table.story()


def test_3_3_2_the_last_resource_traded_away() -> None:
    """3.3.2, 1.5.2: while the question waits the price may be gone: then there is no shift."""
    spaces = "gujarat: {obedient-amirs: 1}, malwa: {obedient-rajas: 1}, bengal: {obedient-amirs: 1}"
    table = rival("bahmani", spaces, "migrate malwa", resources=2)
    table.side("vijayanagara", "offer bahmani get 1r").side("bahmani", "accept 1")
    assert table.state.influence == {"bahmani": 0, "vijayanagara": 0}
    assert table.question.asks == "decree"


# ---------------------------------------------------------------------- Rebel


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_3_rebel(faction: str) -> None:
    """3.3.3, 3.4.3: all Units Rebelling, the marker gone, Control; others stay as they are."""
    foe = OBEDIENT[OTHER[faction]]
    spaces = f"malwa: {{{OBEDIENT[faction]}: 2, {REBELLING[faction]}: 1, troops: 1, {foe}: 1}}"
    table = rival(faction, spaces, "rebel malwa")
    assert table.pieces("malwa") == {REBELLING[faction]: 3, "troops": 1, foe: 1}
    assert table.state.status["malwa"] == faction
    assert table.state.resources[faction] == 8
    assert table.question.asks == "decree", "nowhere else"


@pytest.mark.parametrize("faction", RIVALS)
@pytest.mark.parametrize(
    ("own", "others", "legal"),
    [
        ("U: 2, S: 1", "troops: 2", True),
        ("U: 2", "troops: 1, F: 1", False),
        ("U: 1", "troops: 2", False),
        ("S: 1", "", True),
    ],
)
def test_3_3_3_a_majority_of_pieces_is_needed(faction: str, own: str, others: str, legal: bool) -> None:
    """3.3.3, 3.4.3: its pieces (Structures too) must "outnumber all opposing pieces there combined"."""
    mine = own.replace("U", OBEDIENT[faction]).replace("S", STRUCTURE[faction])
    foes = others.replace("F", OBEDIENT[OTHER[faction]])
    spaces = f"malwa: {{{mine}, {foes}}}".replace(", }", "}")
    table = rival(faction, f"{spaces}, sindh: {{{OBEDIENT[faction]}: 1}}", "rebel")
    assert ("malwa" in table.question.legal) is legal
    if not legal:
        n = sum(int(part.split(":")[1]) for part in own.split(","))
        why = table.refused(faction, "malwa")
        assert why.startswith(f"{NUMBER[faction]}.3 ")
        assert f"n={n} " in why
        assert table.question.legal == ["sindh", "done"]


@pytest.mark.parametrize("faction", RIVALS)
def test_3_3_3_only_tributaries(faction: str) -> None:
    """3.3.3, 3.4.3: "any number of Tributary Provinces"."""
    unit = OBEDIENT[faction]
    spaces = f"malwa: {{{REBELLING[faction]}: 1}}, sindh: {{{unit}: 1}}, gujarat: {{{unit}: 1}}"
    table = rival(faction, spaces, "rebel", independent=["malwa"])
    assert table.refused(faction, "malwa") == f"{NUMBER[faction]}.3 space=malwa"
    table.answer(faction, "sindh gujarat")
    assert table.state.list_controlled(faction) == ["sindh", "gujarat", "malwa"]
    assert table.state.resources[faction] == 7


@pytest.mark.parametrize("faction", RIVALS)
@pytest.mark.parametrize("option", ["command", "command-only", "limited", "decree"])
def test_3_3_3_not_under_the_khalji_dynasty(faction: str, option: str) -> None:
    """3.3.3, 2.7.1: "may not be used during the Khalji Dynasty", not even in no space."""
    decree = {"bahmani": " trade", "vijayanagara": " tax"}[faction] if option == "decree" else ""
    table = act(faction, f"malwa: {{{OBEDIENT[faction]}: 2}}", option + decree, dynasty="khalji")
    assert table.refused(faction, "rebel").startswith("2.7.1")
