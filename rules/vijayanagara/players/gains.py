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
    Units. `rolled`: dice or cards had a part in it, so that it may come otherwise, and is only hoped for."""
    own = points(after, me) - points(before, me)
    lost = {each: points(before, each) - points(after, each) for each in FACTIONS if each != me}
    foe = max(lost, key=lambda each: lost[each])
    earned = after.resources[me] - before.resources[me]
    placed = before.box[UNITS[me]] - after.box[UNITS[me]]
    if own > 0:
        text = "hoping to gain {vp} VP by the Event" if rolled else "to gain {vp} VP by the Event"
        return say(text, vp=own)
    if lost[foe] > 0:
        text = "so that {foe} loses {vp} VP by the Event"
        if rolled:
            text = "hoping that {foe} loses {vp} VP by the Event"
        return say(text, foe=foe, vp=lost[foe])
    if earned >= WORTH_SAYING:
        text = "hoping to gain {gain} by the Event" if rolled else "to gain {gain} by the Event"
        return say(text, gain=count(earned, "resources"))
    if placed > 0:
        return say("to place {units} by the Event", units=count(placed, UNITS[me]))
    if rolled:
        return say("to try what the Event may bring")
    return say("because no Command does as much as the Event")
