"""Draw the board with the numbers of the moves to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.aadu_huli.draw import ROUND, board, draw, mask_unlike, whole
from render.aadu_huli.layout import FOOT, HEAD, PLACES, WIDE
from render.aadu_huli.names import name
from render.aadu_huli.palette import PALETTE, TABLES
from render.aadu_huli.stone import bare, ground, slab
from render.aadu_huli.words import alt_text, describe_recent
from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_numbers, legible_size, number_marks
from render.kit.shapes import Point, Spot, square
from render.kit.written import cut
from render.painter import Kind, Tale
from rules.aadu_huli.board import MOVES
from rules.aadu_huli.view import View

LINES = [key for key, move in MOVES.items() if move.start is not None and move.over is None]  # of the board
NEAR, FURTHER = 0.6, 1.6  # how far a number may be from the middle of its line, in plate sizes
ASIDE = 0.95  # how far a number may be from its line, in plate sizes
DOT = 24  # pixels: how far an empty point's mark extends
RIM = 0.8  # where an arrow begins, as a part of `ROUND`
FINE = 3  # an arrow's masks are drawn this many times larger, then averaged


class Arrow(NamedTuple):
    """The sizes of the arrow of a move, in pixels. `back`: from its tip to the middle of the point."""

    core: int = 9
    edge: int = 3
    head: int = 22
    wing: int = 14
    back: int = 12


ARROW = Arrow()


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the board without its bands. A move has its number on its line, a placement at its point."""
    table = Sheet(PALETTE, ground(1.0).copy())
    board(table, view, frozenset(), 1.0)
    sheet = Sheet(PALETTE, cut(table.image, (0, HEAD, WIDE, FOOT)))
    _draw_numbers(sheet, marks, HEAD)
    return finish(sheet, TABLES[theme])


def number_table(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the whole table and number each move on its line and each placement at its point.

    The last two moves are shown: the reader's own last move, and the answer to it.
    """
    sheet = whole(view, frozenset(), 1.0, view.recent[-2:])
    _draw_numbers(sheet, marks, 0)
    return finish(sheet, TABLES[theme])


def _draw_numbers(sheet: Sheet, marks: tuple[str, ...], top: int) -> None:
    """Draw the arrows and numbers of moves. `top`: the row of the table at which the picture begins.

    A move's number is at the middle of its line. If it would hide a name, a piece or a point there, it goes
    along the line or beside it, but stays nearer to this line than to any other.
    """
    size = legible_size(WIDE)
    _draw_arrows(sheet, [mark for mark in number_marks(marks) if mark in MOVES and MOVES[mark].start], top)

    def find_middle(move: str) -> Spot:
        start, _, end = MOVES[move]
        (x, y), (u, v) = PLACES[start or end], PLACES[end]
        return round((x + u) / 2), round((y + v) / 2) - top

    def find_spots(mark: str) -> list[Spot]:
        return [find_middle(mark)] if mark in MOVES else []

    def lies_near(mark: str, pixel: Spot) -> bool:
        if MOVES[mark].start is None:
            return pixel == find_middle(mark)
        return dist(pixel, find_middle(mark)) <= NEAR * size

    def lies_along(mark: str, pixel: Spot) -> bool:
        if MOVES[mark].start is None or dist(pixel, find_middle(mark)) > FURTHER * size:
            return False
        spot = pixel[0], pixel[1] + top
        away = _find_distance(mark, spot)
        return away <= ASIDE * size and away <= min(_find_distance(line, spot) for line in LINES)

    dots = [square((round(x), round(y) - top), 2 * DOT) for x, y in PLACES.values()]
    placed = any(MOVES[mark].start is None for mark in number_marks(marks) if mark in MOVES)
    signs = () if placed else dots  # the number of a placement is on its point
    draw_numbers(sheet, marks, find_spots, belongs=lies_near, further=lies_along, signs=signs)


def _draw_arrows(sheet: Sheet, moves: Sequence[str], top: int) -> None:
    """Draw an arrow for each move, below the names of the points."""
    names = sheet.image.copy()
    for move in moves:
        _draw_arrow(sheet, move, top)
    sheet.image.paste(
        names, (0, 0), _mask_names().crop((0, top, sheet.image.width, top + sheet.image.height))
    )


@lru_cache(maxsize=1)
def _mask_names() -> Image.Image:
    """Return the mask (mode "1") of the names of the points in a phone picture."""
    return mask_unlike(bare(1.0), slab(1.0))


def _draw_arrow(sheet: Sheet, move: str, top: int) -> None:
    """Draw an arrow along the line of a move, from the rim of its piece to the point where it ends."""
    start, _, end = MOVES[move]
    assert start is not None, "a placing has no way"
    (x, y), (u, v) = PLACES[start], PLACES[end]
    long = dist((x, y), (u, v))
    across, down = (u - x) / long, (v - y) / long
    foot = x + across * ROUND * RIM, y - top + down * ROUND * RIM
    tip = u - across * ARROW.back, v - top - down * ARROW.back
    reach = ARROW.head + 2 * ARROW.edge
    left, above = (int(min(pair)) - reach for pair in zip(foot, tip, strict=True))
    right, below = (int(max(pair)) + reach for pair in zip(foot, tip, strict=True))

    def place(spot: Point) -> Point:
        return (spot[0] - left) * FINE, (spot[1] - above) * FINE

    layers = list[tuple[str, Image.Image]]()
    for colour, edge in (("ink", ARROW.edge), ("lamp", 0)):
        mask = Image.new("L", ((right - left) * FINE, (below - above) * FINE))
        pen, root, wing = ImageDraw.Draw(mask), ARROW.head + edge, ARROW.wing + 1.5 * edge
        neck = tip[0] - across * ARROW.head, tip[1] - down * ARROW.head
        base = tip[0] - across * root, tip[1] - down * root
        pen.line([place(foot), place(neck)], fill=255, width=(ARROW.core + 2 * edge) * FINE)
        peak = tip[0] + across * 1.5 * edge, tip[1] + down * 1.5 * edge
        sides = [(base[0] + side * down * wing, base[1] - side * across * wing) for side in (1, -1)]
        pen.polygon([place(spot) for spot in (peak, *sides)], fill=255)
        layers.append((colour, mask.reduce(FINE)))
    sheet.blend(layers, left, above)


def _find_distance(move: str, spot: Spot) -> float:
    """Return how far a pixel of the table is from the line of a move."""
    start, _, end = MOVES[move]
    (x, y), (u, v) = PLACES[start or end], PLACES[end]
    along = ((spot[0] - x) * (u - x) + (spot[1] - y) * (v - y)) / dist((x, y), (u, v)) ** 2
    part = min(max(along, 0.0), 1.0)
    return dist(spot, (x + (u - x) * part, y + (v - y) * part))


def number_alt(_: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered board: it says which move each number means."""
    return name.say(
        "Numbers: {places}.", places=", ".join(f"{n} {name(mark)}" for mark, n in number_marks(marks).items())
    )


def _describe_table(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered table: the last two moves, the board, and the move of each number."""
    return f"{describe_recent(view)} {number_alt(view, marks)}"


def _draw(view: View, _: Tale | None, theme: str) -> Drawn:
    return number(view, (), theme)


POINTS_KIND: Kind[View, tuple[str, ...]] = Kind(
    _draw, lambda view, _: alt_text(view, frozenset()), number, number_alt
)
TABLE_KIND: Kind[View, tuple[str, ...]] = Kind(
    lambda view, _, theme: draw(view, theme=theme),
    lambda view, _: alt_text(view, frozenset()),
    number_table,
    _describe_table,
)
