"""Draw in map units, with a window on the map and a brush.

The brush paints a picture that is several times too large. Pillow averages its pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.kit.canvas import SUPER
from render.kit.palette import Palette, Rgb
from render.kit.shapes import Point, dashes


class Window(NamedTuple):
    """A part of the map, in map units. `scale`: the number of pixels in a map unit."""

    left: float
    top: float
    right: float
    bottom: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        return round((self.right - self.left) * self.scale), round((self.bottom - self.top) * self.scale)

    def at(self, point: Point) -> tuple[int, int]:
        """Return the pixel of a point of the map."""
        return round((point[0] - self.left) * self.scale), round((point[1] - self.top) * self.scale)

    def inside(self, pixels: int) -> Window:
        """Return the window without `pixels` along its edges, where a border will be drawn."""
        edge = pixels / self.scale
        return Window(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge, self.scale)

    def shorten(self, top: float, bottom: float, high: float) -> Window:
        """Return a part of this window: the rows from `top` to `bottom`, and room above and below.

        The part is `high` map units high, or higher if these rows need more. It never leaves this window.
        """
        top, bottom = floor(top), ceil(bottom)
        high = min(self.bottom - self.top, max(int(high), bottom - top))
        first = min(max(self.top, (top + bottom - high) // 2), self.bottom - high)
        return self._replace(top=first, bottom=first + high)

    def holds(self, *points: Point) -> bool:
        """Return whether all of the points are in the window."""
        return all(self.left <= x <= self.right and self.top <= y <= self.bottom for x, y in points)

    def holds_all_round(self, spot: Point, across: float, down: float) -> bool:
        """Return whether the window holds a box with the spot at its middle.

        The box reaches as far as `across` to each side, and as far as `down` upwards and downwards.
        """
        x, y = spot
        return self.holds((x - across, y - down), (x + across, y + down))

    def meets(self, line: Sequence[Point], margin: float = 0.0) -> bool:
        """Return whether the box around a line comes into the window, or within `margin` of it."""
        xs = [x for x, _ in line]
        if min(xs) >= self.right + margin or max(xs) <= self.left - margin:
            return False  # the most common case, so it is tested first
        ys = [y for _, y in line]
        return min(ys) < self.bottom + margin and max(ys) > self.top - margin


class Brush:
    """A brush that draws in map units on a picture `fine` times too large.

    `finish` returns the picture in its proper size, anti-aliased.
    """

    def __init__(self, palette: Palette, window: Window, ground: str, fine: int = SUPER) -> None:
        self.palette = palette
        self.window = window
        self.fine = fine
        self.factor = window.scale * fine
        width, height = window.size
        self.image = Image.new("RGB", (width * fine, height * fine), self.palette.rgb[ground])
        self.draw = ImageDraw.Draw(self.image)

    def finish(self) -> Image.Image:
        """Return the picture in its proper size."""
        return self.image.reduce(self.fine)

    def points(self, line: Sequence[Point]) -> list[Point]:
        """Return the points of a line, converted from map units to pixels of `image`."""
        return [((x - self.window.left) * self.factor, (y - self.window.top) * self.factor) for x, y in line]

    def fill(self, line: Sequence[Point], colour: str) -> None:
        """Fill an outline."""
        self.draw.polygon(self.points(line), fill=self.palette.rgb[colour])

    def stroke(self, line: Sequence[Point], colour: str, thick: float) -> None:
        """Draw a line with round corners and ends."""
        # Most waves and mountains lie outside a small window. Leaving them out saves half of the time.
        if self.window.meets(line, thick):
            thick_line(self.draw, self.points(line), self.palette.rgb[colour], thick * self.factor)

    def path(self, line: Sequence[Point], colour: str, thick: float) -> None:
        """Draw a thin line with blunt ends, which is much quicker than a stroke."""
        width = max(1, round(thick * self.factor))
        self.draw.line(self.points(line), self.palette.rgb[colour], width, joint="curve")

    def edge_inside(
        self, ring: Sequence[Point], bands: Sequence[tuple[str, float]], teeth: float = 0
    ) -> None:
        """Draw coloured bands along the inner side of a closed outline.

        `bands`: the colour and the width of each band, the widest band first. `teeth`: the bands are cut into
        dashes of this length; 0 leaves them whole.
        """
        if not self.window.meets(ring, 1):
            return
        whole = self.points(ring)
        xs, ys = [x for x, _ in whole], [y for _, y in whole]
        left, top = max(0, int(min(xs))), max(0, int(min(ys)))
        size = min(self.image.width, int(max(xs)) + 2) - left, min(self.image.height, int(max(ys)) + 2) - top
        if min(size) <= 0:
            return
        # Masks are only as large as the outline. Masks as large as the picture would take ten times as long.
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
            self.image.paste(self.palette.rgb[colour], (left, top), ImageChops.logical_and(area, band))

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        """Fill a circle."""
        ((x, y),) = self.points([centre])
        r = radius * self.factor
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=self.palette.rgb[colour])


def thick_line(draw: ImageDraw.ImageDraw, line: Sequence[Point], colour: int | Rgb, thick: float) -> None:
    """Draw a line with round corners and ends, `thick` pixels wide."""
    half = thick / 2
    draw.line(line, fill=colour, width=max(1, round(thick)))
    wide, high = draw.im.size
    left, top, right, bottom = -half, -half, wide + half, high + half
    last_x, last_y, last = -2 * wide - thick, 0.0, len(line) - 1
    for number, (x, y) in enumerate(line):
        # Discs take most of the time. So leave out a disc that is invisible, or that has almost the same
        # place as the last disc.
        if (
            left < x < right
            and top < y < bottom
            and (number == last or max(abs(x - last_x), abs(y - last_y)) * 4 > half)
        ):
            draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)
            last_x, last_y = x, y
