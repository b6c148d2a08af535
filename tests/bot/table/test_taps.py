"""How many taps a whole turn takes, from the board post to the confirmed act."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.position import Situation
from rules import kernel
from rules.games import GAMES
from rules.orders.notation import parse
from tests.turns.walking import check, situation, walk

RULES = GAMES["vijayanagara"]
DOCS = Path(__file__).parents[3] / "docs"
MOST = 10
MARCHING = """
card: event-11
spaces:
  delhi: {troops: 5, governors: 1}
  malwa: {troops: 3, governors: 1}
  gujarat: {troops: 2, governors: 1}
  jaunpur: {troops: 4, governors: 1}
  bengal: {troops: 2, governors: 1}
"""
OPENING = (DOCS / "positions" / "opening.yaml").read_text(encoding="utf-8")
RISING = (DOCS / "positions" / "rising.yaml").read_text(encoding="utf-8")
MARCH = (
    "command march to sindh from gujarat 2 troops{0}, to maharashtra from malwa 3 troops{0}, "
    "to punjab from delhi 5 troops{0}; decree "
)
MIGRATE = (
    "command migrate to gujarat from maharashtra 2 rebelling amirs, "
    "to malwa from maharashtra 1 rebelling amir, to andhra from maharashtra 1 rebelling amir; decree "
)
TURNS = {
    "March, Collect Tribute": (MARCHING, MARCH.format("") + "collect", 8),
    "March, Governors too, Collect Tribute": (MARCHING, MARCH.format(" 1 governor") + "collect", 10),
    "March, Demand Obedience": (MARCHING, MARCH.format("") + "demand.", 8),
    "Conscript, Collect Tribute": (OPENING, "command conscript in delhi malwa jaunpur; decree collect", 8),
    "Govern, Collect Tribute": (
        OPENING,
        "command govern in rajput governor, in gujarat governor, in orissa governor; decree collect",
        8,
    ),
    "Conscript, Campaign": (
        OPENING,
        "command conscript in delhi malwa jaunpur; decree campaign from delhi 9 troops to malwa.",
        10,
    ),
    "Decree then Command": (OPENING, "decree collect conscript in delhi malwa jaunpur.", 8),
    "Command only": (OPENING, "command only conscript in delhi malwa jaunpur.", 7),
    "Limited Command": (OPENING, "limited conscript in delhi", 4),
    "Rally, Trade": (RISING, "command rally in maharashtra gujarat andhra; decree trade", 8),
    "Migrate, Trade": (RISING, MIGRATE + "trade", 8),
    "Migrate, Build": (RISING, MIGRATE + "build in andhra", 9),
    "Pass": (OPENING, "pass", 2),
}


def at_position(position: str) -> Situation:
    """The question of a position, with nobody at the table."""
    step = kernel.begin(RULES, RULES.dump(RULES.load(position)), "0" * 32)
    return situation(RULES, step)


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_takes_few_taps(turn: str) -> None:
    position, order, taps = TURNS[turn]
    at = at_position(position)
    found = walk(at, parse(at.rules, at.position, at.asked, order))
    assert found is not None
    assert found.taps == taps
    assert found.taps <= MOST
    check(found)


def test_the_figures_are_in_the_documentation() -> None:
    table = (
        (DOCS / "table.md").read_text(encoding="utf-8").partition("## How many taps")[2].partition("\n## ")[0]
    )
    table = table.partition("\n| turn")[2].partition("\n\n")[0]
    rows = [row.split("|")[1:3] for row in f"| turn{table}".splitlines() if row.startswith("| ")]
    told = {turn.strip(): taps.strip() for turn, taps in rows}
    assert told == {"turn": "taps"} | {turn: str(taps) for turn, (_, _, taps) in TURNS.items()}
