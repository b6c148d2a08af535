"""Draw the board with the numbers of the moves to choose from."""

from __future__ import annotations

from math import dist

from render.aadu_huli.draw import board
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
    """Draw the board without its bands and number each move on its line, and each placing at its point."""
    whole = Sheet(PALETTE, ground(1.0).copy())
    board(whole, view, frozenset(), 1.0)
    sheet = Sheet(PALETTE, cut(whole.image, (0, HEAD, WIDE, FOOT)))
    near = 0.6 * legible_size(WIDE)

    def find_spots(mark: str) -> list[Spot]:
        return [_middle(mark)] if mark in MOVES else []

    def lies_near(mark: str, pixel: Spot) -> bool:
        if MOVES[mark].start is None:
            return pixel == _middle(mark)
        return dist(pixel, _middle(mark)) <= near

    draw_numbers(sheet, marks, find_spots, belongs=lies_near)
    return finish(sheet, TABLES[theme])


def _middle(move: str) -> Spot:
    """Return the middle of a move's line, or the point of a placing, on the board without its bands."""
    start, _, end = MOVES[move]
    (x, y), (u, v) = PLACES[start or end], PLACES[end]
    return round((x + u) / 2), round((y + v) / 2) - HEAD


def number_alt(_: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered board: the move of each number."""
    return name.say(
        "Numbers: {places}.", places=", ".join(f"{n} {mark}" for mark, n in numbered(marks).items())
    )


def _draw(view: View, _: Tale | None, theme: str) -> Drawn:
    return number(view, (), theme)


POINTS_KIND = Kind(_draw, lambda view, _: alt_text(view, frozenset()), number, number_alt)
