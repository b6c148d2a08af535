"""4.2 Collect Tribute, Campaign and Demand Obedience."""

from __future__ import annotations

from typing import Any

import pytest

from rules.vijayanagara.board import PROSPERITY, PROVINCES
from rules.vijayanagara.commands.terms import Terms
from rules.vijayanagara.decrees import campaign
from tests.facts import facts
from tests.games.vijayanagara.acting import act, after
from tests.games.vijayanagara.table import Table


def decree(spaces: str, keys: str, **more: Any) -> Table:
    """Return a table on which the Sultanate begins with a Decree and answers with these keys."""
    return act("sultanate", spaces, f"decree {keys}", **more)


# ---------------------------------------------------------------------- 4.2.1 Collect Tribute


@pytest.mark.parametrize(
    "independent", [[], ["malwa"], ["malwa", "sindh"], ["andhra"], [*PROVINCES], [*PROVINCES[1:]]]
)
def test_4_2_1_half_the_tributary_prosperity(independent: list[str]) -> None:
    """4.2.1: "half the total Tributary Prosperity (rounded down), and gain two Cavalry"."""
    table = decree("", "collect", independent=independent)
    total = sum(PROSPERITY[province] for province in PROVINCES if province not in independent)
    assert table.state.resources["sultanate"] == 9 + total // 2
    assert table.state.cavalry["sultanate"] == 2
    if not independent:
        assert total == 18, "nine at the start"


def test_4_2_1_24_at_most() -> None:
    """1.8: up to a maximum of 24 Resources; the story tells what came."""
    table = decree("", "collect", resources=20)
    assert table.state.resources["sultanate"] == 24
    assert "collect: faction=sultanate gain=4-resources" in table.story()


# ---------------------------------------------------------------------- 4.2.2 Campaign


def test_4_2_2_up_to_three_spaces_away() -> None:
    """4.2.2: "from a single origin space to a single destination space up to three spaces away"."""
    table = decree(
        "delhi: {troops: 3, governors: 1}", "campaign 2-troops 1-governors malwa maharashtra karnataka"
    )
    assert table.pieces("karnataka") == {"troops": 2, "governors": 1}
    assert table.pieces("delhi") == {"troops": 1}
    assert table.question.asks == "command", "the third step is the last"
    assert table.state.resources["sultanate"] == 9, "a Decree costs nothing"


@pytest.mark.parametrize(("steps", "end"), [("malwa done", "malwa"), ("malwa gujarat done", "gujarat")])
def test_4_2_2_fewer_steps(steps: str, end: str) -> None:
    """4.2.2: "up to"."""
    table = decree("delhi: {troops: 3}", f"campaign 3-troops {steps}")
    assert table.pieces(end) == {"troops": 3}
    assert table.question.asks == "command"


def test_4_2_2_one_step_at_least() -> None:
    """4.2.2: Units that set out go somewhere: the first step is not declined."""
    table = decree("delhi: {troops: 3}", "campaign 3-troops")
    assert set(table.question.legal) == {"punjab", "rajput-kingdoms", "malwa", "jaunpur"}


def test_4_2_2_dropped_off_along_the_way() -> None:
    """4.2.2: "dropped off in any spaces along the way"."""
    keys = "campaign 5-troops malwa drop-off 2-troops gujarat drop-off 1-troops sindh"
    table = decree("delhi: {troops: 5}", keys)
    assert [table.pieces(sp).get("troops", 0) for sp in ("delhi", "malwa", "gujarat", "sindh")] == [
        0,
        2,
        1,
        2,
    ]


def test_4_2_2_picked_up_along_the_way() -> None:
    """4.2.2: "Troops and Governors may be picked up" on the route, not at its end."""
    spaces = "delhi: {troops: 1}, malwa: {troops: 2, governors: 1}, gujarat: {troops: 4}"
    table = decree(spaces, "campaign delhi malwa pick-up 1-governors 1-troops")
    assert table.question.asks == "campaign-to: here=malwa pieces=[2-troops, 1-governors]"
    table.answer("sultanate", "gujarat done")
    assert table.pieces("gujarat") == {"troops": 6, "governors": 1}
    assert table.pieces("malwa") == {"troops": 1}


def test_4_2_2_relay() -> None:
    """4.2.2: all can change: others are picked up, then the first are dropped off."""
    spaces = "delhi: {troops: 2}, malwa: {governors: 1}"
    table = decree(spaces, "campaign delhi 2-troops malwa pick-up drop-off 2-troops done gujarat done")
    assert table.pieces("malwa") == {"troops": 2}
    assert table.pieces("gujarat") == {"governors": 1}


def test_4_2_2_once_dropped_they_stay() -> None:
    """4.2.2: who has been dropped off is not picked up again; with nobody left the Campaign ends."""
    table = decree("delhi: {troops: 2}", "campaign 2-troops malwa drop-off")
    assert table.question.legal == ["2-troops", "1-troops"]
    table.answer("sultanate", "1-troops")
    assert set(table.question.legal) == {"rajput-kingdoms", "gujarat", "jaunpur", "maharashtra", "done"}
    table = decree("delhi: {troops: 2}", "campaign 2-troops malwa drop-off 2-troops")
    assert table.pieces("malwa") == {"troops": 2}
    assert table.question.asks == "command"


def test_4_2_2_no_space_twice() -> None:
    """4.2.2: "along a single route" (ruling: no space twice)."""
    table = decree("delhi: {troops: 1}", "campaign malwa")
    assert table.question.barred["delhi"] == "4.2.2 space=delhi"
    assert table.question.barred["bengal"] == "4.2.2 origin=malwa to=bengal"
    assert table.refused("sultanate", "delhi").startswith("4.2.2 space=delhi")


def test_4_2_2_any_spaces_but_adjacent_ones() -> None:
    """4.2.2: the Decree may use the Mongol Invasion Regions; a step is an adjacency (1.3.5, 1.3.6)."""
    table = decree("delhi: {troops: 1}", "campaign punjab mountain-passes")
    assert table.pieces("mountain-passes") == {"troops": 1}, "and there the road ends"
    assert "gondwana" not in decree("malwa: {troops: 1}", "campaign").question.legal


def test_4_2_2_passing_through_controls_nothing() -> None:
    """4.2.2, 1.7: Units on their way hold no Province; only where they end (or leave) Control changes."""
    spaces = "delhi: {troops: 5}, malwa: {rebelling-amirs: 1}, gujarat: {rebelling-amirs: 1}"
    table = decree(spaces, "campaign 5-troops malwa gujarat done", independent=["malwa", "gujarat"])
    assert table.state.status["malwa"] == "bahmani"
    assert table.state.status["gujarat"] == "sultanate"
    assert [line for line in table.story() if line.startswith("control: ")] == [
        "control: faction=sultanate space=gujarat"
    ]
    reached = "campaign-to: pieces=[5-troops] to=gujarat"
    assert after(table.story(), reached, "control: faction=sultanate space=gujarat")


def test_4_2_2_who_leaves_gives_up_control() -> None:
    """1.7, 1.4.5: the rival left behind takes the Province, and its Units rebel."""
    table = decree(
        "malwa: {troops: 2, obedient-rajas: 1}", "campaign 2-troops delhi done", independent=["malwa"]
    )
    assert table.state.status["malwa"] == "vijayanagara"
    assert table.pieces("malwa") == {"rebelling-rajas": 1}


def test_4_2_2_needs_units() -> None:
    """4.2.2: an origin without Units is refused; without any Unit on the map there is no Campaign."""
    table = decree("delhi: {troops: 1}, malwa: {governors: 1}, sindh: {qasbahs: 1}", "campaign")
    assert table.question.legal == ["delhi", "malwa"]
    assert table.refused("sultanate", "sindh") == ("4.2.2 space=sindh")
    table = decree("sindh: {qasbahs: 1}", "")
    assert table.question.barred == {"campaign": "4.2.2"}


def test_4_2_2_a_campaign_within_bounds() -> None:
    """2.5.1, 2.5.2: the terms of a card bar origins and steps, and an origin with nowhere to go."""
    state = Table("spaces: {delhi: {troops: 1}, punjab: {troops: 1}, malwa: {troops: 1}}").state
    why = campaign.why_not_origin(state, "sultanate", "punjab", Terms(among=frozenset(PROVINCES)))
    assert why is not None
    assert facts(why) == "2.5 space=punjab"
    why = campaign.why_not_origin(state, "sultanate", "malwa", Terms(among=frozenset(("malwa", "andhra"))))
    assert why is not None
    assert facts(why) == "4.2.2 space=malwa"


# ---------------------------------------------------------------------- 4.2.3 Demand Obedience

HELD = """
malwa: {troops: 3, governors: 1, rebelling-amirs: 1, rebelling-rajas: 1}, andhra: {troops: 1, governors: 1}
"""


def test_4_2_3_demand_obedience() -> None:
    """4.2.3: the marker, all Rebelling Units Obedient, Resources by Prosperity; any number of Provinces."""
    table = decree(HELD, "demand", independent=["malwa", "andhra"])
    assert set(table.question.legal) == {"malwa", "andhra", "done"}
    table.answer("sultanate", "malwa andhra")
    assert table.pieces("malwa") == {"troops": 3, "governors": 1, "obedient-amirs": 1, "obedient-rajas": 1}
    assert (table.state.status["malwa"], table.state.status["andhra"]) == ("tributary", "tributary")
    assert table.state.resources["sultanate"] == 9 + 1 + 2
    assert "demand: faction=sultanate gain=1-resources province=malwa" in table.story()
    assert "demand: faction=sultanate gain=2-resources province=andhra" in table.story()


@pytest.mark.parametrize("keys", ["demand done", "demand malwa done"])
def test_4_2_3_any_number(keys: str) -> None:
    """4.2.3: none, or one of two."""
    table = decree(HELD, keys, independent=["malwa", "andhra"])
    assert table.state.status["andhra"] == "sultanate"
    assert table.question.asks == "command"


def test_4_2_3_refused() -> None:
    """4.2.3: Sultanate Control and a Governor; a Tributary is not Controlled."""
    spaces = (
        HELD + ", gujarat: {troops: 2}, sindh: {governors: 1, rebelling-amirs: 1}, bengal: {governors: 1}"
    )
    table = decree(spaces, "demand", independent=["malwa", "andhra", "gujarat", "sindh"])
    barred = table.question.barred
    assert barred["gujarat"] == "4.2.3 province=gujarat"
    assert barred["sindh"] == "4.2.3 province=sindh"
    assert barred["bengal"] == "4.2.3 province=bengal"


def test_4_2_3_after_a_command_that_takes_control() -> None:
    """4.1, 4.2.3: a March takes the Province, the Decree makes it Tributary."""
    spaces = "delhi: {troops: 3}, malwa: {governors: 1, rebelling-amirs: 2}"
    keys = "command march malwa 3-troops done demand malwa"
    table = act("sultanate", spaces, keys, independent=["malwa"])
    assert table.pieces("malwa") == {"troops": 3, "governors": 1, "obedient-amirs": 2}
    assert table.state.status["malwa"] == "tributary"
