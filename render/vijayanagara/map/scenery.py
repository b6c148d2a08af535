"""Draw scenery without a meaning (sea, hills, rivers) and the Vindhya Range.

The hills outside the game are those of a miniature: rounded, one in front of the other, in three tints.
Whatever looks random is chosen by a checksum of its place, so that it is always drawn the same.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw

from render.kit.brush import Brush, Window
from render.kit.canvas import SUPER
from render.kit.shapes import Point, Spot, on
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.map.ornaments import SHIP_HIGH, SHIP_WIDE, cypress, lotus, ship, tree
from render.vijayanagara.palette import PALETTE

MAP = LAYOUT.map
TINTS = ("beyond", "dune", "fell")
WAVE = 26, 28, 4  # map units: half the length of a wave, the distance from row to row, the height of a wave


def chance(place: str, choices: int) -> int:
    """Return a number below `choices`, always the same for the same place."""
    return crc32(place.encode()) % choices


def shore(brush: Brush) -> None:
    """Draw shallows along the coast."""
    for edge in sorted(MAP.borders.coast, key=sorted):
        start, end = sorted(edge)
        brush.stroke(MAP.borders.edge(start, end), "wave", 17)
    for island in MAP.islands:
        ring = MAP.shore(island)
        brush.stroke([*ring, ring[0]], "wave", 17)


def seafarers(brush: Brush, shown: Window) -> None:
    """Draw ships, and the lotus that shows the north, each if it is whole in the window."""
    for spot in MAP.sea.ships:
        if brush.window.meets([spot], 80) and shown.holds_all_round(spot, SHIP_WIDE, SHIP_HIGH):
            ship(brush, spot, facing=1 if spot[0] < MAP.size[0] // 2 else -1)
    radius = MAP.sea.radius
    if brush.window.meets([MAP.sea.lotus], 80) and shown.holds_all_round(MAP.sea.lotus, radius, radius):
        lotus(brush, MAP.sea.lotus, MAP.sea.radius)


def water(picture: Image.Image, scale: float) -> None:
    """Draw rows of long waves on the pixels of bare sea. The picture has palette indices.

    The pattern repeats after a few rows of pixels, and most of these rows have no wave. So the waves hardly
    make the file longer.
    """
    half, step = round(WAVE[0] * scale), round(WAVE[1] * scale)
    tile = Image.new("L", (2 * half * SUPER, 2 * step * SUPER))
    draw = ImageDraw.Draw(tile)
    for row, start in ((0, 0), (1, -half)):
        for x in range(start, 2 * half, 2 * half):
            parts = [part / 10 - 1 for part in range(21)]
            arc = [
                ((x + half + half * t) * SUPER, (row * step + 2 + WAVE[2] * scale * t * t) * SUPER)
                for t in parts
            ]
            draw.line(arc, 255, round(1.2 * SUPER))
    small = tile.reduce(SUPER).point([255 * (level > 100) for level in range(256)])
    waves = Image.new("L", picture.size)
    for x in range(0, picture.width, small.width):
        waves.paste(small, (x, 0))
    row_of = waves.crop((0, 0, picture.width, small.height))
    for y in range(small.height, picture.height, small.height):
        waves.paste(row_of, (0, y))
    bare = picture.point([255 * (index == PALETTE["sea"]) for index in range(256)])
    picture.paste(PALETTE["swell"], (0, 0), ImageChops.darker(waves, bare))


def beyond(brush: Brush) -> None:
    """Draw the land outside the game: hills behind hills, snow peaks, and islands."""
    land = MAP.beyond
    west, east = MAP.vertices[land.west], MAP.vertices[land.east]
    brush.fill([(-40, -40), (1120, -40), land.edge_east, east, (540, 330), west, land.edge_west], "beyond")
    brush.fill([(1080, -40), (1130, -40), (1130, 430), land.edge_east], "beyond")
    for row, y in enumerate(range(22, 400, 44)):
        for column in range(-40, 1140, 132):
            place = f"{row}/{column}"
            x = column + (row % 2) * 66 + chance(f"x {place}", 21) - 10
            _hump(brush, x, y + chance(f"y {place}", 9), 62 + chance(f"w {place}", 26), place)
    for snows in land.snows:
        _snows(brush, snows)
    brush.stroke([land.edge_west, west], "terracotta", 3.2)
    brush.stroke([east, land.edge_east], "terracotta", 3.2)
    for island in MAP.islands:
        ring = MAP.shore(island)
        brush.fill(ring, "dune")
        brush.stroke([*ring, ring[0]], "terracotta", 3.2)


def _hump(brush: Brush, x: float, y: float, half: float, place: str) -> None:
    """Draw a rounded hill over the hills behind it, sometimes with a tree."""
    if not brush.window.meets([(x, y)], 2 * half):
        return
    arc = [
        (x - half * cos(pi * step / 14), y - half * 0.5 * sin(pi * step / 14) ** 0.8) for step in range(15)
    ]
    brush.fill([*arc, (x + half, y + 26), (x - half, y + 26)], TINTS[chance(f"tint {place}", 3)])
    match chance(f"tree {place}", 5):
        case 0:
            cypress(brush, (x - half * 0.3, y - half * 0.4), 32)
        case 1:
            tree(brush, (x + half * 0.25, y - half * 0.4), 22)


def _snows(brush: Brush, course: tuple[Spot, ...]) -> None:
    """Draw peaks along a line, the lower ones in front of the higher."""
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(course))
    count = round(length / 42)
    for number in sorted(range(count + 1), key=lambda n: n % 2):
        x, y = on(course, number / count)
        high = (48 if number % 2 else 70) + chance(f"peak {round(x)}", 12)
        if brush.window.meets([(x, y)], 80):
            _peak(brush, x, y + 6 * (number % 2), high, 40 if number % 2 == 0 else 31)


def _peak(brush: Brush, x: float, y: float, high: float, half: float) -> None:
    left, right, top = (x - half, y), (x + half, y), (x + half * 0.08, y - high)
    spine = [top, (x - half * 0.1, y - high * 0.62), (x + half * 0.12, y - high * 0.35), (x - half * 0.05, y)]
    brush.fill([left, top, right], "capital")
    brush.fill([*spine, right], "slope")
    brush.fill([top, (x - half * 0.42, y - high * 0.58), spine[1]], "paper")
    brush.fill([top, spine[1], (x + half * 0.5, y - high * 0.55)], "shade")
    brush.path([top, right], "ridge", 2.4)


def relief(brush: Brush) -> None:
    """Draw rows of hills, woods, a little sand, and rivers that widen towards the sea."""
    for name, river in MAP.rivers.items():
        course = MAP.course(name)
        for number, (a, b) in enumerate(pairwise(course)):
            grown = (number + 1) / len(course)
            brush.stroke([a, b], "river", 1.6 + (river.mouth - 1.6) * grown)
    for x, y in MAP.relief.hills:
        _hill(brush, x, y + 8, 13)
    for spot in MAP.relief.trees:
        tree(brush, spot, 17)
    for x, y in MAP.relief.dunes:
        for dx, dy in ((-9, 0), (0, -4), (9, 1)):
            arc: list[Point] = [(x + dx - 4, y + dy), (x + dx, y + dy - 3), (x + dx + 4, y + dy)]
            brush.path(arc, "ridge", 1.5)


def _hill(brush: Brush, x: float, y: float, half: float) -> None:
    """Draw a small mountain, its eastern side in the shade."""
    if not brush.window.meets([(x, y)], 2 * half):
        return
    top, foot = (x + half * 0.05, y - half * 1.15), (x + half, y)
    brush.fill([top, foot, (x + half * 0.15, y), (x + half * 0.3, y - half * 0.55)], "fell")
    brush.path(
        [(x - half, y), (x - half * 0.4, y - half * 0.7), top, (x + half * 0.45, y - half * 0.62), foot],
        "ridge",
        2.0,
    )


def vindhyas(brush: Brush) -> None:
    """1.3.6: draw steep mountains with a dark side, so that they look impassable.

    There is no mountain behind the Range's name: a peak would look like an accent on a letter.
    """
    ring = MAP.borders.ring(MAP.range.outline)
    brush.fill(ring, "slope")
    corner = MAP.vertices
    north = [corner["w1"], corner["n1"], corner["e1"]]
    south = [corner["w2"], corner["s1"], corner["e2"]]
    for part in range(14, 0, -1):
        (x0, y0), (x1, y1) = on(north, part / 15), on(south, part / 15)
        high = hypot(x1 - x0, y1 - y0) * (0.56 if part % 2 else 0.46)
        half = max(18.0, high * 0.62)
        x, y = x0 + (x1 - x0) * 0.62, y0 + (y1 - y0) * 0.62
        left, peak, right = (x - half, y), (x, y - high), (x + half, y)
        if abs(x - MAP.range.label[0]) < MAP.range.reach[0] + half / 2:
            continue
        brush.fill([left, peak, right], "shade")
        spine = [peak, (x - half * 0.08, y - high * 0.55), (x + half * 0.2, y - high * 0.3), (x, y)]
        brush.fill([*spine, right], "terracotta")
        brush.path([left, peak, right], "ink", 2.2)
    brush.stroke([*ring, ring[0]], "ink", 4.5)
