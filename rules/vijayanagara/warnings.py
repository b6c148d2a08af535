"""Warn a faction, in the preview of its order, of what it risks.

A loss of Control needs no warning, because the story in the preview tells it already.
"""

from __future__ import annotations

from rules.aadu_huli import forecast as aadu_huli
from rules.extras import Warned
from rules.vijayanagara.board import DELHI
from rules.vijayanagara.state import State
from rules.words import say

HOME = "home"  # the kind of the warning


def list_warnings(before: State, after: State, seat: str) -> list[Warned]:
    """3.5.3: return a warning if the Sultanate leaves Delhi without Units.

    In the tie-break, return the warnings of Aadu-Huli aata about the move.
    """
    if after.duel is not None:
        return aadu_huli.list_warnings(before, after.duel, seat)
    if seat != "sultanate" or not before.units(DELHI, seat) or after.units(DELHI, seat):
        return []
    return [Warned(HOME, "3.5.3", say("No Unit is left in Delhi, and Mongol Invaders can plunder it"))]
