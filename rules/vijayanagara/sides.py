"""3.2.4: the two sides of a battle, as the state remembers the last one of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

HIT_TOP = 5  # a 6 always misses


@dataclass(slots=True)
class Side:
    """A side of a battle.

    `units`: how many Units take part. `joined`: those of them that came from `source`.
    """

    faction: str
    units: int
    now: list[int | None] = field(default_factory=list)  # 1.10: each die as it lies now; None: it is out
    source: str = ""
    joined: dict[str, int] = field(default_factory=dict)
    faces: tuple[int, ...] = ()  # as they fell
    spent: int = 0  # 1.10: Cavalry

    @property
    def dice(self) -> list[int]:
        """The dice that are still in the battle."""
        return [die for die in self.now if die is not None]

    def copy(self) -> Side:
        """Return the same, of which nothing is shared that changes."""
        return replace(self, now=self.now[:], joined=self.joined.copy())

    def throw(self, faces: Sequence[int]) -> None:
        """Set the dice as they fall."""
        self.faces, self.now = tuple(faces), list(faces)

    def turn(self, die: int, to: int | None) -> None:
        """1.10: change a die that shows `die`, or take it out (None)."""
        self.now[self.now.index(die)] = to

    @property
    def reach(self) -> int:
        """The highest die that hits."""
        return min(self.units, HIT_TOP)

    @property
    def hits(self) -> int:
        """3.2.4: a hit for each die up to the number of Units involved, five at most."""
        return sum(die <= self.reach for die in self.dice)


class Stakes(NamedTuple):
    """What the dice of a battle decide."""

    space: str
    attacker: Side
    defender: Side

    def copy(self) -> Stakes:
        """Return the same, of which nothing is shared that changes."""
        return Stakes(self.space, self.attacker.copy(), self.defender.copy())
