"""Warn a seat, in the preview of its order, of parts of the order that bring nothing."""

from __future__ import annotations

from rules.extras import Warned
from rules.rajas_of_the_ganges.state import State
from rules.words import say

NOTHING, KARMA = "nothing", "karma"  # kinds of warnings, and of the story lines that they come from
RULES = {"markers": "2", "karma": "7", "upgrade": "3.3", "river": "6", "dice": "7"}
WORDS = {
    "markers": "You gain nothing",
    "karma": "You have all the karma that you can hold, so you get none",
    "upgrade": "You have no building left to upgrade",
    "river": "Your boat is already at the end of the river",
    "dice": "You have no karma, so you get no die",
}


def list_warnings(before: State, after: State, seat: str) -> list[Warned]:
    """Return what an order wastes: first the parts that bring nothing, then gains that are partly lost."""
    new = [line for line in after.story[len(before.story) :] if line.parts.get("seat") == seat]
    causes = dict.fromkeys(line.parts["cause"] for line in new if line.kind == NOTHING)
    found = [Warned(NOTHING, RULES[cause], say(WORDS[cause])) for cause in causes]
    lost = sum(line.parts["lost"] for line in new if line.kind == KARMA)
    if lost:
        found.append(Warned(KARMA, "7", say("{n} karma is lost, because you can't hold more", n=lost)))
    return found
