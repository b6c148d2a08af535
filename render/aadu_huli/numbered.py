"""Draw the board with the numbers of the moves to choose from."""

from __future__ import annotations

from math import dist

from render.aadu_huli.arrows import CHOICE, draw_arrows, find_head
from render.aadu_huli.draw import board, draw, whole
from render.aadu_huli.layout import FOOT, HEAD, PLACES, WIDE
from render.aadu_huli.names import name
from render.aadu_huli.palette import PALETTE, TABLES
from render.aadu_huli.stone import ground
from render.aadu_huli.words import alt_text, describe_recent
from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_numbers, legible_size, number_marks
from render.kit.shapes import Spot, square
from render.kit.written import cut
from render.painter import Kind, Tale
from rules.aadu_huli.board import MOVES
from rules.aadu_huli.view import View

LINES = [key for key, move in MOVES.items() if move.start is not None and move.over is None]  # of the board
NEAR, FURTHER = 0.6, 1.6  # how far a number may be from the middle of its line, in plate sizes
ASIDE = 1.3  # how far a number may be from its line, in plate sizes
DOT = 24  # pixels: how far an empty point's mark extends


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the board without its bands. A move has its number on its line, a placement at its point."""
    table = Sheet(PALETTE, ground(1.0).copy())
    board(table, view, frozenset(), 1.0)
    sheet = Sheet(PALETTE, cut(table.image, (0, HEAD, WIDE, FOOT)))
    _draw_numbers(sheet, marks, HEAD)
    return finish(sheet, TABLES[theme])


def number_table(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the whole table and number each move on its line and each placement at its point.

    The last two moves are shown: the reader's own last move, and the opponent's move after it.
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
    moves = [mark for mark in number_marks(marks) if mark in MOVES and MOVES[mark].start]
    draw_arrows(sheet, moves, CHOICE, top=top)

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
    heads = [square((round(x), round(y) - top), 2 * CHOICE.wing) for x, y in map(find_head, moves)]
    signs = heads if placed else [*heads, *dots]  # the number of a placement is on its point
    draw_numbers(sheet, marks, find_spots, belongs=lies_near, further=lies_along, signs=signs)


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
