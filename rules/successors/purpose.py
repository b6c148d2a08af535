"""Describe the purpose of an order in one clause: what it takes, attacks, raises or saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.asking import DONE
from rules.successors.board import BORDERS, PROVINCES, VALUE
from rules.successors.forces import IS_LAND, OWNER
from rules.successors.moving.movement import CHIT
from rules.successors.state import COMBAT, EVENTS, MOVEMENT
from rules.successors.tables import CHITS
from rules.successors.view import View
from rules.words import Plural, Said, Words, join_list, say

FIGHTS = ("fight", "insist")  # answers that begin a battle
DECLINED = (DONE, "no", "pass")
TOLD = 3  # at most this many provinces are named


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return the purpose of the seat's order, derived from the changes between the two views.

    It says something that the order does not say, such as what a province is worth.
    """
    if seat in after.winners:
        return say("to win the game")
    if before.phase == EVENTS and keys[0] in before.order:  # a royal marriage
        return say("to have peace with {seat} for a turn", seat=keys[0])
    was, now = before.seat_view(seat), after.seat_view(seat)
    if before.phase == MOVEMENT and {*keys} <= {*DECLINED}:
        return _describe_stay(before, seat)
    if [*keys] == ["pass"]:
        return say("to keep the chit for later")
    if now.home not in ("", was.home):
        near = [place for place in _list_unheld(after, seat) if place in BORDERS[now.home]]
        if not near:
            return say_worth(after, seat, [now.home])
        near.sort(key=lambda place: -VALUE[place])
        return say("to have {places} near", places=join_list(near[:TOLD]))
    if before.fighting and before.fights:
        place, stacks = before.fights[-1].place, (before.stacks, after.stacks)
        if all(seat in _list_owners(each.get(place, {})) for each in stacks):
            return say_worth(after, seat, [place])
        return say("to save the units")
    fought = [parts for key in keys if (parts := key.split("-"))[0] in FIGHTS and parts[1:]]
    if fought:
        return say_worth(after, seat, [parts[1] for parts in fought])
    if seized := [parts for key in keys if (parts := key.split("-"))[0] == "seize" and parts[2:]]:
        _, place, foe = seized[0]
        return say("to take {foe}'s leader captive in {place}", foe=foe, place=place)
    attacked = _find_attacked(after, seat) - _find_attacked(before, seat)
    taken = sorted(
        place
        for place, holder in after.controllers.items()
        if holder == seat != before.controllers.get(place)
    )
    if attacked and (held := [place for place in taken if place not in attacked]):
        text = "to fight for {places} and hold {taken}"
        return say(text, places=join_list(sorted(attacked)[:TOLD]), taken=join_list(held[:TOLD]))
    if attacked:
        return say("to fight for {places}", places=join_list(sorted(attacked)[:TOLD]))
    if taken:
        return say_worth(after, seat, taken)
    if now.units > was.units:
        return say(Plural("to have {n} unit in all", "to have {n} units in all"), n=now.units)
    if friends := sorted({*now.truces, *now.allies} - {*was.truces, *was.allies}):
        return say("to have peace with {seats}", seats=join_list(friends))
    if was.captor and not now.captor:
        return say("to have the leader back")
    if now.units < was.units:
        lost = was.units - now.units
        if before.phase == COMBAT:
            return say(Plural("to lose only {n} unit", "to lose only {n} units"), n=lost)
        return say(Plural("to save the upkeep of {n} unit", "to save the upkeep of {n} units"), n=lost)
    if moved := _find_stronger(before, after, seat):
        return say("to have more units in {places}", places=join_list(moved[:TOLD]))
    if before.phase == COMBAT:
        if not {*keys} <= {*DECLINED}:
            return say("to go on with the battle")
        if there := sorted(_find_attacked(before, seat))[:TOLD]:
            return say("to risk no battle in {places}", places=join_list(there))
        return say("to risk no battle")
    if chits := [key.removeprefix(CHIT) for key in keys if key.startswith(CHIT)]:
        return _describe_chit(chits[0])
    if now.talents and {*keys} <= {*DECLINED}:
        saved = Plural(
            "to have {n} Talent for upkeep and later purchases",
            "to have {n} Talents for upkeep and later purchases",
        )
        return say(saved, n=now.talents)
    return _describe_stay(after, seat)


def say_worth(view: View, seat: str, places: Sequence[str]) -> Words:
    """PA-41: return for how many points an order takes or keeps these provinces.

    If they are worth nothing, name the richest provinces next to them that the seat does not control. If it
    controls all of those, name the richest of them.
    """
    if worth := sum(VALUE.get(place, 0) for place in places):
        text = Plural("for the {n} point of {places}", "for the {n} points of {places}")
        return say(text, n=worth, places=join_list([*places]))
    rich = {near for place in places for near in BORDERS.get(place, ()) if VALUE[near]} - {*places}
    near = sorted(rich, key=lambda place: (-VALUE[place], place))
    others = [place for place in near if view.controllers.get(place) != seat]
    if others:
        return say("to have {places} near", places=join_list(others[:TOLD]))
    return say("to guard {places}", places=join_list(near[:TOLD]))


def _describe_chit(chit: str) -> Words:
    """Return what a chit is for, if it acts on later orders or needs another choice first."""
    row = CHITS[chit]
    match row.effect:
        case "forced-march":
            text = Plural(
                "to march {n} point farther with the leader", "to march {n} points farther with the leader"
            )
            return say(text, n=row.mp)
        case "fair-winds":
            return say("to sail past unfriendly Fleets")
        case "spy":
            return say("to take a chit of another player")
        case "bribe":
            return say("to remove a white unit")
        case "raid":
            return say("to rob a neighbour with Cavalry")
    return say("to use {chit}", chit=f"{CHIT}{chit}")


def _describe_stay(view: View, seat: str) -> Words:
    """Return why units stay where they are: whom they guard against, or what they keep."""
    friends = {seat, *view.seat_view(seat).allies}
    held = [place for place in _find_strongest(view, seat) if view.controllers.get(place) == seat]
    near = {place: _list_neighbours(view, place) - friends for place in held}
    if guarded := [place for place in held if near[place]][:TOLD]:
        enemies = sorted({owner for place in guarded for owner in near[place]})
        return say(
            "to guard {places} against {enemies}", places=join_list(guarded), enemies=join_list(enemies)
        )
    if held:
        return say("to keep control of {places}", places=join_list(held[:TOLD]))
    return say("to risk no units")


def _list_neighbours(view: View, place: str) -> set[str]:
    """Return the owners of land units beside a province."""
    return {owner for beside in BORDERS[place] for owner in _list_owners(view.stacks.get(beside, {}))}


def _list_unheld(view: View, seat: str) -> list[str]:
    """Return the provinces that no other seat has as its Home, and where no other owner has units."""
    homes = {each.home for each in view.seats if each.key != seat}
    return [
        place
        for place in PROVINCES
        if place not in homes and {OWNER[one] for one in view.stacks.get(place, ())} <= {seat}
    ]


def _find_stronger(before: View, after: View, seat: str) -> list[str]:
    """Return the places where a seat has more units than before."""
    return sorted(
        place
        for place in after.stacks
        if _count_units(after, place, seat) > _count_units(before, place, seat)
    )


def _find_strongest(view: View, seat: str) -> list[str]:
    """Return the places where a seat has units, the most units first."""
    standing = {place: n for place in view.stacks if (n := _count_units(view, place, seat))}
    return sorted(standing, key=lambda place: (-standing[place], place))


def _count_units(view: View, place: str, seat: str) -> int:
    """Return the number of a seat's units in a place."""
    return sum(n for one, n in view.stacks.get(place, {}).items() if OWNER[one] == seat)


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
