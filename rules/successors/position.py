"""Read and write positions: states as documents, written by hand or by `dump`, checked by `load`.

Units are written as in orders: `SYR: {red: 2i 1c, white: 1l}`. Counters off the map are never written. They
are computed from the rest, so a document can't contradict itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from rules.documents import Model, Once, read_position, write_position
from rules.successors.board import AREAS, PROVINCES
from rules.successors.forces import (
    COLOURS,
    FLEET,
    KIND,
    KINDS,
    OWNER,
    OWNERS,
    TURNS,
    WHITE,
    find_stock,
    make_piece_key,
)
from rules.successors.invariants import check
from rules.successors.options import Options
from rules.successors.stacks import Marks
from rules.successors.state import DAWN, EVENTS, SET_UP, Offer, State
from rules.successors.tables import CHITS

KEY: Literal["successors"] = "successors"
Count = Annotated[int, Field(ge=0, le=9_999)]
Number = Annotated[int, Field(ge=0, le=10**9)]  # the number of an offer; each new offer has a higher one
Colour = Literal["red", "blue", "green", "yellow"]
Owner = Literal["red", "blue", "green", "yellow", "white"]
Phase = Literal["set-up", "dawn", "events", "revenue", "movement", "combat"]
_UNITS = re.compile(r"(\d+)\s*(hc|hi|hl|[ciefl])\b", re.IGNORECASE)


def _units(value: Any) -> Any:
    """Return "2i 1hc" as the number of each kind; any other value unchanged."""
    if not isinstance(value, str):
        return value
    rest = _UNITS.sub("", value).replace(",", " ").strip()
    if rest:
        raise ValueError(f"“{rest}” is no unit; write “2i 1c 1l 1e 1f”, and hl hi hc for hired ones")
    found: dict[str, int] = {}
    for number, kind in _UNITS.findall(value):
        found[kind.lower()] = found.get(kind.lower(), 0) + int(number)
    return found


Units = Annotated[dict[Literal["c", "i", "e", "l", "f", "hc", "hi", "hl"], Count], BeforeValidator(_units)]
Places = dict[str, dict[Owner, Units]]


class Proposal(Model):
    """PA-21: an offer of an alliance."""

    number: Annotated[int, Field(ge=1, le=10**9)]
    giver: Colour
    taker: Colour


class Truce(Model):
    """Two seats that don't fight each other.

    `until`: a seat; the truce ends when the next turn of this seat begins. "": it ends with the game turn.
    """

    between: tuple[Colour, Colour]
    until: Colour | Literal[""] = ""


class Position(Model):
    """The document.

    The defaults describe game turn 1, in which the first seat begins with the phase Events. The leaders are
    in their Homes, nobody has Talents, and the map is empty.
    """

    game: Literal["successors"] = KEY
    options: Options = Options()
    game_turn: Annotated[int, Field(ge=0, le=TURNS)] = 1
    phase: Phase = EVENTS  # type: ignore[assignment]
    seat: Colour | Literal[""] | None = None  # the seat to act; None: the first in the order
    order: list[Colour] | None = None  # living seats in the order of play; None: all, clockwise
    first: Colour | Literal[""] = ""
    homes: dict[Colour, str] = {}
    leaders: dict[Colour, str] = {}
    captives: dict[Colour, Literal["red", "blue", "green", "yellow", "bank"]] = {}
    talents: dict[Colour, Count] = {}
    units: Places = {}
    chits: dict[str, Colour] = {}
    allies: Annotated[list[tuple[Colour, Colour]], Once] = []
    ending: Annotated[list[tuple[Colour, Colour]], Once] = []
    truces: list[Truce] = []
    offers: list[Proposal] = []
    offered: Number = 0
    landed: Places = {}
    resting: Places = {}
    sailed: Places = {}
    ranked: Annotated[list[Colour], Once] | None = None
    ended: bool = False

    @field_validator("homes")
    @classmethod
    def _check_homes(cls, homes: dict[Any, str]) -> dict[Any, str]:
        return {seat: _check_known(home, PROVINCES, "province") for seat, home in homes.items()}

    @field_validator("leaders")
    @classmethod
    def _check_places(cls, places: dict[Any, str]) -> dict[Any, str]:
        return {seat: _check_known(place, AREAS, "place") for seat, place in places.items()}

    @field_validator("units", "landed", "resting", "sailed")
    @classmethod
    def _check_areas(cls, places: dict[str, Any]) -> dict[str, Any]:
        return {_check_known(place, AREAS, "place"): units for place, units in places.items()}

    @field_validator("captives")
    @classmethod
    def _others_hold(cls, captives: dict[Any, str]) -> dict[Any, str]:
        if own := [seat for seat, captor in captives.items() if seat == captor]:
            raise ValueError(f"{own[0]} can't hold its own leader; another seat or the bank does")
        return captives

    @field_validator("chits")
    @classmethod
    def _check_chits(cls, chits: dict[str, Any]) -> dict[str, Any]:
        return {_check_known(chit, tuple(CHITS), "chit"): holder for chit, holder in chits.items()}

    @model_validator(mode="after")
    def _fits(self) -> Position:
        seats = COLOURS[: self.options.seats]
        if self.order is None:
            self.order = [*seats] if self.phase != SET_UP else []
        if strangers := [seat for seat in self.order if seat not in seats]:
            raise ValueError(f"order: {strangers[0]} has no seat among {', '.join(seats)}")
        if len(set(self.order)) != len(self.order):
            raise ValueError("order: each seat once")
        if self.phase == SET_UP:
            return self
        if self.game_turn < 1:
            raise ValueError("game_turn: 0 is the set-up")
        if homeless := [seat for seat in self.order if seat not in self.homes]:
            raise ValueError(f"homes: {homeless[0]} has none")
        if self.seat is None:
            self.seat = "" if self.phase == DAWN or self.ended else self.order[0]
        if self.phase != DAWN and not self.ended and self.seat not in self.order:
            raise ValueError(f"seat: whose step is it? One of {', '.join(self.order)}")
        for seat in self.order:
            if seat not in self.captives:
                self.leaders.setdefault(seat, self.homes[seat])
        return self


def _check_known(key: str, keys: tuple[str, ...], what: str) -> str:
    if key not in keys:
        raise ValueError(f"no {what} “{key}”; there are {', '.join(keys)}")
    return key


def setup(options: Options) -> State:
    """Set-up: return the state before the first dice."""
    return State(options, COLOURS[: options.seats])


def load(text: str) -> State:
    """Return the state of a document, JSON or YAML.

    Raises `ValueError`, which names the place and the reason.
    """
    return state_of(read_position(Position, text))


def read_document(document: str) -> State:
    """Return the state of a document that `dump` wrote. Don't check it, because a turn may be open."""
    return state_of(read_position(Position, document), checked=False)


def state_of(position: Position, *, checked: bool = True) -> State:
    """Return the state that a position describes.

    Raises `ValueError` if the state breaks an invariant (`invariants.check`).
    """
    seats = COLOURS[: position.options.seats]
    order = [str(seat) for seat in position.order or ()]
    s = State(
        position.options,
        seats,
        number=position.game_turn if position.phase != SET_UP else 0,
        phase=position.phase,
    )
    s.seat = str(position.seat or "")
    s.order, s.first = order, str(position.first)
    s.homes = _in_order(position.homes, seats)
    s.leaders, s.captors = _in_order(position.leaders, seats), _in_order(position.captives, seats)
    if order or position.talents:
        s.talents = {seat: position.talents.get(seat, 0) for seat in seats}  # type: ignore[call-overload]
    _put_units(s, position.units)
    s.chits = {chit: str(position.chits[chit]) for chit in CHITS if chit in position.chits}
    s.allied, s.ending = _both_ways(position.allies), _both_ways(position.ending)
    for truce in position.truces:
        one, other = truce.between
        s.truces[one, other] = s.truces[other, one] = str(truce.until)
    s.offers = [Offer(each.number, each.giver, each.taker) for each in position.offers]
    s.offered = max([position.offered, *(each.number for each in position.offers)])
    s.landed, s.resting, s.sailed = (
        _stacks(marks) for marks in (position.landed, position.resting, position.sailed)
    )
    s.ranked = [str(seat) for seat in position.ranked or ()]
    if not s.ranked and s.number and s.phase != DAWN:
        s.ranked = list(s.play_order())
    s.ended = position.ended
    if checked:
        try:
            check(s)
        except AssertionError as error:
            raise ValueError(f"position: {error}") from None
    return s


def _put_units(s: State, units: Places) -> None:
    """Put the units on the map, and take their counters from the box.

    Raises `ValueError` if there are too few counters.
    """
    s.stacks = _stacks(units)
    for stack in s.stacks.values():
        for one, n in stack.items():
            if one not in MIXED:
                raise ValueError(f"position: units: {one.partition('-')[0]} has no hired units and no fleets")
            s.box[find_stock(one)] -= n
    if short := [stock for stock, n in s.box.items() if n < 0]:
        raise ValueError(f"position: units: too many of {short[0]}")


def _both_ways(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    return {pair for one, other in pairs for pair in ((str(one), str(other)), (str(other), str(one)))}


MIXED = frozenset(
    one for one in OWNER if not (OWNER[one] == WHITE and (KIND[one].startswith("h") or KIND[one] == FLEET))
)


def _in_order(found: Mapping[Any, Any], seats: tuple[str, ...]) -> dict[str, str]:
    return {seat: str(found[seat]) for seat in seats if seat in found}


def _stacks(places: Places) -> Marks:
    found: Marks = {}
    for area in AREAS:
        if not (units := places.get(area)):
            continue
        stack = {
            make_piece_key(owner, kind): n
            for owner in OWNERS
            if owner in units
            for kind in KINDS
            if (n := units[owner].get(kind, 0))  # type: ignore[call-overload]
        }
        if stack:
            found[area] = stack
    return found


def dump(s: State) -> str:
    """Return the state as a document for `load`, JSON on one line.

    The document leaves out what only the current turn needs.
    """
    document = {
        "game": KEY,
        "options": s.options.model_dump(),
        "game_turn": s.number,
        "phase": s.phase,
        "seat": s.seat,
        "order": s.order,
        "first": s.first,
        "homes": {seat: s.homes[seat] for seat in s.seats if seat in s.homes},
        "leaders": {seat: s.leaders[seat] for seat in s.seats if seat in s.leaders},
        "captives": {seat: s.captors[seat] for seat in s.seats if seat in s.captors},
        "talents": s.talents,
        "units": _places(s.stacks),
        "chits": {chit: s.chits[chit] for chit in CHITS if chit in s.chits},
        "allies": _pairs(s.allied),
        "ending": _pairs(s.ending),
        "truces": [
            {"between": [one, other], "until": s.truces[one, other]}
            for one in COLOURS
            for other in COLOURS
            if one < other and (one, other) in s.truces
        ],
        "offers": [{"number": each.number, "giver": each.giver, "taker": each.taker} for each in s.offers],
        "offered": s.offered,
        "landed": _places(s.landed),
        "resting": _places(s.resting),
        "sailed": _places(s.sailed),
        "ranked": s.ranked,
        "ended": s.ended,
    }
    return write_position(document)


def _places(stacks: Marks) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for area in AREAS:
        for one, n in sorted(stacks.get(area, {}).items(), key=lambda item: _PLACE[item[0]]):
            units = found.setdefault(area, {})
            owner = OWNER[one]
            units[owner] = f"{units[owner]} {n}{KIND[one]}" if owner in units else f"{n}{KIND[one]}"
    return found


_PLACE = {one: at for at, one in enumerate(OWNER)}


def _pairs(pairs: set[tuple[str, str]]) -> list[list[str]]:
    return [[one, other] for one in COLOURS for other in COLOURS if one < other and (one, other) in pairs]
