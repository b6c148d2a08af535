"""Let a style choose among orders that are about equally good.

A player with a style adds a small bonus to the value of each order: `Taste.weigh` (0 to 1) times a small
number, the *slack*. So the chosen order is worse than the best order by at most the slack. A style therefore
weakens the player only a little.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# the marks of an order: the things that it does, each with how much (0 to 1): {"attack": 1.0}
Marks = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Taste:
    """What a style likes: a weight from 0 to 1 for marks of orders. Without weights it likes nothing."""

    likes: Mapping[str, float]

    def __bool__(self) -> bool:
        return bool(self.likes)

    def weigh(self, marks: Marks) -> float:
        """Return how much the style likes an order with these marks, from 0 to 1."""
        return max((self.likes.get(mark, 0.0) * amount for mark, amount in marks.items()), default=0.0)


NO_TASTE = Taste({})
