"""The pictures in words: descriptions, and the table in lines for a phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.kit.texts import fitted, wrapped
from render.painter import Tale
from render.successors.changes import Deeds
from rules.successors.board import AREAS, IS_SEA, MAP, VALUE
from rules.successors.forces import KIND, OWNER, OWNERS
from rules.successors.names import PLACES, name
from rules.successors.victory import format_points
from rules.successors.view import SeatView, View, find_changed


def alt_text(view: View, lit: frozenset[str]) -> str:
    """Return the table in sentences, the most important first."""
    parts = [f"{view.headline.rstrip('.')}."]
    if lit:
        parts.append(f"Highlighted: {_listed(PLACES[place] for place in AREAS if place in lit)}.")
    parts += [_stands(seat) for seat in _in_order(view)]
    parts += [_has(view, seat.key) for seat in _in_order(view) if seat.alive]
    there = [(place, _units(view, place, "white")) for place in AREAS]
    if rebels := [f"{units} in {name(place)}" for place, units in there if units]:
        parts.append(f"Rebels: {_listed(rebels)}.")
    return fitted(parts)


def tell_alt(view: View, tale: Tale) -> str:
    """What happened, then how it stands."""
    deeds = tale.deeds
    assert isinstance(deeds, Deeds)
    parts = [f"{view.headline.rstrip('.')}."]
    went = dict.fromkeys(
        f"{name(walk.seat)} from {name(walk.way[0])} to {name(walk.way[-1])}" for walk in deeds.walks
    )
    if went:
        parts.append(f"Moves: {'; '.join(went)}.")
    battles = [(name(fight.place), *(name(side) for side in fight.sides)) for fight in deeds.fights]
    fought = dict.fromkeys(f"{place} ({one} against {other})" for place, one, other in battles)
    if fought:
        parts.append(f"Battles: {'; '.join(fought)}.")
    if lit := [PLACES[place] for place in AREAS if place in find_changed(tale.before, view)]:
        parts.append(f"Changed: {_listed(lit)}.")
    parts += [_stands(seat) for seat in _in_order(view)]
    return fitted(parts)


def crop_alt(view: View, place: str) -> str:
    """A place and who is there."""
    if place in IS_SEA:
        sea = MAP.seas[place]
        leads = _listed(name(other) for other in sea.leads)
        return fitted([f"{sea.name} ({place}), next to {leads}.", _there(view, place)])
    land = MAP.provinces[place]
    holder = view.controllers.get(place)
    parts = [
        f"{land.name} ({place}): value {land.value}, {land.terrain} terrain, raises {land.raises}.",
        "It has a port." if land.port else "",
        f"Controlled by {name(holder) if holder else 'nobody'}.",
        _there(view, place),
    ]
    if land.borders:
        parts.append(f"Borders {_listed(PLACES[other] for other in land.borders)}.")
    if land.coasts:
        parts.append(f"On {_listed(name(sea) for sea in land.coasts)}.")
    return fitted([part for part in parts if part])


def film_alt(views: Sequence[View]) -> str:
    """What a recap shows."""
    return fitted(
        [
            f"From “{views[0].headline}” to “{views[-1].headline}”.",
            *(_stands(seat) for seat in _in_order(views[-1])),
        ]
    )


def strip_alt(view: View, _: Tale | None) -> str:
    """The lines of the seats."""
    return fitted([f"{view.headline.rstrip('.')}.", *(_stands(seat) for seat in _in_order(view))])


def text_table(view: View) -> str:
    """The whole table in plain text, in lines that fit a phone's code block."""
    lines = wrapped(view.headline)
    for seat in _in_order(view):
        lines.append("")
        lines += wrapped(f"{seat.name.upper()}: {_standing(seat)}")
        if seat.alive:
            for place in AREAS:
                if units := _units(view, place, seat.key):
                    held = "*" if view.controllers.get(place) == seat.key else ""
                    star = " leader" if seat.leader == place else ""
                    worth = f" ({VALUE[place]})" if place in VALUE else ""
                    lines += wrapped(f"{place}{held}{worth} {units}{star}")
    rebels = [f"{place} {_units(view, place, 'white')}" for place in AREAS if _units(view, place, "white")]
    if rebels:
        lines += ["", "REBELS", *rebels]
    lines += ["", "* controlled; (n) value"]
    return "\n".join(lines)


def _in_order(view: View) -> list[SeatView]:
    living = [seat for key in view.order for seat in view.seats if seat.key == key]
    return living + [seat for seat in view.seats if seat not in living]


def _stands(seat: SeatView) -> str:
    return f"{seat.name}: {_standing(seat)}."


def _standing(seat: SeatView) -> str:
    if not seat.alive:
        return "out of the game"
    parts = [f"{format_points(seat.score)} points", f"{seat.talents} Talents"]
    parts += [f"income {seat.income}", f"upkeep {seat.upkeep}"]
    if seat.home:
        parts.append(f"Home {PLACES[seat.home]}")
    if seat.leader:
        parts.append(f"leader in {name(seat.leader)}")
    if seat.captor:
        parts.append(f"leader captive of {name(seat.captor)}")
    if seat.chits:
        parts.append(f"chits {' '.join(seat.chits)}")
    if seat.allies:
        parts.append(f"ally of {_listed(name(other) for other in seat.allies)}")
    return ", ".join(parts)


def _has(view: View, owner: str) -> str:
    there = [f"{PLACES[place]} {_units(view, place, owner)}" for place in AREAS if _units(view, place, owner)]
    return f"{name(owner)} has {', '.join(there)}." if there else f"{name(owner)} has no units."


def _there(view: View, place: str) -> str:
    found = [f"{name(owner)} {_units(view, place, owner)}" for owner in OWNERS if _units(view, place, owner)]
    leaders = [f"the leader of {seat.name}" for seat in view.seats if seat.leader == place]
    return f"There: {_listed([*found, *leaders])}." if found or leaders else "Nobody is there."


def _units(view: View, place: str, owner: str) -> str:
    """The units of an owner in a place: "2I 1C", fleets "1F"."""
    stack = view.stacks.get(place, {})
    return " ".join(f"{n}{KIND[one].upper()}" for one, n in stack.items() if OWNER[one] == owner)


def _listed(parts: Iterable[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
