"""Describe the purpose of an order in one clause: what it takes, attacks, raises or saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.asking import DONE
from rules.successors.forces import IS_LAND, OWNER
from rules.successors.state import COMBAT, MOVEMENT
from rules.successors.view import View
from rules.words import Plural, Said, listed, say

FIGHTS = ("fight", "insist")  # answers that begin a battle
DECLINED = (DONE, "no", "pass")
TOLD = 3  # at most this many provinces are named


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return the purpose of the seat's order, read off from what has changed between the views."""
    if seat in after.winners:
        return say("to win the game")
    was, now = before.seat_view(seat), after.seat_view(seat)
    if now.home not in ("", was.home):
        return say("to have rich provinces near")
    if before.fighting and before.fights:
        place, stacks = before.fights[-1].place, (before.stacks, after.stacks)
        if all(seat in _list_owners(each.get(place, {})) for each in stacks):
            return say("to hold {place}", place=place)
        return say("to save its units")
    if fought := [parts[1] for key in keys if (parts := key.split("-"))[0] in FIGHTS and parts[1:]]:
        return say("to win {places}", places=listed(fought[:TOLD]))
    if any(key.startswith("seize-") for key in keys):
        return say("to take a leader captive")
    attacked = _find_attacked(after, seat) - _find_attacked(before, seat)
    if attacked:
        return say("to fight for {places}", places=listed(sorted(attacked)[:TOLD]))
    taken = sorted(
        place
        for place, holder in after.controllers.items()
        if holder == seat != before.controllers.get(place)
    )
    if taken:
        return say("to hold {places}", places=listed(taken[:TOLD]))
    if now.units > was.units:
        return say(Plural("to raise a unit", "to raise {n} units"), n=now.units - was.units)
    if friends := sorted({*now.truces, *now.allies} - {*was.truces, *was.allies}):
        return say("to have peace with {seats}", seats=listed(friends))
    if was.captor and not now.captor:
        return say("to have the leader back")
    if now.units < was.units:
        return say("to lose the least") if before.phase == COMBAT else say("to save upkeep")
    if before.phase == MOVEMENT and dict(before.stacks) != dict(after.stacks):
        return say("to stand better for the next turns")
    if before.phase == COMBAT:
        return say("to risk no battle") if {*keys} <= {*DECLINED} else say("to go on with the battle")
    return say("to keep what it has")


def _find_attacked(view: View, seat: str) -> set[str]:
    """Return the places where the seat's land units are with unfriendly land units."""
    friends = {seat, *view.seat_view(seat).allies}
    found = set[str]()
    for place, stack in view.stacks.items():
        owners = _list_owners(stack)
        if seat in owners and owners - friends:
            found.add(place)
    return found


def _list_owners(stack: Mapping[str, int]) -> set[str]:
    """Return the owners of land units in a stack."""
    return {OWNER[one] for one, n in stack.items() if n and IS_LAND[one]}
