"""Draw the course of points or chances in a game as vector graphics: lines in a box of 1000 by 300."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDE, HIGH = 1000, 300
DASHES = ("", "18 6", "6 6", "18 6 6 6", "2 8")  # lines differ in dashes as well as in colour
ROWS = 24  # a table repeats the curves as numbers, in at most this many rows


@dataclass(frozen=True, slots=True)
class CurveLine:
    """The line of one seat. `seat`: its index among the seats."""

    seat: int
    points: str
    dash: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines, both ends of the scale, and the rows of a table. A row has a label and each seat's value."""

    lines: tuple[CurveLine, ...]
    low: str
    high: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def draw_chart(
    seats: Sequence[str],
    values: Sequence[tuple[float, str, Mapping[str, float]]],
    *,
    percent: bool = False,
) -> Chart | None:
    """Return the chart of these values; None if it would show nothing.

    Each value is (place, label, numbers by seat). The place is the value's x, from 0 to 1. A seat may have no
    number. `percent`: the numbers are chances from 0 to 1.
    """
    if len(values) < 2 or not any(each for _, _, each in values):
        return None
    numbers = [number for _, _, each in values for number in each.values()]
    low, high = (0.0, 1.0) if percent else (min(0.0, *numbers), max(numbers))
    if high == low:
        return None

    def write(number: float) -> str:
        return f"{round(100 * number)} %" if percent else f"{number:g}"

    lines = []
    for index, seat in enumerate(seats):
        spots = [
            (round(WIDE * at), round(HIGH - HIGH * (each[seat] - low) / (high - low)))
            for at, _, each in values
            if seat in each
        ]
        lines.append(CurveLine(index, " ".join(f"{x},{y}" for x, y in spots), DASHES[index % len(DASHES)]))
    shown = _choose(values)
    rows = tuple(
        (label, tuple(write(each[seat]) if seat in each else "" for seat in seats))
        for _, label, each in shown
    )
    return Chart(tuple(lines), write(low), write(high), rows)


def _choose(
    values: Sequence[tuple[float, str, Mapping[str, float]]],
) -> list[tuple[float, str, Mapping[str, float]]]:
    """Return the first value, and each later value whose numbers differ from those of the value before.

    If there are more than `ROWS` such values, return only `ROWS` of them, evenly spread.
    """
    new = [values[0], *(later for earlier, later in pairwise(values) if earlier[2] != later[2])]
    if len(new) <= ROWS:
        return new
    return [new[round(number * (len(new) - 1) / (ROWS - 1))] for number in range(ROWS)]
