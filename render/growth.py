"""Plot how costs grow with size, for `durbar bench growth`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

from PIL import Image

import render
from render.kit.canvas import Sheet, shorten
from render.kit.shapes import Point
from render.kit.texts import fit_sentences
from render.review import (
    BOLD,
    HIGH,
    LINES,
    NARROW,
    PALETTE,
    PLOT,
    REGULAR,
    STROKES,
    WIDE,
    curve,
    finish_picture,
)

TOP = 3.0  # the highest multiple in the plot; higher multiples are drawn at the plot's upper edge
LIMIT = 2.0  # a line across the plot marks this multiple


def growth(title: str, sizes: Sequence[int], costs: Mapping[str, Sequence[float]]) -> render.Picture:
    """Draw each cost at each size as a multiple of the same cost at the first size.

    Raises `ValueError` for more than six costs, fewer than two sizes, or sizes that do not increase.
    """
    if len(costs) > len(LINES) or len(sizes) < 2 or list(sizes) != sorted({*sizes}):
        raise ValueError(f"can't draw a plot of {len(costs)} costs at the sizes {list(sizes)}")
    sheet = Sheet(PALETTE, Image.new("L", (WIDE, HIGH), PALETTE["paper"]))
    sheet.text(24, 44, shorten(title, BOLD, WIDE - 48), BOLD, "ink", "paper")
    left, top, right, bottom = PLOT

    def at(size: int, times: float) -> Point:
        along = log10(size / sizes[0]) / log10(sizes[-1] / sizes[0])
        return left + (right - left) * along, bottom - (bottom - top) * min(times, TOP) / TOP

    for times in range(int(TOP) + 1):
        y = round(at(sizes[0], times)[1])
        sheet.rectangle((left, y - 1, right, y + 1), "stone" if times else "ink")
        sheet.text(left - 12, y, f"{times} x", REGULAR, "ink", "paper", "r")
    for size in sizes:
        x = round(at(size, 0)[0])
        sheet.rectangle((x - 1, bottom, x + 1, bottom + 10), "ink")
        sheet.text(x, bottom + 34, f"{size:,}", REGULAR, "ink", "paper", "m")
    curve(sheet, [at(sizes[0], LIMIT), at(sizes[-1], LIMIT)], "ink", 8)
    for row, (name, found) in enumerate(costs.items()):
        line = [at(size, cost / found[0]) for size, cost in zip(sizes, found, strict=True)]
        curve(sheet, line, LINES[row], STROKES[row])
        y = top + 30 + row * 90
        curve(sheet, [(right + 20, y), (right + 80, y)], LINES[row], STROKES[row])
        sheet.text(right + 20, y + 36, shorten(name, NARROW, WIDE - right - 30), NARROW, "ink", "paper")
    axes = "up: cost as a multiple of the first; along: stored games"
    sheet.text(24, HIGH - 24, axes, NARROW, "ink", "paper")
    parts = [f"{title}, at {', '.join(f'{size:,}' for size in sizes)}, as multiples of the first."]
    parts += [
        f"{name}: {', '.join(f'{cost / found[0]:.2f}' for cost in found)}." for name, found in costs.items()
    ]
    return finish_picture(sheet, "day", fit_sentences(parts))
