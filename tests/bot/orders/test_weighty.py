"""What a preview tells first where it has no room for all that comes of an order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.orders.preview import weightiest
from bot.story.turn_text import Told
from rules.games import GAMES
from rules.kernel import Rules
from tests.every_game.test_play import every_game

STORY = [
    Told("- The Sultanate takes Control of Andhra.", "control"),
    Told("- 3 Troops from Delhi to Malwa.", "move"),
    Told("- 2 Troops from Malwa to Gujarat.", "move"),
    Told("- 1 Raja removed from Andhra.", "remove"),
    Told("- 1 Troop from Delhi to Punjab.", "move"),
    Told("- The Sultanate gains 2 Cavalry.", "gain"),
]


def test_what_changes_hands_and_what_is_lost_comes_before_what_went_where() -> None:
    rules = GAMES["vijayanagara"]
    control, _, _, removed, last, _ = (each.text for each in STORY)
    assert weightiest(rules, STORY, 4) == [control, removed, "-# … and 4 more: “Look” shows all of it."]
    assert weightiest(rules, STORY, 5) == [control, removed, last, "-# … and 3 more: “Look” shows all of it."]
    assert weightiest(rules, STORY, 20) == [each.text for each in STORY]


@every_game
def test_the_kinds_that_are_named_are_told(rules: Rules[Any]) -> None:
    folder = Path(str(getattr(rules, "__file__", ""))).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    told = {*re.findall(r'"([a-z-]+)"', source), *re.findall(r'f"{within}([a-z-]+)"', source)}
    named = {
        *rules.EXTRAS.weighty,
        *rules.EXTRAS.slight,
        *(kind.removeprefix("timur-") for kind in rules.EXTRAS.summed),
    }
    assert named - told == set()
