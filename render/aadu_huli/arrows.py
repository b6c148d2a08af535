"""Draw arrows along the lines of the board: moves to choose from, and captures that threaten."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.aadu_huli.layout import PLACES, ROUND
from render.aadu_huli.stone import bare, mask_unlike, slab
from render.kit.canvas import Sheet
from render.kit.shapes import Point
from rules.aadu_huli.board import MOVES

RIM = 0.8  # where an arrow begins and is broken off at a piece, as a part of `ROUND`
FINE = 3  # an arrow's masks are drawn this many times larger, then averaged


class Arrow(NamedTuple):
    """The looks of an arrow. Sizes are in pixels.

    `back`: from its tip to the middle of the point. `aside`: from the arrow to the line of the board.
    """

    colour: str = "lamp"
    core: int = 9
    edge: int = 3
    head: int = 22
    wing: int = 14
    back: int = 12
    aside: int = 0


CHOICE, THREAT = Arrow(), Arrow(colour="vermilion", core=6, aside=16)  # both can be on the same line


def draw_arrows(sheet: Sheet, moves: Sequence[str], arrow: Arrow, scale: float = 1.0, top: int = 0) -> None:
    """Draw an arrow along the line of each move, below the names of the points.

    It begins at the rim of the moving piece and ends at the point where the move ends. A `THREAT` is broken
    off around the Goat. `top`: the row of the table at which the picture begins.
    """
    names = sheet.image.copy()
    for move in moves:
        start, over, end = MOVES[move]
        assert start is not None, "a placing has no way"
        stops = [start, over, end] if over is not None and arrow is THREAT else [start, end]
        _draw_arrow(sheet, [PLACES[stop] for stop in stops], arrow, scale, top)
    mask = _mask_names(scale).crop((0, top, sheet.image.width, top + sheet.image.height))
    sheet.image.paste(names, (0, 0), mask)


@lru_cache(maxsize=4)
def _mask_names(scale: float) -> Image.Image:
    """Return the mask (mode "1") of the names of the points."""
    return mask_unlike(bare(scale), slab(scale))


def _draw_arrow(sheet: Sheet, stops: Sequence[Point], arrow: Arrow, scale: float, top: int) -> None:
    """Draw an arrow through these points, in pixels of the table. It leaves out the pieces on its way."""
    (x, y), (u, v) = stops[0], stops[-1]
    long = dist((x, y), (u, v))
    across, down = (u - x) / long, (v - y) / long

    def go(spot: Point, far: float) -> Point:
        return spot[0] + across * far, spot[1] + down * far

    stops = [(a - down * arrow.aside, b + across * arrow.aside) for a, b in stops]
    tip = go(stops[-1], -arrow.back)
    neck = go(tip, -arrow.head)
    lines = [(go(a, ROUND * RIM), go(b, -ROUND * RIM)) for a, b in pairwise(stops)]
    lines[-1] = lines[-1][0], neck
    reach = arrow.head + 2 * arrow.edge
    left, above = (int((min(pair) - reach) * scale) for pair in zip(stops[0], stops[-1], strict=True))
    right, below = (int((max(pair) + reach) * scale) for pair in zip(stops[0], stops[-1], strict=True))

    def place(spot: Point) -> Point:
        return (spot[0] * scale - left) * FINE, (spot[1] * scale - above) * FINE

    layers = list[tuple[str, Image.Image]]()
    for colour, edge in (("ink", arrow.edge), (arrow.colour, 0)):
        mask = Image.new("L", ((right - left) * FINE, (below - above) * FINE))
        pen, wing = ImageDraw.Draw(mask), arrow.wing + 1.5 * edge
        for line in lines:
            pen.line([*map(place, line)], fill=255, width=round((arrow.core + 2 * edge) * FINE * scale))
        base, peak = go(tip, -arrow.head - edge), go(tip, 1.5 * edge)
        sides = [(base[0] + side * down * wing, base[1] - side * across * wing) for side in (1, -1)]
        pen.polygon([place(spot) for spot in (peak, *sides)], fill=255)
        layers.append((colour, mask.reduce(FINE)))
    sheet.blend(layers, left, above - top)


def find_head(move: str) -> Point:
    """Return the middle of the head of a move's arrow, in pixels of the table."""
    start, _, end = MOVES[move]
    assert start is not None, "a placing has no way"
    (x, y), (u, v) = PLACES[start], PLACES[end]
    part = (CHOICE.back + CHOICE.head / 2) / dist((x, y), (u, v))
    return u + (x - u) * part, v + (y - v) * part
