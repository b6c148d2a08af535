"""What an Event is for, in one clause: what shows after it has been carried out."""

from __future__ import annotations

from rules.asking import count
from rules.vijayanagara.board import FACTIONS, UNIT_BOX
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import points
from rules.words import Words, say

WORTH_SAYING = 3  # Resources
UNITS = {**UNIT_BOX, "sultanate": "troops"}


def gain(before: State, after: State, me: str, *, rolled: bool) -> Words:
    """5.0, 1.8: the victory points that the faction gains, or that a rival of it loses; else Resources, or
    Units. `rolled`: dice or cards had a part in it, so that it may come otherwise."""
    own = points(after, me) - points(before, me)
    lost = {each: points(before, each) - points(after, each) for each in FACTIONS if each != me}
    foe = max(lost, key=lambda each: lost[each])
    earned = after.resources[me] - before.resources[me]
    placed = before.box[UNITS[me]] - after.box[UNITS[me]]
    if rolled:
        return say("to try what the Event may bring")
    if own > 0:
        return say("to gain {vp} VP by the Event", vp=own)
    if lost[foe] > 0:
        return say("so that {foe} loses {vp} VP by the Event", foe=foe, vp=lost[foe])
    if earned >= WORTH_SAYING:
        return say("to gain {gain} by the Event", gain=count(earned, "resources"))
    if placed > 0:
        return say("to place {units} by the Event", units=count(placed, UNITS[me]))
    return say("because no Command does as much as the Event")
