"""Read and write positions: states as documents, written by hand or by `dump`, checked by `load`.

A part that a document leaves out has its value from the start of the game. The supply of dice, the tiles
under the stacks and the workers at home are never written. They are computed from the rest, so a document
can't contradict itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from rules.documents import Model, Once, read_position, write_position
from rules.rajas_of_the_ganges.board import (
    BOARD,
    BONUSES,
    BUILDINGS,
    COLOURS,
    END,
    LEAST_VALUE,
    MOST_KARMA,
    MOST_VALUE,
    SPACES,
    START,
    YIELDS,
    Building,
    Colour,
)
from rules.rajas_of_the_ganges.names import SEATS
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.province import SQUARES, TURNS, Laid
from rules.rajas_of_the_ganges.state import EXTRA, PLACES, Realm, State, make_start
from rules.rajas_of_the_ganges.tiles import STACKS, TILES

KEY: Literal["rajas_of_the_ganges"] = "rajas_of_the_ganges"
Seat = Literal["haridwar", "kannauj", "varanasi", "monghyr"]
Place = Literal["money", "fame", "river"]
Count = Annotated[int, Field(ge=0, le=9_999)]


def _read_faces(value: Any) -> Any:
    """Return a row of faces as text, because YAML may have read "245" as a number."""
    return str(value) if isinstance(value, int) else value


Faces = Annotated[str, BeforeValidator(_read_faces), Field(pattern="^[1-6]*$")]


class RealmDocument(Model):
    """The part of the document about one seat.

    Attributes:
        dice: a row of faces for each colour, such as "245"
        province: the tile and rotation on each square, such as "orange-c5 es"
        waiting: where inactive workers still stand
    """

    money: Count = 0
    fame: Count = 0
    boat: Annotated[int, Field(ge=START, le=END)] = START
    karma: Annotated[int, Field(ge=0, le=MOST_KARMA)] = BOARD.begin.karma
    dice: dict[Colour, Faces] = {}
    values: dict[Building, Annotated[int, Field(ge=LEAST_VALUE, le=MOST_VALUE)]] = {}
    waiting: Annotated[list[Place], Once] = list(PLACES)  # type: ignore[arg-type]
    province: dict[str, str] = {}
    under: dict[str, str] = {}
    yields: Annotated[list[str], Once] = []
    bonuses: dict[Literal["money", "fame"], Count] = {}

    @field_validator("province")
    @classmethod
    def _tiles_lie(cls, province: dict[str, str]) -> dict[str, str]:
        for square, text in province.items():
            tile, _, turn = text.partition(" ")
            if square not in SQUARES:
                raise ValueError(f"no square “{square}”; there are {', '.join(SQUARES)}")
            if tile not in TILES:
                raise ValueError(f"{square}: no tile “{tile}”; write “orange-c5 es”")
            if turn not in TURNS[TILES[tile].road]:
                raise ValueError(
                    f"{square}: {tile} lies {' or '.join(TURNS[TILES[tile].road])}, not “{turn}”"
                )
        return province

    @model_validator(mode="after")
    def _check_known(self) -> RealmDocument:
        for square, tile in self.under.items():
            if tile not in TILES or square not in self.province:
                raise ValueError(f"under.{square}: there is no tile “{tile}”, or none over it")
        if unknown := [edge for edge in self.yields if edge not in YIELDS]:
            raise ValueError(f"yields: no edge “{unknown[0]}”; there are {', '.join(YIELDS)}")
        if len(self.waiting) == len(PLACES) - EXTRA:
            raise ValueError("waiting: when the second worker is taken, the third leaves the game")
        if odd := [track for track, n in self.bonuses.items() if n > len(BONUSES[track])]:
            raise ValueError(f"bonuses.{odd[0]}: there are only {len(BONUSES[odd[0]])}")
        return self


class Position(Model):
    """The document.

    Attributes:
        elephant: the starting player; "" until the first dice are rolled
        taken: the workers on each action space, from the left
        display: the open tile of each stack
    """

    game: Literal["rajas_of_the_ganges"] = KEY
    options: Options = Options()
    round: Annotated[int, Field(ge=1, le=9_999)] = 1
    elephant: Seat | Literal[""] = ""
    to_act: Seat | Literal[""] = ""
    moved: bool = False
    crossed: Annotated[list[Seat], Once] = []
    over: bool = False
    taken: dict[str, list[Seat]] = {}
    display: dict[str, str] = {}
    white: list[Literal["die", "money", "upgrade", "karma"]] = list(BOARD.white.pile)  # type: ignore[arg-type]
    realms: dict[Seat, RealmDocument] = {}

    @model_validator(mode="after")
    def _whole(self) -> Position:
        seats = SEATS[: self.options.seats]
        named = [*self.realms, *self.crossed, *(seat for row in self.taken.values() for seat in row)]
        named += [seat for seat in (self.elephant, self.to_act) if seat]
        if strangers := [seat for seat in named if seat not in seats]:
            raise ValueError(f"{strangers[0]} does not play; there are {', '.join(seats)}")
        if unknown := [space for space in self.taken if space not in SPACES]:
            raise ValueError(f"taken: no space “{unknown[0]}”; there are {', '.join(SPACES)}")
        for stack, tile in self.display.items():
            if stack not in STACKS or tile not in TILES or TILES[tile].stack != stack:
                raise ValueError(f"display.{stack}: {tile} is no tile of this stack")
        if bool(self.elephant) != (bool(self.to_act) or self.over):
            raise ValueError(
                "elephant and to_act: both (if over, elephant alone), or neither before the first dice"
            )
        return self


def setup(options: Options) -> State:
    """1 Setup: return the table before the first turn. That turn rolls the dice."""
    return make_start(options)


def load(text: str) -> State:
    """Return the state of a document, JSON or YAML.

    Raises `ValueError`, which names the place and the reason.
    """
    found = make_state(read_position(Position, text))
    try:
        found.check()
    except AssertionError as error:
        raise ValueError(f"position: {error}") from None
    return found


def make_state(position: Position) -> State:
    """Return the state that a position describes."""
    s = make_start(position.options)
    for seat, document in position.realms.items():
        s.realms[seat] = _make_realm(document)
    gone = set(position.display.values())
    for realm in s.realms.values():
        gone |= {laid.tile for laid in realm.province.values()} | set(realm.under.values())
    s.display = {stack: position.display[stack] for stack in STACKS if stack in position.display}
    s.stacks = {stack: tuple(tile for tile in pile if tile not in gone) for stack, pile in s.stacks.items()}
    s.white = tuple(sorted(position.white, key=BOARD.white.pile.index))
    s.taken = {space: tuple(position.taken[space]) for space in SPACES if position.taken.get(space)}
    s.elephant, s.to_act = position.elephant, position.to_act
    s.round, s.moved, s.over = position.round, position.moved, position.over
    s.crossed = tuple(position.crossed)
    return s


def _make_realm(document: RealmDocument) -> Realm:
    waiting = tuple(place for place in PLACES if place in document.waiting)
    return Realm(
        money=document.money,
        fame=document.fame,
        boat=document.boat,
        karma=document.karma,
        dice={colour: tuple(sorted(map(int, document.dice.get(colour, "")))) for colour in COLOURS},
        values={building: document.values.get(building, LEAST_VALUE) for building in BUILDINGS},
        workers=BOARD.begin.workers + min(EXTRA, len(PLACES) - len(waiting)),
        waiting=waiting,
        province={
            square: Laid(*text.split())
            for square in SQUARES
            if (text := document.province.get(square)) is not None
        },
        under={square: document.under[square] for square in SQUARES if square in document.under},
        yields=tuple(edge for edge in YIELDS if edge in document.yields),
        bonuses={track: document.bonuses.get(track, 0) for track in BONUSES},  # type: ignore[call-overload]
    )


def dump(s: State) -> str:
    """Return the state between turns as a document for `load`, JSON on one line."""
    return write_position(write_document(s))


def write_document(s: State) -> dict[str, Any]:
    """Return the state as data for a document."""
    return {
        "game": KEY,
        "options": s.options.model_dump(),
        "round": s.round,
        "elephant": s.elephant,
        "to_act": s.to_act,
        "moved": s.moved,
        "crossed": s.crossed,
        "over": s.over,
        "taken": {space: s.taken[space] for space in SPACES if space in s.taken},
        "display": {stack: s.display[stack] for stack in STACKS if stack in s.display},
        "white": sorted(s.white, key=BOARD.white.pile.index),
        "realms": {seat: _write_realm(realm) for seat, realm in s.realms.items()},
    }


def _write_realm(realm: Realm) -> Mapping[str, Any]:
    province = realm.province
    return {
        "money": realm.money,
        "fame": realm.fame,
        "boat": realm.boat,
        "karma": realm.karma,
        "dice": {colour: "".join(map(str, faces)) for colour, faces in realm.dice.items() if faces},
        "values": {building: value for building, value in realm.values.items() if value > LEAST_VALUE},
        "waiting": realm.waiting,
        "province": {
            square: f"{province[square].tile} {province[square].turn}"
            for square in SQUARES
            if square in province
        },
        "under": {square: realm.under[square] for square in SQUARES if square in realm.under},
        "yields": [edge for edge in YIELDS if edge in realm.yields],
        "bonuses": {track: n for track, n in realm.bonuses.items() if n},
    }
