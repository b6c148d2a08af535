"""PA-41 to PA-44: say what a seat plays for, when its turn begins."""

from __future__ import annotations

from rules.extras.scores import place_of
from rules.successors.view import View
from rules.words import Said, say

KINDS = ("purchase", "movement")  # the kinds of question that begin a seat's turn


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return the seat's rank and what scores points; "" for questions in the middle of a turn."""
    if kind not in KINDS:
        return ""
    place = place_of(seat, {each.key: each.score for each in view.seats if each.alive})
    return say(
        "{place}. A player scores the value of each province where only that player has land units, and ½ "
        "for each Talent.",
        place=place,
    )
