"""Draw signs such as dice, goods and buildings. They differ in letter and shape as well as in colour.

Each sign is a picture in palette indices on a flat ground. Signs are cached, so copy a sign before you draw
on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from render.kit.shapes import Point
from render.kit.stamps import Stamp
from render.rajas_of_the_ganges.palette import PALETTE, SEAT_COLOURS

NARROW, NARROW_BOLD = "DurbarSans-Condensed", "DurbarSans-CondensedBold"
LEAST = 42  # the smallest letter that a phone shows well; smaller signs have no letter, only a shape
BODY = 0.02, 0.34, 0.98, 0.98  # the walls of a building: its letter or figure has room within them
LETTERS: Mapping[str, str] = {
    "silk": "Si",
    "tea": "Te",
    "spices": "Sp",
    "temple": "T",
    "palace": "P",
    "fort": "F",
    "mill": "M",
    "haridwar": "H",
    "kannauj": "K",
    "varanasi": "V",
    "monghyr": "M",
}


def _polygon(corners: int, turn: float, reach: float = 0.5) -> list[Point]:
    return [
        (0.5 + reach * cos(turn + 2 * pi * n / corners), 0.5 + reach * sin(turn + 2 * pi * n / corners))
        for n in range(corners)
    ]


def _shrunk(shape: Sequence[Point], part: float) -> list[Point]:
    return [(0.5 + (x - 0.5) * part, 0.5 + (y - 0.5) * part) for x, y in shape]


def _raise_on_walls(roof: Sequence[Point]) -> list[Point]:
    """Return the outline of a building with this roof, from left to right."""
    left, top, right, bottom = BODY
    return [(left, bottom), (left, top), *roof, (right, top), (right, bottom)]


SHAPES: Mapping[str, Sequence[Point]] = {  # the outline of a die of each colour
    "orange": [(0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97)],
    "green": _polygon(24, 0, 0.49),
    "blue": [(0.24, 0.04), (0.76, 0.04), (1.0, 0.5), (0.76, 0.96), (0.24, 0.96), (0.0, 0.5)],
    "purple": [
        (0.3, 0.03),
        (0.7, 0.03),
        (0.97, 0.3),
        (0.97, 0.7),
        (0.7, 0.97),
        (0.3, 0.97),
        (0.03, 0.7),
        (0.03, 0.3),
    ],
}
BUILDINGS: Mapping[str, Sequence[Point]] = {  # the outline of each building
    "temple": _raise_on_walls([(0.2, 0.34), (0.36, 0.2), (0.46, 0.0), (0.54, 0.0), (0.64, 0.2), (0.8, 0.34)]),
    "palace": _raise_on_walls(
        [
            (0.24, 0.34),
            (0.2, 0.24),
            (0.26, 0.12),
            (0.4, 0.05),
            (0.5, 0.0),
            (0.6, 0.05),
            (0.74, 0.12),
            (0.8, 0.24),
            (0.76, 0.34),
        ]
    ),
    "fort": _raise_on_walls(
        [
            (0.02, 0.08),
            (0.22, 0.08),
            (0.22, 0.26),
            (0.4, 0.26),
            (0.4, 0.08),
            (0.6, 0.08),
            (0.6, 0.26),
            (0.78, 0.26),
            (0.78, 0.08),
            (0.98, 0.08),
        ]
    ),
    "mill": [
        (0.5 + reach * cos(pi * n / 4 + turn), 0.5 + reach * sin(pi * n / 4 + turn))
        for n in range(8)
        for reach, turn in ((0.5, -0.2), (0.5, 0.2), (0.42, 0.3), (0.42, 0.49))
    ],
}


def standing_out(drawn: Image.Image, ground: str) -> Image.Image:
    """Return the mask of the pixels of a sign that differ from its ground (mode "1")."""
    index = PALETTE[ground]
    return drawn.point([0 if level == index else 255 for level in range(256)], "1")


def fits(size: int) -> bool:
    """Return whether a sign of this size has room for a letter or a digit."""
    return size > LEAST + 4


def tall(size: int, part: float) -> float:
    """Return the size of a sign's letter, as a fraction of the sign. It is at least `part`, and legible."""
    return max(part, LEAST / size)


def _write_letter(stamp: Stamp, text: str, ink: str, part: float, y: float = 0.5) -> Image.Image:
    """Return a stamp with a letter or a digit at height `y`. A small stamp gets no letter."""
    shown = text if fits(stamp.size) else ""
    return stamp.finish(shown, ink, tall(stamp.size, part), NARROW_BOLD, (0.5, y))


@lru_cache(maxsize=512)
def die(colour: str, face: str, size: int, ground: str) -> Image.Image:
    """Return a die in the shape of its colour.

    `face`: a number of pips, a price, or the colour's letter (`find_letter`); "": nothing.
    """
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(SHAPES[colour], "ink")
    stamp.shape(_shrunk(SHAPES[colour], 0.88), colour)
    return _write_letter(stamp, face, "paper", 0.7)


@lru_cache(maxsize=16)
def die_per(colour: str, size: int, ground: str) -> Image.Image:
    """Return a die with a wheel on it, which means one die per karma."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(SHAPES[colour], "ink")
    stamp.shape(_shrunk(SHAPES[colour], 0.88), colour)
    picture = stamp.finish()
    inner = round(size * 0.62)
    corner = (size - inner) // 2
    picture.paste(wheel(inner, colour), (corner, corner))
    return picture


def _bale() -> list[Point]:
    """Return the outline of silk: a bale tied in its middle."""
    right = [
        (0.5, 0.0),
        (0.86, 0.02),
        (0.98, 0.2),
        (0.88, 0.42),
        (0.88, 0.58),
        (0.98, 0.8),
        (0.86, 0.98),
        (0.5, 1.0),
    ]
    return [*right, *((1 - x, y) for x, y in reversed(right))]


def _leaf() -> list[Point]:
    """Return the outline of tea: a leaf."""
    right = [(0.5 + 0.48 * sin(pi * t / 12) ** 0.8, 0.02 + 0.96 * t / 12) for t in range(13)]
    return [*right, *((1 - x, y) for x, y in reversed(right))]


def _heap() -> list[Point]:
    """Return the outline of spices: a heap."""
    return [
        (0.5, 0.0),
        (0.66, 0.12),
        (0.84, 0.46),
        (1.0, 0.86),
        (0.94, 0.99),
        (0.06, 0.99),
        (0.0, 0.86),
        (0.16, 0.46),
        (0.34, 0.12),
    ]


GOODS: Mapping[str, tuple[Sequence[Point], str, str]] = {  # outline, fill, edge
    "silk": (_bale(), "rose", "rubric"),
    "tea": (_leaf(), "foam", "teal"),
    "spices": (_heap(), "lamp", "ochre"),
}
PIPS: Mapping[str, Sequence[Point]] = {
    "": (),
    "1": ((0.5, 0.62),),
    "2": ((0.36, 0.62), (0.64, 0.62)),
    "3": ((0.5, 0.42), (0.34, 0.72), (0.66, 0.72)),
}


@lru_cache(maxsize=256)
def goods(good: str, value: str, size: int, ground: str) -> Image.Image:
    """Return the sign of a good with what it earns: a digit, or pips if the sign is small."""
    shape, fill, edge = GOODS[good]
    stamp = Stamp(PALETTE, size, ground)
    for part, colour in ((1.0, "ink"), (0.9, edge), (0.76, fill)):
        stamp.shape(_shrunk(shape, part), colour)
    if not value and good == "silk":
        stamp.shape([(0.14, 0.45), (0.86, 0.45), (0.86, 0.55), (0.14, 0.55)], edge)
    elif not value and good == "tea":
        stamp.shape([(0.47, 0.2), (0.53, 0.2), (0.55, 0.96), (0.45, 0.96)], edge)
        for y in (0.42, 0.62):
            stamp.shape([(0.5, y + 0.1), (0.74, y - 0.06), (0.74, y), (0.5, y + 0.16)], edge)
            stamp.shape([(0.5, y + 0.1), (0.26, y - 0.06), (0.26, y), (0.5, y + 0.16)], edge)
    elif not value:
        for x, y in ((0.5, 0.34), (0.36, 0.56), (0.6, 0.54), (0.28, 0.78), (0.5, 0.78), (0.74, 0.78)):
            stamp.disc(0.06, "rubric", x, y)
    if not fits(size):
        for x, y in PIPS[value]:
            stamp.disc(0.12, "ink", x, y)
    return _write_letter(stamp, value, "ink", 0.56, 0.6 if good == "spices" else 0.5)


@lru_cache(maxsize=32)
def market(size: int, ground: str, text: str = "") -> Image.Image:
    """Return the sign of a market of any good. `text`: how many markets are scored."""
    stamp = Stamp(PALETTE, size, ground)
    tent = [(0.5, 0.0), (1.0, 0.26), (0.96, 0.36), (0.96, 1.0), (0.04, 1.0), (0.04, 0.36), (0.0, 0.26)]
    stamp.shape(tent, "ink")
    stamp.shape(_shrunk(tent, 0.9), "paper")
    for left, right, colour in ((0.1, 0.37, "rubric"), (0.37, 0.63, "teal"), (0.63, 0.9, "ochre")):
        stamp.shape([(0.5, 0.06), (right, 0.28), (left, 0.28)], colour)
    return _write_letter(stamp, text, "ink", 0.56, 0.64)


WALLS: Mapping[str, str] = {"temple": "lamp", "palace": "rose", "fort": "paper", "mill": "foam"}


@lru_cache(maxsize=128)
def building(kind: str, size: int, ground: str, text: str = "") -> Image.Image:
    """Return a building's silhouette with its letter, or with `text` (what it earns).

    A small silhouette has a door or a hub instead.
    """
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(BUILDINGS[kind], "ink")
    stamp.shape(_shrunk(BUILDINGS[kind], 0.91), WALLS[kind])
    if not fits(size) and kind == "mill":
        stamp.disc(0.17, "ink")
    elif not fits(size):
        stamp.shape([(0.38, 0.92), (0.38, 0.68), (0.5, 0.56), (0.62, 0.68), (0.62, 0.92)], "ink")
    return _write_letter(stamp, text or LETTERS[kind], "ink", 0.56, 0.5 if kind == "mill" else 0.63)


@lru_cache(maxsize=256)
def seal(seat: str, size: int, ground: str, lit: bool = False) -> Image.Image:
    """Return the seal of a seat: a flower printed from a block, with its letter."""
    stamp = Stamp(PALETTE, size, ground)
    fill, ink = SEAT_COLOURS[seat]
    reach = 0.36
    if lit:
        stamp.disc(0.5, "ink")
        stamp.disc(0.48, "glow")
        stamp.disc(0.42, ground)
        reach = 0.31
    for n in range(8):
        stamp.disc(0.135, "ink", 0.5 + reach * cos(pi * n / 4), 0.5 + reach * sin(pi * n / 4))
    for n in range(8):
        stamp.disc(0.105, fill, 0.5 + reach * cos(pi * n / 4), 0.5 + reach * sin(pi * n / 4))
    stamp.disc(reach, fill)
    return stamp.finish(LETTERS[seat], ink, tall(size, 0.64 if not lit else 0.56), NARROW_BOLD)


@lru_cache(maxsize=128)
def boat(seat: str, size: int, ground: str) -> Image.Image:
    """Return a boat under a sail with the letter of its seat."""
    stamp = Stamp(PALETTE, size, ground)
    fill, ink = SEAT_COLOURS[seat]
    for hull, colour in (((0.0, 0.76, 0.14, 1.0), "ink"), ((0.1, 0.81, 0.2, 0.95), "shade")):
        left, top, inner, bottom = hull
        stamp.shape([(left, top), (1 - left, top), (1 - inner, bottom), (inner, bottom)], colour)
    for sail, colour in (((0.08, 0.0, 0.03, 0.74), "ink"), ((0.13, 0.05, 0.09, 0.7), fill)):
        left, top, lower, bottom = sail
        stamp.shape([(left, top), (1 - left, top), (1 - lower, bottom), (lower, bottom)], colour)
    return _write_letter(stamp, LETTERS[seat], ink, 0.7, 0.38)


@lru_cache(maxsize=64)
def coin(size: int, ground: str, text: str = "") -> Image.Image:
    """Return a coin, the sign of money."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.disc(0.5, "ink")
    stamp.disc(0.45, "gold")
    stamp.disc(0.38 if text else 0.3, "lamp")
    return stamp.finish(text, "ink", tall(size, 0.6), NARROW_BOLD)


@lru_cache(maxsize=64)
def star(size: int, ground: str, text: str = "") -> Image.Image:
    """Return a sun with rays, the sign of fame."""
    stamp = Stamp(PALETTE, size, ground)
    for part, colour in ((0.52, "ink"), (0.47, "rubric")):
        ring = [
            (0.5 + r * cos(pi * n / 8), 0.5 + r * sin(pi * n / 8))
            for n in range(16)
            for r in ((part, part * 0.8)[n % 2],)
        ]
        stamp.shape(ring, colour)
    return stamp.finish(text, "paper", tall(size, 0.6), NARROW_BOLD)


@lru_cache(maxsize=64)
def wheel(size: int, ground: str, text: str = "") -> Image.Image:
    """Return a wheel, the sign of karma. `text`: a number on its hub, between the ends of the spokes."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.disc(0.5, "indigo")
    stamp.disc(0.45 if text else 0.42, "paper")
    for n in range(8):
        x, y = cos(pi * n / 4), sin(pi * n / 4)
        side = (-y * 0.035, x * 0.035)
        stamp.shape(
            [
                (0.5 + side[0], 0.5 + side[1]),
                (0.5 + 0.47 * x + side[0], 0.5 + 0.47 * y + side[1]),
                (0.5 + 0.47 * x - side[0], 0.5 + 0.47 * y - side[1]),
                (0.5 - side[0], 0.5 - side[1]),
            ],
            "indigo",
        )
    if text:
        stamp.disc(0.36, "indigo")
        stamp.disc(0.34, "paper")  # the hub: the number has room on it
    else:
        stamp.disc(0.1, "indigo")
    return stamp.finish(text, "indigo", tall(size, 0.64), NARROW_BOLD)


@lru_cache(maxsize=64)
def worker(size: int, ground: str, fill: str, inner: str = "") -> Image.Image:
    """Return a worker: head and shoulders. `inner`: the colour inside the outline, if it is not `fill`."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape([(0.08, 1.0), (0.16, 0.58), (0.36, 0.46), (0.64, 0.46), (0.84, 0.58), (0.92, 1.0)], "ink")
    stamp.disc(0.25, "ink", 0.5, 0.27)
    stamp.shape(
        [(0.17, 0.93), (0.24, 0.63), (0.38, 0.54), (0.62, 0.54), (0.76, 0.63), (0.83, 0.93)], inner or fill
    )
    stamp.disc(0.18, inner or fill, 0.5, 0.27)
    return stamp.finish()


@lru_cache(maxsize=32)
def elephant(size: int, ground: str) -> Image.Image:
    """Return the elephant of the starting player."""
    stamp = Stamp(PALETTE, size, ground)
    body = [
        (0.3, 0.25),
        (0.78, 0.22),
        (0.95, 0.38),
        (0.97, 0.9),
        (0.8, 0.9),
        (0.78, 0.66),
        (0.6, 0.66),
        (0.58, 0.9),
        (0.42, 0.9),
        (0.4, 0.64),
        (0.28, 0.58),
        (0.2, 0.9),
        (0.06, 0.9),
        (0.05, 0.8),
        (0.12, 0.8),
        (0.1, 0.42),
        (0.18, 0.28),
    ]
    stamp.shape(body, "indigo")
    stamp.shape([(0.44, 0.2), (0.74, 0.2), (0.7, 0.52), (0.48, 0.52)], "gold")
    stamp.disc(0.035, "paper", 0.22, 0.4)
    return stamp.finish()


@lru_cache(maxsize=32)
def upgrade(size: int, ground: str) -> Image.Image:
    """Return an arrow that points up, the sign of an upgrade."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(
        [(0.5, 0.0), (1.0, 0.5), (0.72, 0.5), (0.72, 1.0), (0.28, 1.0), (0.28, 0.5), (0.0, 0.5)], "ink"
    )
    stamp.shape(
        [(0.5, 0.1), (0.86, 0.44), (0.65, 0.44), (0.65, 0.93), (0.35, 0.93), (0.35, 0.44), (0.14, 0.44)],
        "gold",
    )
    return stamp.finish()


@lru_cache(maxsize=8)
def cover(size: int, ground: str) -> Image.Image:
    """Return a tile over another, the sign of the master builder."""
    stamp = Stamp(PALETTE, size, ground)
    for corner, fill in ((0.0, "shade"), (0.3, "sand")):
        for inset, colour in ((0.0, "ink"), (0.05, fill)):
            low, high = corner + inset, corner + 0.7 - inset
            stamp.shape([(low, low), (high, low), (high, high), (low, high)], colour)
    stamp.shape([(0.58, 0.34), (0.72, 0.34), (0.72, 0.96), (0.58, 0.96)], "paper")
    return stamp.finish()


@lru_cache(maxsize=8)
def white_tile(size: int, ground: str) -> Image.Image:
    """Return a white tile seen from its back; its front is unknown."""
    stamp = Stamp(PALETTE, size, ground)
    for inset, colour in ((0.04, "ink"), (0.1, "paper"), (0.18, "shade"), (0.22, "paper")):
        stamp.shape([(inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset)], colour)
    for n in range(6):
        x, y = 0.5 + 0.14 * cos(pi * n / 3), 0.5 + 0.14 * sin(pi * n / 3)
        stamp.disc(0.08, "rubric", x, y)
    stamp.disc(0.07, "gold")
    return stamp.finish()


@lru_cache(maxsize=8)
def arrow(size: int, ground: str) -> Image.Image:
    """Return an arrow to the right. It stands between a price and the goods."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(
        [(0.0, 0.42), (0.5, 0.42), (0.5, 0.2), (1.0, 0.5), (0.5, 0.8), (0.5, 0.58), (0.0, 0.58)], "ink"
    )
    return stamp.finish()
