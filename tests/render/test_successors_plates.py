"""Plates of units leave the values and Homes of neighbouring provinces free."""

from __future__ import annotations

import pytest

from render.successors.draw import find_free

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
