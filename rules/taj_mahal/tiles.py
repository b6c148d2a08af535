"""1.1, 4.1, 4.2: read the province tiles and the bonus tiles from `tiles.toml`, and check them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, model_validator

from rules.documents import Model, read_toml
from rules.taj_mahal.board import FORTRESSES_IN_ALL, PROVINCES_IN_ALL, Part

RICE, TEA, SPICES, JEWELS = GOODS = ("rice", "tea", "spices", "jewels")
TWO, CARD, TAJ = "two", "card", "taj"  # bonus tiles without a commodity
BONUS_POINTS = {TWO: 2, TAJ: 4}

Good = Literal["rice", "tea", "spices", "jewels"]


class ProvinceTiles(Part):
    """The commodities on each province tile, in the order of their numbers."""

    goods: tuple[tuple[Good, ...], ...]

    @model_validator(mode="after")
    def _counts(self) -> ProvinceTiles:
        if len(self.goods) != PROVINCES_IN_ALL:
            raise ValueError(f"{len(self.goods)} tiles, not {PROVINCES_IN_ALL}")
        for number, goods in enumerate(self.goods, 1):
            if len(goods) != (needed := 1 if number == 1 else 2):
                raise ValueError(f"tile {number} has {len(goods)} commodities, not {needed}")
        return self


class BonusTiles(Part):
    """The number of square bonus tiles of each sort, without the Taj Mahal."""

    tiles: dict[Literal["two", "card", "rice", "tea", "spices", "jewels"], Annotated[int, Field(ge=0)]]

    @model_validator(mode="after")
    def _counts(self) -> BonusTiles:
        if (found := sum(self.tiles.values())) != FORTRESSES_IN_ALL - 1:
            raise ValueError(f"{found} square tiles, not {FORTRESSES_IN_ALL - 1}")
        return self


class Tiles(Model, frozen=True):
    """The whole file."""

    provinces: ProvinceTiles
    bonus: BonusTiles


def read_tiles(text: str) -> Tiles:
    """Return the tiles of a file.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Tiles, text, "tiles")


TILES = read_tiles(files(__package__).joinpath("tiles.toml").read_text(encoding="utf-8"))
GOODS_ON: Mapping[int, tuple[Good, ...]] = dict(enumerate(TILES.provinces.goods, 1))
NUMBERS = tuple(GOODS_ON)
LAST = NUMBERS[-1]  # the tile of the province with Agra
SQUARE = tuple(tile for tile, n in TILES.bonus.tiles.items() for _ in range(n))


def count_goods(tiles: Iterable[int], kept: Mapping[str, int]) -> dict[str, int]:
    """4.1, 4.2: return the commodities on a player's province tiles and on their kept bonus tiles."""
    found = {good: kept.get(good, 0) for good in GOODS}
    for number in tiles:
        for good in GOODS_ON[number]:
            found[good] += 1
    return found
