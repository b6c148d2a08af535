"""What the picture shows, in words: its alt text, and the table in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from render.aadu_huli.draw import state_words
from render.kit.texts import WIDE, fitted
from render.painter import Tale
from rules.aadu_huli.board import GOAT, GOATS, MOVES, NEIGHBOURS, POINTS, TIGER, TIGERS
from rules.aadu_huli.names import name
from rules.aadu_huli.view import View

SIGNS = {GOAT: "g", TIGER: "T"}
CAGED = "#"


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """The last move, who is to move, where everything stands."""
    return fitted([*_moved(view, (view.last,) if view.last else ()), *_state(view, highlight)])


def tell_alt(view: View, tale: Tale) -> str:
    """The moves since an earlier view, oldest first, then the rest as `alt_text` has it."""
    return fitted([*(_moved(view, tale.deeds) or ["No new move."]), *_state(view)])


def crop_alt(view: View, space: str) -> str:
    """What is on a point and on those beside it along the lines, then the whole table."""
    near = ", ".join(f"{name(point)} {_what(view, point)}" for point in NEIGHBOURS[space])
    return fitted([f"{name(space)}: {_what(view, space)}.", f"Next to it: {near}.", *_state(view)])


def film_alt(views: Sequence[View]) -> str:
    """What came of it all, then the whole table."""
    first, last = views[0], views[-1]
    caught, placed = last.captured - first.captured, first.waiting - last.waiting
    told = f"{placed} Goat{'s' * (placed != 1)} placed, {caught} captured."
    return fitted([told, *_moved(last, (last.last,) if last.last else ()), *_state(last)])


def _what(view: View, point: str) -> str:
    if point in view.trapped:
        return "a trapped Tiger"
    return {GOAT: "a Goat", TIGER: "a Tiger"}.get(view.at.get(point, ""), "empty")


def _moved(view: View, moves: Sequence[str]) -> list[str]:
    """A sentence for each move. Who made the last one stands at its end, and the sides take turns."""
    found: list[str] = []
    sorts = ("Tiger", "Goat") if moves and view.at.get(MOVES[moves[-1]].end) == TIGER else ("Goat", "Tiger")
    for back, key in enumerate(reversed(moves)):
        start, over, end = MOVES[key]
        who = sorts[back % 2]
        if start is None:
            found.insert(0, f"{who} placed on {name(end)}.")
        else:
            caught = f", capturing the Goat on {name(over)}" if over else ""
            found.insert(0, f"{who} moved from {name(start)} to {name(end)}{caught}.")
    return found


def _state(view: View, highlight: frozenset[str] = frozenset()) -> list[str]:
    said = " for ".join(part for part in state_words(view) if part)
    parts = [said if said.endswith("?") else f"{said}."]
    parts += [f"{view.occasion}."] if view.occasion else []
    parts.append(f"Tigers on {_points(p for p in POINTS if view.at.get(p) == TIGER)}.")
    if view.trapped:
        parts.append(f"Trapped: {_points(view.trapped)}.")
    goats = [point for point in POINTS if view.at.get(point) == GOAT]
    parts.append(f"Goats on {_points(goats)}." if goats else "No Goat on the board.")
    parts.append(f"Goats waiting: {view.waiting}, captured: {view.captured} of {view.needed}.")
    if lit := [point for point in POINTS if point in highlight]:
        parts.append(f"Highlighted: {_points(lit)}.")
    return parts


def text_table(view: View) -> str:
    """The board as rows of points; lines of at most `WIDE` characters."""
    words, seat = state_words(view)
    lines = [
        f"{SIGNS[TIGER]} Tiger, {CAGED} trapped Tiger,", f"{SIGNS[GOAT]} Goat, . empty point", "",
        *wrap(view.occasion, WIDE),
    ]  # fmt: skip
    lines.append(f"{words} ({seat})" if seat else words)
    if view.last:
        lines.append(f"Last move: {name(view.last)}")
    lines.append("")
    for row in "12345":
        points = [point for point in POINTS if point[0] == row]
        lines.append(" ".join(f"{name(point)} {_sign(view, point)}" for point in points).center(29).rstrip())
    lines += ["", f"Goats waiting {view.waiting}", f"Goats captured {view.captured} of {view.needed}"]
    lines += [f"{name(side)}: {name(view.sides[side])}" for side in (GOATS, TIGERS) if view.sides]
    return "\n".join(lines)


def _sign(view: View, point: str) -> str:
    return CAGED if point in view.trapped else SIGNS.get(view.at.get(point, ""), ".")


def _points(points: Iterable[str]) -> str:
    return ", ".join(name(point) for point in points)
