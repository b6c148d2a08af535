"""Draw the slab: noise makes the granite, and the board is carved into it.

Light falls from the upper left.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import pairwise
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.aadu_huli.layout import FOOT, HEAD, HIGH, LABEL, LOTUSES, PLACES, WIDE
from render.aadu_huli.palette import PALETTE
from render.kit.canvas import SUPER, Font, write
from render.kit.palette import mix
from render.kit.shapes import Point, smooth
from rules.aadu_huli.board import BOARD

GROOVE = 11.0  # the width of a line
CUP = 17.0  # the radius of a point's hollow
RING = 34.0  # the radius of the ring around a Tiger's starting point
LETTERS = 43  # the size of a point's name
RIM = 5  # how wide the rim around a point's name is
# More tones, finer grains or more flecks would make the file larger, and the picture hardly better.
TONES, FLECKS = 5, 450
GRAINS = ((300, 0.5), (120, 0.42), (60, 0.25))  # each: the size of grains, and their share in the noise


@lru_cache(maxsize=4)
def slab(scale: float) -> Image.Image:
    """Return the empty board in full colour (mode "RGB"), with its bands and names.

    It is cached: copy it before you draw on it.
    """
    stone = bare(scale).copy()
    carve_names(stone, scale)
    return stone


@lru_cache(maxsize=4)
def bare(scale: float) -> Image.Image:
    """Return the empty board without the points' names. It is cached: copy it before you draw on it."""
    size = round(WIDE * scale), round(HIGH * scale)
    stone = granite(size, scale)
    carve(stone, lotuses(scale), scale, "deep")
    carve(stone, grooves(scale), scale)
    draw = ImageDraw.Draw(stone)
    for top, bottom in ((0, HEAD), (FOOT, HIGH)):
        draw.rectangle((0, top * scale, size[0], bottom * scale - 1), fill=PALETTE.rgb["basalt"])
    for y, colour in ((HEAD, "ink"), (HEAD + 3, "rim"), (FOOT - 6, "deep"), (FOOT - 3, "ink")):
        draw.rectangle((0, y * scale, size[0], (y + 3) * scale - 1), fill=PALETTE.rgb[colour])
    return stone


@lru_cache(maxsize=4)
def ground(scale: float) -> Image.Image:
    """Return the empty board in palette indices. It is cached: copy it before you draw on it."""
    return PALETTE.match(slab(scale))


def granite(size: tuple[int, int], scale: float) -> Image.Image:
    """Return flecked stone in few shades. It is made from noise of several grain sizes, always the same."""
    rng = Random("Hampi")
    wide, high = size
    height = Image.new("L", size, 128)
    for grain, share in GRAINS:
        cells = max(2, round(wide / (grain * scale))), max(2, round(high / (grain * scale)))
        noise = Image.frombytes("L", cells, rng.randbytes(cells[0] * cells[1]))
        height = Image.blend(height, noise.resize(size, Image.Resampling.BICUBIC), share)
    height = height.filter(ImageFilter.GaussianBlur(3 * scale))
    dark, middle, light = (PALETTE.rgb[name] for name in ("deep", "granite", "pale"))
    shades = []
    for level in range(256):
        tone = round(max(0.0, min(1.0, (level - 60) / 136)) * (TONES - 1)) / (TONES - 1)
        near = mix(dark, middle, 0.3 + tone * 1.4) if tone < 0.5 else mix(middle, light, tone * 1.8 - 0.9)
        shades.append(near)
    stone = Image.merge("RGB", [height.point([shade[band] for shade in shades]) for band in range(3)])
    _flecks(stone, rng, scale)
    return stone


def _flecks(stone: Image.Image, rng: Random, scale: float) -> None:
    """Draw grains of dark and light minerals."""
    draw = ImageDraw.Draw(stone)
    for _ in range(FLECKS):
        x, y, r = rng.random() * stone.width, rng.random() * stone.height, scale * (1 + rng.random() * 1.6)
        rock, grain = rng.choice((("deep", "pit"), ("pale", "rim")))
        colour = mix(PALETTE.rgb[rock], PALETTE.rgb[grain], 0.6)
        draw.ellipse((x - r, y - r * 0.7, x + r, y + r * 0.7), fill=colour)


@lru_cache(maxsize=1)
def grooves(scale: float) -> Image.Image:
    """Return the mask of the carved parts (mode "L").

    These are the lines, a hollow at each point, and rings around the Tigers' starting points.
    """
    big = scale * SUPER / 2
    mask = Image.new("L", (round(WIDE * big), round(HIGH * big)))
    draw = ImageDraw.Draw(mask)
    for point in BOARD.start(3):
        _disc(draw, _at(PLACES[point], big), RING * big, 255)
        _disc(draw, _at(PLACES[point], big), (RING - 6) * big, 0)
    for line in BOARD.straight:
        for a, b in pairwise(line):
            draw.line([_at(PLACES[a], big), _at(PLACES[b], big)], fill=255, width=round(GROOVE * big))
    for place in PLACES.values():
        _disc(draw, _at(place, big), CUP * big, 255)
    return mask.resize((round(WIDE * scale), round(HIGH * scale)), Image.Resampling.BOX)


def lotuses(scale: float) -> Image.Image:
    """Return the mask of two rosettes of petals, as on temple floors (mode "L")."""
    big = scale * SUPER / 2
    mask = Image.new("L", (round(WIDE * big), round(HIGH * big)))
    draw = ImageDraw.Draw(mask)
    for x, y in LOTUSES:
        for radius in (112, 102, 26):
            _disc(draw, (x * big, y * big), radius * big, 255)
            _disc(draw, (x * big, y * big), (radius - 4) * big, 0)
        for ring, (near, far, half) in enumerate(((30, 62, 15), (52, 98, 19))):
            for petal in range(12):
                turn = (petal + ring / 2) * pi / 6
                outline = [(near, 0), ((near + far) / 2, -half), (far, 0), ((near + far) / 2, half)]
                turned = [
                    ((x + u * cos(turn) - v * sin(turn)) * big, (y + u * sin(turn) + v * cos(turn)) * big)
                    for u, v in smooth(outline)
                ]
                draw.line([*turned, *turned[:2]], fill=255, width=round(4 * big), joint="curve")
    return mask.resize((round(WIDE * scale), round(HIGH * scale)), Image.Resampling.BOX)


def carve(stone: Image.Image, cut: Image.Image, scale: float, floor: str = "pit") -> None:
    """Carve the shape of the mask into the stone.

    The lower right edge of the shape is light, and the upper left edge is dark.
    """
    reach = max(1, round(2.5 * scale))
    soft = cut.filter(ImageFilter.GaussianBlur(1.2 * scale))
    lit = ImageChops.subtract(_move(soft, reach), cut)
    shade = ImageChops.subtract(_move(soft, -reach), cut).point(lambda level: level // 3)
    inner = ImageChops.darker(cut, ImageChops.invert(_move(soft, round(4 * scale))))
    stone.paste(PALETTE.rgb["rim"], (0, 0), lit)
    stone.paste(PALETTE.rgb["pit"], (0, 0), shade)
    stone.paste(mix(PALETTE.rgb[floor], PALETTE.rgb["deep"], 0.35), (0, 0), cut)
    stone.paste(mix(PALETTE.rgb["ink"], PALETTE.rgb[floor], 0.5), (0, 0), inner)


def _move(mask: Image.Image, by: int) -> Image.Image:
    return ImageChops.offset(mask, by, by)


def carve_names(stone: Image.Image, scale: float) -> None:
    """Write each point's name straight below the point, over any lines. The letters have a pale rim."""
    font = Font("DurbarSans-Bold", round(LETTERS * scale))
    for point, (x, y) in PLACES.items():
        spot = x * scale, (y + LABEL) * scale
        write(stone, spot, point.upper(), font, PALETTE.rgb["rim"], "mm", round(RIM * scale))
        write(stone, spot, point.upper(), font, PALETTE.rgb["ink"], "mm")


def _at(place: Point, scale: float) -> Point:
    return place[0] * scale, place[1] * scale


def _disc(draw: ImageDraw.ImageDraw, middle: Point, radius: float, level: int) -> None:
    x, y = middle
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=level)


def mask_unlike(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return the mask (mode "1") of the pixels that differ between two pictures."""
    bands = ImageChops.difference(one, other).split()
    return reduce(ImageChops.lighter, bands).point(lambda level: 255 if level else 0, "1")
