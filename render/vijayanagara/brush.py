"""Drawing in map units: a window on the map, and a brush that paints it larger and lets Pillow average it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.canvas import SUPER, Rgb
from render.vijayanagara.layout import Point
from render.vijayanagara.palette import PALETTE


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

    def inside(self, pixels: int) -> Window:
        """The same without so many pixels along its edges, where a border will be drawn."""
        edge = pixels / self.scale
        return Window(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge, self.scale)

    def holds(self, *points: Point) -> bool:
        """Whether all of the points lie in the window."""
        return all(self.left <= x <= self.right and self.top <= y <= self.bottom for x, y in points)

    def holds_all_round(self, spot: Point, across: float, down: float) -> bool:
        """Whether what reaches so far from a spot to both sides, and up and down, lies in the window."""
        x, y = spot
        return self.holds((x - across, y - down), (x + across, y + down))

    def meets(self, line: Sequence[Point], margin: float = 0.0) -> bool:
        """Whether a line comes into the window, or within `margin` of it."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        across = min(xs) < self.right + margin and max(xs) > self.left - margin
        return across and min(ys) < self.bottom + margin and max(ys) > self.top - margin


class Brush:
    """Draws in map units on a picture larger by SUPER."""

    def __init__(self, window: Window, ground: str = "sea") -> None:
        self.window = window
        self.factor = window.scale * SUPER
        width, height = window.size
        self.image = Image.new("RGB", (width * SUPER, height * SUPER), PALETTE.rgb[ground])
        self.draw = ImageDraw.Draw(self.image)

    def points(self, line: tuple[Point, ...] | list[Point]) -> list[Point]:
        return [((x - self.window.left) * self.factor, (y - self.window.top) * self.factor) for x, y in line]

    def fill(self, line: tuple[Point, ...] | list[Point], colour: str) -> None:
        self.draw.polygon(self.points(line), fill=PALETTE.rgb[colour])

    def stroke(self, line: tuple[Point, ...] | list[Point], colour: str, thick: float) -> None:
        # Most waves and mountains lie outside a small window: not drawing them saves half its time.
        if self.window.meets(line, thick):
            thick_line(self.draw, self.points(line), PALETTE.rgb[colour], thick * self.factor)

    def path(self, line: tuple[Point, ...] | list[Point], colour: str, thick: float) -> None:
        """A thin line with pointed corners: much quicker than a stroke."""
        width = max(1, round(thick * self.factor))
        self.draw.line(self.points(line), PALETTE.rgb[colour], width, joint="curve")

    def edge_inside(
        self, ring: tuple[Point, ...], bands: Sequence[tuple[str, float]], teeth: float = 0
    ) -> None:
        """Coloured bands along the inner side of a closed outline, the widest first.

        `teeth`: how long the dashes are that the bands are cut into (0: they are whole).
        """
        whole = self.points(ring)
        xs, ys = [x for x, _ in whole], [y for _, y in whole]
        left, top = max(0, int(min(xs))), max(0, int(min(ys)))
        size = min(self.image.width, int(max(xs)) + 2) - left, min(self.image.height, int(max(ys)) + 2) - top
        if min(size) <= 0:
            return
        # Only so large as the outline: on the whole map this is a tenth of the time.
        pixels = [(x - left, y - top) for x, y in whole]
        area = Image.new("1", size)
        ImageDraw.Draw(area).polygon(pixels, fill=1)
        for colour, thick in bands:
            band = Image.new("1", size)
            if teeth:
                for dash in dashes([*pixels, pixels[0]], teeth * self.factor):
                    ImageDraw.Draw(band).line(dash, fill=1, width=round(2 * thick * self.factor))
            else:
                thick_line(ImageDraw.Draw(band), [*pixels, pixels[0]], 1, 2 * thick * self.factor)
            self.image.paste(PALETTE.rgb[colour], (left, top), ImageChops.logical_and(area, band))

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


def dashes(line: list[Point], long: float) -> list[list[Point]]:
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
