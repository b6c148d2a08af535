"""5.5: say what a side plays for."""

from __future__ import annotations

from rules.aadu_huli.board import GOATS
from rules.aadu_huli.view import View
from rules.words import Plural, Said, say


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return how the side of this seat wins; "" while the sides are being decided."""
    if kind not in ("place", "move"):
        return ""
    if view.sides[GOATS] == seat:
        goats = Plural(
            "The Goats win when no Tiger can move. They lose when {n} of them is captured.",
            "The Goats win when no Tiger can move. They lose when {n} of them are captured.",
        )
        return say(goats, n=view.needed)
    tigers = Plural(
        "The Tigers win by capturing {n} Goat. They lose when none of them can move.",
        "The Tigers win by capturing {n} Goats. They lose when none of them can move.",
    )
    return say(tigers, n=view.needed)
