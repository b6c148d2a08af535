"""The sides of a battle on land: their units, leaders and dice, and which class a hit removes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rules.successors.forces import FORCES, IS_LAND, OWNER, RANKED
from rules.successors.moving.unit_choice import list_types
from rules.successors.stacks import NOTHING, Stack, count_by_class, count_marked
from rules.successors.state import State

DIE = 6  # the highest face


@dataclass(slots=True)
class Side:
    """One side of a battle: its seats, the principal first. The Rebels form a side alone."""

    seats: list[str]
    types: dict[str, str] = field(default_factory=dict)  # PA-26: by seat, the class that gets its leader's +1
    thrown_together: bool = False  # whether Rebels attack this side; it is then all coloured units there

    @property
    def principal(self) -> str:
        """The seat that started the battle or was attacked; its allies only join in."""
        return self.seats[0]


class Stakes(NamedTuple):
    """What the forecast needs to know of a throw.

    `dice`: each side's dice by class. `double`: for each side, whether each of its units rolls 2 dice.
    """

    place: str
    sides: tuple[Side, Side]
    dice: tuple[Stack, Stack]
    double: tuple[bool, bool]  # by side
    skirmish: bool


def list_army(s: State, place: str, side: Side) -> Stack:
    """Return the number of each piece of the side's land units in a place."""
    stack = s.stacks.get(place, NOTHING)
    return {one: n for one, n in stack.items() if IS_LAND[one] and OWNER[one] in side.seats}


def list_leaders(s: State, place: str, side: Side) -> list[str]:
    """Return the side's seats whose leader is in the place."""
    return [seat for seat in side.seats if s.with_leader(place, seat)]


def has_any_landed(s: State, place: str, side: Side) -> bool:
    """PA-37: return whether any unit of the side came ashore here in this turn."""
    return any(OWNER[one] in side.seats for one in s.landed.get(place, NOTHING))


def have_all_landed(s: State, place: str, side: Side) -> bool:
    """PA-38: return whether all of the side's units here came ashore in this turn."""
    units = list_army(s, place, side)
    return bool(units) and all(count_marked(s.landed, place, one) >= n for one, n in units.items())


def find_bonus_types(s: State, place: str, side: Side) -> list[str]:
    """PA-26: return for each leader of a side the class that gets its +1 now.

    It is the class that the leader's seat chose. If no unit of that class is left, it is the best class
    there.
    """
    types = list_types(list_army(s, place, side))
    named = (side.types.get(seat, "") for seat in list_leaders(s, place, side))
    return [kind if kind in types else types[0] for kind in named] if types else []


def count_skirmishers(s: State, place: str, side: Side, foe: Side) -> int:
    """PA-24: return how many pre-battle dice a side rolls."""
    own, against = count_by_class(list_army(s, place, side)), count_by_class(list_army(s, place, foe))
    return max(0, own.get("c", 0) - FORCES.dice.elephant_stops * against.get("e", 0))


def find_class_hit(kind: str, there: Stack) -> str:
    """PA-27, PA-28: return which class loses a unit if a unit of class `kind` hits.

    It is the same class, else the nearest better class, else the nearest worse class.
    """
    at = RANKED.index(kind)
    order = (kind, *reversed(RANKED[:at]), *RANKED[at + 1 :])
    return next(each for each in order if there.get(each))
