"""The small signs beside names: who holds a Province, how prosperous it is, Victory, Resources, Cavalry."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render.canvas import SUPER, Font, load
from render.vijayanagara.brush import Brush, Window
from render.vijayanagara.ornaments import petal_of, walled_city
from render.vijayanagara.palette import FACTION_COLOUR, FACTION_LETTER, PALETTE

Points = list[tuple[float, float]]


class _Stamp:
    """A small picture drawn in a unit square."""

    def __init__(self, size: int, ground: str) -> None:
        self.used = {ground}
        self.room = size * SUPER
        self.size = size
        self.image = Image.new("RGB", (self.room, self.room), PALETTE.rgb[ground])
        self.draw = ImageDraw.Draw(self.image)

    def disc(self, radius: float, colour: str, x: float = 0.5, y: float = 0.5) -> None:
        box = [
            (x - radius) * self.room,
            (y - radius) * self.room,
            (x + radius) * self.room,
            (y + radius) * self.room,
        ]
        self.used.add(colour)
        self.draw.ellipse([*box[:2], box[2] - 1, box[3] - 1], fill=PALETTE.rgb[colour])

    def shape(self, points: Points, colour: str) -> None:
        self.used.add(colour)
        self.draw.polygon([(x * self.room, y * self.room) for x, y in points], fill=PALETTE.rgb[colour])

    def done(self, letter: str = "", ink: str = "ink", tall: float = 0.7) -> Image.Image:
        small = self.image.reduce(SUPER)
        if letter:
            font = load(Font("DurbarSans-Bold", round(self.size * tall)))
            left, top, right, bottom = font.getbbox(letter, anchor="ls")
            spot = (round((self.size - left - right) / 2), round((self.size - top - bottom) / 2))
            ImageDraw.Draw(small).text(spot, letter, PALETTE.rgb[ink], font, anchor="ls")
            self.used.add(ink)
        return PALETTE.match(small, frozenset(self.used))


@lru_cache(maxsize=256)
def badge(faction: str, size: int, ground: str, halo: bool = False) -> Image.Image:
    """A faction's round seal: its colour and its letter; `halo`: in a glowing ring, for it acts."""
    stamp = _Stamp(size, ground)
    edge = 0.5
    if halo:
        stamp.disc(edge, "glow")
        stamp.disc(0.43, ground)
        edge = 0.39
    stamp.disc(edge, "ink")
    stamp.disc(edge * 0.88, FACTION_COLOUR[faction])
    ink = "ink" if faction == "vijayanagara" else "white"
    return stamp.done(FACTION_LETTER[faction], ink, 1.4 * edge)


@lru_cache(maxsize=128)
def old_badge(faction: str, size: int, ground: str) -> Image.Image:
    """Where a faction's seal stood before: hollow, with a dotted edge."""
    stamp = _Stamp(size, ground)
    for step in range(12):
        stamp.disc(0.06, "stone", 0.5 + 0.42 * cos(pi * step / 6), 0.5 + 0.42 * sin(pi * step / 6))
    return stamp.done(FACTION_LETTER[faction], "stone", 0.55)


@lru_cache(maxsize=128)
def marker(status: str, size: int, ground: str, ring: bool = False) -> Image.Image:
    """1.6, 1.7: a Tributary marker (a scalloped coin with a T), a Control marker, or an empty dotted ring.

    `ring`: it was another one before.
    """
    if ring:
        stamp = _Stamp(size, ground)
        stamp.disc(0.5, "glow")
        stamp.disc(0.41, ground)
        picture = stamp.done()
        inner = round(size * 0.72)
        round_mask = Image.new("1", (inner, inner))
        ImageDraw.Draw(round_mask).ellipse((0, 0, inner - 1, inner - 1), fill=1)
        edge = (size - inner) // 2
        picture.paste(marker(status, inner, ground), (edge, edge), round_mask)
        return picture
    if status in FACTION_LETTER:
        return badge(status, size, ground)
    stamp = _Stamp(size, ground)
    turn = [2 * pi * step / 12 for step in range(12)]
    if status == "uncontrolled":
        for angle in turn:
            stamp.disc(0.065, "ink", 0.5 + 0.42 * cos(angle), 0.5 + 0.42 * sin(angle))
        return stamp.done()
    for angle in turn:
        stamp.disc(0.13, "ink", 0.5 + 0.37 * cos(angle), 0.5 + 0.37 * sin(angle))
    stamp.disc(0.41, "gold")
    stamp.disc(0.33, "lamp")
    return stamp.done("T", tall=0.58)


@lru_cache(maxsize=128)
def die(face: int | None, was: int, hits: bool, size: int, ground: str) -> Image.Image:
    """A die: framed if it hits; with its old face in the corner if that changed; struck out if it is out."""
    stamp = _Stamp(size, ground)
    edge = "glow" if hits else "ink"
    stamp.shape([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)], "stone" if face is None else edge)
    inset = 0.13 if hits else 0.08
    stamp.shape(
        [(inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset)],
        "lamp" if hits else ground,
    )
    if face is None:
        stamp.shape([(0.9, 0.02), (0.98, 0.1), (0.1, 0.98), (0.02, 0.9)], "glow")
        return stamp.done(str(was), "stone", 0.66)
    if face != was:
        shown = stamp.image.reduce(SUPER)
        draw = ImageDraw.Draw(shown)
        large, small = (load(Font("DurbarSans-Bold", round(size * tall))) for tall in (0.6, 0.42))
        draw.text((size * 0.63, size * 0.82), str(face), PALETTE.rgb["ink"], large, anchor="ms")
        draw.text((size * 0.3, size * 0.5), str(was), PALETTE.rgb["stone"], small, anchor="ms")
        return PALETTE.match(shown)
    return stamp.done(str(face))


@lru_cache(maxsize=32)
def pip(size: int, ground: str) -> Image.Image:
    """1.3.1: one point of Prosperity."""
    stamp = _Stamp(size, ground)
    stamp.shape([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)], "ink")
    stamp.shape([(0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)], "gold")
    return stamp.done()


@lru_cache(maxsize=8)
def city(size: int, ground: str) -> Image.Image:
    """1.3.4: a City, as it stands on the map."""
    brush = Brush(Window(-15, -18, 15, 12, size / 30), ground)
    walled_city(brush, (0, 0))
    return PALETTE.match(brush.image.reduce(SUPER))


@lru_cache(maxsize=8)
def city_mask(size: int) -> Image.Image:
    """Which pixels of a City's picture are the City: those that are the same on any ground."""
    on_sea, on_sand = city(size, "sea"), city(size, "clay")
    return ImageChops.difference(on_sea, on_sand).point([255] + [0] * 255)


@lru_cache(maxsize=64)
def flower(number: str, size: int, ground: str) -> Image.Image:
    """A lotus of two rings of petals with a number in its middle."""
    stamp = _Stamp(size, ground)
    for reach, broad, turn, colours in (
        (0.5, 0.13, 0.0, ("ink", "ochre")), (0.46, 0.12, pi / 12, ("ink", "gold")),
    ):  # fmt: skip
        for inset, colour in zip((0.0, 0.012), colours, strict=True):
            for petal in range(12):
                ring = petal_of(turn + pi * petal / 6, reach - inset, broad - inset)
                stamp.shape([(0.5 + x, 0.5 + y) for x, y in ring], colour)
    stamp.disc(0.33, "ink")
    stamp.disc(0.31, "lamp")
    return stamp.done(number, tall=0.385)


@lru_cache(maxsize=8)
def crossing(size: int, ground: str) -> Image.Image:
    """1.3.5: the sign where four lands meet in one point."""
    stamp = _Stamp(size, ground)
    for half, colour in ((0.5, "terracotta"), (0.34, "lamp")):
        stamp.shape([(0.5, 0.5 - half), (0.5 + half, 0.5), (0.5, 0.5 + half), (0.5 - half, 0.5)], colour)
    return stamp.done()


@lru_cache(maxsize=64)
def sign(kind: str, size: int, ground: str) -> Image.Image:
    """A star for victory points, a coin for Resources, a horseshoe for Cavalry."""
    stamp = _Stamp(size, ground)
    if kind == "vp":
        for scale, colour in ((0.52, "ink"), (0.36, "gold")):
            radii = (scale, scale * 0.45)
            turn = [(step, -pi / 2 + pi * step / 5) for step in range(10)]
            stamp.shape(
                [(0.5 + radii[n % 2] * cos(t), 0.53 + radii[n % 2] * sin(t)) for n, t in turn], colour
            )
    elif kind == "resources":
        stamp.disc(0.48, "ink")
        stamp.disc(0.41, "gold")
        stamp.disc(0.31, "ink")
        stamp.disc(0.26, "lamp")
        stamp.shape([(0.42, 0.3), (0.58, 0.3), (0.58, 0.7), (0.42, 0.7)], "ink")
    else:
        stamp.disc(0.46, "ink", 0.5, 0.48)
        stamp.shape([(0.08, 0.6), (0.92, 0.6), (0.8, 0.98), (0.2, 0.98)], "ink")
        stamp.disc(0.22, ground, 0.5, 0.46)
        stamp.shape([(0.28, 0.46), (0.72, 0.46), (0.62, 1.0), (0.38, 1.0)], ground)
    return stamp.done()
