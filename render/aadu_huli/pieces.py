"""Draw Goats and Tigers as heads.

They differ in silhouette: Goats have horns and a beard, Tigers have round ears and broad cheeks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.aadu_huli.palette import PALETTE
from render.kit.canvas import SUPER
from render.kit.palette import mix
from render.kit.shapes import Point, mirror, smooth, whole
from rules.aadu_huli.board import GOAT

# Right halves of outlines, in a square from -1 to 1. The left half of a head is the mirror image of the
# right.
_GOAT_FACE: list[Point] = [
    (0, -0.48), (0.3, -0.48), (0.47, -0.22), (0.43, 0.12), (0.32, 0.4), (0.28, 0.6),
    (0.17, 0.75), (0, 0.79),
]  # fmt: skip
_GOAT_HORN: list[Point] = [
    (0.03, -0.38), (0.1, -0.74), (0.36, -1.0), (0.72, -0.98), (0.96, -0.6),
    (0.68, -0.72), (0.5, -0.66), (0.41, -0.52), (0.38, -0.3),
]  # fmt: skip
_GOAT_EAR: list[Point] = [(0.36, -0.34), (0.7, -0.4), (1.04, -0.08), (0.78, 0.06), (0.4, -0.02)]
_BEARD: list[Point] = [(0, 0.6), (0.19, 0.7), (0.12, 0.9), (0, 1.06)]
_TIGER_FACE: list[Point] = [
    (0, -0.74), (0.34, -0.72), (0.62, -0.5), (0.76, -0.2), (0.8, 0.02), (0.98, 0.28),
    (0.78, 0.44), (0.7, 0.62), (0.44, 0.76), (0.22, 0.92), (0, 0.94),
]  # fmt: skip
_TIGER_EAR: list[Point] = [(0.3, -0.6), (0.42, -0.9), (0.7, -0.98), (0.9, -0.78), (0.84, -0.5), (0.64, -0.32)]
_TIGER_EAR_IN: list[Point] = [(0.5, -0.66), (0.56, -0.82), (0.7, -0.84), (0.78, -0.72), (0.72, -0.56)]
_MUZZLE: list[Point] = [(0, 0.24), (0.22, 0.22), (0.46, 0.4), (0.4, 0.64), (0.18, 0.78), (0, 0.8)]
_BROW: list[Point] = [(0.16, -0.3), (0.3, -0.42), (0.5, -0.36), (0.46, -0.24), (0.28, -0.2)]
_STRIPES: tuple[list[Point], ...] = (
    [(0, -0.34), (0.05, -0.55), (0, -0.74), (-0.05, -0.55)],
    [(0.12, -0.42), (0.2, -0.56), (0.2, -0.72), (0.29, -0.71), (0.26, -0.56)],
    [(0.36, -0.5), (0.46, -0.56), (0.5, -0.6), (0.6, -0.5), (0.48, -0.48)],
    [(0.52, -0.1), (0.7, -0.16), (0.78, -0.12), (0.79, -0.02), (0.68, -0.06)],
    [(0.54, 0.12), (0.74, 0.08), (0.86, 0.12), (0.9, 0.19), (0.74, 0.18)],
    [(0.54, 0.34), (0.72, 0.34), (0.86, 0.38), (0.78, 0.45), (0.7, 0.43)],
)


class _Head:
    """A head that is being drawn, `room` pixels wide and high (mode "RGBA")."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.image = Image.new("RGBA", (room, room), (*PALETTE.rgb["ink"], 0))
        self._draw = ImageDraw.Draw(self.image)

    def shape(self, points: Sequence[Point], colour: str, both: bool = False, soft: bool = True) -> None:
        """Fill a shape. `both`: fill its mirror image too; `soft`: round its corners."""
        for each in (points, mirror(points))[: 1 + both]:
            curve = smooth(each) if soft else each
            self._draw.polygon([self._spot(x, y) for x, y in curve], fill=(*PALETTE.rgb[colour], 255))

    def dot(self, x: float, y: float, rx: float, ry: float, colour: str) -> None:
        """Fill an ellipse and its mirror image."""
        for side in (x, -x):
            self._draw.ellipse(
                (*self._spot(side - rx, y - ry), *self._spot(side + rx, y + ry)),
                fill=(*PALETTE.rgb[colour], 255),
            )

    def stroke(self, points: Sequence[Point], wide: float, colour: str) -> None:
        """Draw a line, `wide` units thick."""
        line = [self._spot(x, y) for x, y in points]
        self._draw.line(
            line, fill=(*PALETTE.rgb[colour], 255), width=round(wide * self.room / 2), joint="curve"
        )

    def _spot(self, x: float, y: float) -> Point:
        # leave room for the outline around the head
        return (1 + x * 0.85) * self.room / 2, (1 + y * 0.85) * self.room / 2


def _goat(room: int) -> Image.Image:
    head = _Head(room)
    head.shape(_GOAT_HORN, "horn", both=True)
    head.shape(_GOAT_EAR, "fawn", both=True)
    head.shape(whole(_BEARD), "fawn")
    head.shape(whole(_GOAT_FACE), "ivory")
    for x in (0.12, 0.3, 0.52):  # rings on the horns
        y = {0.12: -0.56, 0.3: -0.78, 0.52: -0.86}[x]
        for side in (1, -1):
            head.stroke([(side * (x - 0.01), y - 0.1), (side * (x + 0.14), y + 0.12)], 0.035, "ink")
    head.dot(0.25, -0.14, 0.1, 0.075, "ink")
    head.stroke([(0.08, 0.6), (0, 0.66), (-0.08, 0.6)], 0.05, "ink")
    head.stroke([(0, 0.66), (0, 0.73)], 0.05, "ink")
    head.shape(whole([(0, -0.4), (0.08, -0.2), (0.07, 0.2), (0, 0.42)]), "fawn")
    return head.image


def _tiger(room: int) -> Image.Image:
    head = _Head(room)
    head.shape(_TIGER_EAR, "ochre", both=True)
    head.shape(_TIGER_EAR_IN, "ink", both=True)
    head.shape(whole(_TIGER_FACE), "ochre")
    head.shape(_BROW, "white", both=True)
    head.shape(whole(_MUZZLE), "white")
    for stripe in _STRIPES:
        head.shape(stripe, "ink", both=True, soft=False)
    head.dot(0.31, -0.1, 0.12, 0.09, "lamp")
    head.dot(0.29, -0.1, 0.055, 0.075, "ink")
    head.shape(whole([(0, 0.2), (0.17, 0.2), (0.1, 0.34), (0, 0.4)]), "rust", soft=False)
    head.stroke([(0, 0.38), (0, 0.54), (0.2, 0.62)], 0.05, "ink")
    head.stroke([(0, 0.54), (-0.2, 0.62)], 0.05, "ink")
    return head.image


@lru_cache(maxsize=64)
def sprite(kind: str, size: int, caged: bool = False) -> Image.Image:
    """Return a piece with outline and shadow, `size` pixels wide and high (mode "RGBA").

    `caged`: whether the piece is trapped. Then bars are drawn in front of it.
    """
    room = size * SUPER
    head = _goat(room) if kind == GOAT else _tiger(room)
    if caged:
        _bars(head)
    edge = head.getchannel("A")
    for _ in range(round(room * 0.022)):  # small filters take a third of the time of one wide filter
        edge = edge.filter(ImageFilter.MaxFilter(3))
    piece = Image.new("RGBA", head.size, (*PALETTE.rgb["ink"], 0))
    shadow = Image.new("L", head.size)  # a shadow that is larger than the image is cut off at its border
    shadow.paste(edge.point(lambda level: level * 2 // 5), (round(room * 0.025), round(room * 0.03)))
    piece.putalpha(shadow)
    piece.paste(PALETTE.rgb["ink"], (0, 0), edge)
    piece.alpha_composite(head)
    return piece.resize((size, size), Image.Resampling.BOX)


def _bars(head: Image.Image) -> None:
    """Draw the bars of a cage in front of a head."""
    room = head.width
    draw = ImageDraw.Draw(head)
    for x in (0.13, 0.31, 0.5, 0.69, 0.87):
        for wide, colour in ((0.052, "iron"), (0.022, "steel")):
            draw.line(
                [(x * room, 0.05 * room), (x * room, 0.95 * room)], PALETTE.rgb[colour], round(wide * room)
            )
    for y in (0.09, 0.91):
        for wide, colour in ((0.075, "iron"), (0.03, "steel")):
            draw.line(
                [(0.06 * room, y * room), (0.94 * room, y * room)], PALETTE.rgb[colour], round(wide * room)
            )


def ghost(size: int) -> Image.Image:
    """Return a captured Goat, dimmed and crossed out."""
    piece = sprite(GOAT, size).copy()
    flat = Image.new("RGBA", piece.size, (*mix(PALETTE.rgb["basalt"], PALETTE.rgb["pale"], 0.25), 255))
    dim = Image.blend(piece, flat, 0.35)
    dim.putalpha(piece.getchannel("A"))
    draw = ImageDraw.Draw(dim)
    draw.line(
        [(size * 0.1, size * 0.85), (size * 0.9, size * 0.15)], PALETTE.rgb["vermilion"], round(size * 0.11)
    )
    return dim
