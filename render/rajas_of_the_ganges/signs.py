"""Dice, goods, buildings, seals and boats: each told apart by its letter and its shape, not by hue alone.

All are palette indices on flat ground, kept, and never changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from render.kit.canvas import Font, Sheet
from render.kit.shapes import Point
from render.kit.stamps import Stamp
from render.rajas_of_the_ganges.palette import PALETTE, SEAT_COLOURS

BOLD, NARROW, NARROW_BOLD = "DurbarSans-Bold", "DurbarSans-Condensed", "DurbarSans-CondensedBold"
LETTERS: Mapping[str, str] = {
    "orange": "O",
    "green": "G",
    "blue": "B",
    "purple": "P",
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


SHAPES: Mapping[str, Sequence[Point]] = {  # of dice, by colour
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
BUILDINGS: Mapping[str, Sequence[Point]] = {  # silhouettes
    "temple": [
        (0.5, 0.0),
        (0.62, 0.2),
        (0.74, 0.36),
        (0.8, 0.6),
        (0.95, 0.6),
        (0.95, 0.97),
        (0.05, 0.97),
        (0.05, 0.6),
        (0.2, 0.6),
        (0.26, 0.36),
        (0.38, 0.2),
    ],
    "palace": [
        (0.5, 0.03),
        (0.74, 0.17),
        (0.8, 0.36),
        (0.97, 0.36),
        (0.97, 0.97),
        (0.03, 0.97),
        (0.03, 0.36),
        (0.2, 0.36),
        (0.26, 0.17),
    ],
    "fort": [
        (0.03, 0.1),
        (0.22, 0.1),
        (0.22, 0.3),
        (0.4, 0.3),
        (0.4, 0.1),
        (0.6, 0.1),
        (0.6, 0.3),
        (0.78, 0.3),
        (0.78, 0.1),
        (0.97, 0.1),
        (0.97, 0.97),
        (0.03, 0.97),
    ],
    "mill": [
        p
        for n in range(8)
        for p in (
            (0.5 + 0.5 * cos(pi * n / 4 - 0.2), 0.5 + 0.5 * sin(pi * n / 4 - 0.2)),
            (0.5 + 0.5 * cos(pi * n / 4 + 0.2), 0.5 + 0.5 * sin(pi * n / 4 + 0.2)),
            (0.5 + 0.38 * cos(pi * n / 4 + 0.3), 0.5 + 0.38 * sin(pi * n / 4 + 0.3)),
            (0.5 + 0.38 * cos(pi * n / 4 + 0.49), 0.5 + 0.38 * sin(pi * n / 4 + 0.49)),
        )
    ],
}


@lru_cache(maxsize=512)
def die(colour: str, face: str, size: int, ground: str) -> Image.Image:
    """A die in the shape of its colour with its face (or a price) and its letter."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(SHAPES[colour], "ink")
    stamp.shape(_shrunk(SHAPES[colour], 0.88), colour)
    picture = stamp.done()
    sheet = Sheet(PALETTE, picture)
    if size >= 40:
        long = len(face) > 1
        letter, number = (
            Font(NARROW_BOLD, max(16, round(size * (0.32 if long else 0.4)))),
            Font(NARROW_BOLD, round(size * (0.46 if long else 0.66))),
        )
        sheet.text(
            round(size * (0.22 if long else 0.27)),
            round(size * 0.52),
            LETTERS[colour],
            letter,
            "ink",
            colour,
            "m",
        )
        sheet.text(
            round(size * (0.6 if long else 0.66)), round(size * 0.52), face, number, "paper", colour, "m"
        )
    else:
        sheet.text(
            size // 2,
            size // 2,
            face or LETTERS[colour],
            Font(NARROW_BOLD, round(size * 0.66)),
            "paper",
            colour,
            "m",
        )
    return picture


@lru_cache(maxsize=256)
def goods(good: str, value: str, size: int, ground: str) -> Image.Image:
    """A market: a tent of cloth with its letters and what it earns."""
    stamp = Stamp(PALETTE, size, ground)
    tent = [(0.5, 0.0), (1.0, 0.32), (0.94, 0.42), (0.94, 1.0), (0.06, 1.0), (0.06, 0.42), (0.0, 0.32)]
    colour = {"silk": "rose", "tea": "foam", "spices": "lamp"}[good]
    stamp.shape(tent, "ink")
    stamp.shape(_shrunk(tent, 0.9), colour)
    stamp.shape(
        [(0.5, 0.08), (0.9, 0.34), (0.1, 0.34)], {"silk": "rubric", "tea": "teal", "spices": "ochre"}[good]
    )
    picture = stamp.done()
    sheet = Sheet(PALETTE, picture)
    font = Font(NARROW_BOLD, max(12, round(size * 0.46)))
    sheet.text(
        round(size * 0.36 if value else size * 0.5),
        round(size * 0.66),
        LETTERS[good],
        font,
        "ink",
        colour,
        "m",
    )
    if value:
        sheet.text(
            round(size * 0.76), round(size * 0.66), value, Font(BOLD, round(size * 0.46)), "ink", colour, "m"
        )
    return picture


@lru_cache(maxsize=32)
def market(size: int, ground: str, text: str) -> Image.Image:
    """A market of any good, with how many are scored."""
    stamp = Stamp(PALETTE, size, ground)
    tent = [(0.5, 0.0), (1.0, 0.32), (0.94, 0.42), (0.94, 1.0), (0.06, 1.0), (0.06, 0.42), (0.0, 0.32)]
    stamp.shape(tent, "ink")
    stamp.shape(_shrunk(tent, 0.9), "paper")
    for left, right, colour in ((0.1, 0.37, "rubric"), (0.37, 0.63, "teal"), (0.63, 0.9, "ochre")):
        stamp.shape([(0.5, 0.08), (right, 0.34), (left, 0.34)], colour)
    picture = stamp.done()
    font = Font(NARROW_BOLD, round(size * 0.5))
    Sheet(PALETTE, picture).text(size // 2, round(size * 0.68), text, font, "ink", "paper", "m")
    return picture


@lru_cache(maxsize=128)
def building(kind: str, size: int, ground: str, text: str = "") -> Image.Image:
    """A building as a silhouette with its letter, or what it earns."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(BUILDINGS[kind], "ink")
    stamp.shape(_shrunk(BUILDINGS[kind], 0.84), "paper")
    picture = stamp.done()
    sheet = Sheet(PALETTE, picture)
    middle = 0.5 if kind == "mill" else 0.66
    letters = text or LETTERS[kind]
    font = Font(BOLD, round(size * (0.52 if len(letters) == 1 else 0.4)))
    sheet.text(size // 2, round(size * middle), letters, font, "rubric", "paper", "m")
    return picture


@lru_cache(maxsize=256)
def seal(seat: str, size: int, ground: str, lit: bool = False) -> Image.Image:
    """The seal of a seat: a flower printed from a block, with its letter."""
    stamp = Stamp(PALETTE, size, ground)
    fill, ink = SEAT_COLOURS[seat]
    reach = 0.36
    if lit:
        stamp.disc(0.5, "glow")
        stamp.disc(0.44, ground)
        reach = 0.31
    for n in range(8):
        stamp.disc(0.135, "ink", 0.5 + reach * cos(pi * n / 4), 0.5 + reach * sin(pi * n / 4))
    for n in range(8):
        stamp.disc(0.105, fill, 0.5 + reach * cos(pi * n / 4), 0.5 + reach * sin(pi * n / 4))
    stamp.disc(reach, fill)
    return stamp.done(LETTERS[seat], ink, 0.6 if not lit else 0.52)


@lru_cache(maxsize=128)
def boat(seat: str, size: int, ground: str, lit: bool = False) -> Image.Image:
    """A boat under a sail with the letter of its seat."""
    stamp = Stamp(PALETTE, size, ground)
    fill, ink = SEAT_COLOURS[seat]
    if lit:
        stamp.disc(0.5, "lamp")
    stamp.shape([(0.0, 0.66), (1.0, 0.66), (0.84, 0.98), (0.16, 0.98)], "ink")
    stamp.shape([(0.1, 0.72), (0.9, 0.72), (0.79, 0.92), (0.21, 0.92)], "shade")
    stamp.shape([(0.12, 0.02), (0.88, 0.02), (0.94, 0.62), (0.06, 0.62)], "ink")
    stamp.shape([(0.18, 0.07), (0.82, 0.07), (0.87, 0.57), (0.13, 0.57)], fill)
    picture = stamp.done()
    font = Font(BOLD, round(size * 0.46))
    Sheet(PALETTE, picture).text(size // 2, round(size * 0.33), LETTERS[seat], font, ink, fill, "m")
    return picture


@lru_cache(maxsize=64)
def coin(size: int, ground: str, text: str = "") -> Image.Image:
    """A coin, for money."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.disc(0.5, "ink")
    stamp.disc(0.44, "gold")
    stamp.disc(0.33, "lamp")
    return stamp.done(text, tall=0.52)


@lru_cache(maxsize=64)
def star(size: int, ground: str, text: str = "") -> Image.Image:
    """A sun with rays, for fame."""
    stamp = Stamp(PALETTE, size, ground)
    for part, colour in ((0.5, "ink"), (0.44, "rubric")):
        ring = [
            (0.5 + r * cos(pi * n / 8), 0.5 + r * sin(pi * n / 8))
            for n in range(16)
            for r in ((part, part * 0.74)[n % 2],)
        ]
        stamp.shape(ring, colour)
    return stamp.done(text, "paper", 0.5)


@lru_cache(maxsize=64)
def wheel(size: int, ground: str, text: str = "") -> Image.Image:
    """A wheel, for karma."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.disc(0.5, "indigo")
    stamp.disc(0.42, "paper")
    if not text:
        for n in range(8):
            x, y = cos(pi * n / 4), sin(pi * n / 4)
            side = (-y * 0.035, x * 0.035)
            stamp.shape(
                [
                    (0.5 + side[0], 0.5 + side[1]),
                    (0.5 + 0.44 * x + side[0], 0.5 + 0.44 * y + side[1]),
                    (0.5 + 0.44 * x - side[0], 0.5 + 0.44 * y - side[1]),
                    (0.5 - side[0], 0.5 - side[1]),
                ],
                "indigo",
            )
        stamp.disc(0.1, "indigo")
    return stamp.done(text, "indigo", 0.6)


@lru_cache(maxsize=64)
def worker(size: int, ground: str, fill: str, inner: str = "") -> Image.Image:
    """A worker: head and shoulders."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape([(0.08, 1.0), (0.16, 0.58), (0.36, 0.46), (0.64, 0.46), (0.84, 0.58), (0.92, 1.0)], "ink")
    stamp.disc(0.25, "ink", 0.5, 0.27)
    stamp.shape(
        [(0.17, 0.93), (0.24, 0.63), (0.38, 0.54), (0.62, 0.54), (0.76, 0.63), (0.83, 0.93)], inner or fill
    )
    stamp.disc(0.18, inner or fill, 0.5, 0.27)
    return stamp.done()


@lru_cache(maxsize=32)
def elephant(size: int, ground: str) -> Image.Image:
    """The elephant of the starting player."""
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
    return stamp.done()


@lru_cache(maxsize=32)
def upgrade(size: int, ground: str, text: str = "") -> Image.Image:
    """An arrow up on a scroll, for an upgrade."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(
        [(0.5, 0.0), (1.0, 0.5), (0.72, 0.5), (0.72, 1.0), (0.28, 1.0), (0.28, 0.5), (0.0, 0.5)], "ink"
    )
    stamp.shape(
        [(0.5, 0.1), (0.86, 0.44), (0.65, 0.44), (0.65, 0.93), (0.35, 0.93), (0.35, 0.44), (0.14, 0.44)],
        "gold",
    )
    return stamp.done(text, tall=0.5)
