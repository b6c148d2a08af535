"""Draw sheets of paper with lines around them, a cartouche for the title, and a border of merlons.

The palette needs the colours "ink", "paper", "rubric", "gold", "ochre", "terracotta" and "glow".
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.kit.canvas import SUPER, Font, Sheet
from render.kit.palette import Palette
from render.kit.shapes import Point, Rect

BORDER = 14  # pixels
STEPS = (1, 4, 6, 9, 6, 4)  # pixels: the height of each step of a merlon
STEP = 4  # pixels: the width of each step
MERLON = STEP * len(STEPS)


@lru_cache(maxsize=64)
def _plaque(palette: Palette, wide: int, high: int, lit: bool) -> tuple[Image.Image, Image.Image]:
    """Return a sheet of paper with lines and notched corners, and its mask."""
    mask = Image.new("L", (wide * SUPER, high * SUPER))
    picture = Image.new("RGB", mask.size, palette.rgb["ink"])
    draw = ImageDraw.Draw(picture)
    lines = ((0, "ink"), (2, "glow"), (7, "paper")) if lit else ((0, "ink"), (2, "ochre"), (4, "paper"))
    for inset, colour in lines:
        ring = [(x * SUPER, y * SUPER) for x, y in _notch(wide, high, inset)]
        draw.polygon(ring, fill=palette.rgb[colour])
        if not inset:
            ImageDraw.Draw(mask).polygon(ring, fill=255)
    return palette.match(picture.reduce(SUPER)), mask.reduce(SUPER).convert("1", dither=Image.Dither.NONE)


def _notch(wide: int, high: int, inset: int, notch: int = 11) -> list[Point]:
    """Return a rectangle, inset by `inset`, with a quarter circle cut from each corner."""
    reach = notch + inset * 0.55
    ring: list[Point] = []
    for x, y, begin in ((0, 0, 0), (0, high, 3), (wide, high, 2), (wide, 0, 1)):
        for step in range(7):
            turn = pi / 2 * (begin + step / 6)
            ring.append((x + reach * cos(turn), y + reach * sin(turn)))
    return [(min(max(px, inset), wide - inset), min(max(py, inset), high - inset)) for px, py in ring]


def plaque(sheet: Sheet, rect: Rect, lit: bool = False) -> None:
    """Draw a sheet of paper to write on. `lit`: whether its frame glows."""
    left, top, right, bottom = rect
    tile, mask = _plaque(sheet.palette, right - left, bottom - top, lit)
    sheet.paste(tile, left, top, mask)


def cartouche(sheet: Sheet, rect: Rect, name: str, title: Font, below: str, font: Font) -> None:
    """Draw the name of the game on a lobed shield of paper, and under it the text `below`."""
    left, top, right, bottom = rect
    wide, high = right - left, bottom - top
    layers: list[tuple[str, Image.Image]] = []
    for inset, colour in ((0, "ink"), (2, "gold"), (8, "ink"), (10, "terracotta"), (13, "paper")):
        mask = Image.new("L", (wide * SUPER, high * SUPER))
        ImageDraw.Draw(mask).polygon(
            [(x * SUPER, y * SUPER) for x, y in _make_lobes(wide, high, inset)], fill=255
        )
        layers.append((colour, mask.reduce(SUPER)))
    sheet.blend(layers, left, top)
    middle = (left + right) // 2
    sheet.text(middle, top + high * 2 // 5, name, title, "rubric", "paper", "m")
    sheet.text(middle, top + high * 7 // 10, below, font, "ink", "paper", "m")


def _make_lobes(wide: int, high: int, inset: float) -> list[Point]:
    """Return the outline of a shield: straight at the top and bottom, two lobes and a point at each side."""
    end = high * 0.42  # how far the lobes reach in from the sides
    right = [
        (wide - end + (end - inset) * across, high / 2 + (high / 2 - inset) * down) for across, down in _LOBES
    ]
    left = [(wide - x, y) for x, y in reversed(right)]
    return [*right, *left]


def _profile() -> list[Point]:
    """Return the right edge of the lobed shape from top to bottom.

    x is in units of the lobes' width, y in units of half the height.
    """
    upper: list[Point] = [(0.0, -1.0)]
    upper += [(0.22 + 0.34 * sin(pi * step / 10), -0.62 - 0.30 * cos(pi * step / 10)) for step in range(11)]
    upper += [
        (0.40 + 0.22 * sin(pi * step / 20), -0.32 + 0.22 * (1 - cos(pi * step / 20))) for step in range(9)
    ]
    upper += [(1.0, 0.0)]
    return [*upper, *((x, -y) for x, y in reversed(upper[:-1]))]


_LOBES = _profile()


def rule(sheet: Sheet, left: int, right: int, y: int) -> None:
    """Draw a line across a sheet of paper, with a lozenge in its middle."""
    sheet.rectangle((left, y, right, y + 2), "ochre")
    middle = (left + right) // 2
    sheet.rectangle((middle - 14, y, middle + 14, y + 2), "paper")
    draw = ImageDraw.Draw(sheet.image)
    for half, colour in ((7, "ochre"), (4, "gold")):
        ring = [
            (middle - half, y + 0.5),
            (middle, y + 0.5 - half),
            (middle + half, y + 0.5),
            (middle, y + 0.5 + half),
        ]
        draw.polygon(ring, fill=sheet.palette[colour])


@lru_cache(maxsize=32)
def _merlons(palette: Palette, side: int) -> Image.Image:
    """Return one merlon of the border. Its top points outwards.

    `side`: how many quarter turns it is turned, anticlockwise. A merlon has steps instead of slopes, because
    equal rows of pixels add almost nothing to the file of the picture.
    """
    picture = Image.new("L", (MERLON, BORDER), palette["terracotta"])
    draw = ImageDraw.Draw(picture)
    for number, high in enumerate(STEPS):
        left, right = number * STEP, number * STEP + STEP - 1
        draw.rectangle((left, BORDER - 3 - high, right, BORDER - 3), palette["gold"])
        if high == max(STEPS):
            draw.rectangle((left, BORDER - 3 - high // 2, right, BORDER - 5), palette["terracotta"])
        if high == min(STEPS):
            draw.rectangle((left, 3, right, 5), palette["paper"])
    draw.rectangle((0, 0, MERLON, 0), palette["ink"])
    draw.rectangle((0, BORDER - 2, MERLON, BORDER), palette["ink"])
    return picture.rotate(90 * side, expand=True)


@lru_cache(maxsize=8)
def _corner(palette: Palette) -> Image.Image:
    """Return a small flower in a square."""
    room = BORDER * SUPER
    picture = Image.new("RGB", (room, room), palette.rgb["ink"])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((SUPER, SUPER, room - SUPER - 1, room - SUPER - 1), fill=palette.rgb["gold"])
    for step in range(8):
        x, y = (room / 2 + room * 0.26 * f(pi * step / 4) for f in (cos, sin))
        draw.ellipse((x - 7, y - 7, x + 7, y + 7), fill=palette.rgb["terracotta"])
    draw.ellipse((room / 2 - 7, room / 2 - 7, room / 2 + 7, room / 2 + 7), fill=palette.rgb["ink"])
    return palette.match(picture.reduce(SUPER))


@lru_cache(maxsize=64)
def _wall(palette: Palette, side: int, long: int) -> Image.Image:
    """Return one whole side of the border, `long` pixels long; `side`: as in `_merlons`."""
    merlons = _merlons(palette, side)
    down = side % 2
    wall = Image.new("L", (BORDER, long) if down else (long, BORDER))
    for at in range(BORDER + (long - 2 * BORDER) % MERLON // 2 - MERLON, long, MERLON):
        wall.paste(merlons, (0, at) if down else (at, 0))
    for at in (0, long - BORDER):
        wall.paste(_corner(palette), (0, at) if down else (at, 0))
    return wall


def border(sheet: Sheet) -> None:
    """Draw a border of merlons around the picture, `BORDER` pixels wide, with a flower in each corner."""
    picture, palette = sheet.image, sheet.palette
    wide, high = picture.size
    picture.paste(_wall(palette, 0, wide), (0, 0))
    picture.paste(_wall(palette, 2, wide), (0, high - BORDER))
    picture.paste(_wall(palette, 1, high), (0, 0))
    picture.paste(_wall(palette, 3, high), (wide - BORDER, 0))
