"""3.2.4, 3.3.4 and 3.4.4 Attack: where, against whom, who fights, who joins from next door, casualties."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import Ask
from rules.vijayanagara.view import view
from tests.games.vijayanagara.acting import act, after
from tests.games.vijayanagara.table import Table

MISS = "6666 66"


def attack(faction: str, spaces: str, keys: str = "", dice: str = "", **more: Any) -> Table:
    """Return a table on which the faction Attacks. Nobody has Cavalry unless given.

    The Attack is a full Command, so a Decree would follow.
    """
    return act(faction, spaces, f"command attack {keys}", dice=dice, **more)


# ---------------------------------------------------------------------- 3.2.4: whom the Sultanate may attack


@pytest.mark.parametrize(
    ("there", "legal"),
    [
        ("rebelling-amirs: 1", True),
        ("rebelling-rajas: 1, obedient-rajas: 4", True),
        ("obedient-amirs: 2, obedient-rajas: 2", False),
        ("forts: 1", True),
        ("temples: 1", True),
        ("forts: 1, obedient-rajas: 2", True),
        ("forts: 1, obedient-amirs: 1", False),
        ("temples: 1, obedient-rajas: 1", False),
    ],
)
def test_3_2_4_rebelling_units_or_a_structure_alone(there: str, legal: bool) -> None:
    """3.2.4: "Rebelling Units, or an opposing Structure without any pieces of the same Faction"."""
    table = attack("sultanate", f"malwa: {{troops: 2, {there}}}, gujarat: {{troops: 1, rebelling-amirs: 1}}")
    assert ("malwa" in table.question.legal) is legal
    if not legal:
        assert table.refused("sultanate", "malwa") == ("3.2.4 space=malwa")


def test_3_2_4_all_units_of_the_target_are_set_to_rebelling() -> None:
    """3.2.4: "Set all Units of that Faction in the space to Rebelling", and of no other."""
    there = "troops: 2, rebelling-amirs: 1, obedient-amirs: 2, obedient-rajas: 1"
    table = attack("sultanate", f"malwa: {{{there}}}", "malwa", MISS)
    assert table.pieces("malwa") == {"troops": 2, "rebelling-amirs": 3, "obedient-rajas": 1}
    assert "turn: pieces=2-obedient-amirs space=malwa" in table.story()


def test_3_2_4_one_target_is_chosen() -> None:
    """3.2.4: "choose one Faction"; only those that may be attacked are on offer."""
    spaces = "malwa: {troops: 3, rebelling-amirs: 1, rebelling-rajas: 1}"
    table = attack("sultanate", spaces, "malwa")
    assert table.question.asks == "attack-against: space=malwa"
    assert table.question.legal == ["bahmani", "vijayanagara"]
    table.dice("1666 66").answer("sultanate", "vijayanagara")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 1}
    table = attack(
        "sultanate", "malwa: {troops: 3, rebelling-amirs: 1, obedient-rajas: 1}", "malwa", "1666 66"
    )
    assert table.pieces("malwa") == {"troops": 3, "obedient-rajas": 1}, "no choice, no question"


@pytest.mark.parametrize("space", ["punjab", "mountain-passes", "delhi"])
def test_3_2_4_mongol_invaders_are_always_rebelling(space: str) -> None:
    """3.2.4, 1.4.5: attacked wherever they are; the Sultanate rolls four dice in Delhi too."""
    table = attack("sultanate", f"{space}: {{troops: 3, mongols: 2}}", space)
    assert table.due is not None
    assert getattr(table.due, "dice") == 6  # noqa: B009
    table.dice("1366 61")
    assert table.pieces(space) == {"troops": 2}


def test_3_2_4_a_space_costs_one_resource() -> None:
    """3.2.4: "Spend 1 Resource per selected space"."""
    spaces = "malwa: {troops: 1, rebelling-amirs: 1}, sindh: {troops: 1, rebelling-rajas: 1}"
    table = attack("sultanate", spaces, "malwa sindh", MISS + MISS)
    assert table.state.resources["sultanate"] == 7
    assert table.question.asks == "decree"


# ---------------------------------------------------------------------- 3.3.4, 3.4.4: whom the rivals may


@pytest.mark.parametrize("faction", ["bahmani", "vijayanagara"])
@pytest.mark.parametrize("there", ["troops", "governors", "qasbahs"])
def test_3_3_4_any_opposing_piece(faction: str, there: str) -> None:
    """3.3.4, 3.4.4: "one Faction with at least one piece present": Units or Structures."""
    own = {"bahmani": "obedient-amirs", "vijayanagara": "obedient-rajas"}[faction]
    table = attack(faction, f"malwa: {{{there}: 1, {own}: 1}}", "malwa", "1666 66")
    assert table.pieces("malwa") == {own: 1}, "and an attack does not flip one's own Units (ruling)"


@pytest.mark.parametrize(
    ("faction", "own", "other"),
    [("bahmani", "obedient-amirs", "obedient-rajas"), ("vijayanagara", "obedient-rajas", "obedient-amirs")],
)
def test_3_3_4_the_other_rivals_obedient_units_too(faction: str, own: str, other: str) -> None:
    """3.3.4, 3.4.4: the rivals may attack Obedient Units, which stay so."""
    table = attack(faction, f"malwa: {{{own}: 2, {other}: 2, troops: 1}}", "malwa")
    assert table.question.legal == ["sultanate", "vijayanagara" if faction == "bahmani" else "bahmani"]
    table.dice("1666 66").answer(faction, table.question.legal[1])
    assert table.pieces("malwa") == {own: 2, other: 1, "troops": 1}


@pytest.mark.parametrize(("faction", "number"), [("bahmani", "3.3.4"), ("vijayanagara", "3.4.4")])
def test_3_3_4_refused_spaces(faction: str, number: str) -> None:
    """3.3.4, 3.4.4: no opposing piece, or nobody who could attack."""
    own = {"bahmani": "obedient-amirs", "vijayanagara": "obedient-rajas"}[faction]
    spaces = f"malwa: {{{own}: 1}}, sindh: {{troops: 1}}, gujarat: {{troops: 1, {own}: 1}}"
    table = attack(faction, spaces)
    assert table.question.legal == ["gujarat", "done"]
    assert table.refused(faction, "malwa") == f"{number} space=malwa"
    structure = "forts" if faction == "bahmani" else "temples"
    assert table.refused(faction, "sindh") == f"{number} space=sindh structure=1-{structure}"


# ---------------------------------------------------------------------- dice


@pytest.mark.parametrize(
    ("faction", "foe", "there", "dice"),
    [
        ("sultanate", "bahmani", "troops: 1, rebelling-amirs: 1, forts: 1", 3),
        ("sultanate", "bahmani", "troops: 1, forts: 1", 3),
        ("sultanate", "vijayanagara", "troops: 1, rebelling-rajas: 1, forts: 1", 4),
        ("sultanate", "vijayanagara", "troops: 1, rebelling-rajas: 1, temples: 1", 4),
        ("vijayanagara", "bahmani", "obedient-rajas: 1, obedient-amirs: 1, forts: 1", 3),
        ("vijayanagara", "bahmani", "obedient-rajas: 1, obedient-amirs: 1", 4),
        ("vijayanagara", "sultanate", "obedient-rajas: 1, troops: 1, qasbahs: 1, forts: 1", 4),
        ("bahmani", "vijayanagara", "obedient-amirs: 1, obedient-rajas: 1, temples: 1, forts: 1", 4),
        ("bahmani", "sultanate", "obedient-amirs: 1, troops: 1, qasbahs: 1, forts: 1", 4),
    ],
)
def test_3_2_4_dice_of_the_attacker(faction: str, foe: str, there: str, dice: int) -> None:
    """3.2.4, 3.3.4, 3.4.4: four dice, three against the Bahmanis where a Fort is; the defender two."""
    table = attack(faction, f"malwa: {{{there}}}", "malwa")
    if table.due is None:
        table.answer(faction, foe)
    assert table.due is not None
    assert getattr(table.due, "dice") == dice + 2  # noqa: B009


@pytest.mark.parametrize(
    ("troops", "amirs", "dice", "fallen", "lost"),
    [
        (2, 3, "1234 66", 2, 0),  # each die up to the number of Units
        (1, 3, "1111 66", 3, 0),  # four hits, and only three pieces: the rest is lost
        (4, 3, "4466 34", 2, 1),
        (5, 4, "5556 56", 3, 0),
        (9, 9, "5666 65", 1, 1),  # "up to a maximum of five": a 6 always misses
        (1, 1, "2345 23", 0, 0),
        (1, 1, "1666 16", 1, 1),  # both at once
        (3, 1, "4666 11", 0, 2),
    ],
)
def test_3_2_4_hits(troops: int, amirs: int, dice: str, fallen: int, lost: int) -> None:
    """3.2.4: a hit for each die "equal to or less than the number of their Units", five at most."""
    table = attack("sultanate", f"malwa: {{troops: {troops}, rebelling-amirs: {amirs}}}", "malwa", dice)
    left = {"troops": troops - lost, "rebelling-amirs": amirs - fallen}
    assert table.pieces("malwa") == {kind: n for kind, n in left.items() if n}
    assert table.state.box["troops"] == 32 - troops + lost, "casualties are Available again"


def test_3_2_4_a_lone_structure_never_hits_and_falls_to_one_hit() -> None:
    """3.2.4: a Structure is no Unit, so nothing is equal to or less than its number of Units."""
    table = attack("sultanate", "malwa: {troops: 3, temples: 1}", "malwa", "3666 11")
    assert table.pieces("malwa") == {"troops": 3}
    dice = "other=(dice=[1, 1] n=2 reach=0) own=(dice=[3, 6, 6, 6] n=4 reach=3)"
    assert f"attack: attacker=sultanate defender=vijayanagara {dice} space=malwa" in table.story()
    [losses] = [line for line in table.story() if line.startswith("losses: ")]
    assert "hits=(kind=hits) lost=[1-temples]" in losses
    assert "strikes=(forces=[3-units] hits=1-hits lost=nothing)" in losses


# ---------------------------------------------------------------------- casualties


def test_3_2_4_the_owner_chooses_its_casualties() -> None:
    """3.2.4: "Each Faction removes its own pieces": the defender's choice, Structures included."""
    spaces = "malwa: {troops: 3, rebelling-amirs: 2, forts: 1}"
    table = attack("sultanate", spaces, "malwa", "136 66")
    assert table.question.seat == "bahmani"
    assert table.question.asks == "lose: hits=2-hits space=malwa"
    assert table.question.legal == ["2-rebelling-amirs", "1-rebelling-amirs", "1-forts"]
    table.answer("bahmani", "1-forts")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 1}


def test_3_2_4_both_owners_are_asked_at_once() -> None:
    """3.2.4: both remove their pieces at the same time: neither need wait for the other's choice."""
    spaces = "malwa: {troops: 2, governors: 1, qasbahs: 1, rebelling-amirs: 2, forts: 1}"
    table = attack("sultanate", spaces, "malwa", "366 26")
    ask = table._live.pending
    assert isinstance(ask, Ask)
    [beside] = ask.beside
    assert (ask.seat, beside.seat) == ("sultanate", "bahmani")
    offered, prompt = list(beside.menu()), beside.prompt
    table.answer("sultanate", "1-qasbahs")
    asked = table._live.pending
    assert isinstance(asked, Ask)
    assert (list(asked.menu()), asked.prompt) == (offered, prompt), "whatever the attacker loses"
    assert asked.beside == []


def test_3_2_4_the_attacker_chooses_its_casualties() -> None:
    """3.2.4: Troops, Governors, or a Qasbah that stands there; the attacker is asked first."""
    spaces = "malwa: {troops: 2, governors: 1, qasbahs: 1, rebelling-amirs: 2, forts: 1}"
    table = attack("sultanate", spaces, "malwa", "366 26")
    assert table.question.seat == "sultanate"
    assert table.question.legal == ["1-troops", "1-governors", "1-qasbahs"]
    table.answer("sultanate", "1-qasbahs")
    assert table.question.seat == "bahmani"
    assert table.pieces("malwa")["qasbahs"] == 1, "both remove their pieces at the same time"
    fight = view(table.state, None).fight
    assert fight is not None
    assert fight.losing == {("malwa", "qasbahs"): 1}
    table.answer("bahmani", "1-forts")
    assert table.pieces("malwa") == {"troops": 2, "governors": 1, "rebelling-amirs": 2}
    assert (
        "losses: attacker=sultanate defender=bahmani parries=(forces=[2-units] hits=1-hits lost=[1-forts]) "
        "space=malwa strikes=(forces=[3-units] hits=1-hits lost=[1-qasbahs])"
    ) in table.story()


def test_3_2_4_casualties_of_another_orientation() -> None:
    """3.3.4: the defender chooses between Obedient and Rebelling Units."""
    spaces = "malwa: {obedient-amirs: 2, obedient-rajas: 1, rebelling-rajas: 1}"
    table = attack("bahmani", spaces, "malwa", "2666 66")
    assert table.question.legal == ["1-obedient-rajas", "1-rebelling-rajas"]
    table.answer("vijayanagara", "1-rebelling-rajas")
    assert table.pieces("malwa") == {"obedient-amirs": 2, "obedient-rajas": 1}


def test_3_2_4_control_follows_the_losses_of_both() -> None:
    """1.7: only what stands after the battle counts, so Control does not flicker in between."""
    spaces = "malwa: {troops: 3, rebelling-amirs: 2}"
    table = attack("sultanate", spaces, "malwa", "1266 12", independent=["malwa"])
    assert table.state.status["malwa"] == "sultanate"
    told = [line for line in table.story() if "Control" in line]
    assert told == [], "the Sultanate kept it: three against two, then one against none"


def test_3_2_4_the_winner_of_control_is_told_after_the_losses() -> None:
    """1.7, 1.4.5: a defender that keeps the majority takes Control; its Units are Rebelling."""
    spaces = "malwa: {troops: 3, obedient-rajas: 2, obedient-amirs: 1}"
    table = attack("bahmani", spaces, "malwa sultanate", "1666 66", independent=["malwa"])
    assert table.state.status["malwa"] == "uncontrolled"
    spaces = "malwa: {troops: 2, obedient-rajas: 1, obedient-amirs: 3}"
    table = attack("bahmani", spaces, "malwa sultanate", "1666 66", independent=["malwa"])
    assert table.pieces("malwa") == {"troops": 1, "obedient-rajas": 1, "rebelling-amirs": 3}
    told = [line.partition(":")[0] for line in table.story()]
    assert after(told, "losses", "control")
    assert "control: faction=bahmani space=malwa" in table.story()


# ---------------------------------------------------------------------- support from next door


def test_3_2_4_up_to_two_join_from_a_qasbah() -> None:
    """3.2.4: "Up to two (total) Troops and/or Governors may join the attack from one adjacent space"."""
    spaces = "malwa: {troops: 1, rebelling-amirs: 4}, gujarat: {troops: 3, governors: 1, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa")
    assert table.question.asks == "attack-with: space=malwa"
    assert table.question.legal == ["gujarat", "done"]
    table.answer("sultanate", "gujarat")
    assert table.question.asks == "attack-units: n=2 source=gujarat space=malwa"
    assert table.question.legal == ["2-troops", "1-troops", "1-governors"]
    table.dice("3366 66").answer("sultanate", "1-troops 1-governors")
    assert table.pieces("malwa") == {"troops": 1, "rebelling-amirs": 2}, "three Units, so a 3 hits"
    assert table.pieces("gujarat") == {"troops": 3, "governors": 1, "qasbahs": 1}, "they do not move"


def test_3_2_4_nobody_has_to_join() -> None:
    """3.2.4: "may join"."""
    spaces = "malwa: {troops: 1, rebelling-amirs: 4}, gujarat: {troops: 3, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa done", "2366 66")
    assert table.pieces("malwa") == {"troops": 1, "rebelling-amirs": 4}


@pytest.mark.parametrize(
    ("faction", "own", "structure", "most"),
    [
        ("sultanate", "troops", "qasbahs", 2),
        ("bahmani", "obedient-amirs", "forts", 2),
        ("vijayanagara", "rebelling-rajas", "temples", 1),
    ],
)
def test_3_2_4_a_pure_raid(faction: str, own: str, structure: str, most: int) -> None:
    """3.2.4, 3.3.4, 3.4.4 Play Note: only Units from one adjacent space: two beside a Qasbah or Fort, one
    beside a Temple."""
    foe = "bahmani" if faction == "sultanate" else "sultanate"
    there = "rebelling-amirs" if faction == "sultanate" else "troops"
    spaces = f"malwa: {{{there}: 1}}, gujarat: {{{own}: 4, {structure}: 1}}"
    table = attack(faction, spaces, "malwa")
    if most == 2:
        assert table.question.legal == [f"2-{own}", f"1-{own}"], "at least one must attack"
        table.answer(faction, f"2-{own}")
    assert table.due is not None
    table.dice(f"{most}666 66")
    assert table.pieces("malwa") == {}
    assert foe in " ".join(table.story()).lower()
    assert table.question.asks == "decree", "nobody else could attack"


def test_3_2_4_from_one_adjacent_space_only() -> None:
    """3.2.4: "from one adjacent space": the attacker chooses which."""
    spaces = "malwa: {rebelling-amirs: 1}, gujarat: {troops: 1, qasbahs: 1}, delhi: {troops: 1, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa")
    assert table.question.legal == ["delhi", "gujarat"]
    table.answer("sultanate", "delhi").dice("2666 66")
    assert table.pieces("malwa") == {"rebelling-amirs": 1}, "a 2 misses for one Unit"


@pytest.mark.parametrize(
    "spaces",
    [
        "malwa: {rebelling-amirs: 1}, gujarat: {troops: 2}",  # no Qasbah
        "malwa: {rebelling-amirs: 1}, gujarat: {qasbahs: 1}",  # no Unit
        "malwa: {rebelling-amirs: 1}, sindh: {troops: 2, qasbahs: 1}",  # not adjacent
        "malwa: {rebelling-amirs: 1, qasbahs: 1}, gujarat: {troops: 2}",  # the Qasbah is in the space itself
    ],
)
def test_3_2_4_no_support(spaces: str) -> None:
    """3.2.4: without a Qasbah next door, or Units beside it, nobody can attack."""
    table = attack("sultanate", spaces + ", bengal: {troops: 1, rebelling-rajas: 1}")
    assert table.question.barred["malwa"] == ("3.2.4 space=malwa structure=1-qasbahs")


def test_3_3_4_a_fort_does_not_help_the_others() -> None:
    """3.3.4, 3.4.4: each faction's own Structure."""
    spaces = (
        "malwa: {troops: 1}, gujarat: {obedient-rajas: 2, forts: 1}, bengal: {troops: 1, obedient-rajas: 1}"
    )
    assert "malwa" in attack("vijayanagara", spaces).question.barred


@pytest.mark.parametrize(
    ("answers", "malwa", "gujarat"),
    [
        ("2-troops", {"rebelling-amirs": 3}, {"troops": 2, "qasbahs": 1}),  # those of the space before
        ("2-troops-in-gujarat", {"troops": 2, "rebelling-amirs": 3}, {"qasbahs": 1}),  # and after
        ("1-troops", {"troops": 1, "rebelling-amirs": 3}, {"troops": 1, "qasbahs": 1}),
    ],
)
def test_3_2_4_supporters_are_lost_before_or_after(
    answers: str, malwa: dict[str, int], gujarat: dict[str, int]
) -> None:
    """3.2.4: pieces "from an adjacent space may be removed either before or after those in the selected
    space"; the Qasbah next door is not theirs to lose."""
    spaces = "malwa: {troops: 2, rebelling-amirs: 3}, gujarat: {troops: 2, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa gujarat 2-troops", "6666 23")
    assert table.question.legal == ["2-troops", "1-troops", "2-troops-in-gujarat", "1-troops-in-gujarat"]
    assert table.labels()[-2:] == ["2 Troops in Gujarat", "1 Troop in Gujarat"]
    table.answer("sultanate", answers)
    assert (table.pieces("malwa"), table.pieces("gujarat")) == (malwa, gujarat)


def test_3_2_4_only_as_many_supporters_as_joined_can_be_lost() -> None:
    """3.2.4: "Attacking pieces from an adjacent space": the others there did not attack."""
    spaces = "malwa: {troops: 1, rebelling-amirs: 3}, gujarat: {troops: 5, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa gujarat 1-troops", "6666 12")
    assert table.pieces("malwa") == {"rebelling-amirs": 3}
    assert table.pieces("gujarat") == {"troops": 4, "qasbahs": 1}
    told = "strikes=(forces=[2-units] hits=(kind=hits) lost=[1-troops, 1-troops-in-gujarat])"
    assert any(told in line and "parries=(forces=[3-units]" in line for line in table.story())


def test_3_2_4_a_loss_next_door_changes_control_there() -> None:
    """1.7: the Province that the supporters stand in follows at once."""
    spaces = "malwa: {rebelling-amirs: 1}, gujarat: {troops: 1, qasbahs: 1, rebelling-rajas: 1}"
    table = attack("sultanate", spaces, "malwa", "6666 16", independent=["gujarat"])
    assert table.state.status["gujarat"] == "uncontrolled"


# ---------------------------------------------------------------------- 3.1.2: no Unit in two attacks


def test_3_1_2_supporters_attack_no_more() -> None:
    """3.2.4: who joined next door is not among those that attack in its own space later."""
    spaces = "malwa: {rebelling-amirs: 3}, gujarat: {troops: 3, qasbahs: 1, rebelling-amirs: 3}"
    table = attack("sultanate", spaces, "malwa 2-troops", MISS)
    table.dice("2666 66").answer("sultanate", "gujarat")
    assert table.pieces("gujarat")["rebelling-amirs"] == 3, "one Troop was left to attack: a 2 misses"


def test_3_1_2_who_fought_at_home_does_not_join_next_door() -> None:
    """3.1.2: the other way round."""
    spaces = "malwa: {rebelling-amirs: 3}, gujarat: {troops: 3, qasbahs: 1, rebelling-amirs: 3}, "
    spaces += "bengal: {troops: 1, rebelling-rajas: 1}"
    table = attack("sultanate", spaces, "gujarat", MISS)
    assert table.question.barred["malwa"] == ("3.2.4 space=malwa structure=1-qasbahs")


def test_3_1_2_supporters_join_once() -> None:
    """3.1.2: two Troops beside a Qasbah join two attacks with one each, but not with two."""
    spaces = "malwa: {rebelling-amirs: 1}, sindh: {rebelling-amirs: 1}, gujarat: {troops: 2, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa 1-troops", MISS)
    table.answer("sultanate", "sindh").dice(MISS)
    assert table.question.asks == "decree"
    table = attack("sultanate", spaces, "malwa 2-troops", MISS)
    assert table.question.asks == "decree", "nobody is left for Sindh"


def test_3_1_2_a_lost_supporter_was_a_used_one() -> None:
    """3.1.2: of three, two join and one of them falls: one is left that has not fought."""
    spaces = "malwa: {rebelling-amirs: 2}, sindh: {rebelling-amirs: 1}, gujarat: {troops: 3, qasbahs: 1}"
    table = attack("sultanate", spaces, "malwa 2-troops", "6666 26")
    assert table.pieces("gujarat") == {"troops": 2, "qasbahs": 1}
    assert "sindh" in table.question.legal
    table.answer("sultanate", "sindh").dice("2666 66")
    assert table.pieces("sindh") == {"rebelling-amirs": 1}, "a single Unit joined"
    assert table.question.asks == "decree"


def test_3_1_2_a_flip_does_not_make_units_fresh() -> None:
    """3.1.2, 1.4.5: the victory gives Control, which turns the Amirs that fought; they stay used."""
    spaces = "malwa: {obedient-amirs: 2, troops: 2, forts: 1}, gujarat: {troops: 1}, "
    spaces += "bengal: {troops: 1, obedient-amirs: 1}"
    table = attack("bahmani", spaces, "malwa", "1266 66", independent=["malwa"])
    assert table.pieces("malwa") == {"rebelling-amirs": 2, "forts": 1}
    assert "gujarat" in table.question.barred


def test_3_1_2_supporters_stay_used_through_a_flip() -> None:
    """3.1.2: two of three Obedient Amirs join next door; then Control at home turns all three."""
    spaces = """
    malwa: {troops: 1, obedient-amirs: 3, forts: 1, qasbahs: 1, governors: 2},
    gujarat: {troops: 1}, rajput-kingdoms: {troops: 1}, jaunpur: {troops: 1}
    """
    table = attack("bahmani", spaces, "gujarat 2-obedient-amirs", MISS, independent=["malwa"])
    assert "jaunpur" in table.question.legal, "one Amir is left to join"
    table.dice("1666 66").answer("bahmani", "malwa").answer("sultanate", "1-governors")
    assert table.pieces("malwa")["rebelling-amirs"] == 3
    assert table.question.asks == "decree", "now all three have fought, whichever way up they are"


# ---------------------------------------------------------------------- Influence after battles of the rivals


@pytest.mark.parametrize(
    ("dice", "start", "now"),
    [
        ("1666 66", (2, 2), (3, 1)),  # Vijayanagara lost more
        ("6666 16", (2, 2), (1, 3)),
        ("1666 16", (2, 2), (2, 2)),  # the same number
        ("6666 66", (2, 2), (2, 2)),
        ("1666 66", (4, 1), (4, 0)),  # off the end is ignored, each for itself
        ("1666 66", (3, 0), (4, 0)),
        ("1666 66", (4, 0), (4, 0)),
    ],
)
@pytest.mark.parametrize("attacker", ["bahmani", "vijayanagara"])
def test_3_3_4_influence_goes_to_who_loses_fewer(
    attacker: str, dice: str, start: tuple[int, int], now: tuple[int, int]
) -> None:
    """3.3.4, 3.4.4 Influence Shift: the winner up by one, the other down by one, "if possible"."""
    defender = "vijayanagara" if attacker == "bahmani" else "bahmani"
    table = attack(
        attacker,
        "malwa: {rebelling-amirs: 2, rebelling-rajas: 2}",
        "malwa",
        dice,
        influence={attacker: start[0], defender: start[1]},
    )
    while table.question.kind == "back":
        table.answer(table.question.seat, "2-available")
    assert (table.state.influence[attacker], table.state.influence[defender]) == now


def test_3_3_4_structures_count_as_pieces_lost() -> None:
    """3.3.4: "the Faction that loses the fewest pieces"."""
    spaces = "malwa: {rebelling-amirs: 1, rebelling-rajas: 1, temples: 1}"
    table = attack("bahmani", spaces, "malwa", "1166 16")
    assert table.pieces("malwa") == {}
    assert table.state.influence == {"bahmani": 1, "vijayanagara": 0}


@pytest.mark.parametrize(
    ("faction", "spaces"),
    [
        ("sultanate", "malwa: {troops: 1, rebelling-amirs: 1}"),
        ("bahmani", "malwa: {troops: 1, rebelling-amirs: 1}"),
        ("vijayanagara", "malwa: {troops: 1, rebelling-rajas: 1}"),
    ],
)
def test_3_3_4_no_influence_where_the_sultanate_fights(faction: str, spaces: str) -> None:
    """3.3.4, 3.4.4: only "between the Bahmani Kingdom and the Vijayanagara Empire"."""
    table = attack(faction, spaces, "malwa", "1666 66", influence={"bahmani": 1, "vijayanagara": 1})
    assert table.state.influence == {"bahmani": 1, "vijayanagara": 1}


def test_3_3_4_the_losers_units_go_back_onto_the_track() -> None:
    """1.9: who falls below an emptied slot fills it again, from the box or the map."""
    spaces = "malwa: {rebelling-amirs: 2, rebelling-rajas: 1}, andhra: {obedient-rajas: 1}"
    table = attack("bahmani", spaces, "malwa", "1666 66", influence={"vijayanagara": 1})
    assert table.question.seat == "vijayanagara"
    table.answer("vijayanagara", "1-obedient-rajas-in-andhra")
    assert table.pieces("andhra") == {}
    assert table.state.influence == {"bahmani": 1, "vijayanagara": 0}
    assert "influence: now=0 rival=vijayanagara then=1 why=(space=malwa winner=bahmani)" in table.story()


def test_3_1_2_units_that_go_back_onto_the_track_are_forgotten() -> None:
    """3.1.2, 1.9: the loser fills its track with Units that have fought; the Command goes on."""
    spaces = "malwa: {rebelling-amirs: 3, rebelling-rajas: 3}, sindh: {rebelling-amirs: 1, troops: 1}"
    influence = {"bahmani": 2}
    table = attack("bahmani", spaces, "malwa", "6666 16", influence=influence)
    table.answer("bahmani", "2-rebelling-amirs-in-malwa")
    assert table.pieces("malwa") == {"rebelling-rajas": 3}
    assert table.state.influence == {"bahmani": 1, "vijayanagara": 1}
    assert table.question.legal == ["sindh", "done"]


def test_3_1_2_used_units_may_be_lost() -> None:
    """3.1.2, 3.2.4: a Troop that has joined an Attack next door does not fight at home any more, but it may
    be lost there."""
    spaces = "gujarat: {qasbahs: 1, troops: 3, rebelling-amirs: 2}, malwa: {rebelling-amirs: 1}"
    table = act("sultanate", spaces, "command attack malwa 2-troops", cavalry={}, dice="6666 66 6666 11")
    table.answer("sultanate", "gujarat")
    assert table.question.asks == "lose: hits=2-hits space=gujarat"
    assert table.question.legal[0] == "2-troops"
    table.answer("sultanate", "2-troops")
    assert table.pieces("gujarat") == {"troops": 1, "qasbahs": 1, "rebelling-amirs": 2}
