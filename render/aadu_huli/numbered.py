"""Draw the board with the numbers of the moves to choose from."""

from __future__ import annotations

from math import dist

from render.aadu_huli.draw import board, draw, whole
from render.aadu_huli.layout import FOOT, HEAD, PLACES, WIDE
from render.aadu_huli.names import name
from render.aadu_huli.palette import PALETTE, TABLES
from render.aadu_huli.stone import ground
from render.aadu_huli.words import alt_text
from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_numbers, legible_size, numbered
from render.kit.shapes import Spot
from render.kit.written import cut
from render.painter import Kind, Tale
from rules.aadu_huli.board import MOVES
from rules.aadu_huli.view import View


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the board without its bands. A move has its number on its line, a placement at its point."""
    table = Sheet(PALETTE, ground(1.0).copy())
    board(table, view, frozenset(), 1.0)
    sheet = Sheet(PALETTE, cut(table.image, (0, HEAD, WIDE, FOOT)))
    _draw_numbers(sheet, marks, HEAD)
    return finish(sheet, TABLES[theme])


def number_table(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the whole table and number each move on its line and each placement at its point."""
    sheet = whole(view, frozenset(), 1.0)
    _draw_numbers(sheet, marks, 0)
    return finish(sheet, TABLES[theme])


def _draw_numbers(sheet: Sheet, marks: tuple[str, ...], top: int) -> None:
    """Draw the numbers of moves. `top`: the row of the table at which the picture begins."""
    near = 0.6 * legible_size(WIDE)

    def find_middle(move: str) -> Spot:
        start, _, end = MOVES[move]
        (x, y), (u, v) = PLACES[start or end], PLACES[end]
        return round((x + u) / 2), round((y + v) / 2) - top

    def find_spots(mark: str) -> list[Spot]:
        return [find_middle(mark)] if mark in MOVES else []

    def lies_near(mark: str, pixel: Spot) -> bool:
        if MOVES[mark].start is None:
            return pixel == find_middle(mark)
        return dist(pixel, find_middle(mark)) <= near

    draw_numbers(sheet, marks, find_spots, belongs=lies_near)


def number_alt(_: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered board: it says which move each number means."""
    return name.say(
        "Numbers: {places}.", places=", ".join(f"{n} {name(mark)}" for mark, n in numbered(marks).items())
    )


def _describe_table(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered table: the board, and the move of each number."""
    return f"{alt_text(view, frozenset())} {number_alt(view, marks)}"


def _draw(view: View, _: Tale | None, theme: str) -> Drawn:
    return number(view, (), theme)


POINTS_KIND = Kind(_draw, lambda view, _: alt_text(view, frozenset()), number, number_alt)
TABLE_KIND = Kind(
    lambda view, _, theme: draw(view, theme=theme),
    lambda view, _: alt_text(view, frozenset()),
    number_table,
    _describe_table,
)
