"""Describe a picture of the table in sentences, most important first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rules.successors.board import AREAS, IS_SEA, LABEL, MAP
from rules.successors.forces import KIND, OWNER, OWNERS, WHITE
from rules.successors.state import Fight, Walk
from rules.successors.view import SeatView, View, describe_standing, say_headline
from rules.words import Words, as_is, in_turn, join_list, say


def describe_table(view: View, lit: Collection[str] = ()) -> list[Words]:
    """Return the state of the game, each seat's standing and its units.

    `lit`: the highlighted places.
    """
    parts = [get_headline(view)]
    if lit:
        parts.append(say("Highlighted: {places}.", places=_row(lit)))
    parts += describe_seats(view)
    parts += [_describe_units(view, seat.key) for seat in list_in_order(view) if seat.alive]
    there = [(place, list_units_in(view, place, WHITE)) for place in AREAS]
    if rebels := [
        say("{units} in {place}", units=as_is(units), place=place) for place, units in there if units
    ]:
        parts.append(say("Rebels: {places}.", places=join_list(rebels)))
    return parts


def describe_turn(
    view: View, walks: Iterable[Walk], fights: Iterable[Fight], changed: Collection[str]
) -> list[Words]:
    """Return the headline, the moves, the battles, the places that changed, and each seat's standing."""
    parts = [get_headline(view)]
    ways = dict.fromkeys((walk.seat, walk.way[0], walk.way[-1]) for walk in walks)
    if moves := [say("{seat} from {origin} to {to}", seat=seat, origin=a, to=b) for seat, a, b in ways]:
        parts.append(say("Moves: {moves}.", moves=in_turn(moves)))
    sides = dict.fromkeys((fight.place, *fight.sides) for fight in fights)
    text = "{place} ({one} against {other})"
    if battles := [say(text, place=place, one=one, other=other) for place, one, other in sides]:
        parts.append(say("Battles: {battles}.", battles=in_turn(battles)))
    if changed:
        parts.append(say("Changed: {places}.", places=_row(changed)))
    return [*parts, *describe_seats(view)]


def describe_place(view: View, place: str) -> list[Words]:
    """Return what a place is, who controls it, whose units are there, and which places are next to it."""
    code = as_is(LABEL[place])
    if place in IS_SEA:
        leads = join_list(MAP.seas[place].leads)
        text = "{place} ({code}) is next to {leads}."
        return [say(text, place=place, code=code, leads=leads), _describe_presence(view, place)]
    land, holder = MAP.provinces[place], view.controllers.get(place)
    terrain = say("rough terrain") if land.terrain == "rough" else say("plain terrain")
    text = "{place} ({code}): value {value}, {terrain}, raises {raises}."
    return [
        say(text, place=place, code=code, value=land.value, terrain=terrain, raises=land.raises),
        *([say("It has a port.")] if land.port else []),
        say("Controlled by {seat}.", seat=holder) if holder else say("Nobody controls it."),
        _describe_presence(view, place),
        *([say("Borders: {places}.", places=join_list(land.borders))] if land.borders else []),
        *([say("Seas: {places}.", places=join_list(land.coasts))] if land.coasts else []),
    ]


def describe_course(views: Sequence[View]) -> list[Words]:
    """Return the first and the last headline of an animation, and each seat's standing at its end."""
    text, ends = "From “{first}” to “{last}”.", (get_headline(views[0]), get_headline(views[-1]))
    return [say(text, first=ends[0], last=ends[1]), *describe_seats(views[-1])]


def describe_seats(view: View) -> list[Words]:
    """Return a sentence for each seat, in the order of play. Eliminated seats come last."""
    return [
        say("{seat}: {standing}.", seat=seat.key, standing=in_turn(_list_standing(seat), ", "))
        for seat in list_in_order(view)
    ]


def get_headline(view: View) -> Words:
    """Return the game turn and the step, or how the game ended."""
    winner = view.winners[0] if view.winners else ""
    score = view.seat_view(winner).score if winner else 0
    return say_headline(winner, score, view.phase, view.seat, view.number)


def list_in_order(view: View) -> list[SeatView]:
    """Return the seats in the order of play. Eliminated seats come last."""
    living = [seat for key in view.order for seat in view.seats if seat.key == key]
    return living + [seat for seat in view.seats if seat not in living]


def list_units_in(view: View, place: str, owner: str) -> str:
    """Return an owner's units in a place as orders write them: "2I 1C", or "1F" for a fleet."""
    stack = view.stacks.get(place, {})
    return " ".join(f"{n}{KIND[one].upper()}" for one, n in stack.items() if OWNER[one] == owner)


def _row(places: Collection[str]) -> Words:
    return join_list([place for place in AREAS if place in places])


def _list_standing(seat: SeatView) -> list[Words]:
    parts = [*describe_standing(seat, captive=False)]
    if seat.home and seat.alive:
        parts.append(say("Home {place}", place=seat.home))
    if seat.leader:
        parts.append(say("leader in {place}", place=seat.leader))
    if seat.captor:
        parts.append(say("leader captive of {captor}", captor=seat.captor))
    if seat.chits:
        parts.append(say("chits {numbers}", numbers=as_is(" ".join(seat.chits))))
    if seat.allies:
        parts.append(say("ally of {seats}", seats=join_list(seat.allies)))
    return parts


def _describe_units(view: View, owner: str) -> Words:
    there = [(place, units) for place in AREAS if (units := list_units_in(view, place, owner))]
    if not there:
        return say("{seat} has no units.", seat=owner)
    places = [say("{units} in {place}", units=as_is(units), place=place) for place, units in there]
    return say("Units of {seat}: {places}.", seat=owner, places=in_turn(places, ", "))


def _describe_presence(view: View, place: str) -> Words:
    found = [
        say("{owner} {units}", owner=owner, units=as_is(units))
        for owner in OWNERS
        if (units := list_units_in(view, place, owner))
    ]
    found += [say("the leader of {seat}", seat=seat.key) for seat in view.seats if seat.leader == place]
    return say("There: {found}.", found=join_list(found)) if found else say("Nobody is there.")
