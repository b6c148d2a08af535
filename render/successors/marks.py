"""Draw the things on the map: coins, plates of units, ships, leaders, Homes, Rebels, swords."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.kit.canvas import SUPER, Font, Sheet, cap_height, run, width
from render.kit.layout import Lettering
from render.kit.shapes import Point, circle
from render.successors.layout import COIN, LAYOUT
from render.successors.palette import PALETTE
from rules.successors.board import LABEL, MAP, PORTS, VALUE

RAISED = {"infantry": "I", "cavalry": "C", "elephants": "E", "levies": "L", "nothing": ""}
PLATE = LAYOUT.print.plate
BEADS = 26  # a coin's number of beads
RIM = 7.0  # the width of the ring of beads
LIT = 7  # the width of the light around a coin
DOWN = 4  # pixels: how far a code is below the middle of its coin, to keep clear of the value's disc
UP = 18  # pixels between a coin's middle and each of the coin's two lines of text
SIGN = 0.92  # the size of the owner's shape, as a fraction of the plate's height
STAR = 12  # pixels: the radius of a leader's star

# The shapes of the seats in a unit square: square, disc, lozenge, pentagon. Rebels have an octagon.
SHAPES: dict[str, Sequence[Point]] = {
    "red": [(0.06, 0.08), (0.94, 0.08), (0.94, 0.94), (0.06, 0.94)],
    "blue": [(x, y) for x, y in circle((0.5, 0.5), 0.48, 40)],
    "green": [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
    "yellow": [(0.5, 0.0), (0.98, 0.36), (0.8, 0.98), (0.2, 0.98), (0.02, 0.36)],
    "white": [
        (0.3, 0.02),
        (0.7, 0.02),
        (0.98, 0.3),
        (0.98, 0.7),
        (0.7, 0.98),
        (0.3, 0.98),
        (0.02, 0.7),
        (0.02, 0.3),
    ],
}
HULL: Sequence[Point] = [
    (0.0, 0.52),
    (0.12, 0.52),
    (0.12, 0.62),
    (0.86, 0.62),
    (1.0, 0.42),
    (0.9, 0.86),
    (0.16, 0.86),
]
SAIL: Sequence[Point] = [(0.26, 0.06), (0.78, 0.06), (0.72, 0.5), (0.32, 0.5)]


class Stamp:
    """A tile that is painted `SUPER` times larger, then reduced to palette indices and a mask."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.big = size[0] * SUPER, size[1] * SUPER
        self.picture = Image.new("RGB", self.big, PALETTE.rgb["ink"])
        self.hole = Image.new("L", self.big)
        self.draw, self.cut = ImageDraw.Draw(self.picture), ImageDraw.Draw(self.hole)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle. Its middle and radius are in pixels of the tile."""
        box = tuple(round(part * SUPER) for part in (x - radius, y - radius, x + radius, y + radius))
        self.draw.ellipse(box, fill=PALETTE.rgb[colour])
        self.cut.ellipse(box, fill=255)

    def shape(self, points: Sequence[Point], colour: str, x: float, y: float, size: float) -> None:
        """Fill a shape with points in a unit square. The square is drawn `size` large, its corner at x, y."""
        line = [((x + a * size) * SUPER, (y + b * size) * SUPER) for a, b in points]
        self.draw.polygon(line, fill=PALETTE.rgb[colour])
        self.cut.polygon(line, fill=255)

    def plate(self, box: tuple[float, float, float, float], radius: float, colour: str) -> None:
        """Fill a rectangle with round corners."""
        large = tuple(round(part * SUPER) for part in box)
        self.draw.rounded_rectangle(large, radius * SUPER, fill=PALETTE.rgb[colour])
        self.cut.rounded_rectangle(large, radius * SUPER, fill=255)

    def line(self, points: Sequence[Point], colour: str, thick: float) -> None:
        """Draw a line. Its points and width are in pixels of the tile."""
        big = [(x * SUPER, y * SUPER) for x, y in points]
        self.draw.line(big, fill=PALETTE.rgb[colour], width=max(1, round(thick * SUPER)), joint="curve")
        self.cut.line(big, fill=255, width=max(1, round(thick * SUPER)), joint="curve")

    def finish(self) -> tuple[Image.Image, Image.Image]:
        """Return the tile (mode "L") and its mask (mode "1")."""
        tile = PALETTE.match(self.picture.reduce(SUPER))
        return tile, self.hole.reduce(SUPER).point(lambda shade: 255 * (shade > 127)).convert("1")


Tile = tuple[Image.Image, Image.Image]


def put(sheet: Sheet, tile: Tile, x: float, y: float) -> tuple[int, int, int, int]:
    """Paste a tile with its middle at x, y. Return its box."""
    wide, high = tile[0].size
    left, top = round(x - wide / 2), round(y - high / 2)
    sheet.paste(tile[0], left, top, tile[1])
    return left, top, left + wide, top + high


def write(
    image: Image.Image, x: int, y: int, text: str, font: Font, ink: str, ground: str, anchor: str = "m"
) -> None:
    """Write a text on a tile's picture (mode "L")."""
    Sheet(PALETTE, image).text(x, y, text, font, ink, ground, anchor)


def font_of(lettering: Lettering, scale: float) -> Font:
    """Return the font of a lettering in a picture of this scale."""
    return Font(lettering.face, round(lettering.size * scale))


@lru_cache(maxsize=512)
def coin(province: str, scale: float, lit: bool, closely: bool = False) -> Tile:
    """Return a province as a coin with its code. The rim is beaded, with dark beads for rough land.

    `closely`: write the province's value, and the type of unit that it raises, on the coin. Without
    `closely`, the coin has no value, because `worth` draws it on a disc of its own.
    """
    land = MAP.provinces[province]
    radius = COIN * scale
    side = round(2 * (radius + (LIT + 1) * scale))
    stamp = Stamp((side, side))
    middle = side / 2
    if lit:
        for reach, colour in ((LIT, "ink"), (LIT - 2, "glow"), (3, "lamp")):
            stamp.disc(middle, middle, radius + reach * scale, colour)
    stamp.disc(middle, middle, radius + (1 if lit else 2) * scale, "ink")
    rough = land.terrain == "rough"
    stamp.disc(middle, middle, radius, "terracotta" if rough else "gold")
    for bead in range(BEADS):
        turn = 2 * pi * bead / BEADS
        away = radius - RIM / 2 * scale
        x, y = middle + away * cos(turn), middle + away * sin(turn)
        stamp.disc(x, y, (2.4 if rough else 2.1) * scale, "ink" if rough else "paper")
    stamp.disc(middle, middle, radius - RIM * scale, "lamp" if lit else "paper")
    tile, mask = stamp.finish()
    ground = "lamp" if lit else "paper"
    code = font_of(LAYOUT.print.code, scale)
    if not closely:
        write(tile, round(middle), round(middle) + round(DOWN * scale), LABEL[province], code, "ink", ground)
        return tile, mask
    write(tile, round(middle), round(middle - UP * scale), LABEL[province], code, "ink", ground)
    value = font_of(LAYOUT.print.figure, scale)
    letter, font = RAISED[land.raises], code
    gap = round(4 * scale)
    both = width(str(VALUE[province]), value) + (width(letter, font) + gap if letter else 0)
    left, down = round(middle - both / 2), round(middle + UP * scale)
    write(tile, left, down, str(VALUE[province]), value, "rubric", ground, "l")
    if letter:
        write(tile, left + both - width(letter, font), down, letter, font, "ink", ground, "l")
    return tile, mask


@lru_cache(maxsize=64)
def worth(value: int, scale: float) -> Tile:
    """Return the value of a province on a disc, which overlaps its coin's edge."""
    radius = LAYOUT.print.value * scale
    side = round(2 * radius + 2)
    stamp = Stamp((side, side))
    stamp.disc(side / 2, side / 2, radius, "ink")
    stamp.disc(side / 2, side / 2, radius - 2 * scale, "paper")
    tile, mask = stamp.finish()
    font = font_of(LAYOUT.print.figure, scale)
    write(tile, side // 2, side // 2, str(value), font, "rubric", "paper")
    return tile, mask


@lru_cache(maxsize=32)
def anchor(scale: float) -> Tile:
    """Return a port's anchor on a disc."""
    side = round(30 * scale)
    stamp, s = Stamp((side, side)), side / 30
    stamp.disc(side / 2, side / 2, 14 * s, "ink")
    stamp.disc(side / 2, side / 2, 12.4 * s, "sea")
    stamp.line([(15 * s, 7 * s), (15 * s, 23 * s)], "chart", 2.6 * s)
    stamp.line([(10.5 * s, 11.5 * s), (19.5 * s, 11.5 * s)], "chart", 2.4 * s)
    bow = [(15 * s + 7.5 * s * cos(t * pi / 12), 15 * s + 8 * s * sin(t * pi / 12)) for t in range(1, 12)]
    stamp.line(bow, "chart", 2.6 * s)
    return stamp.finish()


@lru_cache(maxsize=64)
def temple(seat: str, scale: float) -> Tile:
    """Return the sign of a Home: a temple front in the seat's colour."""
    wide, high = round(38 * scale), round(30 * scale)
    stamp, s = Stamp((wide, high)), scale
    stamp.shape([(0.0, 0.36), (0.5, 0.0), (1.0, 0.36), (1.0, 0.79), (0.0, 0.79)], "ink", 0, 0, wide)
    stamp.shape([(0.1, 0.33), (0.5, 0.07), (0.9, 0.33)], seat, 0, 0, wide)
    for column in range(4):
        x = (5 + 8.4 * column) * s
        stamp.plate((x, 14.5 * s, x + 4 * s, 24.5 * s), 0.5 * s, "paper")
    stamp.plate((2.5 * s, 24.5 * s, wide - 2.5 * s, 28 * s), 0.5 * s, seat)
    return stamp.finish()


@lru_cache(maxsize=32)
def swords(scale: float) -> Tile:
    """Return crossed swords, the sign of a battle."""
    side = round(54 * scale)
    stamp, s = Stamp((side, side)), side / 54
    stamp.disc(27 * s, 27 * s, 26 * s, "ink")
    stamp.disc(27 * s, 27 * s, 24 * s, "glow")
    for sign in (1, -1):
        for colour, thick in (("ink", 7), ("silver", 4)):
            stamp.line([((27 - sign * 14) * s, 41 * s), ((27 + sign * 15) * s, 11 * s)], colour, thick * s)
            stamp.line(
                [((27 - sign * 15) * s, 31 * s), ((27 - sign * 4) * s, 38 * s)], colour, (thick - 1) * s
            )
    return stamp.finish()


@lru_cache(maxsize=2048)
def plate(owner: str, text: str, scale: float, leader: bool = False, ship: bool = False) -> Tile:
    """Return the plate of a stack: the owner's shape and its number of units.

    A star marks the leader. `ship`: draw a ship instead of the owner's shape, for a fleet.
    """
    high = round(PLATE * scale)
    font = font_of(LAYOUT.print.figure, scale)
    sign, star = round(high * SIGN), round(STAR * 2.4 * scale)
    wide = sign + (width(text, font) + round(8 * scale) if text else 0) + (star if leader else 0)
    wide += round(4 * scale) * (not text)
    stamp = Stamp((wide, high))
    stamp.plate((0, 0, wide - 1, high - 1), 8 * scale, "ink")
    edge = 2 * scale
    ground = "silver" if owner == "white" else "paper"
    stamp.plate((edge, edge, wide - 1 - edge, high - 1 - edge), 6.5 * scale, ground)
    inset, line = 5 * scale, 2 * scale
    room = sign - 1.3 * inset
    top = (high - room) / 2
    for shape in (HULL, SAIL) if ship else (SHAPES[owner],):
        stamp.shape(shape, "ink", inset - line, top - line, room + 2 * line)
        stamp.shape(shape, owner, inset, top, room)
    if leader:
        x, y = wide - (STAR + 5) * scale, high / 2
        rays = [(STAR if step % 2 == 0 else STAR * 0.42) * scale for step in range(10)]
        points = [(x + r * sin(pi * at / 5), y - r * cos(pi * at / 5)) for at, r in enumerate(rays)]
        big = [(a * SUPER, b * SUPER) for a, b in points]
        stamp.draw.polygon(big, fill=PALETTE.rgb["rubric"])
    tile, mask = stamp.finish()
    if text:
        # Brackets reach higher and lower than digits. Move the text so that its brackets stay within the rim.
        ink, edge = run(PALETTE, text, font, "ink", ground), round(2 * scale) + 1
        top = high // 2 + (cap_height(font) + 1) // 2 + ink.top
        up = max(0, top + ink.tile.height - (high - edge)) - max(0, edge - top)
        write(tile, sign + round(2 * scale), high // 2 - up, text, font, "ink", ground, "l")
    return tile, mask


@lru_cache(maxsize=8)
def helmet(size: int) -> Tile:
    """Return a soldier's helmet, the sign of units."""
    stamp = Stamp((size, size))
    crest = [
        (0.06, 0.5),
        (0.14, 0.2),
        (0.4, 0.02),
        (0.72, 0.06),
        (0.94, 0.34),
        (0.8, 0.3),
        (0.5, 0.2),
        (0.24, 0.36),
    ]
    bowl = [
        (0.2, 0.44),
        (0.34, 0.26),
        (0.56, 0.24),
        (0.76, 0.34),
        (0.82, 0.54),
        (0.82, 0.96),
        (0.6, 0.96),
        (0.56, 0.7),
    ]
    bowl += [(0.44, 0.66), (0.4, 0.96), (0.2, 0.96)]
    stamp.shape(crest, "rubric", 0, 0, size)
    stamp.shape(bowl, "ink", 0, 0, size)
    return stamp.finish()


def is_port(place: str) -> bool:
    """Return whether a province has a port."""
    return place in PORTS
