"""4 Market: compute what markets earn.

A seat is not asked which markets count. It always gets the most, because less is never better.
"""

from __future__ import annotations

from rules.rajas_of_the_ganges.board import GOODS
from rules.rajas_of_the_ganges.state import Realm


def count_assorted(realm: Realm) -> int:
    """4: return the sum of the best market of each good."""
    best = dict.fromkeys(GOODS, 0)
    for good, value in realm.markets():
        best[good] = max(best[good], value)  # type: ignore[index]
    return sum(best.values())


def count_good(realm: Realm, good: str, most: int) -> int:
    """4: return the sum of the best markets of one good, at most `most` markets."""
    return sum(sorted((value for other, value in realm.markets() if other == good), reverse=True)[:most])


def count_best_good(realm: Realm, most: int) -> int:
    """6.1: return the sum of the best markets of the good that earns the most."""
    return max(count_good(realm, good, most) for good in GOODS)
