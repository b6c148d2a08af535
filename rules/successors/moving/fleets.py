"""PA-18 to PA-20: find how far the fleets of one order can sail, and what they may carry."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.successors.board import IS_SEA, LANES
from rules.successors.forces import FLEETS, FORCES, KIND
from rules.successors.moving.unit_choice import LEADER, name_supply
from rules.successors.stacks import Stack, count_marked, say_amount
from rules.successors.state import State, Walk
from rules.words import Words


@dataclass(slots=True)
class Group:
    """The fleets of one order during a voyage, and the units aboard."""

    seat: str
    at: str
    fleets: Stack  # number of each piece: the seat's own, then allies'
    cargo: Stack = field(default_factory=dict)
    leader: bool = False
    carried: int = 0  # PA-20: how many land units these fleets have carried
    way: list[str] = field(default_factory=list)
    points: int = FORCES.moves.fleets

    @property
    def size(self) -> int:
        """The number of fleets."""
        return sum(self.fleets.values())

    @property
    def room(self) -> int:
        """PA-20: how many more land units they may take aboard."""
        return max(0, self.size - self.carried)


def is_closed(s: State, seat: str, port: str) -> bool:
    """PA-19: return whether unfriendly land units close the port to a seat.

    The port stays open if a unit of the seat or of an ally is there.
    """
    if not s.hostile_land(port, seat):
        return False
    return not any(s.is_allied(seat, owner) for owner in s.owners(port) if owner != "white")


def find_lanes(s: State, seat: str, origin: str, points: int) -> dict[str, tuple[int, str]]:
    """PA-18, PA-19: return the seas and ports within `points` movement points.

    Each value is a pair: the points left on arrival, and the previous place on the way.
    """
    found = {origin: (points, "")}
    open_ = [origin]
    for at in open_:
        left = found[at][0]
        if left and (at == origin or at not in IS_SEA or s.fair_winds or not s.hostile_fleets(at, seat)):
            for near in LANES[at]:
                if near not in found and (near in IS_SEA or not is_closed(s, seat, near)):
                    found[near] = (left - 1, at)
                    open_.append(near)
    del found[origin]
    return found


def count_sailors(s: State, seat: str, origin: str) -> int:
    """Return how many fleets of the seat in `origin` can still sail in this step."""
    return count_marked(s.ready, origin, FLEETS[seat])


def find_loadable(s: State, seat: str, place: str) -> Stack:
    """PA-20: return the seat's units that may go aboard in this province, with its leader if allowed.

    The units have the names of `name_supply`.
    """
    found: Stack = {}
    for one, n in s.land_of(place, seat).items():
        rest = n - count_marked(s.landed, place, one) - count_marked(s.resting, place, one)
        if rest > 0:
            found[KIND[one]] = rest
    ashore = s.rider == "ashore" or not s.with_leader(place, seat)
    return found if ashore else {LEADER: 1, **found}


def log_voyage(s: State, group: Group) -> None:
    """PA-18: record the voyage for the story and for pictures."""
    if len(group.way) < 2:
        return
    who = {**name_supply(group.seat, group.fleets), **name_supply(group.seat, group.cargo)}
    if group.leader:
        who[LEADER] = 1
    s.walks.append(Walk("voyage", group.seat, tuple(group.way), tuple(who.items())))
    end = next((place for place in reversed(group.way) if place in LANES), group.at)
    if end != group.way[0]:
        text = "{seat} sails from {origin} to {to} with {fleets}."
        fleets = say_fleets(group.size)
        s.tell("voyage", text, seat=group.seat, origin=group.way[0], to=end, fleets=fleets)


def say_fleets(n: int) -> Words:
    """Return a number of fleets in words."""
    return say_amount(n, "f")
