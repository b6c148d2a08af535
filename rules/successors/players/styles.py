"""Say what marches do, for the taste of a style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.successors.players.evaluation import is_free
from rules.successors.players.survey import Survey

SLACK = 1.0  # points that a style may give up at most for a march that it likes
MANY = 2  # an order with this many marches of a kind is wholly of that kind


def find_mark(v: Survey, to: str) -> str:
    """Return what a march to this province does; "" for nothing that a style likes.

    `battle`: it meets enemies. `settle`: it takes a free province. `guard`: it helps one of the seat's own.
    """
    if v.enemies(to):
        return "battle"
    if is_free(v.s, to):
        return "settle"
    return "guard" if v.holders.get(to) == v.seat else ""


def measure_marks(v: Survey, goals: Iterable[str]) -> Mapping[str, float]:
    """Return what an order with marches to these provinces does: the marks of `find_mark`, from 0 to 1."""
    found = Counter(find_mark(v, to) for to in goals)
    return {mark: min(n / MANY, 1.0) for mark, n in found.items()}
