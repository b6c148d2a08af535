"""5.1 to 5.3: describe what a faction plays for, at the start of its turn."""

from __future__ import annotations

from rules.extras.scores import place_of
from rules.vijayanagara.view import View
from rules.words import Said, say

KINDS = ("option", "mongol-command")  # the questions with which a faction's turn begins
AIMS = {
    "sultanate": "{place}. Your points: the Prosperity of all Tributary Provinces.",
    "bahmani": "{place}. Your points: Prosperity that you Control, Forts, Influence.",
    "vijayanagara": "{place}. Your points: Prosperity that you Control, Temples, Influence.",
}


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return a faction's rank, and what gives the faction victory points; "" for a question within a turn."""
    if kind not in KINDS:
        return ""
    return say(AIMS[seat], place=place_of(seat, {each.key: each.vp for each in view.factions}))
