"""PA-14 to PA-17, PA-21: march land units. Find how far they get, and ask which allies' units go along."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.asking import DONE, choose, yes_no
from rules.successors import wording
from rules.successors.board import BORDERS, MAP, PROVINCES, VALUE
from rules.successors.forces import FORCES, KIND, OWNER, WHITE
from rules.successors.moving.unit_choice import (
    LEADER,
    choose_units,
    find_piece,
    foresee,
    list_units,
    name_supply,
    note_leaving,
)
from rules.successors.stacks import NOTHING, Stack, count_marked, lower, mark
from rules.successors.state import State, Walk
from rules.words import Plural, Words, join_list, say

TO = "Where do you march from {origin} ({n} movement points)?"
GO_ON = "Where else do you march from {origin} ({n} movement points)?"
# PA-15: by province, its neighbours, each with the cost to enter it
STEPS: Mapping[str, tuple[tuple[str, int], ...]] = {
    code: tuple(
        (near, FORCES.moves.rough if MAP.provinces[near].terrain == "rough" else 1) for near in borders
    )
    for code, borders in BORDERS.items()
}


def find_reach(s: State, seat: str, origin: str, points: int) -> dict[str, tuple[int, str]]:
    """PA-15, PA-16: return the provinces within `points` movement points.

    Each value is a pair: the points left on arrival, and the previous province on the way.
    """
    left, before = {origin: points}, {origin: ""}
    open_ = [origin]
    while open_:
        at = open_.pop()
        if at != origin and s.hostile_land(at, seat):
            continue
        rest = left[at]
        for near, cost in STEPS[at]:
            if rest - cost > left.get(near, -1) and rest >= cost:
                left[near], before[near] = rest - cost, at
                open_.append(near)
    del left[origin]
    return {place: (n, before[place]) for place, n in left.items()}


def trace_way(found: Mapping[str, tuple[int, str]], to: str) -> tuple[str, ...]:
    """Return the provinces on the way to `to`, with the first and the last."""
    places = [to]
    while places[-1] in found:
        places.append(found[places[-1]][1])
    return tuple(reversed(places))


def get_points(s: State, origin: str) -> int:
    """PA-15, PA-17: return the movement points of units in this province.

    If the mover's leader began the step there, the units have the leader's points.
    """
    return FORCES.moves.leader + s.haste if origin == s.swift else FORCES.moves.units


def find_marchers(s: State, seat: str, origin: str) -> Stack:
    """Return the units that can still march from `origin`, and the leader if it can march too.

    The units have the names of `name_supply`.
    """
    stack = {
        one: n for one, n in s.ready.get(origin, NOTHING).items() if OWNER[one] == seat and KIND[one] != "f"
    }
    supply = name_supply(seat, stack)
    return {LEADER: 1, **supply} if s.rider == "fresh" and s.with_leader(origin, seat) else supply


def find_destinations(s: State, seat: str, origin: str) -> list[str]:
    """PA-15 to PA-17: return the provinces that units from `origin` can march to, in the order of the map."""
    found = find_reach(s, seat, origin, get_points(s, origin))
    alone = find_marchers(s, seat, origin).keys() == {LEADER}
    return [place for place in PROVINCES if place in found and not (alone and s.hostile_land(place, seat))]


def why_not_there(s: State, seat: str, origin: str, place: str) -> Words | None:
    """PA-15, PA-16: return why no unit can march there; None if one can."""
    points = get_points(s, origin)
    if place not in find_reach(s, seat, origin, points):
        far = Plural(
            "PA-15: {place} is too far from {origin} for {n} movement point",
            "PA-15: {place} is too far from {origin} for {n} movement points",
        )
        return say(far, place=place, origin=origin, n=points)
    if find_marchers(s, seat, origin).keys() == {LEADER} and s.hostile_land(place, seat):
        return say("PA-16: unfriendly units are in {place}, and a leader can't go there alone", place=place)
    return None


async def march(s: State, seat: str, origin: str) -> None:
    """PA-15: ask for marches out of this province: the destination and the units, again and again."""
    gone = False
    while find_marchers(s, seat, origin) and find_destinations(s, seat, origin):
        more = (DONE,) if gone else ()

        def menu(more: tuple[str, ...] = more) -> dict[str, str]:
            return {key: key for key in (*find_destinations(s, seat, origin), *more)}

        def list_refused() -> dict[str, Words]:
            others = (place for place in PROVINCES if place != origin)
            return {place: why for place in others if (why := why_not_there(s, seat, origin, place))}

        to = await choose(
            seat,
            say(GO_ON if gone else TO, origin=origin, n=get_points(s, origin)),
            menu,
            list_refused,
            kind="march-to",
            form="place",
            picture="reach",
            lead="to",
            phrase=wording.MARCH_TO,
            bare=(DONE,),
            usual=DONE if gone else "",
            label=lambda place: _label_destination(s, seat, origin, place),
        )
        if to == DONE:
            return
        need = 1 if s.hostile_land(to, seat) else 0
        prompt = say("Who marches from {origin} to {to}?", origin=origin, to=to)
        about, there = f"{origin} {to}", partial(find_marchers, s, seat, origin)
        chosen = await choose_units(
            seat, prompt, there, kind="march-with", about=about, need=need, whole=True,
            risky=partial(_gives_up_place, s, seat, (origin, to)),
            note=partial(note_leaving, s, "march", seat, (origin, to)),
        )  # fmt: skip
        along = await take_allies_along(s, seat, origin, land=True, to=to)
        found = find_reach(s, seat, origin, get_points(s, origin))
        move_units(s, seat, chosen, along, trace_way(found, to) if to in found else (origin, to))
        gone = True


def _gives_up_place(s: State, seat: str, way: tuple[str, str], units: Stack) -> bool:
    """PA-6, PA-12: return whether the seat gives up control of the origin, or leaves its Home empty."""
    origin, after = way[0], s.copy()
    note_leaving(after, "march", seat, way, units)
    after = foresee(after)
    if origin == s.homes.get(seat) and not after.land(origin, seat):
        return True
    return s.controller(origin) == seat != after.controller(origin)


def move_units(s: State, seat: str, chosen: Stack, along: Stack, places: tuple[str, ...]) -> None:
    """Move the chosen units, and the allies' units `along`, to the last of `places`."""
    origin, to, s.leaving = places[0], places[-1], None
    for said, n in (*chosen.items(), *along.items()):
        if said == LEADER:
            s.leaders[seat] = to
            s.rider = "marched"
            continue
        one = find_piece(seat, said)
        lower(s.ready, origin, one, count_marked(s.ready, origin, one) - n)
        s.shift(origin, to, one, n)
        if OWNER[one] != seat:
            mark(s.resting, to, one, n)
    text = "{seat} marches from {origin} to {to} with {who}."
    who = join_list(list_units({**chosen, **along}))
    s.walks.append(Walk("march", seat, places, tuple({**chosen, **along}.items())))
    s.tell("march", text, seat=seat, origin=origin, to=to, who=who)


async def take_allies_along(
    s: State, seat: str, origin: str, *, land: bool, most: int = 99, to: str = ""
) -> Stack:
    """PA-21: ask which allies' units go along, and ask their owners to agree. Return these units.

    The units have the names of `name_supply`. `to`: where they march; "" if they go by sea.
    """

    def there() -> Stack:
        ready = s.ready.get(origin, NOTHING)
        return {
            one: n
            for one, n in ready.items()
            if OWNER[one] not in (seat, WHITE)
            and s.is_allied(seat, OWNER[one])
            and (KIND[one] != "f") is land
        }

    if most <= 0 or not there():
        return {}
    prompt = say("Which allied units go along from {origin}?", origin=origin)
    found = await choose_units(
        seat, prompt, there, kind="allies-along", lead="along", most=most, optional=True
    )
    for owner in dict.fromkeys(OWNER[one] for one in found):
        theirs = {one: n for one, n in found.items() if OWNER[one] == owner}
        text = "{seat} sails from {origin} and wants your {units} to come along. Do you agree?"
        yes, no = say("Let them sail along"), say("Keep them in {origin}", origin=origin)
        if to:
            text = "{seat} marches from {origin} to {to} and wants your {units} to come along. Do you agree?"
            yes = say("Let them march to {to}", to=to)
        units = join_list(list_units(name_supply(owner, theirs)))
        asked = say(text, seat=seat, units=units, origin=origin, to=to)
        if not await yes_no(owner, asked, yes, no, kind="allies-along-agree"):
            text = "{owner} keeps their units in {origin}: these units don't leave with {seat}."
            s.tell("refused", text, owner=owner, origin=origin, seat=seat)
            found = {one: n for one, n in found.items() if OWNER[one] != owner}
    return {one: min(n, s.count(origin, one)) for one, n in found.items() if s.count(origin, one)}


def _label_destination(s: State, seat: str, origin: str, place: str) -> Words:
    """Return the label of a destination: its value, and the movement points left there."""
    if place == DONE:
        return say("{key}", key=place)
    found = find_reach(s, seat, origin, get_points(s, origin))
    if place not in found:
        return say("{key}", key=place)
    left, _ = found[place]
    text = "{place} (worth {value}, {left} MP left)"
    return say(text, place=place, value=VALUE[place], left=left)
