"""The map without its pieces: sea, lands, borders, mountains, Cities; and single lands in another light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw

from render.canvas import SUPER, Box, Font, Rgb, load
from render.vijayanagara.layout import LAYOUT, Point
from render.vijayanagara.palette import BAND, GROUND, PALETTE

MAP = LAYOUT.map
BAND_WIDE = 11.0  # map units along the inside of a border, coloured where a land is Controlled or lit up

CITY_NAME = 30  # map units


class Window(NamedTuple):
    """A part of the map, in map units, and how many pixels a unit is."""

    left: float
    top: float
    right: float
    bottom: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return round((self.right - self.left) * self.scale), round((self.bottom - self.top) * self.scale)

    def at(self, point: Point) -> tuple[int, int]:
        """The pixel of a point of the map."""
        return round((point[0] - self.left) * self.scale), round((point[1] - self.top) * self.scale)

    def meets(self, line: Sequence[Point], margin: float = 0.0) -> bool:
        """Whether a line comes into the window, or within `margin` of it."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        across = min(xs) < self.right + margin and max(xs) > self.left - margin
        return across and min(ys) < self.bottom + margin and max(ys) > self.top - margin


class Look(NamedTuple):
    """How a land is painted: its status (or type), and whether it is lit up."""

    status: str
    lit: bool = False


HOME: Mapping[str, Look] = {
    **{key: Look("tributary") for key in MAP.spaces},
    "mountain-passes": Look("region"),
    "punjab": Look("region"),
    "delhi": Look("delhi"),
}


@lru_cache(maxsize=32)
def outline(space: str) -> tuple[Point, ...]:
    """The border of a space, in map units."""
    if space == "delhi":
        x, y = MAP.vertices[MAP.delhi.centre]
        turn = [2 * pi * step / 96 for step in range(96)]
        return tuple((x + MAP.delhi.radius * cos(t), y + MAP.delhi.radius * sin(t)) for t in turn)
    return tuple(MAP.ring(MAP.lands[space]))


class _Brush:
    """Draws in map units on a picture larger by SUPER."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.factor = window.scale * SUPER
        width, height = window.size
        self.image = Image.new("RGB", (width * SUPER, height * SUPER), PALETTE.rgb["sea"])
        self.draw = ImageDraw.Draw(self.image)

    def points(self, line: tuple[Point, ...] | list[Point]) -> list[Point]:
        return [((x - self.window.left) * self.factor, (y - self.window.top) * self.factor) for x, y in line]

    def fill(self, line: tuple[Point, ...] | list[Point], colour: str) -> None:
        self.draw.polygon(self.points(line), fill=PALETTE.rgb[colour])

    def stroke(self, line: tuple[Point, ...] | list[Point], colour: str, thick: float) -> None:
        # Most waves and mountains lie outside a small window: not drawing them saves half its time.
        if self.window.meets(line, thick):
            thick_line(self.draw, self.points(line), PALETTE.rgb[colour], thick * self.factor)

    def edge_inside(
        self, ring: tuple[Point, ...], bands: Sequence[tuple[str, float]], teeth: float = 0
    ) -> None:
        """Coloured bands along the inner side of a closed outline, the widest first.

        `teeth`: how long the dashes are that the bands are cut into (0: they are whole).
        """
        pixels = self.points(ring)
        area = Image.new("1", self.image.size)
        ImageDraw.Draw(area).polygon(pixels, fill=1)
        for colour, thick in bands:
            band = Image.new("1", self.image.size)
            if teeth:
                for dash in _dashes([*pixels, pixels[0]], teeth * self.factor):
                    ImageDraw.Draw(band).line(dash, fill=1, width=round(2 * thick * self.factor))
            else:
                thick_line(ImageDraw.Draw(band), [*pixels, pixels[0]], 1, 2 * thick * self.factor)
            self.image.paste(PALETTE.rgb[colour], (0, 0), ImageChops.logical_and(area, band))

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        ((x, y),) = self.points([centre])
        r = radius * self.factor
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=PALETTE.rgb[colour])


def thick_line(draw: ImageDraw.ImageDraw, line: list[Point], colour: int | Rgb, thick: float) -> None:
    """A line with round corners and ends, `thick` pixels wide."""
    half = thick / 2
    draw.line(line, fill=colour, width=max(1, round(thick)))
    wide, high = draw.im.size
    last_x, last_y = -2 * wide - thick, 0.0
    for number, (x, y) in enumerate(line):
        # Discs are what costs: none where nobody sees them, none that lie nearly on the one before.
        seen = -half < x < wide + half and -half < y < high + half
        far = max(abs(x - last_x), abs(y - last_y)) * 4 > half
        if seen and (far or number == len(line) - 1):
            draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)
            last_x, last_y = x, y


def _dashes(line: list[Point], long: float) -> list[list[Point]]:
    """Every other piece of a line, each about so long."""
    dashes: list[list[Point]] = [[line[0]]]
    gone = 0.0
    for a, b in pairwise(line):
        length = hypot(b[0] - a[0], b[1] - a[1])
        at = 0.0
        while gone + length - at >= long:
            at += long - gone
            point = a[0] + (b[0] - a[0]) * at / length, a[1] + (b[1] - a[1]) * at / length
            dashes[-1].append(point)
            dashes.append([point])
            gone = 0.0
        gone += length - at
        dashes[-1].append(b)
    return dashes[::2]


def paint(window: Window, looks: Mapping[str, Look], meeting: bool = True) -> Image.Image:
    """The map in full colour (mode "RGB"), each space as its look says.

    `meeting`: 1.3.5: whether to mark the points where four lands meet, for they hold in this game.
    """
    brush = _Brush(window)
    rings = {space: outline(space) for space in MAP.spaces}
    _sea(brush)
    for colour, thick in (("wave", 40), ("sea", 36), ("wave", 18)):  # the shore, and a line drawn after it
        for edge in sorted(MAP.coast, key=sorted):
            start, end = sorted(edge)
            brush.stroke(MAP.edge(start, end), colour, thick)
    _beyond(brush)
    for space, ring in rings.items():
        if space != "delhi":
            _land(brush, ring, looks[space])
    _relief(brush)
    _range(brush)
    for space, ring in rings.items():
        if space != "delhi":
            brush.stroke([*ring, ring[0]], "terracotta", 3.2)
    _delhi(brush, looks["delhi"])
    _points(brush, meeting)
    picture = brush.image.reduce(SUPER)
    _names(picture, window)
    return picture


def _land(brush: _Brush, ring: tuple[Point, ...], look: Look) -> None:
    brush.fill(ring, GROUND[look.status])
    if look.lit:
        brush.edge_inside(ring, [("glow", BAND_WIDE), ("lamp", 7.0), ("glow", 4.0)])
    elif look.status in BAND:
        # Whoever sees no colours sees a whole band, a toothed one or a double one.
        colour, ground = BAND[look.status], GROUND[look.status]
        match look.status:
            case "bahmani":
                brush.edge_inside(ring, [(colour, 9.5)], teeth=9)
                brush.edge_inside(ring, [(colour, 4.5)])
            case "vijayanagara":
                brush.edge_inside(ring, [(colour, 10.0), (ground, 7.5), (colour, 5.0)])
            case _:
                brush.edge_inside(ring, [(colour, 9.0)])


def _sea(brush: _Brush) -> None:
    """Small waves, strewn evenly and always alike."""
    for row, y in enumerate(range(20, MAP.size[1], 40)):
        for column in range(-20, MAP.size[0], 72):
            x = column + (row % 2) * 36 + crc32(f"{row}/{column}".encode()) % 9
            arc = [(x + 11 * step / 4, y - 5 * sin(pi * step / 4)) for step in range(5)]
            brush.stroke(arc, "wave", 2.2)
            brush.stroke([(px + 11, py) for px, py in arc], "wave", 2.2)


def _beyond(brush: _Brush) -> None:
    land = MAP.beyond
    west, east = MAP.vertices[land.west], MAP.vertices[land.east]
    brush.fill([(-40, -40), (1120, -40), land.edge_east, east, (540, 330), west, land.edge_west], "beyond")
    brush.fill([(1080, -40), (1130, -40), (1130, 430), land.edge_east], "beyond")
    brush.stroke([land.edge_west, west], "terracotta", 3.2)
    brush.stroke([east, land.edge_east], "terracotta", 3.2)
    for island in MAP.islands.values():
        brush.stroke([*island, island[0]], "wave", 18)
        brush.fill(island, "beyond")
        brush.stroke([*island, island[0]], "terracotta", 3.2)
    for row, y in enumerate(range(-8, 420, 40)):
        for column in range(-30, 1120, 74):
            x = column + (row % 2) * 37 + crc32(f"hill {row}/{column}".encode()) % 13
            _hill(brush, x, y + 20, 21, "ridge")


def _relief(brush: _Brush) -> None:
    """Rivers that grow towards the sea, rows of hills, a little sand."""
    for name, river in MAP.rivers.items():
        course = MAP.course(name)
        for number, (a, b) in enumerate(pairwise(course)):
            grown = (number + 1) / len(course)
            brush.stroke([a, b], "river", 1.6 + (river.mouth - 1.6) * grown)
    for x, y in MAP.relief.hills:
        _hill(brush, x, y + 8, 13, "ridge")
    for x, y in MAP.relief.dunes:
        for dx, dy in ((-9, 0), (0, -4), (9, 1)):
            arc: list[Point] = [(x + dx - 4, y + dy), (x + dx, y + dy - 3), (x + dx + 4, y + dy)]
            brush.stroke(arc, "ridge", 1.5)


def _hill(brush: _Brush, x: float, y: float, half: float, colour: str) -> None:
    brush.stroke([(x - half, y), (x - half * 0.35, y - half * 0.8), (x, y - half * 0.95)], colour, 2.2)
    brush.stroke([(x, y - half * 0.95), (x + half * 0.4, y - half * 0.7), (x + half, y)], colour, 2.2)
    brush.stroke([(x, y - half * 0.6), (x + half * 0.3, y - half * 0.25)], colour, 2.0)


def _range(brush: _Brush) -> None:
    """1.3.6: mountains, hatched on their shaded side, so that nobody thinks of walking there."""
    ring = MAP.ring(MAP.range.outline)
    brush.fill(ring, "slope")
    corner = MAP.vertices
    north = [corner["w1"], corner["n1"], corner["e1"]]
    south = [corner["w2"], corner["s1"], corner["e2"]]
    for part in range(16, 0, -1):
        (x0, y0), (x1, y1) = _on(north, part / 17), _on(south, part / 17)
        high = 20 + 4 * (part % 2)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2 + high * 0.5
        peak, left, right = (x, y - high * 1.3), (x - high, y), (x + high, y)
        brush.fill([peak, left, right], "shade")
        brush.fill([peak, (x + high * 0.25, y - high * 0.5), (x, y), right], "terracotta")
        brush.stroke([left, peak, right], "ink", 2.0)
    brush.stroke([*ring, ring[0]], "ink", 4.5)


def _on(line: list[tuple[int, int]], along: float) -> Point:
    """The point a part `along` of the way along a line."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    rest = along * sum(lengths)
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if rest <= length:
            return a[0] + (b[0] - a[0]) * rest / length, a[1] + (b[1] - a[1]) * rest / length
        rest -= length
    return line[-1]


def _delhi(brush: _Brush, look: Look) -> None:
    centre, radius = MAP.vertices[MAP.delhi.centre], MAP.delhi.radius
    brush.disc(centre, radius, "ink")
    brush.disc(centre, radius - 3, "glow" if look.lit else "ochre")
    brush.disc(centre, radius - 7, "lamp" if look.lit else "ink")
    brush.disc(centre, radius - 10, "glow" if look.lit else "capital")
    if look.lit:
        brush.disc(centre, radius - 13, "capital")


def _points(brush: _Brush, meeting: bool) -> None:
    for name in MAP.meeting.points if meeting else ():
        x, y = MAP.vertices[name]
        brush.fill([(x, y - 15), (x + 15, y), (x, y + 15), (x - 15, y)], "terracotta")
        brush.fill([(x, y - 10), (x + 10, y), (x, y + 10), (x - 10, y)], "lamp")
    for city in MAP.cities.values():
        x, y = MAP.vertices[city.at]
        brush.disc((x, y), 9, "ink")
        brush.disc((x, y), 6, "paper")
        brush.disc((x, y), 3, "rubric")


def _names(picture: Image.Image, window: Window) -> None:
    draw = ImageDraw.Draw(picture)
    small = load(Font("DurbarSans-Condensed", round(CITY_NAME * window.scale)))
    for city in MAP.cities.values():
        draw.text(window.at(city.label), city.name, PALETTE.rgb["stone"], small, anchor="mm")
    _range_name(picture, window)


def _range_name(picture: Image.Image, window: Window) -> None:
    """The name of the Vindhya Range, written along it."""
    bold = load(Font("DurbarSans-CondensedBold", round(30 * window.scale)))
    edge = round(4 * window.scale)
    wide, high = round(bold.getlength(MAP.range.name)) + 4 * edge, round(bold.size) * 2
    room = Image.new("L", (wide, high))
    tall = Image.new("L", (wide, high))
    middle = wide // 2, high // 2
    ImageDraw.Draw(room).text(middle, MAP.range.name, 255, bold, anchor="mm", stroke_width=edge)
    ImageDraw.Draw(tall).text(middle, MAP.range.name, 255, bold, anchor="mm")
    x, y = window.at(MAP.range.label)
    for mask, colour in ((room, "ink"), (tall, "paper")):
        turned = mask.rotate(MAP.range.turn, Image.Resampling.BICUBIC, expand=True)
        picture.paste(PALETTE.rgb[colour], (x - turned.width // 2, y - turned.height // 2), turned)


@lru_cache(maxsize=20)
def base(window: Window, meeting: bool = True) -> Image.Image:
    """The map as it lies at the start, in palette indices. Not to be changed: copy it."""
    return PALETTE.match(paint(window, HOME, meeting))


class Patch(NamedTuple):
    """A space to lay over the base: its tile, which pixels of it count, and its corner."""

    tile: Image.Image
    mask: Image.Image
    box: Box


@lru_cache(maxsize=400)
def patch(window: Window, space: str, look: Look, meeting: bool = True) -> Patch | None:
    """A space in another look than at the start; None where the window shows nothing of it."""
    pixels = [window.at(point) for point in outline(space)]
    xs, ys = [x for x, _ in pixels], [y for _, y in pixels]
    width, height = window.size
    box = max(0, min(xs)), max(0, min(ys)), min(width, max(xs) + 1), min(height, max(ys) + 1)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    part = Window(
        window.left + box[0] / window.scale,
        window.top + box[1] / window.scale,
        window.left + box[2] / window.scale,
        window.top + box[3] / window.scale,
        window.scale,
    )
    picture = paint(part, {**HOME, space: look}, meeting)
    mask = Image.new("1", picture.size)
    ImageDraw.Draw(mask).polygon([(x - box[0], y - box[1]) for x, y in pixels], fill=1)
    return Patch(PALETTE.match(picture), mask, box)
