"""Let a style choose among orders that are about equally good.

A player adds `Taste.weigh` times a small value, its *slack*, to the value of each order. So the chosen order
is at most the slack worse than the best, and a style costs little strength.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# what an order does, by the game's own words, and how much of it, from 0 to 1: {"attack": 1.0}
Marks = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Taste:
    """What a style likes: for each mark of orders a weight from 0 to 1. An empty taste likes nothing."""

    likes: Mapping[str, float]

    def __bool__(self) -> bool:
        return bool(self.likes)

    def weigh(self, marks: Marks) -> float:
        """Return how much the style likes an order with these marks, from 0 to 1."""
        return max((self.likes.get(mark, 0.0) * amount for mark, amount in marks.items()), default=0.0)


NO_TASTE = Taste({})
