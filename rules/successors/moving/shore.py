"""PA-20, PA-36: load units aboard fleets, and land them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.asking import DONE, choose, pick_or_done
from rules.successors import wording
from rules.successors.board import IS_SEA, SHORES
from rules.successors.fighting.sea_battle import send_leader_home
from rules.successors.forces import OWNER
from rules.successors.moving.fleets import Group, find_loadable, log_voyage
from rules.successors.moving.march import take_allies_along
from rules.successors.moving.unit_choice import (
    LEADER,
    choose_units,
    find_piece,
    list_units,
    name_supply,
    note_leaving,
)
from rules.successors.stacks import Stack, count_marked, lower, mark
from rules.successors.state import State
from rules.words import Plural, Words, join_list, say


async def take_aboard(s: State, group: Group) -> None:
    """PA-20: load units where the order starts: in the port, or from one coast of the sea."""
    seat = group.seat
    if group.at not in IS_SEA:
        await load(s, group, group.at)
        return
    coasts = [shore for shore in SHORES[group.at] if may_load(s, group, shore)]
    if coasts:
        prompt = say("In {sea}: from which coast do you load?", sea=group.at)
        coast = await pick_or_done(
            seat, prompt, coasts, kind="load-from", lead="from", phrase=wording.LOAD_FROM
        )
        if coast is not None:
            await load(s, group, coast)


def may_load(s: State, group: Group, place: str) -> bool:
    there = find_loadable(s, group.seat, place)
    return LEADER in there or (group.room > 0 and bool(there))


async def load(s: State, group: Group, place: str) -> None:
    seat = group.seat
    if not may_load(s, group, place) and not group.room:
        return
    if may_load(s, group, place):
        text = Plural(
            "Who goes aboard in {place}? There is room for {n} unit.",
            "Who goes aboard in {place}? There is room for {n} units.",
        )
        prompt = say(text if group.room else "Who goes aboard in {place}?", place=place, n=group.room)

        def supply() -> Stack:
            there = find_loadable(s, seat, place)
            return there if group.room else {LEADER: 1}

        note = partial(note_leaving, s, "load", seat, (place, group.at))
        chosen = await choose_units(
            seat, prompt, supply, kind="load", about=place, most=group.room, optional=True, note=note
        )
        s.leaving = None
        _embark(s, group, place, chosen)
    along = await take_allies_along(s, seat, place, land=True, most=group.room)
    _embark(s, group, place, along)


def _embark(s: State, group: Group, place: str, chosen: Stack) -> None:
    """Load the chosen units. Of equal units, those that have marched in this step are loaded first."""
    for said, n in chosen.items():
        if said == LEADER:
            group.leader, s.rider = True, "marched"
            s.leaders[group.seat] = group.at
            continue
        one = find_piece(group.seat, said)
        marched = s.count(place, one) - count_marked(s.ready, place, one)
        if n > marched:
            lower(s.ready, place, one, count_marked(s.ready, place, one) - (n - marched))
        if place != group.at:
            s.shift(place, group.at, one, n)
        group.cargo[one] = group.cargo.get(one, 0) + n
        group.carried += n


async def land(s: State, group: Group) -> None:
    """PA-20, PA-36: land the units aboard.

    In a port all units go ashore. In a sea they land on any of its coasts or stay aboard, and fleets with
    room may take units aboard.
    """
    seat, at = group.seat, group.at
    _settle_fleets(s, group)
    if at not in IS_SEA:
        _put_ashore(s, group, at, _list_aboard(group))
        return
    loaded = False
    prompt = say("In {sea}: what do you land or load?", sea=at)
    while not (menu := partial(_list_landings, s, group, loaded))().keys() <= {DONE}:
        what = await choose(
            seat, prompt, menu, kind="shore", phrase=wording.SHORE, label=_label_shore, also=_shore_also
        )
        verb, _, coast = what.partition("-")
        if what == DONE:
            break
        if verb == "load":
            loaded = True
            await load(s, group, coast)
            continue
        chosen = _list_aboard(group)
        if verb == "part":
            who, need = say("Who lands in {coast}?", coast=coast), int(s.hostile_land(coast, seat))
            note = partial(note_leaving, s, "land", seat, (at, coast))
            chosen = await choose_units(
                seat, who, partial(_list_aboard, group), kind="land", need=need, note=note
            )
            s.leaving = None
        _put_ashore(s, group, coast, chosen)
    for one, n in [*group.cargo.items()]:  # remove allies' units that found no free coast
        if over := max(0, s.land(at, OWNER[one]) - s.fleets(at, OWNER[one])):
            s.remove(at, one, min(n, over))
    if group.leader and not s.fleets(at, seat):
        group.leader = False
        send_leader_home(s, seat, at)


def _list_landings(s: State, group: Group, loaded: bool) -> dict[str, str]:
    """Return the answers for the coasts: land all units, land some, or load units. Loading is possible once.

    `DONE` is an answer too, unless the group must land.
    """
    several = sum(group.cargo.values()) + group.leader > 1
    shores = [shore for shore in SHORES[group.at] if _may_land(s, group, shore)]
    found = [f"land-{shore}" for shore in shores]
    found += [f"part-{shore}" for shore in shores if several and group.cargo]
    if not loaded and len(group.way) > 1:
        found += [f"load-{shore}" for shore in SHORES[group.at] if may_load(s, group, shore)]
    if not _must_land(s, group):
        found.append(DONE)
    return {key: key for key in found}


def _list_aboard(group: Group) -> Stack:
    """Return the units aboard, with the leader, as the seat names them."""
    return {**({LEADER: 1} if group.leader else {}), **name_supply(group.seat, group.cargo)}


def _label_shore(key: str) -> Words:
    verb, _, coast = key.partition("-")
    if verb == "land":
        return say("Land in {coast}", coast=coast)
    if verb == "part":
        return say("Land some in {coast}", coast=coast)
    return say("Load in {coast}", coast=coast) if verb == "load" else say("Stay aboard")


def _shore_also(key: str) -> tuple[str, ...]:
    return ("aboard",) if key == DONE else ()


def _may_land(s: State, group: Group, shore: str) -> bool:
    return bool(group.cargo) or (group.leader and not s.hostile_land(shore, group.seat))


def _must_land(s: State, group: Group) -> bool:
    """Return whether the group must land units.

    It must land units if an owner has more units than fleets in the sea, or if the leader is aboard without a
    fleet of its own seat.
    """
    aboard: dict[str, int] = {}
    for one, n in group.cargo.items():
        aboard[OWNER[one]] = aboard.get(OWNER[one], 0) + n
    if any(s.land(group.at, owner) > s.fleets(group.at, owner) for owner in aboard):
        return True
    return group.leader and not s.fleets(group.at, group.seat)


def _settle_fleets(s: State, group: Group) -> None:
    """Mark the fleets that have sailed, and mark allies' fleets as resting."""
    for one, n in group.fleets.items():
        if group.at in IS_SEA and len(group.way) > 1:
            mark(s.sailed, group.at, one, n)
        if OWNER[one] != group.seat:
            mark(s.resting, group.at, one, n)


def _put_ashore(s: State, group: Group, coast: str, chosen: Mapping[str, int]) -> None:
    """Put the chosen units ashore; their Movement is over."""
    for said, n in chosen.items():
        if said == LEADER:
            s.leaders[group.seat], s.rider, group.leader = coast, "ashore", False
            continue
        one = find_piece(group.seat, said)
        if coast != group.at:
            s.shift(group.at, coast, one, n)
        mark(s.landed, coast, one, n)
        if OWNER[one] != group.seat:
            mark(s.resting, coast, one, n)
        group.cargo[one] -= n
        group.cargo = {each: left for each, left in group.cargo.items() if left}
    if chosen:
        if coast != group.at:
            group.way.append(coast)
        who = join_list(list_units(chosen))
        s.tell("landing", "{seat} lands {who} in {coast}.", seat=group.seat, who=who, coast=coast)
        if coast != group.at:
            log_voyage(s, group)
            group.way = [group.at]
