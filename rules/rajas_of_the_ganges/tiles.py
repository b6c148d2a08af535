"""3: read the province tiles from `tiles.toml`, and check them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from rules.documents import Model, Provenance, read_toml
from rules.rajas_of_the_ganges.board import COLOURS, GOODS, Building

BACKS = ("snake", "cow", "tiger")
STACKS: tuple[str, ...] = tuple(f"{colour}-{back}" for colour in COLOURS for back in BACKS)
MOST_FEATURES = 2
_MARKET = re.compile(rf"({'|'.join(GOODS)}) ([1-9])")


class Printed(Model, frozen=True):
    """A tile as in the file."""

    stack: str
    price: Annotated[int, Field(ge=1)]
    buildings: tuple[Building, ...] = ()
    markets: tuple[Annotated[str, Field(pattern=_MARKET.pattern)], ...] = ()
    road: Literal["straight", "bend", "tee", "cross"]

    @model_validator(mode="after")
    def _whole(self) -> Printed:
        if self.stack not in STACKS:
            raise ValueError(f"stack: no stack “{self.stack}”; there are {', '.join(STACKS)}")
        if not 1 <= len(self.buildings) + len(self.markets) <= MOST_FEATURES:
            raise ValueError(f"a tile has one or {MOST_FEATURES} buildings and markets")
        return self


class Sheet(Model, frozen=True):
    """The whole file."""

    provenance: Provenance
    note: str
    tiles: dict[Annotated[str, Field(pattern="^[a-z]+-[a-z][0-9]$")], Printed]

    @model_validator(mode="after")
    def _whole(self) -> Sheet:
        for key, tile in self.tiles.items():
            if key.partition("-")[0] != tile.stack.partition("-")[0]:
                raise ValueError(f"tiles.{key}: it lies in a stack of another colour")
        prices = {(tile.stack.partition("-")[0], tile.price): tile.stack for tile in self.tiles.values()}
        for key, tile in self.tiles.items():
            if prices[tile.stack.partition("-")[0], tile.price] != tile.stack:
                raise ValueError(f"tiles.{key}: another stack of its colour has this price")
        if missing := set(STACKS) - {tile.stack for tile in self.tiles.values()}:
            raise ValueError(f"no tile in the stack {min(missing)}")
        return self


class Market(NamedTuple):
    """4: a market tent: its good, and what it earns."""

    good: str
    value: int


class Tile(NamedTuple):
    """A province tile."""

    key: str
    colour: str
    stack: str
    price: int
    buildings: tuple[str, ...]
    markets: tuple[Market, ...]
    road: str  # the shape of its road


def read_tiles(text: str) -> Sheet:
    """Return the tiles of a file.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Sheet, text, "tiles")


def _read_market(text: str) -> Market:
    good, _, value = text.partition(" ")
    return Market(good, int(value))


SHEET = read_tiles(files(__package__).joinpath("tiles.toml").read_text(encoding="utf-8"))
TILES: Mapping[str, Tile] = {
    key: Tile(
        key,
        tile.stack.partition("-")[0],
        tile.stack,
        tile.price,
        tile.buildings,
        tuple(_read_market(market) for market in tile.markets),
        tile.road,
    )
    for key, tile in SHEET.tiles.items()
}
PILES: Mapping[str, tuple[str, ...]] = {
    stack: tuple(key for key, tile in TILES.items() if tile.stack == stack) for stack in STACKS
}
