"""Arrange the pieces of a space with the kit's packing.

The pieces of each faction have rows of their own, if they fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from render.kit import packing
from render.kit.canvas import width
from render.kit.packing import Blot, Land, Lot, Lots, Packing, Stack, Try
from render.kit.shapes import Rect
from render.vijayanagara.layout import Print
from render.vijayanagara.map.ground import BAND_WIDE, BOARD, MAP, city_fonts, outline
from rules.vijayanagara.board import KINDS, MONGOLS, OWNER

DESCENT = 0.62  # how far below its middle a name with a "g" reaches, as a fraction of its letters' size


def _are_apart(before: str, kind: str) -> bool:
    return OWNER[before] != OWNER[kind] != MONGOLS


@lru_cache(maxsize=8)
def _packing(style: Print) -> Packing:
    def tries(sizes: tuple[int, ...], clear: bool) -> list[Try]:
        return [Try(size, by_owner, clear) for size in sizes for by_owner in (True, False)]

    usual = (*tries(style.pieces, True), *tries(style.tight, False))
    return Packing(usual, _are_apart, tuple(tries(style.least, False)))


def lots(pieces: Mapping[str, int]) -> Lots:
    """Return a space's pieces in the order of the board, without any change marked."""
    return tuple(Lot(kind, pieces[kind]) for kind in KINDS if pieces.get(kind))


def arrange(
    space: str, pieces: Lots, taken: tuple[Rect, ...], scale: float, style: Print = BOARD
) -> tuple[Stack, ...]:
    """Return the places of a space's stacks, in the sizes of this print (`kit.packing.arrange`)."""
    return packing.arrange(_packing(style), make_land(space, style), pieces, taken, scale)


@lru_cache(maxsize=64)
def make_land(space: str, style: Print = BOARD) -> Land:
    """Return the room for pieces in a space.

    In Delhi's circle, there is room only for Delhi's pieces. On a City's name, there is no room for pieces.
    """

    def blots(scale: float) -> list[Blot]:
        return [*(_circle(scale) if space != "delhi" else ()), *_names(scale, style)]

    return Land(space, outline(space), MAP.spaces[space].heart, BAND_WIDE, blots)


def _circle(scale: float) -> Iterator[Blot]:
    x, y = MAP.vertices[MAP.delhi.centre]
    reach = MAP.delhi.radius + 5
    yield Blot(((x - reach) * scale, (y - reach) * scale, (x + reach) * scale, (y + reach) * scale), True)


def _names(scale: float, style: Print) -> Iterator[Blot]:
    for city, font in city_fonts(style, scale):
        x, y = (part * scale for part in city.label)
        half, high = width(city.name, font) / 2 + 6, font.size / 2
        low = font.size * (DESCENT if style.few else 0.5)
        yield Blot((x - half, y - high, x + half, y + low))
