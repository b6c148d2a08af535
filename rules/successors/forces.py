"""Read units, prices, dice and the length of the game from `forces.toml`, and check them.

A kind of unit is one or two letters: c, i, e, l, f, and hc, hi, hl for hired (white) units. A piece is an
owner and a kind: "red-i", "white-l".
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated

from pydantic import Field, model_validator

from rules.documents import Model, Provenance, read_toml
from rules.successors.board import Sort

COLOURS = ("red", "blue", "green", "yellow")  # clockwise
WHITE = "white"  # the Rebels, and the counters for hired units
# holds the leaders captured by Rebels or by a seat that is now out of the game; gets the ransom for them
BANK = "bank"

LETTER: Mapping[str, str] = {"cavalry": "c", "infantry": "i", "elephants": "e", "levies": "l", "fleets": "f"}
SORT: Mapping[str, str] = {letter: sort for sort, letter in LETTER.items()}
RANKED = ("c", "i", "e", "l")  # PA-28: best first
HIRED = ("hc", "hi", "hl")
FLEET = "f"
KINDS = (*RANKED, *HIRED, FLEET)
OWNERS = (*COLOURS, WHITE)

Least = Annotated[int, Field(ge=1)]
Face = Annotated[int, Field(ge=1, le=6)]


class Part(Model, frozen=True):
    """A part of the file, with its source and a note."""

    provenance: Provenance
    note: str


class Length(Part, frozen=True, extra="forbid"):
    """The number of game turns, and the last game turn in which Talents can be given (PA-8)."""

    turns: Least
    gifts: Annotated[int, Field(ge=0)]


class SetUp(Part, frozen=True, extra="forbid"):
    """The Talents with which each seat begins."""

    talents: Least


class Unit(Part, frozen=True, extra="forbid"):
    """PA-11, PA-25: a type of unit.

    Attributes:
        hits: the lowest face that hits.
        counters: the number of counters of each colour.
        white: the number of white counters.
    """

    cost: Least
    hits: Face
    counters: Least
    white: Annotated[int, Field(ge=0)]


class Prices(Part, frozen=True, extra="forbid"):
    """PA-9 to PA-11: prices in Talents."""

    fleet_at_sea: Least
    ransom: Least
    maintenance: Least


class Moves(Part, frozen=True, extra="forbid"):
    """PA-15 to PA-18: movement points, and the cost of rough terrain."""

    units: Least
    leader: Least
    fleets: Least
    rough: Least


class DiceOf(Part, frozen=True, extra="forbid"):
    """PA-24, PA-32: the lowest faces that hit, and how many dice an elephant stops."""

    skirmish: Face
    elephant_stops: Annotated[int, Field(ge=0)]
    sea: Face


class Forces(Model, frozen=True):
    """The contents of the file."""

    length: Length
    setup: SetUp
    units: dict[Sort, Unit]
    prices: Prices
    moves: Moves
    dice: DiceOf

    @model_validator(mode="after")
    def _whole(self) -> Forces:
        if missing := [sort for sort in LETTER if sort not in self.units]:
            raise ValueError(f"units: {missing[0]} are missing")
        if self.length.gifts > self.length.turns:
            raise ValueError("length.gifts: later than the last game turn")
        if self.setup.talents < self.units["levies"].cost:
            raise ValueError("setup.talents: too few for the land unit that each seat must buy")
        if self.moves.units < self.moves.rough:
            raise ValueError("moves.rough: no unit could enter a rough province")
        return self


def read_forces(text: str) -> Forces:
    """Return the forces of a TOML document.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Forces, text, "forces")


FORCES = read_forces(files(__package__).joinpath("forces.toml").read_text(encoding="utf-8"))
TURNS, LAST_GIFTS = FORCES.length.turns, FORCES.length.gifts
COST: Mapping[str, int] = {LETTER[sort]: unit.cost for sort, unit in FORCES.units.items()}
HITS: Mapping[str, int] = {LETTER[sort]: unit.hits for sort, unit in FORCES.units.items()}
RANSOM, MAINTENANCE, AT_SEA = (
    FORCES.prices.ransom,
    FORCES.prices.maintenance,
    FORCES.prices.fleet_at_sea,
)


def make_piece_key(owner: str, kind: str) -> str:
    """Return the key of a piece: "red-i"."""
    return f"{owner}-{kind}"


# facts of each piece, computed once for speed
OWNER: Mapping[str, str] = {make_piece_key(owner, kind): owner for owner in OWNERS for kind in KINDS}
KIND: Mapping[str, str] = {make_piece_key(owner, kind): kind for owner in OWNERS for kind in KINDS}
CLASS: Mapping[str, str] = {
    one: kind.removeprefix("h") for one, kind in KIND.items()
}  # hired infantry "hi" is of class "i"
IS_LAND: Mapping[str, bool] = {one: kind != FLEET for one, kind in KIND.items()}
LAND: Mapping[str, tuple[str, ...]] = {
    owner: tuple(make_piece_key(owner, kind) for kind in (*RANKED, *HIRED)) for owner in OWNERS
}
FLEETS: Mapping[str, str] = {owner: make_piece_key(owner, FLEET) for owner in OWNERS}


def find_stock(one: str) -> str:
    """Return the key under which the supply counts this piece: "white-i" for hired infantry, else its own."""
    return make_piece_key(WHITE, CLASS[one]) if KIND[one] in HIRED else one


MIX: Mapping[str, int] = {
    make_piece_key(owner, LETTER[sort]): unit.white if owner == WHITE else unit.counters
    for owner in OWNERS
    for sort, unit in FORCES.units.items()
}
