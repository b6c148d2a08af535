"""Describe the purpose of an Event in one clause, by what it changes.

Also describe what a Mongol Command or a bought shift of Influence is for.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.asking import DONE, count
from rules.vijayanagara.board import FACTIONS, RIVALS, UNIT_BOX
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import count_points
from rules.words import Said, say

WORTH_SAYING = 3  # Resources; a smaller gain is not a reason
UNITS = {**UNIT_BOX, "sultanate": "troops"}
MONGOL_COMMANDS = {
    "amass": say("to gather the Mongol Invaders against Delhi"),
    "advance": say("to bring the Mongol Invaders nearer to Delhi"),
    "plunder": say("to take Troops and Resources from the Sultanate"),
}


def estimate_gain(
    before: State, after: State, me: str, *, certain: State | None = None, chances: Sequence[State] = ()
) -> Said:
    """5.0, 1.8: return the reason for an Event: victory points that it brings, or takes from another faction.

    Without such points, the reason is a gain of Resources or Units. Without any gain, it is a hope if dice or
    cards took part, else "". `certain`: the position before dice or cards took part; None if they took no
    part. If this position already shows a gain, that gain is the reason, and is not called a hope.
    `chances`: positions in which the turn ends with other dice and cards. If all of them bring the points
    too, the points are not called a hope.
    """
    if certain is not None and (sure := estimate_gain(before, certain, me)):
        return sure
    rolled = certain is not None
    own = count_points(after, me) - count_points(before, me)
    lost = {each: count_points(before, each) - count_points(after, each) for each in FACTIONS if each != me}
    foe = max(lost, key=lambda each: lost[each])
    earned = after.resources[me] - before.resources[me]
    placed = before.box[UNITS[me]] - after.box[UNITS[me]]
    if own > 0:
        others = [count_points(end, me) - count_points(before, me) for end in chances]
        hope = rolled and not _comes_always(others, own)
        text = "hoping to gain {vp} VP by the Event" if hope else "to gain {vp} VP by the Event"
        return say(text, vp=own)
    if lost[foe] > 0:
        others = [count_points(before, foe) - count_points(end, foe) for end in chances]
        text = "so that {foe} loses {vp} VP by the Event"
        if rolled and not _comes_always(others, lost[foe]):
            text = "hoping that {foe} loses {vp} VP by the Event"
        return say(text, foe=foe, vp=lost[foe])
    if earned >= WORTH_SAYING:
        text = "hoping to gain {gain} by the Event" if rolled else "to gain {gain} by the Event"
        return say(text, gain=count(earned, "resources"))
    if placed > 0:
        return say("to place {units} by the Event", units=count(placed, UNITS[me]))
    return say("to try what the Event may bring") if rolled else ""


def _comes_always(others: Sequence[int], least: int) -> bool:
    """Return whether other dice and cards were tried, and all tries bring at least this much."""
    return bool(others) and min(others) >= least


def describe_purpose(kind: str, key: str, me: str) -> Said:
    """2.4, 2.5.3: return what an answer is for; "" if there is nothing to say.

    The answer is a Mongol Command, or a shift of Influence bought from the Lords of the Deccan.
    """
    if kind == "mongol-command":
        return MONGOL_COMMANDS.get(key, "")
    if kind != "buy-shift":
        return ""
    if key == f"{me}-up":
        return say("to gain 1 VP by Influence")
    for rival in RIVALS:
        if key == f"{rival}-up":
            return say("so that {rival} gains 1 VP by Influence", rival=rival)
        if key == f"{rival}-down":
            return say("so that {rival} loses 1 VP by Influence", rival=rival)
    return say("to spend no Resources on Influence") if key == DONE else ""
