"""4.3 Trade, Build and Conspire of the Bahmanis; 4.4 Tax, Build and Compel of Vijayanagara."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vijayanagara.acting import act, after
from tests.games.vijayanagara.table import Table

UNITS = {"bahmani": "amirs", "vijayanagara": "rajas"}


def bahmani(spaces: str, keys: str, **more: Any) -> Table:
    """Return a table on which the Bahmanis begin with a Decree and answer with these keys."""
    return act("bahmani", spaces, f"decree {keys}", **more)


def vijayanagara(spaces: str, keys: str, **more: Any) -> Table:
    """Return a table on which Vijayanagara begins with a Decree and answers with these keys."""
    return act("vijayanagara", spaces, f"decree {keys}", **more)


def is_over(table: Table) -> bool:
    """Return whether the Decree is done: the Command comes next."""
    return table.question.asks == "command"


# ---------------------------------------------------------------------- 4.3.1 Trade


@pytest.mark.parametrize(("influence", "cavalry"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_4_3_1_trade(influence: int, cavalry: int) -> None:
    """4.3.1: a Resource for each Province with a Bahmani piece; one, two or three Cavalry by Influence."""
    spaces = (
        "malwa: {forts: 1}, sindh: {obedient-amirs: 3}, gujarat: {rebelling-amirs: 1}, andhra: {troops: 1}"
    )
    table = bahmani(spaces, "trade", influence={"bahmani": influence})
    assert table.state.resources["bahmani"] == 9 + 3
    assert table.state.cavalry["bahmani"] == cavalry
    assert "trade: faction=bahmani gain=3-resources" in table.story()


def test_4_3_1_trade_with_an_empty_pool() -> None:
    """4.3.1, 1.10: the token comes from a faction of the gainer's choice."""
    table = bahmani("malwa: {forts: 1}", "trade", cavalry={"sultanate": 8, "vijayanagara": 2})
    assert table.question.legal == ["sultanate", "vijayanagara", "nobody"]
    table.answer("bahmani", "vijayanagara")
    assert table.state.cavalry == {"sultanate": 8, "bahmani": 1, "vijayanagara": 1}


# ---------------------------------------------------------------------- 4.3.2, 4.4.2 Build

RIVALS = [
    ("bahmani", "obedient-amirs", "forts", "4.3.2"),
    ("vijayanagara", "rebelling-rajas", "temples", "4.4.2"),
]


@pytest.mark.parametrize(("faction", "unit", "structure", "number"), RIVALS)
def test_4_3_2_build(faction: str, unit: str, structure: str, number: str) -> None:
    """4.3.2, 4.4.2: one Structure in one Province with a Unit of its own."""
    spaces = f"malwa: {{{unit}: 1}}, sindh: {{{unit}: 1, {structure}: 1}}, "
    spaces += f"gujarat: {{{structure}: 1, troops: 1}}, orissa: {{{unit}: 2}}"
    table = act(faction, spaces, "decree build")
    units = UNITS[faction]
    assert table.question.legal == ["malwa", "orissa"]
    assert table.question.barred["sindh"] == f"1.4.4 province=sindh structure=1-{structure}"
    assert table.question.barred["gujarat"] == f"{number} province=gujarat units={units}"
    table.answer(faction, "malwa")
    assert table.pieces("malwa") == {unit: 1, structure: 1}
    assert table.state.box[structure] == 2
    assert is_over(table)


@pytest.mark.parametrize(("faction", "unit", "structure", "number"), RIVALS)
def test_4_3_2_build_may_take_control(faction: str, unit: str, structure: str, number: str) -> None:
    """1.7: a Structure is a piece; the Units there rebel."""
    table = act(faction, f"malwa: {{{unit}: 1, troops: 1}}", "decree build", independent=["malwa"])
    assert table.state.status["malwa"] == faction
    built = f"build: piece=1-{structure} province=malwa"
    assert after(table.story(), built, f"control: faction={faction} space=malwa")


@pytest.mark.parametrize(("faction", "unit", "structure", "number"), RIVALS)
def test_4_3_2_build_refused(faction: str, unit: str, structure: str, number: str) -> None:
    """4.3.2, 4.4.2: no Province to build in; or all five Structures stand."""
    table = act(faction, f"malwa: {{{unit}: 1, {structure}: 1}}", "decree")
    assert table.question.barred["build"] == f"{number} units={UNITS[faction]}"
    five = ", ".join(
        f"{space}: {{{structure}: 1}}" for space in ("malwa", "sindh", "gujarat", "orissa", "bengal")
    )
    table = act(faction, f"{five}, andhra: {{{unit}: 1}}", "decree")
    assert table.question.barred["build"] == f"{number} structures={structure}"


# ---------------------------------------------------------------------- 4.3.3 Conspire


@pytest.mark.parametrize(
    ("amir", "kind"), [("1-rebelling-amirs", "rebelling-amirs"), ("1-obedient-amirs", "obedient-amirs")]
)
def test_4_3_3_an_amir_replaces_a_governor(amir: str, kind: str) -> None:
    """4.3.3: "either Obedient or Rebelling as desired", in a Province with a Bahmani piece."""
    table = bahmani("malwa: {governors: 2, forts: 1}", "conspire")
    assert table.question.asks == "conspire-by: province=malwa victim=1-governors"
    assert table.question.legal == ["1-rebelling-amirs", "1-obedient-amirs", "nobody"]
    table.answer("bahmani", amir)
    assert table.pieces("malwa") == {"governors": 1, kind: 1, "forts": 1}
    assert is_over(table)


def test_4_3_3_a_piece_may_just_be_removed() -> None:
    """1.4.6: "A piece can simply be removed without being replaced"; without an Available Amir it is."""
    table = bahmani("malwa: {governors: 1, forts: 1}", "conspire nobody")
    assert table.pieces("malwa") == {"forts": 1}
    assert "conspire: amir=1-nobody province=malwa victim=1-governors" in table.story()
    table = bahmani("malwa: {governors: 1, forts: 1}, sindh: {obedient-amirs: 14}", "conspire")
    assert table.pieces("malwa") == {"forts": 1}


def test_4_3_3_up_to_two_different_provinces() -> None:
    """4.3.3: "In up to two different Provinces"."""
    spaces = ", ".join(
        f"{space}: {{governors: 1, obedient-amirs: 1}}" for space in ("malwa", "sindh", "gujarat")
    )
    table = bahmani(spaces, "conspire malwa 1-rebelling-amirs")
    assert table.question.legal == ["sindh", "gujarat", "done"]
    assert table.question.barred["malwa"] == "4.3.3 province=malwa"
    table.answer("bahmani", "sindh nobody")
    assert is_over(table)
    assert is_over(bahmani(spaces, "conspire malwa 1-obedient-amirs done"))


def test_4_3_3_below_influence_2() -> None:
    """4.3.3: only Governors, and only where a Bahmani piece is."""
    spaces = "malwa: {governors: 1, obedient-amirs: 1, rebelling-rajas: 1}, gujarat: {governors: 1}, "
    spaces += "bengal: {obedient-amirs: 1}"
    table = bahmani(spaces, "conspire", influence={"bahmani": 1})
    assert table.question.asks == "conspire-by: province=malwa victim=1-governors", "there is no choice"
    table = bahmani(spaces + ", sindh: {governors: 1, forts: 1}", "conspire", influence={"bahmani": 1})
    assert table.question.barred["gujarat"] == ("4.3.3 province=gujarat")
    assert table.question.barred["bengal"] == "4.3.3 province=bengal"


@pytest.mark.parametrize("influence", [2, 3, 4])
def test_4_3_3_influential(influence: int) -> None:
    """4.3.3, 1.9.1: from 2 on Governors or Rajas, in or next to Provinces with Bahmani pieces."""
    spaces = (
        "malwa: {obedient-amirs: 1}, gujarat: {governors: 1, obedient-rajas: 1}, andhra: {obedient-rajas: 1}"
    )
    table = bahmani(spaces, "conspire", influence={"bahmani": influence})
    assert table.question.asks == "conspire-whom: province=gujarat"
    assert table.labels() == ["Governor", "Obedient Raja"]
    assert (
        bahmani(
            spaces + ", maharashtra: {governors: 1}", "conspire", influence={"bahmani": influence}
        ).question.barred["andhra"]
        == "4.3.3 province=andhra"
    )
    table.answer("bahmani", "1-obedient-rajas 1-rebelling-amirs")
    assert table.pieces("gujarat") == {"governors": 1, "rebelling-amirs": 1}
    assert is_over(table), "Gujarat was one, and nobody else is within reach"


def test_4_3_3_a_rebelling_raja_becomes_a_rebelling_amir() -> None:
    """4.3.3: "Rebelling Rajas must be replaced with Rebelling Amirs"."""
    table = bahmani("malwa: {forts: 1, rebelling-rajas: 1}", "conspire", influence={"bahmani": 2})
    assert table.question.legal == ["1-rebelling-amirs", "nobody"]
    table = bahmani("malwa: {forts: 1, obedient-rajas: 1}", "conspire", influence={"bahmani": 2})
    assert table.question.legal == ["1-rebelling-amirs", "1-obedient-amirs", "nobody"]


def test_4_3_3_the_first_amir_extends_the_reach() -> None:
    """4.3.3: the Amir just placed is a Bahmani piece for the second Province."""
    spaces = "malwa: {obedient-amirs: 1}, gujarat: {obedient-rajas: 1}, sindh: {obedient-rajas: 1}"
    table = bahmani(spaces, "conspire 1-obedient-amirs", influence={"bahmani": 2})
    assert table.question.legal == ["sindh", "done"]


def test_4_3_3_control_follows() -> None:
    """1.7, 1.4.5: an Obedient Amir in a Province that becomes Bahmani is Rebelling."""
    spaces = "malwa: {governors: 1, obedient-amirs: 1}"
    table = bahmani(spaces, "conspire 1-obedient-amirs", independent=["malwa"])
    assert table.pieces("malwa") == {"rebelling-amirs": 2}
    told = "conspire: amir=1-obedient-amirs province=malwa victim=1-governors"
    assert after(table.story(), told, "control: faction=bahmani space=malwa")


def test_4_3_3_refused() -> None:
    """4.3.3: nobody within reach; no Raja either for the influential."""
    table = bahmani("malwa: {obedient-amirs: 1}, gujarat: {governors: 1}", "")
    assert table.question.barred["conspire"] == "4.3.3"
    spaces = "malwa: {obedient-amirs: 1}, gujarat: {governors: 1}, delhi: {governors: 1}, "
    spaces += "sindh: {governors: 1, forts: 1}"
    table = bahmani(spaces, "conspire", influence={"bahmani": 2})
    assert table.question.barred["malwa"] == "4.3.3 province=malwa"
    text = "3.1.1 space=delhi"
    assert table.question.barred["delhi"] == text


# ---------------------------------------------------------------------- 4.4.1 Tax


def test_4_4_1_tax() -> None:
    """4.4.1: the Prosperity of its Controlled Provinces, and the number of Temples on the map."""
    spaces = """
    karnataka: {rebelling-rajas: 2, temples: 1}, malwa: {rebelling-rajas: 1},
    andhra: {obedient-rajas: 3}, sindh: {temples: 1, troops: 3}, gujarat: {rebelling-rajas: 1, troops: 1}
    """
    table = vijayanagara(spaces, "tax", independent=["karnataka", "malwa", "gujarat"])
    # Karnataka 2, Malwa 1, two Temples; Andhra is Tributary, Gujarat Uncontrolled
    assert table.state.resources["vijayanagara"] == 9 + 2 + 1 + 2
    assert "tax: faction=vijayanagara gain=5-resources" in table.story()


# ---------------------------------------------------------------------- 4.4.3 Compel


@pytest.mark.parametrize(
    ("keys", "karnataka", "andhra"),
    [
        ("2-rajas", 2, 3),
        ("1-rajas andhra", 2, 2),  # one placed, one moved
        ("1-rajas done", 1, 3),
        ("done andhra 2-obedient-rajas", 2, 1),
        ("done andhra 1-obedient-rajas", 1, 2),
        ("done done", 0, 3),
    ],
)
def test_4_4_3_place_or_move_two_in_all(keys: str, karnataka: int, andhra: int) -> None:
    """4.4.3: "place up to two Available Rajas, or move in up to two", or one and one."""
    table = vijayanagara("andhra: {obedient-rajas: 3}", f"compel karnataka {keys}")
    assert table.state.units("karnataka", "vijayanagara") == karnataka
    assert table.state.units("andhra", "vijayanagara") == andhra
    assert is_over(table)
    if keys == "done done":
        assert "compel-none: province=karnataka" in table.story()


def test_4_4_3_from_one_adjacent_province() -> None:
    """4.4.3: "from one adjacent Province"."""
    spaces = "andhra: {obedient-rajas: 1}, tamilakam: {rebelling-rajas: 1}"
    table = vijayanagara(spaces, "compel karnataka done")
    assert table.question.legal == ["andhra", "tamilakam", "done"]
    table.answer("vijayanagara", "tamilakam")
    assert table.pieces("karnataka") == {"obedient-rajas": 1}, "into a Tributary they come Obedient"
    assert is_over(table)


@pytest.mark.parametrize(
    ("there", "independent", "kind"),
    [
        ("troops: 5", False, "obedient-rajas"),
        ("troops: 5", True, "obedient-rajas"),
        ("rebelling-rajas: 1", True, "rebelling-rajas"),
        ("troops: 1", True, "rebelling-rajas"),  # two take Control (1.4.5)
    ],
)
def test_4_4_3_orientation_of_the_placed(there: str, independent: bool, kind: str) -> None:
    """4.4.3: "Placed Rajas begin Obedient unless the selected Province is Vijayanagara Controlled"."""
    spaces = f"karnataka: {{{there}}}, andhra: {{temples: 1}}"
    table = vijayanagara(spaces, "compel karnataka 2-rajas", independent=["karnataka"] if independent else [])
    assert table.pieces("karnataka")[kind] == 2 + ("rajas" in there)


def test_4_4_3_moved_rajas_keep_their_orientation_where_nobody_rules() -> None:
    """4.4.3: nothing is said of moved Rajas but as in Migrate (3.4.2)."""
    spaces = "karnataka: {troops: 5}, andhra: {obedient-rajas: 1, rebelling-rajas: 1}"
    keys = "compel karnataka done andhra 1-obedient-rajas 1-rebelling-rajas"
    table = vijayanagara(spaces, keys, independent=["karnataka"])
    assert table.pieces("karnataka") == {"troops": 5, "obedient-rajas": 1, "rebelling-rajas": 1}
    assert (
        "compel-move: origin=andhra pieces=[1-obedient-rajas, 1-rebelling-rajas] province=karnataka"
        in table.story()
    )


def test_4_4_3_only_in_reach() -> None:
    """4.4.3: "In one Province with or adjacent to a Vijayanagara piece"; with none on the map, no Compel."""
    table = vijayanagara("tamilakam: {temples: 1}", "compel")
    assert table.question.legal == ["andhra", "karnataka", "tamilakam"]
    assert table.refused("vijayanagara", "malwa").startswith("4.4.3 province=malwa")
    table = vijayanagara("", "")
    assert table.question.barred["compel"] == "4.4.3"


def test_4_4_3_none_available() -> None:
    """1.4.6: with an empty box they can only move."""
    table = vijayanagara("andhra: {obedient-rajas: 14}", "compel karnataka")
    assert table.question.asks == "compel-from: province=karnataka"
    table.answer("vijayanagara", "andhra 2-obedient-rajas")
    assert table.state.units("karnataka", "vijayanagara") == 2


@pytest.mark.parametrize("influence", [0, 1])
def test_4_4_3_no_removal_below_influence_2(influence: int) -> None:
    """4.4.3: neither Cavalry nor a removal."""
    spaces = "karnataka: {troops: 1}, andhra: {temples: 1}"
    table = vijayanagara(spaces, "compel karnataka 2-rajas", influence={"vijayanagara": influence})
    assert table.pieces("karnataka") == {"troops": 1, "obedient-rajas": 2}
    assert table.state.cavalry["vijayanagara"] == 0


COMPELLED = (
    "karnataka: {troops: 1, governors: 2, obedient-amirs: 1, rebelling-amirs: 1, obedient-rajas: 1, forts: 1}"
)


@pytest.mark.parametrize("influence", [2, 3, 4])
@pytest.mark.parametrize(
    ("victim", "flipped"),
    [("1-troops", 2), ("1-governors", 2), ("1-obedient-amirs", 0), ("1-rebelling-amirs", 0), ("done", 0)],
)
def test_4_4_3_influential(influence: int, victim: str, flipped: int) -> None:
    """4.4.3: one Cavalry, and up to one Troop, Governor or Amir; for a Sultanate Unit the newcomers rebel."""
    keys = "compel karnataka 2-rajas"
    table = vijayanagara(COMPELLED, keys, influence={"vijayanagara": influence})
    assert table.state.cavalry["vijayanagara"] == 1
    assert table.question.asks == "compel-remove: province=karnataka"
    assert table.question.legal == [
        "1-troops",
        "1-governors",
        "1-obedient-amirs",
        "1-rebelling-amirs",
        "done",
    ]
    table.answer("vijayanagara", victim)
    there = table.pieces("karnataka")
    assert (there["obedient-rajas"], there.get("rebelling-rajas", 0)) == (3 - flipped, flipped)
    assert sum(there.values()) == 9 - (victim != "done")
    assert is_over(table)


def test_4_4_3_moved_rajas_rebel_too() -> None:
    """4.4.3: "flip any Rajas just placed or moved"; those that were there before stay as they are."""
    spaces = "karnataka: {troops: 2, obedient-rajas: 3}, andhra: {obedient-rajas: 1}"
    keys = "compel karnataka 1-rajas andhra 1-troops"
    table = vijayanagara(spaces, keys, influence={"vijayanagara": 2})
    assert table.pieces("karnataka") == {"troops": 1, "obedient-rajas": 3, "rebelling-rajas": 2}


def test_4_4_3_influential_without_a_newcomer() -> None:
    """4.4.3: Cavalry and removal don't hang on Rajas that come."""
    spaces = "karnataka: {troops: 2, obedient-rajas: 1}"
    table = vijayanagara(spaces, "compel karnataka done 1-troops", influence={"vijayanagara": 2})
    assert table.pieces("karnataka") == {"troops": 1, "obedient-rajas": 1}
    assert table.state.cavalry["vijayanagara"] == 1


def test_4_4_3_influential_with_nobody_to_remove() -> None:
    """4.4.3: "up to one": a lone Fort is not a Troop, Governor or Amir."""
    table = vijayanagara(
        "karnataka: {forts: 1, obedient-rajas: 1}", "compel karnataka 2-rajas", influence={"vijayanagara": 2}
    )
    assert table.pieces("karnataka") == {"forts": 1, "obedient-rajas": 3}
    assert table.state.cavalry["vijayanagara"] == 1
    assert is_over(table)


def test_4_4_3_removal_may_take_control() -> None:
    """1.7, 1.4.5: the last Troop gone, all Rajas rebel."""
    spaces = "karnataka: {troops: 2, obedient-rajas: 1}"
    table = vijayanagara(
        spaces, "compel karnataka 1-rajas 1-troops", influence={"vijayanagara": 2}, independent=["karnataka"]
    )
    assert table.pieces("karnataka") == {"troops": 1, "rebelling-rajas": 2}
    told = "compel-remove: province=karnataka victim=1-troops"
    assert after(table.story(), told, "control: faction=vijayanagara space=karnataka")


# ---------------------------------------------------------------------- what is told, and what is not offered


def test_4_3_3_under_its_own_control_the_new_amir_rebels() -> None:
    """4.3.3, 1.4.5: there every Amir is Rebelling, so an Obedient one is not on offer."""
    spaces = "malwa: {rebelling-amirs: 3, governors: 1}"
    table = bahmani(spaces, "conspire", independent=["malwa"])
    assert "1-obedient-amirs" not in table.question.legal
    table.answer("bahmani", "1-rebelling-amirs")
    assert "conspire: amir=1-rebelling-amirs province=malwa victim=1-governors" in table.story()
    assert table.pieces("malwa") == {"rebelling-amirs": 4}


def test_4_3_3_any_piece_reaches_next_door() -> None:
    """4.3.3: "in or adjacent to Provinces containing Bahmani pieces": a Fort is a piece."""
    table = bahmani("malwa: {forts: 1}, gujarat: {governors: 1}", "conspire", influence={"bahmani": 2})
    assert table.question.asks == "conspire-by: province=gujarat victim=1-governors"


def test_4_4_3_what_compel_turns_over_is_told() -> None:
    """4.4.3: the newcomers that rebel, and those that turn as they enter a Tributary."""
    table = vijayanagara(COMPELLED, "compel karnataka 2-rajas 1-troops", influence={"vijayanagara": 2})
    assert "turn: pieces=2-obedient-rajas province=karnataka" in table.story()
    spaces = "andhra: {rebelling-rajas: 2}, karnataka: {troops: 3}"
    table = vijayanagara(spaces, "compel karnataka done andhra 1-rebelling-rajas", independent=["andhra"])
    assert "compel-move: origin=andhra pieces=[1-rebelling-rajas] province=karnataka" in table.story()


def test_4_2_3_demand_obedience_in_no_province_is_told() -> None:
    table = act("sultanate", "malwa: {troops: 1}", "decree demand")
    assert "demand" in table.story()
