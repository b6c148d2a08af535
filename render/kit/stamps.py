"""Draw small signs: seals with a letter, rings, coins, lozenges, stars, dice, lotuses with a number.

Most functions return a picture of a sign on a flat ground, to be pasted on the same ground. These pictures
are cached, so copy a picture before you draw on it. `ring` and `cross` draw on a picture that they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.kit.canvas import SUPER, Font, load, write
from render.kit.palette import Palette, Rgb
from render.kit.shapes import Point, petal
from render.kit.written import lay

TALL = 0.87  # a letter's size on a seal or a die, as a fraction of the sign
LEGIBLE = 41  # pixels: the smallest legible letter on a phone; seals larger than this have no smaller letter


class Stamp:
    """A square picture of `size` pixels on flat ground, drawn in a unit square."""

    def __init__(self, palette: Palette, size: int, ground: str) -> None:
        self.palette = palette
        self.used = {ground}
        self.room = size * SUPER
        self.size = size
        self.image = Image.new("RGB", (self.room, self.room), self.palette.rgb[ground])
        self.draw = ImageDraw.Draw(self.image)

    def disc(self, radius: float, colour: str, x: float = 0.5, y: float = 0.5) -> None:
        """Fill a circle with its middle at x, y."""
        box = [
            (x - radius) * self.room,
            (y - radius) * self.room,
            (x + radius) * self.room,
            (y + radius) * self.room,
        ]
        self.used.add(colour)
        self.draw.ellipse([*box[:2], box[2] - 1, box[3] - 1], fill=self.palette.rgb[colour])

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """Fill an outline."""
        self.used.add(colour)
        self.draw.polygon([(x * self.room, y * self.room) for x, y in points], fill=self.palette.rgb[colour])

    def finish(
        self,
        letter: str = "",
        ink: str = "ink",
        tall: float = 0.7,
        face: str = "DurbarSans-Bold",
        middle: Point = (0.5, 0.5),
    ) -> Image.Image:
        """Return the stamp in palette indices.

        `letter` has its middle at `middle`. `tall`: the letter's size, as a fraction of the stamp.
        """
        small = self.image.reduce(SUPER)
        if letter:
            font = Font(face, round(self.size * tall))
            left, top, right, bottom = load(font).getbbox(letter, anchor="ls")
            x, y = (part * self.size for part in middle)
            spot = (round(x - (left + right) / 2), round(y - (top + bottom) / 2))
            write(small, spot, letter, font, self.palette.rgb[ink])
            self.used.add(ink)
        return self.palette.match(small, frozenset(self.used))


@lru_cache(maxsize=512)
def seal(
    palette: Palette, size: int, ground: str, letter: str, fill: str, ink: str, halo: bool = False
) -> Image.Image:
    """Return a round seal with a letter. `halo`: whether a glowing ring is around it."""
    stamp = Stamp(palette, size, ground)
    edge = 0.5
    if halo:
        stamp.disc(edge, "glow")
        edge = 0.44
    stamp.disc(edge, "ink")
    stamp.disc(edge - 0.05, fill)
    return stamp.finish(letter, ink, max(TALL, LEGIBLE / size if size > LEGIBLE else 0))


@lru_cache(maxsize=256)
def draw_dots(
    palette: Palette,
    size: int,
    ground: str,
    letter: str = "",
    ink: str = "stone",
    dot: float = 0.06,
) -> Image.Image:
    """Return a ring of dots, empty or around a letter. It shows where a seal was or could be."""
    stamp = Stamp(palette, size, ground)
    for step in range(12):
        stamp.disc(dot, ink, 0.5 + 0.42 * cos(2 * pi * step / 12), 0.5 + 0.42 * sin(2 * pi * step / 12))
    return stamp.finish(letter, ink, 0.55)


def draw_ring(palette: Palette, size: int, ground: str, inner: Image.Image) -> Image.Image:
    """Return a picture in a glowing ring, for something that changed.

    `inner`: the picture inside the ring, `within(size)` pixels wide.
    """
    stamp = Stamp(palette, size, ground)
    stamp.disc(0.5, "glow")
    stamp.disc(0.41, ground)
    picture = stamp.finish()
    room = within(size)
    mask = Image.new("1", (room, room))
    ImageDraw.Draw(mask).ellipse((0, 0, room - 1, room - 1), fill=1)
    corner = (size - room) // 2, (size - room) // 2
    lay(picture, inner, corner, mask)
    return picture


def within(size: int) -> int:
    """Return how wide a picture may be to fit into a ring of this size."""
    return round(size * 0.72)


@lru_cache(maxsize=128)
def coin(palette: Palette, size: int, ground: str, letter: str) -> Image.Image:
    """Return a scalloped gold coin with a letter."""
    stamp = Stamp(palette, size, ground)
    for step in range(12):
        angle = 2 * pi * step / 12
        stamp.disc(0.13, "ink", 0.5 + 0.37 * cos(angle), 0.5 + 0.37 * sin(angle))
    stamp.disc(0.41, "gold")
    stamp.disc(0.33, "lamp")
    return stamp.finish(letter, tall=0.58)


@lru_cache(maxsize=64)
def money(palette: Palette, size: int, ground: str) -> Image.Image:
    """Return a round coin with a bar in it."""
    stamp = Stamp(palette, size, ground)
    for radius, colour in ((0.48, "ink"), (0.41, "gold"), (0.31, "ink"), (0.26, "lamp")):
        stamp.disc(radius, colour)
    stamp.shape([(0.42, 0.3), (0.58, 0.3), (0.58, 0.7), (0.42, 0.7)], "ink")
    return stamp.finish()


@lru_cache(maxsize=64)
def star(palette: Palette, size: int, ground: str) -> Image.Image:
    """Return a five-pointed star, the sign of victory points."""
    stamp = Stamp(palette, size, ground)
    for scale, colour in ((0.52, "ink"), (0.36, "gold")):
        radii = (scale, scale * 0.45)
        turn = [(step, -pi / 2 + pi * step / 5) for step in range(10)]
        stamp.shape([(0.5 + radii[n % 2] * cos(t), 0.53 + radii[n % 2] * sin(t)) for n, t in turn], colour)
    return stamp.finish()


@lru_cache(maxsize=64)
def lozenge(
    palette: Palette, size: int, ground: str, outer: str = "ink", inner: str = "gold", rim: float = 0.2
) -> Image.Image:
    """Return a square that stands on its corner. `rim`: how wide the outer colour is."""
    stamp = Stamp(palette, size, ground)
    for half, colour in ((0.5, outer), (0.5 - rim, inner)):
        stamp.shape([(0.5, 0.5 - half), (0.5 + half, 0.5), (0.5, 0.5 + half), (0.5 - half, 0.5)], colour)
    return stamp.finish()


@lru_cache(maxsize=64)
def lotus(palette: Palette, number: str, size: int, ground: str) -> Image.Image:
    """Return a lotus of two rings of petals with a number in its middle."""
    return _empty_lotus(palette, size, ground).finish(number, tall=0.385)


@lru_cache(maxsize=8)
def _empty_lotus(palette: Palette, size: int, ground: str) -> Stamp:
    """Return a lotus without a number. It is cached because its petals take long to draw."""
    stamp = Stamp(palette, size, ground)
    for reach, broad, turn, colours in (
        (0.5, 0.13, 0.0, ("ink", "ochre")), (0.46, 0.12, pi / 12, ("ink", "gold")),
    ):  # fmt: skip
        for inset, colour in zip((0.0, 0.012), colours, strict=True):
            for leaf in range(12):
                ring = petal(turn + pi * leaf / 6, reach - inset, broad - inset)
                stamp.shape([(0.5 + x, 0.5 + y) for x, y in ring], colour)
    stamp.disc(0.33, "ink")
    stamp.disc(0.31, "lamp")
    return stamp


@lru_cache(maxsize=128)
def die(palette: Palette, face: int | None, was: int, hits: bool, size: int, ground: str) -> Image.Image:
    """Return a die.

    The die is framed if it hits. Its corner is folded if `face` differs from `was`. It is struck out if
    `face` is None.
    """
    stamp = Stamp(palette, size, ground)
    edge = "glow" if hits else "ink"
    stamp.shape([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)], "stone" if face is None else edge)
    inset = 0.13 if hits else 0.08
    stamp.shape(
        [(inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset)],
        "lamp" if hits else ground,
    )
    if face is None:
        stamp.shape([(0.9, 0.02), (0.98, 0.1), (0.1, 0.98), (0.02, 0.9)], "glow")
        return stamp.finish(str(was), "stone", TALL)
    if face != was:
        stamp.shape([(0.02, 0.02), (0.42, 0.02), (0.02, 0.42)], "rubric")
    return stamp.finish(str(face), tall=TALL)


def ring(tile: Image.Image, middle: Point, radius: float, thick: float, colour: Rgb) -> None:
    """Draw a ring on a picture in full colour."""
    mask = Image.new("L", (tile.width * SUPER, tile.height * SUPER))
    draw = ImageDraw.Draw(mask)
    x, y = middle[0] * SUPER, middle[1] * SUPER
    for r, level in ((radius + thick / 2, 255), (radius - thick / 2, 0)):
        draw.ellipse((x - r * SUPER, y - r * SUPER, x + r * SUPER, y + r * SUPER), fill=level)
    tile.paste(colour, (0, 0), mask.reduce(SUPER))


def cross(tile: Image.Image, middle: Point, arm: float, thick: float, colour: Rgb) -> None:
    """Draw a slanting cross on a picture in full colour, where a piece was captured."""
    mask = Image.new("L", (tile.width * SUPER, tile.height * SUPER))
    draw = ImageDraw.Draw(mask)
    x, y, arm = middle[0] * SUPER, middle[1] * SUPER, arm * SUPER
    for side in (1, -1):
        ends = [(x - arm, y - side * arm), (x + arm, y + side * arm)]
        draw.line(ends, fill=255, width=round(thick * SUPER))
    tile.paste(colour, (0, 0), mask.reduce(SUPER))
