"""Plates of units leave the values and Homes of neighbouring provinces free."""

from __future__ import annotations

import pytest

from render.successors.draw import find_free
from render.successors.marks import plate
from render.successors.palette import PALETTE

VALUE = (100.0, 0.0, 140.0, 40.0)


@pytest.mark.parametrize(
    ("left", "down", "moved"),
    [
        (0.0, 20.0, 0.0),  # it hides nothing
        (60.0, 20.0, 10.0),  # it steps aside, no farther than it must
        (60.0, 90.0, 60.0),  # it lies below
    ],
)
def test_a_row_of_plates_steps_aside(left: float, down: float, moved: float) -> None:
    assert find_free(left, 90, down, 46, [VALUE], 50) == moved


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_brackets_leave_the_rim_of_a_plate_whole(scale: float) -> None:
    with_text, mask = plate("red", "2 (3)", scale, ship=True)
    for y in (0, with_text.height - 2):
        row = with_text.crop((0, y, with_text.width, y + 1)).tobytes()
        cut = mask.crop((0, y, with_text.width, y + 1)).convert("L").tobytes()
        assert {at for at, seen in zip(row, cut, strict=True) if seen} == {PALETTE["ink"]}, y
