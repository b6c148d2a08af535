"""The plot of growing costs."""

from __future__ import annotations

import pytest

from render.growth import growth
from render.review import HIGH, WIDE


def test_it_says_in_words_what_it_shows() -> None:
    picture = growth("Stored games", (10, 1_000), {"an act": (20.0, 30.0), "memory": (100.0, 500.0)})
    assert (picture.width, picture.height) == (WIDE, HIGH)
    assert picture.alt == (
        "Stored games, at 10, 1,000, as multiples of the first. an act: 1.00, 1.50. memory: 1.00, 5.00."
    )


@pytest.mark.parametrize("sizes", [(10,), (10, 10), (100, 10)])
def test_what_can_t_be_drawn(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a plot of 1 costs"):
        growth("Stored games", sizes, {"an act": [1.0] * len(sizes)})
