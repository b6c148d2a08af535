"""PA-18 to PA-20, PA-31: sail fleets from sea to sea, one order at a time."""

from __future__ import annotations

from functools import partial

from rules.asking import choose
from rules.successors import wording
from rules.successors.board import AREAS, IS_SEA, LANES, PORTS
from rules.successors.fighting.sea_battle import fight_sea_battles
from rules.successors.forces import FLEETS
from rules.successors.moving.fleets import Group, count_sailors, find_lanes, is_closed, log_voyage
from rules.successors.moving.march import take_allies_along
from rules.successors.moving.shore import land, take_aboard
from rules.successors.moving.unit_choice import LEADER, choose_units, find_piece, name_supply
from rules.successors.stacks import Stack, count_marked, lower
from rules.successors.state import State
from rules.words import Plural, Words, say


async def sail(s: State, seat: str, origin: str) -> None:
    """PA-18, PA-20: carry out one order of fleets: load units, sail, fight and land."""
    prompt = say("How many Fleets sail from {origin}?", origin=origin)
    there = partial(_find_own_fleets, s, seat, origin)
    own = await choose_units(seat, prompt, there, kind="sail-fleets", about=origin, need=1, whole=True)
    allied = await take_allies_along(s, seat, origin, land=False)
    fleets = {find_piece(seat, said): n for said, n in (*own.items(), *allied.items())}
    group = Group(seat, origin, fleets, way=[origin])
    for one, n in fleets.items():
        lower(s.ready, origin, one, count_marked(s.ready, origin, one) - n)
    if origin in IS_SEA:
        await _cast_off(s, group)
    s.afloat = True
    if origin in IS_SEA and s.hostile_fleets(origin, seat):
        await fight_sea_battles(s, group, asked_by_others=False)
    first = True
    while group.size:
        to = await _ask_where_to(s, group, first)
        if first:
            await take_aboard(s, group)
            first = False
        if to == group.at:
            break
        _sail_to(s, group, to)
        if to not in IS_SEA or not s.hostile_fleets(to, seat) or not await fight_sea_battles(s, group):
            break
    if group.size:
        await land(s, group)
    s.afloat = False
    log_voyage(s, group)


def _find_own_fleets(s: State, seat: str, origin: str) -> Stack:
    n = count_sailors(s, seat, origin)
    return {"f": n} if n else {}


async def _cast_off(s: State, group: Group) -> None:
    """Ask which of the units aboard go with the fleets.

    A fleet can carry one unit. If the fleets that stay can't carry all other units, the surplus must go
    along.
    """
    seat, sea = group.seat, group.at
    aboard = s.land_of(sea, seat)
    total, own = sum(aboard.values()), group.fleets.get(FLEETS[seat], 0)
    behind = s.fleets(sea, seat) - own
    leader = s.with_leader(sea, seat)
    if not total and not leader:
        return
    if not behind:
        group.cargo, group.leader = aboard, leader
    else:
        supply = name_supply(seat, aboard)
        if leader:
            supply = {LEADER: 1, **supply}
        least, most = max(0, total - behind), min(total, own)
        prompt = say("Sail from {sea}: which units aboard go along?", sea=sea)
        chosen = await choose_units(
            seat, prompt, lambda: dict(supply), kind="sail-aboard", most=most, need=least, optional=least == 0
        )
        group.leader = LEADER in chosen
        group.cargo = {find_piece(seat, said): n for said, n in chosen.items() if said != LEADER}
    group.carried = sum(group.cargo.values())


async def _ask_where_to(s: State, group: Group, first: bool) -> str:
    """PA-18: ask for the next sea or port of the voyage.

    Choosing the place where the fleets already are ends the voyage.
    """
    seat = group.seat

    def menu() -> dict[str, str]:
        found = find_lanes(s, seat, group.at, group.points)
        stay = (group.at,) if group.at in IS_SEA else ()
        return {place: place for place in (*stay, *(area for area in AREAS if area in found))}

    def list_refused() -> dict[str, Words]:
        found = find_lanes(s, seat, group.at, group.points)
        others = (place for place in (*PORTS, *LANES) if place not in found and place != group.at)
        return {place: _why_not(s, group, place) for place in dict.fromkeys(others)}

    def label(place: str) -> Words:
        if place == group.at:
            return say("Stay in {place}", place=place)
        found = find_lanes(s, seat, group.at, group.points)
        if place not in found:
            return say("{key}", key=place)
        left, _ = found[place]
        # The label doesn't name the owner: `describe_entry` adds it beside the label.
        hostile = place in IS_SEA and s.hostile_fleets(place, seat)
        text = "{place} ({left} MP left, enemy Fleets)" if hostile else "{place} ({left} MP left)"
        return say(text, place=place, left=left)

    text = "Where do you sail from {at}?" if first else "Where do you sail on to from {at}?"
    return await choose(
        seat, say(text, at=group.at), menu, list_refused, kind="sail-to", lead="to", phrase=wording.SAIL_TO,
        bare=(group.at,), label=label,
        also=lambda place: ("stay",) if place == group.at else (), picture="reach",
        skip="forced" if first else "never",
    )  # fmt: skip


def _why_not(s: State, group: Group, place: str) -> Words:
    if place in PORTS and is_closed(s, group.seat, place):
        return say("PA-19: unfriendly units hold the port of {place}", place=place)
    text = Plural(
        "PA-18: {place} is too far for {n} movement point",
        "PA-18: {place} is too far for {n} movement points",
    )
    return say(text, place=place, n=group.points)


def _sail_to(s: State, group: Group, to: str) -> None:
    """Sail the group by the shortest way to a place within its reach."""
    found = find_lanes(s, group.seat, group.at, group.points)
    places = [to]
    while places[-1] in found:
        places.append(found[places[-1]][1])
    group.points = found[to][0]
    _carry(s, group, to)
    group.way += places[-2::-1]


def _carry(s: State, group: Group, to: str) -> None:
    for one, n in (*group.fleets.items(), *group.cargo.items()):
        s.shift(group.at, to, one, n)
    if group.leader:
        s.leaders[group.seat] = to
    group.at = to
