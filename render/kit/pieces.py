"""Pieces as sprites, told apart by silhouette and letter first and only then by colour.

A game keeps a `Design` for each kind of piece in a `Pieces`. Shapes lie in a unit square; this module has
some that suit many games. A chip is a sprite with its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.kit.canvas import SUPER, Font, load, width, write
from render.kit.palette import Palette, Rgb
from render.kit.shapes import Point
from render.kit.written import lay

Shape = tuple[Point, ...]

SQUARE: Shape = ((0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93))
CUT_SQUARE: Shape = (
    (0.25, 0.05), (0.75, 0.05), (0.95, 0.25), (0.95, 0.75),
    (0.75, 0.95), (0.25, 0.95), (0.05, 0.75), (0.05, 0.25),
)  # fmt: skip
HEXAGON: Shape = ((0.27, 0.07), (0.73, 0.07), (1.0, 0.5), (0.73, 0.93), (0.27, 0.93), (0.0, 0.5))
LOW_HEXAGON: Shape = ((0.27, 0.2), (0.73, 0.2), (1.0, 0.58), (0.73, 0.97), (0.27, 0.97), (0.0, 0.58))
PENNANT: Shape = ((0.40, 0.24), (0.40, 0.0), (0.84, 0.08), (0.50, 0.19), (0.50, 0.24))
CROWN: Shape = (
    (0.26, 0.22),
    (0.26, 0.0),
    (0.40, 0.12),
    (0.50, 0.0),
    (0.60, 0.12),
    (0.74, 0.0),
    (0.74, 0.22),
)
DOME: Shape = (
    (0.2, 0.34),
    (0.36, 0.16),
    (0.47, 0.1),
    (0.5, 0.0),
    (0.53, 0.1),
    (0.64, 0.16),
    (0.8, 0.34),
)
BATTLEMENTS: Shape = (
    (0.1, 0.45), (0.1, 0.03), (0.3, 0.03), (0.3, 0.17), (0.4, 0.17), (0.4, 0.03),
    (0.6, 0.03), (0.6, 0.17), (0.7, 0.17), (0.7, 0.03), (0.9, 0.03), (0.9, 0.45),
)  # fmt: skip
TOWER: Shape = (
    (0.0, 1.0), (0.0, 0.46), (0.13, 0.46), (0.13, 0.32), (0.26, 0.32), (0.26, 0.18), (0.38, 0.18), (0.5, 0.0),
    (0.62, 0.18), (0.74, 0.18), (0.74, 0.32), (0.87, 0.32), (0.87, 0.46), (1.0, 0.46), (1.0, 1.0),
)  # fmt: skip
DISC = "disc"  # also a shape: a circle about as wide as the others, touching the lower edge


class Design(NamedTuple):
    """A kind of piece: its shapes in a unit square, its colours, its letter and the letter's middle."""

    shapes: tuple[Shape | str, ...]
    fill: str
    ink: str
    letter: str
    middle: Point = (0.5, 0.5)
    tall: float = 0.7  # the letter's size as a part of the sprite's
    inner: str | None = None  # a hollow piece's inside


class Pieces:
    """The pieces of a game: kind to design, in the colours of a palette.

    Don't change it after the first drawing: sprites and chips are cached.
    """

    def __init__(self, palette: Palette, designs: Mapping[str, Design]) -> None:
        self.palette, self.designs = palette, designs

    def sprite(self, kind: str, size: int, ground: str, look: str = "") -> Image.Image:
        """Return one piece on flat ground, in full colour (mode "RGB"), `size` pixels high and wide.

        `look`: "" as it stands, "ring" just turned over, "ghost" just removed.
        """
        return _sprite(self, kind, size, ground, look)

    def chip(
        self, kind: str, count: int, size: int, ground: str, tag: str = "", look: str = ""
    ) -> Image.Image:
        """Return a piece with its number, unless that is 1, as an image in palette indices.

        `tag`: what happened, such as "+2". Don't change the image: it comes from a cache.
        """
        return _chip(self, kind, count, size, ground, tag, look)


@lru_cache(maxsize=512)
def _sprite(pieces: Pieces, kind: str, size: int, ground: str, look: str) -> Image.Image:
    palette = pieces.palette
    if look == "ring":
        return _ringed(pieces, kind, size, ground)
    design = pieces.designs[kind]
    edge, fill, ink = ("stone", ground, "stone") if look == "ghost" else ("ink", design.fill, design.ink)
    room = size * SUPER
    picture = Image.new("RGB", (room, room), palette.rgb[ground])
    thick = max(SUPER, round(room * 0.055))
    _layer(picture, design.shapes, palette.rgb[edge], 0)
    _layer(picture, design.shapes, palette.rgb[fill], thick)
    if design.inner is not None and look != "ghost":
        _layer(picture, design.shapes, palette.rgb[design.inner], round(thick * 2.6))
    if look == "ghost":  # struck out
        ImageDraw.Draw(picture).line((0, room, room, 0), palette.rgb["glow"], round(room * 0.08))
    small = picture.reduce(SUPER)
    font = Font("DurbarSans-CondensedBold", round(size * design.tall))
    left, top, right, bottom = load(font).getbbox(design.letter, anchor="ls")
    x, y = design.middle
    spot = (round(x * size - (left + right) / 2), round(y * size - (top + bottom) / 2))
    write(small, spot, design.letter, font, palette.rgb[ink])
    return small


def _ringed(pieces: Pieces, kind: str, size: int, ground: str) -> Image.Image:
    palette = pieces.palette
    room = size * SUPER
    ring = Image.new("RGB", (room, room), palette.rgb[ground])
    thick = round(room * 0.08)
    ImageDraw.Draw(ring).ellipse((0, 0, room - 1, room - 1), palette.rgb["lamp"], palette.rgb["glow"], thick)
    picture = ring.reduce(SUPER)
    inner = round(size * 0.72)
    sprite, corner = pieces.sprite(kind, inner, "lamp"), ((size - inner) // 2, (size - inner) // 2)
    lay(picture, sprite, corner, _round(inner))
    return picture


@lru_cache(maxsize=32)
def _round(size: int) -> Image.Image:
    """Return a mask that cuts off a sprite's corners, so that they don't cover the ring around it."""
    mask = Image.new("L", (size * SUPER, size * SUPER))
    over = size * SUPER // 12
    ImageDraw.Draw(mask).ellipse((-over, -over, mask.width + over, mask.height + over), fill=255)
    return mask.reduce(SUPER)


def _layer(picture: Image.Image, shapes: tuple[Shape | str, ...], colour: Rgb, inset: int) -> None:
    """Draw all shapes as one silhouette, smaller all round by `inset` pixels."""
    room = picture.width
    mask = Image.new("L", picture.size)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        if isinstance(shape, str):
            draw.ellipse((room * 0.08, room * 0.16, room * 0.92, room - 1), fill=255)
        else:
            draw.polygon([(x * (room - 1), y * (room - 1)) for x, y in shape], fill=255)
    if inset:
        mask = _shrunk(mask, inset)
    picture.paste(colour, (0, 0), mask)


def _shrunk(mask: Image.Image, inset: int) -> Image.Image:
    """Return a silhouette without its outer `inset` pixels, which its edge covers."""
    # A margin, so that pixels at the edge of the picture shrink too.
    wide = Image.new("L", (mask.width + 2 * inset, mask.height + 2 * inset))
    wide.paste(mask, (inset, inset))
    for dx, dy in ((1, 0), (0, 1)):
        reach = 0
        while reach < inset:
            step = min(2 * reach + 1, inset - reach)
            there, back = (ImageChops.offset(wide, side * step * dx, side * step * dy) for side in (1, -1))
            wide = ImageChops.darker(wide, ImageChops.darker(there, back))
            reach += step
    return wide.crop((inset, inset, inset + mask.width, inset + mask.height))


@lru_cache(maxsize=2048)
def _chip(pieces: Pieces, kind: str, count: int, size: int, ground: str, tag: str, look: str) -> Image.Image:
    palette = pieces.palette
    picture = Image.new("RGB", (chip_width(count, size, tag), size), palette.rgb[ground])
    lay(picture, pieces.sprite(kind, size, ground, look), (0, 0))
    if count != 1:
        write(picture, (size + _gap(size), size * 0.79), str(count), _digits(size), palette.rgb["ink"])
    if tag:
        write(picture, (picture.width, size * 0.72), tag, _small(size), palette.rgb["rubric"], "rs")
    design = pieces.designs[kind]
    used = {ground, design.fill, design.ink, design.inner or ground, "ink", "rubric", "stone", "glow", "lamp"}
    return palette.match(picture, frozenset(used))


@lru_cache(maxsize=4096)
def chip_width(count: int, size: int, tag: str = "") -> int:
    """Return how wide a chip is, in pixels."""
    long = size if count == 1 else size + _gap(size) + width(str(count), _digits(size))
    return long + (_gap(size) + width(tag, _small(size)) if tag else 0)


def _digits(size: int) -> Font:
    return Font("DurbarSans-Bold", round(size * 0.76))


def _small(size: int) -> Font:
    return Font("DurbarSans-Bold", round(size * 0.58))


def _gap(size: int) -> int:
    return max(1, round(size * 0.05))
