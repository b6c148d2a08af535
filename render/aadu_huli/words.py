"""What the picture shows, in words: its alt text, and the table in plain text."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from render.aadu_huli.draw import state_words
from rules.aadu_huli.board import GOAT, GOATS, MOVES, POINTS, TIGER, TIGERS
from rules.aadu_huli.names import name
from rules.aadu_huli.view import View

SIGNS = {GOAT: "g", TIGER: "T"}
CAGED = "#"
WIDE = 34  # characters of a code block that a phone shows without breaking a line


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Who is to move, the last move, where everything stands; far below Discord's 1024 characters."""
    said = " for ".join(part for part in state_words(view) if part)
    parts = [f"{view.occasion}."] if view.occasion else []
    parts.append(said if said.endswith("?") else f"{said}.")
    if view.last:
        over = MOVES[view.last].over
        caught = f", capturing the Goat on {name(over)}" if over else ""
        parts.append(f"Last move: {name(view.last)}{caught}.")
    parts.append(f"Tigers on {_points(p for p in POINTS if view.at.get(p) == TIGER)}.")
    if view.trapped:
        parts.append(f"Trapped: {_points(view.trapped)}.")
    goats = [point for point in POINTS if view.at.get(point) == GOAT]
    parts.append(f"Goats on {_points(goats)}." if goats else "No Goat on the board.")
    parts.append(f"Goats waiting: {view.waiting}, captured: {view.captured} of {view.needed}.")
    if lit := [point for point in POINTS if point in highlight]:
        parts.append(f"Changed: {_points(lit)}.")
    return " ".join(parts)


def text_table(view: View) -> str:
    """The board as rows of points; lines of at most `WIDE` characters."""
    words, seat = state_words(view)
    lines = list(wrap(view.occasion, WIDE))
    lines.append(f"{words} ({seat})" if seat else words)
    if view.last:
        lines.append(f"Last move: {name(view.last)}")
    lines.append("")
    for row in "12345":
        points = [point for point in POINTS if point[0] == row]
        lines.append(" ".join(f"{name(point)} {_sign(view, point)}" for point in points).center(29).rstrip())
    lines += ["", f"Goats waiting {view.waiting}", f"Goats captured {view.captured} of {view.needed}"]
    lines += [f"{name(side)}: {name(view.sides[side])}" for side in (GOATS, TIGERS) if view.sides]
    lines += ["", f"{SIGNS[TIGER]} Tiger, {CAGED} trapped Tiger, {SIGNS[GOAT]} Goat"]
    return "\n".join(lines)


def _sign(view: View, point: str) -> str:
    return CAGED if point in view.trapped else SIGNS.get(view.at.get(point, ""), ".")


def _points(points: Iterable[str]) -> str:
    return ", ".join(name(point) for point in points)
