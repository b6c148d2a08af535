"""Define the layout. All lengths are in pixels of the phone picture; `SCALES` has the other sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from render.kit.shapes import Point
from rules.aadu_huli.board import POINTS

WIDE, HIGH = 1080, 1424
HEAD = 118  # the band above the stone
FOOT = 1176  # where the band below the stone begins
APEX, BASE_Y = (525.0, 184.0), 1078.0
ROWS = {"2": 524.0, "3": 713.0, "4": 900.0}  # the y of each row
BASE = {"a": 112.0, "b": 387.0, "c": 663.0, "d": 938.0}  # the x of the lower ends of the four slanting lines
SIDES = {"a": 66.0, "f": 984.0}  # the x of the two upright lines
PIECE = 98  # the width and height of a piece
ROUND = 58  # how far a piece or ring extends from its point
LABEL = 69  # from a point down to the middle of its name, which is then below the piece and the disc of light
LOTUSES = ((196, 318), (854, 318))  # the middles of two carved rosettes, where the stone has no board
SCALES: Mapping[str, float] = {"phone": 1.0, "board": 1.5}
CLOSE_UP, CLOSE = 2.0, 260  # a close-up's scale, and how far it extends around its point


def _place(point: str) -> Point:
    row, letter = point[0], point[1]
    if row == "1":
        return APEX
    if row == "5":
        return BASE[letter], BASE_Y
    if letter in SIDES:
        return SIDES[letter], ROWS[row]
    # Columns B to E are on the slanting lines. These lines end at the points A to D of the lowest row.
    end = BASE[chr(ord(letter) - 1)]
    return APEX[0] + (end - APEX[0]) * (ROWS[row] - APEX[1]) / (BASE_Y - APEX[1]), ROWS[row]


PLACES: Mapping[str, Point] = {point: _place(point) for point in POINTS}


class Tray(NamedTuple):
    """A tray for Goats next to the board, in pixels.

    Attributes:
        x, y: the middle of the first hollow.
        apart: the distance between two hollows in a row.
        row: how many hollows are in a row.
        drop: the distance between two rows.
    """

    x: int
    y: int
    apart: int
    row: int
    drop: int

    def spot(self, number: int) -> tuple[int, int]:
        """Return the middle of hollow `number`, counted from 0."""
        down, along = divmod(number, self.row)
        return self.x + along * self.apart, self.y + down * self.drop


PLAIN, STRONG = 44, 44  # sizes of letters in the bands: a phone shows their capitals 9 pixels high
TITLE, SMALL_TITLE = 68, 52  # letter sizes of the game's name: without and with an occasion below it
UPPER, LOWER = 27, 28  # from the middle of the upper band: up to its first line, and down to its second line
SIDE = 36  # the margin at both sides of the upper band
EMBLEM = 84  # the size of the piece that shows whose turn it is
HEADING, APART = 56, 26  # from the lower band's top to its words; half the distance between two lines there
TAKEN = 574  # the x where the captured Goats' words and tray begin
MINI = 48  # the size of a Goat in a tray


def trays(goats: int, needed: int) -> tuple[Tray, Tray]:
    """Return the tray for the waiting Goats and the tray for the captured Goats.

    A tray for many Goats has two rows.
    """
    wait = _tray(44, 540, goats)
    return wait, _tray(TAKEN, 1036, needed)


def _tray(left: int, right: int, number: int) -> Tray:
    rows = 1 if number * MINI <= right - left else 2
    row = -(-number // rows)
    apart = min(54, (right - left - MINI) // max(1, row - 1))
    top = FOOT + (164 if rows == 1 else 136)
    return Tray(left + MINI // 2, top, apart, row, 56)
