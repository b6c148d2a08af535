"""Find which of several choices may still be the best, from playouts in which all had the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar

C = TypeVar("C")
CLEAR = 2.5  # standard errors by which a choice is behind


def keep_contenders(
    found: Mapping[C, list[float]], trifle: float, trust: Mapping[C, float] | None = None
) -> dict[C, list[float]]:
    """Return the choices that may still be the best, with what they were worth.

    These are the one ahead, and those that could be better than it by more than a trifle. `found`: what each
    was worth, playout by playout, at least two of each. `trust`: a number for each that counts with them, its
    worth without playouts.
    """
    best = find_ahead(found, trust)
    return {
        one: values
        for one, values in found.items()
        if one == best or not _is_behind(values, found[best], trifle)
    }


def find_ahead(found: Mapping[C, Sequence[float]], trust: Mapping[C, float] | None = None) -> C:
    """Return the choice that is worth most, the first of equals."""
    return max(found, key=lambda one: sum(found[one]) + (trust[one] if trust else 0.0))


def _is_behind(values: Sequence[float], best: Sequence[float], trifle: float) -> bool:
    """Return whether these values are clearly no better than the best by more than a trifle.

    They are compared playout by playout.
    """
    gaps = [one - other for one, other in zip(best, values, strict=True)]
    n, mean = len(gaps), sum(gaps) / len(gaps)
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (n - 1) / n)
    return mean + trifle > CLEAR * error
