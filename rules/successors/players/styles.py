"""Give each march a mark for what it does, so that a style can prefer some marches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.successors.players.evaluation import is_free
from rules.successors.players.survey import Survey

SLACK = 1.0  # the most points that a style may give up for a march that it likes
MANY = 2  # an order with this many marches of a kind gets the full mark for that kind


def find_mark(v: Survey, to: str) -> str:
    """Return the mark of a march to this province; "" if the march gets no mark.

    "battle": it meets enemies. "settle": it takes a free province. "guard": it goes to a province of the
    seat.
    """
    if v.enemies(to):
        return "battle"
    if is_free(v.s, to):
        return "settle"
    return "guard" if v.holders.get(to) == v.seat else ""


def measure_marks(v: Survey, goals: Iterable[str]) -> Mapping[str, float]:
    """Return the marks that an order gets for marches to these provinces: {mark: number from 0 to 1}."""
    found = Counter(find_mark(v, to) for to in goals)
    return {mark: min(n / MANY, 1.0) for mark, n in found.items()}
