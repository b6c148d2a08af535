"""Where pieces may stand: the room a space has left beside its border, its name and its markers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Font, width
from render.vijayanagara.brush import thick_line
from render.vijayanagara.ground import BAND_WIDE, CITY_NAME, MAP, outline
from render.vijayanagara.layout import Rect
from render.vijayanagara.pieces import chip_width
from rules.vijayanagara.board import KINDS, MONGOLS, OWNER

# What is tried, the first that fits: the sprites' size on the phone board; whether each faction has a row of
# its own or all flow on; whether rows keep clear of the name's and the markers' heights or may stand beside.
TRIES = (
    *((size, by_faction, True) for size in (42, 36, 30) for by_faction in (True, False)),
    *((size, by_faction, False) for size in (36, 30, 25) for by_faction in (True, False)),
)
STEP = 4  # map units between the heights that are tried
FULL = bytes(255 * (level == 255) for level in range(256))


class Lot(NamedTuple):
    """The pieces of one kind in one space, and what just happened to them."""

    kind: str
    number: int
    tag: str = ""  # such as "+2"
    look: str = ""  # "", "ring" or "ghost"


class Stack(NamedTuple):
    """A lot in its place: where its chip stands, in pixels from the map's corner."""

    lot: Lot
    size: int
    box: Rect


Lots = tuple[Lot, ...]


def lots(pieces: Mapping[str, int]) -> Lots:
    """A space's pieces in the order of the board, nothing having happened to them."""
    return tuple(Lot(kind, pieces[kind]) for kind in KINDS if pieces.get(kind))


def arrange(
    space: str, pieces: Lots, taken: tuple[Rect, ...], scale: float, large: float = 1.0
) -> tuple[Stack, ...]:
    """Where each lot stands in its space, as large as there is room for and near the space's heart.

    Tried in turn: the ways of TRIES; then without the ghosts; then without the tags. `taken`: boxes of the
    name and the markers, in pixels; `large`: how many times larger than usual the pieces may be. Raises
    `ValueError` if even the smallest size has no room for the bare pieces.
    """
    solid = tuple(lot for lot in pieces if lot.look != "ghost")
    bare = tuple(lot._replace(tag="") for lot in solid)
    for wanted in dict.fromkeys((pieces, solid, bare)):
        found = _arrange(space, wanted, taken, scale, large)
        if found is not None:
            return found
    raise ValueError(f"{space}: no room for {', '.join(f'{lot.number} {lot.kind}' for lot in bare)}")


@lru_cache(maxsize=1024)
def _arrange(
    space: str, pieces: Lots, taken: tuple[Rect, ...], scale: float, large: float
) -> tuple[Stack, ...] | None:
    if not pieces:
        return ()
    heart_x, heart_y = (round(part * scale) for part in MAP.spaces[space].heart)
    for units, by_faction, clear in _tries(large):
        size = round(units * scale)
        gap = max(2, size // 8)
        tried = []
        for top, rows in _ladders(space, taken, scale, size, size + gap // 2, clear):
            shelves = _shelves(pieces, rows, size, gap, by_faction)
            if shelves is not None:
                middle = top + len(shelves) * (size + gap // 2) // 2
                tried.append((abs(middle - heart_y), top, shelves, rows))
        if tried:
            _, _, shelves, rows = min(tried, key=lambda found: found[:2])
            return tuple(_stand(shelves, rows, size, gap, heart_x))
    return None


def _tries(large: float) -> tuple[tuple[float, bool, bool], ...]:
    larger = tuple((42 * large * part, *how) for part in (1, 0.87) for how in ((True, True), (False, True)))
    return (*(larger if large > 1 else ()), *TRIES)


def _shelves(pieces: Lots, rows: list[Rect], size: int, gap: int, by_faction: bool) -> list[list[Lot]] | None:
    """The lots in rows, or None if they do not fit."""
    shelves: list[list[Lot]] = [[]]
    used, owner = 0, ""
    for lot in pieces:
        long = chip_width(lot.number, size, lot.tag)
        new_row = by_faction and owner not in ("", OWNER[lot.kind]) and OWNER[lot.kind] != MONGOLS
        owner = OWNER[lot.kind]
        if new_row:
            shelves.append([])
            used = 0
        while (
            len(shelves) <= len(rows) and used + long > rows[len(shelves) - 1][2] - rows[len(shelves) - 1][0]
        ):
            if by_faction and shelves[-1]:
                return None
            shelves.append([])
            used = 0
        if len(shelves) > len(rows):
            return None
        shelves[-1].append(lot)
        used += long + gap
    return shelves


def _stand(shelves: list[list[Lot]], rows: list[Rect], size: int, gap: int, heart: int) -> list[Stack]:
    """Each row's chips side by side, as near to the heart's column as the row's room allows."""
    stacks: list[Stack] = []
    for shelf, (left, top, right, bottom) in zip(shelves, rows, strict=False):
        spread = sum(chip_width(lot.number, size, lot.tag) + gap for lot in shelf) - gap
        x = min(max(left, heart - spread // 2), right - spread)
        for lot in shelf:
            long = chip_width(lot.number, size, lot.tag)
            stacks.append(Stack(lot, size, (x, top, x + long, bottom)))
            x += long + gap
    return stacks


@lru_cache(maxsize=256)
def _ladders(
    space: str, taken: tuple[Rect, ...], scale: float, size: int, pitch: int, clear: bool
) -> tuple[tuple[int, list[Rect]], ...]:
    """For each height to start from: the rows below it, each as wide as the space lets it be there."""
    area, (left, top) = _room(space, taken, scale, clear)
    runs: dict[int, tuple[int, int] | None] = {}
    found: list[tuple[int, list[Rect]]] = []
    for start in range(0, area.height - size + 1, round(STEP * scale)):
        rows: list[Rect] = []
        for y in range(start, area.height - size + 1, pitch):
            if y not in runs:
                runs[y] = _widest(area.crop((0, y, area.width, y + size)))
            run = runs[y]
            if run is None:
                break
            rows.append((left + run[0], top + y, left + run[1], top + y + size))
        if rows:
            found.append((top + start, rows))
    return tuple(found)


def _room(
    space: str, taken: tuple[Rect, ...], scale: float, clear: bool
) -> tuple[Image.Image, tuple[int, int]]:
    """The free part of a space, 255 where a piece may stand; and its corner, counted from the map's."""
    ring = [(x * scale, y * scale) for x, y in outline(space)]
    left, top = int(min(x for x, _ in ring)), int(min(y for _, y in ring))
    right, bottom = int(max(x for x, _ in ring)) + 1, int(max(y for _, y in ring)) + 1
    area = Image.new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(area)
    here = [(x - left, y - top) for x, y in ring]
    draw.polygon(here, fill=255)
    thick_line(draw, [*here, here[0]], 0, 2 * (BAND_WIDE + 2) * scale)
    if space != "delhi":
        x, y = MAP.vertices[MAP.delhi.centre]
        reach = MAP.delhi.radius + 5
        draw.ellipse(
            [(part - reach) * scale - corner for part, corner in ((x, left), (y, top))]
            + [(part + reach) * scale - corner for part, corner in ((x, left), (y, top))],
            fill=0,
        )
    for a, b, c, d in taken:
        draw.rectangle((a - left - 4, b - top - 4, c - left + 3, d - top + 3), fill=0)
        if clear:
            draw.rectangle((0, b - top - 4, area.width, d - top + 3), fill=0)
    small = Font("DurbarSans-Condensed", round(CITY_NAME * scale))
    for city in MAP.cities.values():
        across, down = city.label[0] * scale - left, city.label[1] * scale - top
        half = width(city.name, small) / 2 + 6
        draw.rectangle((across - half, down - small.size / 2, across + half, down + small.size / 2), fill=0)
    return area, (left, top)


def _widest(strip: Image.Image) -> tuple[int, int] | None:
    """The longest run of columns that are free over the strip's whole height."""
    columns = strip.reduce((1, strip.height)).tobytes().translate(FULL)
    best = max(columns.split(b"\0"), key=len)
    start = columns.find(best)
    return (start, start + len(best)) if best else None
