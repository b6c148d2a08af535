"""What may be seen: everything, for nothing in this game is secret but the seed of its dice.

Pictures, messages and automatic players get a `View`, never a `State`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.face import Stand
from rules.successors.board import IS_SEA, MAP
from rules.successors.forces import COLOURS, TURNS
from rules.successors.names import name
from rules.successors.position import dump, read
from rules.successors.revenue import upkeep
from rules.successors.state import COMBAT, DAWN, EVENTS, MOVEMENT, REVENUE, SET_UP, Fight, State, Walk
from rules.successors.victory import halves, held, points, winners


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat's own side of the table."""

    key: str
    name: str
    alive: bool
    home: str  # "" before it is chosen, and when he is out
    leader: str  # where his free leader is; ""
    captor: str  # whose captive he is: a seat or "bank"; ""
    talents: int
    income: int
    upkeep: int
    units: int
    score: int  # in half points
    land: int  # PA-41: the values of what he holds alone
    chits: tuple[str, ...]  # numbers
    allies: tuple[str, ...]
    truces: tuple[str, ...]
    acting: bool


@dataclass(frozen=True, slots=True)
class View:
    """The whole table, seen from a seat or (None) from the gallery."""

    game: str
    viewer: str | None
    number: int  # the game turn; 0 in the set-up
    turns: int
    phase: str
    seat: str  # whose step it is
    order: tuple[str, ...]  # of play in this game turn, the living
    stacks: Mapping[str, Mapping[str, int]]  # place to piece to number; empty places are left out
    controllers: Mapping[str, str]  # province to the seat that controls it
    seats: tuple[SeatView, ...]
    cup: int  # how many chits are in it
    offers: tuple[tuple[int, str, str], ...]
    walks: tuple[Walk, ...]
    fights: tuple[Fight, ...]
    winners: tuple[str, ...]
    document: str  # the position as the turn began or stands: all of it is public
    provenance: tuple[str, ...]
    headline: str
    standing: Sequence[tuple[str, Stand]]

    def seat_view(self, key: str) -> SeatView:
        """The seat of that key."""
        return next(seat for seat in self.seats if seat.key == key)


def state_of(view: View, _: Callable[[int], int]) -> State:
    """The state of a view: nothing in it is hidden, so nothing is dealt."""
    s = read(view.document)
    s.walks, s.fights = list(view.walks), list(view.fights)
    return s


def changed(before: View, after: View) -> frozenset[str]:
    """The places where other units stand, or leaders, or whose controller is another."""
    places = {*before.stacks, *after.stacks, *before.controllers, *after.controllers}
    found = {
        place
        for place in places
        if dict(before.stacks.get(place, {})) != dict(after.stacks.get(place, {}))
        or before.controllers.get(place) != after.controllers.get(place)
    }
    for then, now in zip(before.seats, after.seats, strict=True):
        if then.leader != now.leader:
            found |= {then.leader, now.leader} - {""}
    return frozenset(found)


PROVENANCE = (
    f"Map: {' '.join(MAP.note.split())}",
    "Events, chits, the counter mix, the numbers that hit on land and the ten game turns are our own.",
)
STEPS: Mapping[str, str] = {EVENTS: "Events", REVENUE: "Revenue", MOVEMENT: "Movement", COMBAT: "Combat"}


def view(s: State, seat: str | None) -> View:
    """What the seat may see of the state: all of it."""
    seats = tuple(_seat(s, each) for each in s.seats)
    return View(
        game="successors",
        viewer=seat,
        number=s.number,
        turns=TURNS,
        phase=s.phase,
        seat=s.seat,
        order=tuple(s.play_order()),
        stacks={area: stack.copy() for area, stack in s.stacks.items()},
        controllers={area: who for area in s.stacks if area not in IS_SEA and (who := s.controller(area))},
        seats=seats,
        cup=len(s.cup()),
        offers=tuple((each.number, each.giver, each.taker) for each in s.offers),
        walks=tuple(s.walks),
        fights=tuple(s.fights),
        winners=winners(s),
        document=dump(s),
        provenance=PROVENANCE,
        headline=_headline(s),
        standing=tuple((each.key, _standing(each)) for each in seats),
    )


def _seat(s: State, seat: str) -> SeatView:
    alive = seat in s.order or not s.order
    others = [other for other in COLOURS if other != seat]
    return SeatView(
        key=seat,
        name=name(seat),
        alive=alive,
        home=s.homes.get(seat, ""),
        leader=s.leaders.get(seat, ""),
        captor=s.captors.get(seat, ""),
        talents=s.talents.get(seat, 0),
        income=s.income(seat),
        upkeep=upkeep(s, seat),
        units=s.units(seat),
        score=halves(s, seat),
        land=held(s, seat),
        chits=tuple(s.hand(seat)),
        allies=tuple(other for other in others if (seat, other) in s.allied),
        truces=tuple(other for other in others if (seat, other) in s.truces),
        acting=seat == s.seat and not s.ended,
    )


def _headline(s: State) -> str:
    if s.ended:
        (winner,) = winners(s)
        return f"{name(winner)} wins with {points(halves(s, winner))} points."
    if s.phase == SET_UP:
        return f"Set-up: {name(s.seat)} picks a Home" if s.seat else "Set-up: dice for the first choice"
    if s.phase == DAWN:
        return f"Game turn {s.number} of {TURNS} begins"
    return f"Game turn {s.number} of {TURNS}: {STEPS[s.phase]} of {name(s.seat)}"


def _standing(seat: SeatView) -> Stand:
    if not seat.alive:
        return Stand(("out of the game",))
    what = "Talent" if seat.talents == 1 else "Talents"
    parts = [f"{points(seat.score)} points", f"{seat.talents} {what}"]
    parts += [f"income {seat.income}", f"upkeep {seat.upkeep}"]
    return Stand([*parts, *(["leader captive"] if seat.captor else [])])
