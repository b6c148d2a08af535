"""Say what an order does, for the taste of a style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.rajas_of_the_ganges.board import GOODS, SPACES

# by the first part of a space's key: the mark of an order that places a worker there
MARKS: Mapping[str, str] = {
    "assorted": "market",
    **dict.fromkeys(GOODS, "market"),
    "quarry": "tiles",
    "builder": "tiles",
    "harbour": "river",
    "portuguese": "river",
}
SLACK = 0.8  # fame that a style may give up for an order that it likes


def measure_marks(keys: Iterable[str]) -> dict[str, float]:
    """Return the marks of an order with these keys.

    The mark is `market` if the worker sells goods, `tiles` if it builds a tile, and `river` if it moves the
    boat.
    """
    areas = (key.partition("-")[0] for key in keys if key in SPACES)
    return {MARKS[area]: 1.0 for area in areas if area in MARKS}
