"""Pack pieces into the free room of a land: between its border, its name and its markers.

A `Land` describes the room of a space. A `Packing` describes how a game arranges its pieces. `arrange` finds
the largest size at which the pieces fit, and puts them near the land's heart. If there is too little room, it
leaves out ghosts (removed pieces), then also tags (such as "+2").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.brush import thick_line
from render.kit.pieces import chip_width
from render.kit.shapes import Point, Rect, Spot, move_box

STEP = 4  # map units: the first row of pieces is tried at heights that are this far apart
FULL = bytes(255 * (level == 255) for level in range(256))


class Lot(NamedTuple):
    """The pieces of one kind in one space, and what just happened to them."""

    kind: str
    number: int
    tag: str = ""  # such as "+2"
    look: str = ""  # "", "ring" or "ghost"


class Stack(NamedTuple):
    """A lot in its place. `box`: the box of its chip, in pixels from the map's corner."""

    lot: Lot
    size: int
    box: Rect


Lots = tuple[Lot, ...]


class Blot(NamedTuple):
    """A place that pieces keep free: a box, or the ellipse inside a box, in pixels from the map's corner."""

    box: tuple[float, float, float, float]
    round: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Land:
    """The room of a space, in map units.

    Make each `Land` once, because results are cached for it.
    """

    name: str
    outline: Sequence[Point]  # closed
    heart: Spot  # the point around which the pieces are put
    margin: float  # the width of the strip that stays free along the inside of the outline
    blots: Callable[[float], Sequence[Blot]] = lambda _scale: ()  # called with pixels per map unit


class Try(NamedTuple):
    """A way to arrange pieces, which `arrange` tries."""

    size: float  # of a piece, in map units
    by_owner: bool  # each owner's pieces begin a row of their own
    clear: bool  # True: no row of pieces stands beside the box of a name or marker, only above or below it


@dataclass(frozen=True, eq=False, slots=True)
class Packing:
    """How a game's pieces are packed."""

    tries: tuple[Try, ...]  # the first that fits is used
    # (a piece's kind, the next piece's kind): if `by_owner`, whether the next piece begins a new row
    parted: Callable[[str, str], bool]
    last: tuple[Try, ...] = ()  # used only if none of `tries` fits, even without ghosts and tags


def arrange(
    packing: Packing,
    land: Land,
    pieces: Lots,
    taken: tuple[Rect, ...],
    scale: float,
) -> tuple[Stack, ...]:
    """Return the place of each lot in a land. Pieces are as large as possible, and near the land's heart.

    The packing's `tries` are tried with all lots, then without ghosts, then without ghosts and tags. If
    nothing fits, the packing's `last` are tried in the same way. `taken`: the boxes of the name and the
    markers, in pixels from the map's corner.

    Raises `ValueError` if even the bare pieces do not fit at the smallest size.
    """
    solid = tuple(lot for lot in pieces if lot.look != "ghost")
    bare = tuple(lot._replace(tag="") for lot in solid)
    for tries in (packing.tries, packing.last):
        for wanted in dict.fromkeys((pieces, solid, bare)):
            found = _arrange(packing, tries, land, wanted, taken, scale)
            if found is not None:
                return found
    raise ValueError(f"{land.name}: no room for {', '.join(f'{lot.number} {lot.kind}' for lot in bare)}")


@lru_cache(maxsize=1024)
def _arrange(
    packing: Packing,
    tries: tuple[Try, ...],
    land: Land,
    pieces: Lots,
    taken: tuple[Rect, ...],
    scale: float,
) -> tuple[Stack, ...] | None:
    if not pieces:
        return ()
    heart_x, heart_y = (round(part * scale) for part in land.heart)
    for units, by_owner, clear in tries:
        size = round(units * scale)
        gap = max(2, size // 8)
        tried = []
        for top, rows in _ladders(land, taken, scale, size, size + gap // 2, clear):
            shelves = _shelves(packing, pieces, rows, size, gap, by_owner)
            if shelves is not None:
                middle = top + len(shelves) * (size + gap // 2) // 2
                tried.append((abs(middle - heart_y), top, shelves, rows))
        if tried:
            _, _, shelves, rows = min(tried, key=lambda found: found[:2])
            return tuple(_place_chips(shelves, rows, size, gap, heart_x))
    return None


def _shelves(
    packing: Packing, pieces: Lots, rows: list[Rect], size: int, gap: int, by_owner: bool
) -> list[list[Lot]] | None:
    """Return the lots arranged in rows, or None if they do not fit."""
    shelves: list[list[Lot]] = [[]]
    used, before = 0, ""
    for lot in pieces:
        long = chip_width(lot.number, size, lot.tag, lot.look)
        new_row = by_owner and before != "" and packing.parted(before, lot.kind)
        before = lot.kind
        if new_row:
            shelves.append([])
            used = 0
        while (
            len(shelves) <= len(rows) and used + long > rows[len(shelves) - 1][2] - rows[len(shelves) - 1][0]
        ):
            if by_owner and shelves[-1]:
                return None
            shelves.append([])
            used = 0
        if len(shelves) > len(rows):
            return None
        shelves[-1].append(lot)
        used += long + gap
    return shelves


def _place_chips(shelves: list[list[Lot]], rows: list[Rect], size: int, gap: int, heart: int) -> list[Stack]:
    """Return the chips of all rows.

    Chips of a row stand side by side, as near to the x of the heart as possible.
    """
    stacks: list[Stack] = []
    for shelf, (left, top, right, bottom) in zip(shelves, rows, strict=False):
        spread = sum(chip_width(lot.number, size, lot.tag, lot.look) + gap for lot in shelf) - gap
        x = min(max(left, heart - spread // 2), right - spread)
        for lot in shelf:
            long = chip_width(lot.number, size, lot.tag, lot.look)
            stacks.append(Stack(lot, size, (x, top, x + long, bottom)))
            x += long + gap
    return stacks


@lru_cache(maxsize=256)
def _ladders(
    land: Land, taken: tuple[Rect, ...], scale: float, size: int, pitch: int, clear: bool
) -> tuple[tuple[int, list[Rect]], ...]:
    """Return, for each height at which the first row may start, the boxes of all rows.

    Each row is as wide as the free land at the height of this row.
    """
    area, (left, top) = _room(land, taken, scale, clear)
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


def find_spot(land: Land, scale: float, boxes: Sequence[Rect], near: Spot, far: int = 80) -> Spot | None:
    """Return the spot nearest to `near` where all boxes fit; None if there is no such spot.

    Boxes fit if they lie in the free part of the land. `boxes` are relative to the spot. `far`: how far to
    search to each side, in pixels.
    """
    area, (left, top) = _room(land, (), scale, False)
    for dx, dy in _outwards(far):
        x, y = near[0] + dx, near[1] + dy
        if all(_is_free(area, move_box(box, (x - left, y - top))) for box in boxes):
            return x, y
    return None


@lru_cache(maxsize=4)
def _outwards(far: int) -> list[Spot]:
    """Return steps (x, y) from a spot to the spots around it, the shortest step first."""
    steps = range(-far, far + 1, STEP // 2)
    return sorted(((x, y) for x in steps for y in steps), key=lambda by: hypot(*by))


def _is_free(area: Image.Image, box: Rect) -> bool:
    if box[0] < 0 or box[1] < 0 or box[2] > area.width or box[3] > area.height:
        return False
    return area.crop(box).getextrema()[0] == 255


def _room(
    land: Land, taken: tuple[Rect, ...], scale: float, clear: bool
) -> tuple[Image.Image, tuple[int, int]]:
    """Return the mask of a land's free part (255: a piece fits here), and its corner on the map."""
    ring = [(x * scale, y * scale) for x, y in land.outline]
    left, top = int(min(x for x, _ in ring)), int(min(y for _, y in ring))
    right, bottom = int(max(x for x, _ in ring)) + 1, int(max(y for _, y in ring)) + 1
    area = Image.new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(area)
    here = [(x - left, y - top) for x, y in ring]
    draw.polygon(here, fill=255)
    thick_line(draw, [*here, here[0]], 0, 2 * land.margin * scale)
    for a, b, c, d in taken:
        draw.rectangle((a - left - 4, b - top - 4, c - left + 3, d - top + 3), fill=0)
        if clear:
            draw.rectangle((0, b - top - 4, area.width, d - top + 3), fill=0)
    for blot in land.blots(scale):
        shape = draw.ellipse if blot.round else draw.rectangle
        edges = zip(blot.box, (left, top, left, top), strict=True)
        shape([edge - corner for edge, corner in edges], fill=0)
    return area, (left, top)


def _widest(strip: Image.Image) -> tuple[int, int] | None:
    """Return the start and end of the longest run of columns that are free from top to bottom of the strip.

    Return None if no column is free.
    """
    columns = strip.reduce((1, strip.height)).tobytes().translate(FULL)
    best = max(columns.split(b"\0"), key=len)
    start = columns.find(best)
    return (start, start + len(best)) if best else None
