"""Find the part of the map that the picture of a question shows."""

from __future__ import annotations

from rules.ask import Ask
from rules.chance import Roll
from rules.presentation import Sight
from rules.successors.board import AREAS
from rules.successors.fighting.sea_battle import SeaStakes
from rules.successors.fighting.sides import Stakes
from rules.successors.sequence.revenue import HOME, LEADER, PLACE_UNITS

REACH, PART = "reach", "part"  # pictures: the whole map, and the relevant part of it


def find_sight(ask: Ask) -> Sight | None:
    """Return the map if the question or one of its answers names a province or sea; else None."""
    around = tuple(part for part in ask.about.split() if part in AREAS)
    if ask.kind == PLACE_UNITS:
        places = dict(zip((HOME, LEADER), around, strict=False))
        return Sight(PART, lambda key: places.get(key, ""), around)
    return Sight(PART, find_place, around) if around or any(map(find_place, ask.menu())) else None


def find_battle(roll: Roll) -> Sight | None:
    """Return the map with the place of a battle on land or at sea; None for other rolls."""
    stakes = roll.stakes
    return Sight(PART, around=(stakes.place,)) if isinstance(stakes, Stakes | SeaStakes) else None


def find_place(key: str) -> str:
    """Return the place in an answer such as "HEL", "march-HEL" or "fight-SYR-blue"; "" for none."""
    return next((part for part in key.split("-") if part in AREAS), "")
