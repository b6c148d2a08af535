"""Find which of several choices may still be the best, from playouts with the same luck for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar

C = TypeVar("C")
CLEAR = 2.5  # a choice is behind if its gap plus the trifle is more than this many standard errors


def keep_contenders(
    found: Mapping[C, list[float]], trifle: float, trust: Mapping[C, float] | None = None
) -> dict[C, list[float]]:
    """Return the choices that may still be the best, with their values.

    These are the one in front, and those that could be better than it by more than `trifle`. `found`: the
    value of each choice in each playout, at least two values of each choice. `trust`: a value that each
    choice had before the playouts; it is added to the choice's sum.
    """
    best = find_ahead(found, trust)
    return {
        one: values
        for one, values in found.items()
        if one == best or not _is_behind(values, found[best], trifle)
    }


def find_ahead(found: Mapping[C, Sequence[float]], trust: Mapping[C, float] | None = None) -> C:
    """Return the choice with the highest sum, the first of equals."""
    return max(found, key=lambda one: sum(found[one]) + (trust[one] if trust else 0.0))


def _is_behind(values: Sequence[float], best: Sequence[float], trifle: float) -> bool:
    """Return whether these values are clearly not better than `best` by more than `trifle`.

    They are compared playout by playout.
    """
    gaps = [one - other for one, other in zip(best, values, strict=True)]
    n, mean = len(gaps), sum(gaps) / len(gaps)
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (n - 1) / n)
    return mean + trifle > CLEAR * error
