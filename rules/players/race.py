"""Compare choices by playouts with the same luck for all. Find the choices that may be the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar

C = TypeVar("C")
CLEAR = 2.5  # a choice is behind if (its gap to the best + `trifle`) is more than this many standard errors
USUAL = 2  # the usual spread counts as much as that of this many playouts


def keep_contenders(
    found: Mapping[C, list[float]], trifle: float, spread: float, trust: Mapping[C, float] | None = None
) -> dict[C, list[float]]:
    """Return the choices that may be the best, with their values.

    These are the choice that is ahead (`find_ahead`), and each choice that could be better than that one by
    more than `trifle`.

    Args:
        found: the value of each choice in each playout, at least two values for each choice
        trifle: a difference that does not matter
        spread: the usual standard deviation of the gap between two choices. It counts besides the gaps found
            here, because those of a few playouts can be alike by luck, above all if bad results are rare.
        trust: for each choice, a number from before the playouts; `find_ahead` adds it to the choice's values
    """
    best = find_ahead(found, trust)
    return {
        one: values
        for one, values in found.items()
        if one == best or not _is_behind(values, found[best], trifle, spread)
    }


def find_ahead(found: Mapping[C, Sequence[float]], trust: Mapping[C, float] | None = None) -> C:
    """Return the choice with the highest sum of values and `trust`; the first of equals."""
    return max(found, key=lambda one: sum(found[one]) + (trust[one] if trust else 0.0))


def _is_behind(values: Sequence[float], best: Sequence[float], trifle: float, spread: float) -> bool:
    """Return whether it is clear that `values` are not better than `best` by more than `trifle`.

    The two are compared playout by playout.
    """
    gaps = [one - other for one, other in zip(best, values, strict=True)]
    n, mean = len(gaps), sum(gaps) / len(gaps)
    squares = sum((gap - mean) ** 2 for gap in gaps) + USUAL * spread**2
    error = sqrt(squares / (n - 1 + USUAL) / n)
    return mean + trifle > CLEAR * error
