"""Where pieces stand: each space as the kit packs it, with the pieces of a faction in rows of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from render.kit import packing
from render.kit.canvas import Font, width
from render.kit.packing import Blot, Land, Lot, Lots, Packing, Stack, Try
from render.kit.shapes import Rect
from render.vijayanagara.ground import BAND_WIDE, CITY_NAME, MAP, outline
from rules.vijayanagara.board import KINDS, MONGOLS, OWNER


def _parted(before: str, kind: str) -> bool:
    return OWNER[before] != OWNER[kind] != MONGOLS


LARGEST = 42  # map units: the largest piece in usual print
PACKING = Packing(
    tries=(
        *(Try(size, by_owner, True) for size in (LARGEST, 36, 30) for by_owner in (True, False)),
        *(Try(size, by_owner, False) for size in (36, 30, 25) for by_owner in (True, False)),
    ),
    parted=_parted,
)


def lots(pieces: Mapping[str, int]) -> Lots:
    """A space's pieces in the order of the board, nothing having happened to them."""
    return tuple(Lot(kind, pieces[kind]) for kind in KINDS if pieces.get(kind))


def arrange(
    space: str, pieces: Lots, taken: tuple[Rect, ...], scale: float, large: float = 1.0
) -> tuple[Stack, ...]:
    """As the kit's; `large`: how many times larger than usual the pieces may be."""
    return packing.arrange(PACKING, land(space), pieces, taken, scale, _larger(large))


@lru_cache(maxsize=8)
def _larger(large: float) -> tuple[Try, ...]:
    if large <= 1:
        return ()
    sizes = (LARGEST * large * part for part in (1, 0.87))
    return tuple(Try(size, by_owner, True) for size in sizes for by_owner in (True, False))


@lru_cache(maxsize=32)
def land(space: str) -> Land:
    """The room of a space: nothing stands in Delhi's circle but what is in Delhi, nor on a City's name."""

    def blots(scale: float) -> list[Blot]:
        return [*(_circle(scale) if space != "delhi" else ()), *_names(scale)]

    return Land(space, outline(space), MAP.spaces[space].heart, BAND_WIDE + 2, blots)


def _circle(scale: float) -> Iterator[Blot]:
    x, y = MAP.vertices[MAP.delhi.centre]
    reach = MAP.delhi.radius + 5
    yield Blot(((x - reach) * scale, (y - reach) * scale, (x + reach) * scale, (y + reach) * scale), True)


def _names(scale: float) -> Iterator[Blot]:
    font = Font("DurbarSans-Condensed", round(CITY_NAME * scale))
    for city in MAP.cities.values():
        x, y = (part * scale for part in city.label)
        half, high = width(city.name, font) / 2 + 6, font.size / 2
        yield Blot((x - half, y - high, x + half, y + high))
