"""5.5: say what a side plays for."""

from __future__ import annotations

from rules.aadu_huli.board import GOATS
from rules.aadu_huli.view import View
from rules.words import Plural, Said, say

TOLD = 2  # how many turns of a side begin with its aim


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return how the side of this seat wins, and what to do for it.

    Return "" while the sides are being decided, and from the side's third turn on, because the aim stays the
    same and the picture shows all numbers.
    """
    if kind not in ("place", "move"):
        return ""
    placed, has_goats = view.goats - view.waiting, view.sides[GOATS] == seat
    if placed >= TOLD + (not has_goats):  # the Goats begin, so the Tigers see one more Goat in the same turn
        return ""
    if has_goats:
        goats = Plural(
            "The Goats win when no Tiger can move. They lose when {n} of them is captured. {advice}",
            "The Goats win when no Tiger can move. They lose when {n} of them are captured. {advice}",
        )
        advice = say("Fill the edge first, and keep two Goats in a row.")
        return say(goats, n=view.needed, advice=advice)
    tigers = Plural(
        "The Tigers win by capturing {n} Goat. They lose when none of them can move. {advice}",
        "The Tigers win by capturing {n} Goats. They lose when none of them can move. {advice}",
    )
    advice = say("Keep points free, and threaten two Goats at once.")
    return say(tigers, n=view.needed, advice=advice)
