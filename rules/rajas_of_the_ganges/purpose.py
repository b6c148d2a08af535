"""Describe the purpose of an order in one clause, by its immediate effect."""

from __future__ import annotations

from collections.abc import Sequence

from rules.rajas_of_the_ganges.board import COLOURS
from rules.rajas_of_the_ganges.view import View
from rules.words import Plural, Said, Words, listed, say

DICE = ("balcony", "dancer", "outer", "terrace", "yogi")  # action spaces that bring dice, or reroll them
TOLD = 2  # at most this many gains are named, the most important first


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the seat gained by the order. Dice that are still to be rolled count as gained."""
    if seat in after.winners:
        return say("to win the race")
    was, now = before.realm(seat), after.realm(seat)
    gains: list[Words] = []
    if now.workers > was.workers:
        gains.append(say("a worker"))
    if (n := now.fame - was.fame) > 0:
        gains.append(say("{n} fame", n=n))
    if (n := len(now.province) - len(was.province)) > 0:
        gains.append(say(Plural("a tile for the province", "{n} tiles for the province"), n=n))
    if (n := sum(now.values.values()) - sum(was.values.values())) > 0:
        gains.append(say(Plural("{n} upgrade", "{n} upgrades"), n=n))
    if (n := now.money - was.money) > 0:
        gains.append(say("{n} money", n=n))
    if (n := now.karma - was.karma) > 0:
        gains.append(say("{n} karma", n=n))
    if gains:
        return say("to gain {gains}", gains=listed(gains[:TOLD]))
    if now.boat > was.boat:
        far = now.boat - was.boat
        return say(Plural("to sail {n} space along the river", "to sail {n} spaces along the river"), n=far)
    spaces = {space for space, there in after.taken.items() if there != before.taken.get(space, ())}
    if (n := now.held - was.held) > 0:
        return say(Plural("to have {n} more die", "to have {n} more dice"), n=n)
    chosen = any({*key.split("-")} <= {*COLOURS} for key in keys)
    if chosen or any(space.partition("-")[0] in DICE for space in spaces):
        return say("to have more or better dice")
    return say("to prepare the next turns")
