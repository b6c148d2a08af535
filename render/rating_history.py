"""Draw ratings over many games. Each curve has its own dashes and letter; a name stands at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

import render
from render.curves import RatingCurves
from render.kit.canvas import Font, Sheet, shorten, width
from render.kit.shapes import Point, Rect
from render.review import (
    COLOURS,
    LINES,
    PALETTE,
    STROKES,
    THEMES,
    choose_letters,
    contrast,
    curve,
    finish_picture,
    spread_names,
)

WIDE, HIGH = 1080, 1000
PLOT: Rect = (136, 124, 700, 856)  # the plot with the curves; the names stand to the right of it
MOST = 5  # the most curves in a picture; there is no room for more names
ROOM = 144  # pixels for the text at a curve's end: a name on two lines, and the rating
TEXT, TITLE = Font("DurbarSans-Condensed", 44), Font("DurbarSans-Bold", 48)
LETTER = Font("DurbarSans-Bold", 44)
PLATE = 52  # pixels: the side of a plate for a letter
PLATES = PLOT[2] + 44  # pixels from the picture's left edge to the middle of the plates
LINE = 46  # pixels between two lines of a name
LEAD = 3  # pixels: the width of a line from a curve to its name
DOT = 9  # pixels: half the side of the square at a curve's end
STEPS = (10, 20, 50, 100, 200, 500, 1000)  # rating points from one line of the grid to the next
GRID = 5  # the most lines of the grid
BETWEEN = 24  # pixels between two dates


def draw_ratings(shown: RatingCurves) -> render.Picture:
    """Draw ratings over games. Raises `ValueError` for no curves, or for more than `MOST`."""
    if not 0 < len(shown.curves) <= MOST:
        raise ValueError(f"can't draw {len(shown.curves)} curves of ratings")
    sheet = Sheet(PALETTE, Image.new("L", (WIDE, HIGH), PALETTE["paper"]))
    sheet.text(24, 48, shorten(shown.title, TITLE, WIDE - 48), TITLE, "ink", "paper")
    low, high, step = _choose_scale([points for line in shown.curves for _, points in line])
    last = max(1, *(game for line in shown.curves for game, _ in line))
    left, top, right, bottom = PLOT

    def at(game: int, points: float) -> Point:
        along, up = game / last, (points - low) / (high - low)
        return left + (right - left) * along, bottom - (bottom - top) * up

    for points in range(low, high + 1, step):
        y = round(at(0, points)[1])
        sheet.rectangle((left, y - 1, right, y + 1), "ink" if points == low else "stone")
        sheet.text(left - 14, y, str(points), TEXT, "ink", "paper", "r")
    _write_dates(sheet, shown, [round(at(game, low)[0]) for game, _ in shown.dates])
    sheet.text(24, HIGH - 32, shorten(shown.sayings[0], TEXT, WIDE // 2), TEXT, "ink", "paper")
    sheet.text(
        WIDE - 24, HIGH - 32, shorten(shown.sayings[1], TEXT, WIDE // 2 - 48), TEXT, "ink", "paper", "r"
    )
    places = [[at(game, points) for game, points in line] for line in shown.curves]
    for index, line in enumerate(places):
        curve(sheet, line, LINES[index], STROKES[index])
    _write_names(sheet, shown, places)
    return finish_picture(sheet, shown.theme, shown.alt)


def _choose_scale(points: list[int]) -> tuple[int, int, int]:
    """Return the ratings of the grid's lowest and highest line, and the step from line to line."""
    for step in STEPS:
        low = min(points) // step * step
        high = max(low + step, -(-max(points) // step) * step)
        if (high - low) // step < GRID:
            break
    return low, high, step


def _write_dates(sheet: Sheet, shown: RatingCurves, places: list[int]) -> None:
    """Write the last date. Then write the other dates that fit, oldest first."""
    bottom, halves = PLOT[3], [width(text, TEXT) // 2 for _, text in shown.dates]
    spots = [
        min(max(x, PLOT[0] + half - 60), PLOT[2] - half + 60) for x, half in zip(places, halves, strict=True)
    ]
    kept = [index for index in dict.fromkeys((len(spots) - 1, *range(len(spots)))) if index >= 0]
    written = list[int]()
    for index in kept:
        if all(
            abs(spots[index] - spots[other]) >= halves[index] + halves[other] + BETWEEN for other in written
        ):
            written.append(index)
            sheet.rectangle((places[index] - 1, bottom, places[index] + 1, bottom + 12), "ink")
            sheet.text(spots[index], bottom + 46, shown.dates[index][1], TEXT, "ink", "paper", "m")


def lead_to_names(ends: Sequence[Point]) -> list[list[Point]]:
    """Return a line from the end of each curve to the plate of its name. No two of these lines cross.

    The names stand one below the other, in the same order as the ends of the curves. Curves end at different
    games, and a rating stays the same until the next game. So each line first runs level to the right side of
    the plot.
    """
    _, top, right, bottom = PLOT
    order = sorted(range(len(ends)), key=lambda index: ends[index][1])
    spots = spread_names([ends[index][1] for index in order], top + ROOM // 2 - PLATE // 2, bottom, ROOM)
    assert all(below - above >= ROOM for above, below in pairwise(spots)), "names keep apart"
    heights = dict(zip(order, spots, strict=True))
    return [[(x, y), (right, y), (PLATES - PLATE // 2, heights[index])] for index, (x, y) in enumerate(ends)]


def _write_names(sheet: Sheet, shown: RatingCurves, places: list[list[Point]]) -> None:
    """Draw a line from each curve's end to its letter, and write its name and rating beside the letter.

    A name takes one or two lines. The rating is below the name.
    """
    letters = choose_letters(tuple(above for above, _ in shown.names))
    named = {**COLOURS, **THEMES[shown.theme]}
    for index, lead in enumerate(lead_to_names([line[-1] for line in places])):
        curve(sheet, lead, "stone", 0, LEAD)
        colour, x, y = LINES[index], PLATES, round(lead[-1][1])
        end_x, end_y = (round(part) for part in lead[0])
        sheet.rectangle((end_x - DOT, end_y - DOT, end_x + DOT, end_y + DOT), colour)
        ink = max(("paper", "ink"), key=lambda name: contrast(named[name], named[colour]))
        half = PLATE // 2
        sheet.rectangle((x - half, y - half, x + half, y + half), colour, "paper", 3)
        sheet.text(x, y, letters[index], LETTER, ink, colour, "m")
        points = str(shown.curves[index][-1][1])
        lines = [line for line in (*shown.names[index], points) if line]
        for row, line in enumerate(lines):
            room = WIDE - x - half - 24
            middle = y + LINE * row - LINE * (len(lines) - 1) // 2
            sheet.text(x + half + 12, middle, shorten(line, TEXT, room), TEXT, "ink", "paper")
