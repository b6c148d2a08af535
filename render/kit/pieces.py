"""Draw pieces as sprites. Kinds differ in silhouette and letter as well as in colour.

A single piece shows its letter. A stack shows only the number of its pieces. So a letter or a number can be
large. A game keeps a `Design` for each kind of piece in a `Pieces`. Shapes are drawn in a unit square. This
module has some shapes that suit many games.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.kit.canvas import SUPER, Font, cap_height, load, width, write
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
LETTER = 0.82  # a letter's size, as a fraction of its piece's size
# pixels: the smallest legible letter on a phone. If a piece is at least this large, a letter of the usual
# size (`LETTER`) is enlarged to at least this size.
LEGIBLE = 42
NARROW = 0.6  # if a number is wider than this fraction of the piece's height, the piece is drawn broader
EDGE = 0.055  # the width of a piece's dark edge, as a fraction of its size
RIM = 2.6  # the width of a hollow piece's rim, as a multiple of the edge's width
GLOW = 1.6  # the width of a glow, as a multiple of the edge's width
BROAD = 1.32  # the width of a piece with a long number, as a multiple of its height
DISC = "disc"  # a shape for a `Design`: a circle that touches the lower edge of the square


class Design(NamedTuple):
    """A kind of piece: its shapes in a unit square, its colours, its letter and the letter's middle."""

    shapes: tuple[Shape | str, ...]
    fill: str
    ink: str
    letter: str
    middle: Point = (0.5, 0.5)
    tall: float = LETTER  # the letter's size, as a fraction of the sprite's size
    inner: str | None = None  # the colour inside a hollow piece
    sign: Shape = ()  # a shape that is drawn instead of the letter, in the letter's ink


class Pieces:
    """The pieces of a game: the design of each kind, in the colours of a palette.

    Don't change a `Pieces` after the first drawing, because its sprites and chips are cached.
    """

    def __init__(self, palette: Palette, designs: Mapping[str, Design]) -> None:
        self.palette, self.designs = palette, designs

    def sprite(self, kind: str, size: int, ground: str, look: str = "", text: str = "") -> Image.Image:
        """Return a piece with its letter or a text on flat ground, in mode "RGB", `size` pixels high.

        `look`: "" (normal), "ring" (it has just turned over) or "ghost" (it has just been removed).
        """
        return _sprite(self, kind, size, ground, look, text or self.designs[kind].letter)

    def chip(
        self, kind: str, count: int, size: int, ground: str, tag: str = "", look: str = ""
    ) -> Image.Image:
        """Return a piece, or a stack with its number, in palette indices.

        `tag`: what happened, such as "+2". A ghost shows it instead of the number. The image is cached: copy
        it before you draw on it.
        """
        return _chip(self, kind, count, size, ground, tag, look)


@lru_cache(maxsize=1024)
def _sprite(pieces: Pieces, kind: str, size: int, ground: str, look: str, text: str) -> Image.Image:
    palette, design = pieces.palette, pieces.designs[kind]
    edge, fill, ink = ("stone", ground, "rubric") if look == "ghost" else ("ink", design.fill, design.ink)
    wide = _body(text, size)
    picture = Image.new("RGB", (wide * SUPER, size * SUPER), palette.rgb[ground])
    inset, line = 0, max(SUPER, round(size * SUPER * EDGE))
    if look == "ring":
        _layer(picture, design.shapes, palette.rgb["glow"], 0)
        inset = round(line * GLOW)
    _layer(picture, design.shapes, palette.rgb[edge], inset)
    _layer(picture, design.shapes, palette.rgb[fill], inset + line)
    if design.inner is not None and look != "ghost":
        _layer(picture, design.shapes, palette.rgb[design.inner], inset + round(line * RIM))
    if not text and look != "ghost":
        _layer(picture, (design.sign,), palette.rgb[ink], 0)
    small = picture.reduce(SUPER)
    if not text:
        return small
    font = _letters(size, design.tall)
    left, top, right, bottom = load(font).getbbox(text, anchor="ls")
    x, y = design.middle
    spot = (round(x * wide - (left + right) / 2), round(y * size - (top + bottom) / 2))
    write(small, spot, text, font, palette.rgb[ink])
    return small


def _layer(picture: Image.Image, shapes: tuple[Shape | str, ...], colour: Rgb, inset: int) -> None:
    """Draw all shapes as one silhouette, inset by `inset` pixels."""
    wide, high = picture.size
    mask = Image.new("L", picture.size)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        if isinstance(shape, str):
            draw.ellipse((wide * 0.08, high * 0.16, wide * 0.92, high - 1), fill=255)
        else:
            draw.polygon([(x * (wide - 1), y * (high - 1)) for x, y in shape], fill=255)
    if inset:
        mask = _shrunk(mask, inset)
    picture.paste(colour, (0, 0), mask)


def _shrunk(mask: Image.Image, inset: int) -> Image.Image:
    """Return a silhouette without its outermost `inset` pixels, where the piece has its edge."""
    # First add a margin. So a silhouette also shrinks where it touches the edge of its picture.
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
    ghost = look == "ghost"
    text = tag if ghost else "" if count == 1 else str(count)
    sprite = pieces.sprite(kind, size, ground, look, text)
    if ghost or not tag:
        picture = sprite
    else:
        picture = Image.new("RGB", (chip_width(count, size, tag), size), palette.rgb[ground])
        lay(picture, sprite, (0, 0))
        # Without a frame, the tag would seem to be added to the number in the piece.
        font, long = _letters(size), _tag_width(tag, size)
        tall = cap_height(font)
        top, bottom = (size - tall) // 2 - _pad(size), (size + tall) // 2 + _pad(size)
        ImageDraw.Draw(picture).rectangle(
            (picture.width - long, top, picture.width - 1, bottom), palette.rgb["lamp"], palette.rgb["ink"], 2
        )
        spot = picture.width - long // 2, (size + tall) // 2
        write(picture, spot, tag, font, palette.rgb["ink"], "ms")
    design = pieces.designs[kind]
    used = {ground, design.fill, design.ink, design.inner or ground, "ink", "rubric", "stone", "glow", "lamp"}
    return palette.match(picture, frozenset(used))


@lru_cache(maxsize=4096)
def chip_width(count: int, size: int, tag: str = "", look: str = "") -> int:
    """Return how wide a chip is, in pixels."""
    if look == "ghost":
        return _body(tag, size)
    return _body("" if count == 1 else str(count), size) + (_gap(size) + _tag_width(tag, size) if tag else 0)


def _tag_width(tag: str, size: int) -> int:
    """Return how wide the frame around a tag is, in pixels."""
    return width(tag, _letters(size)) + 2 * _pad(size)


def _pad(size: int) -> int:
    """Return how far a tag's letters are from its frame, in pixels."""
    return max(2, round(size * 0.08))


def _body(text: str, size: int) -> int:
    """Return how wide a piece with a text is, in pixels. Only long numbers make it broader."""
    if not text or text[0].isalpha() or width(text, _letters(size)) <= size * NARROW:
        return size
    return round(size * BROAD)


def _letters(size: int, tall: float = LETTER) -> Font:
    least = LEGIBLE if size >= LEGIBLE and tall == LETTER else 0
    return Font("DurbarSans-CondensedBold", max(round(size * tall), least))


def _gap(size: int) -> int:
    return max(1, round(size * 0.05))
