"""3.2.4: define a battle and its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    # 1.10: the present face of each die; None: out of the battle
    now: list[int | None] = field(default_factory=list)
    source: str = ""
    joined: dict[str, int] = field(default_factory=dict)
    faces: tuple[int, ...] = ()  # the faces as rolled
    spent: int = 0  # 1.10: Cavalry tokens spent
    # by space and kind, the pieces that this side gives up; they leave when the other side has chosen too
    losing: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def dice(self) -> list[int]:
        """The faces of the dice that are still in the battle."""
        return [die for die in self.now if die is not None]

    def copy(self) -> Side:
        """Return a deep copy."""
        return replace(self, now=self.now[:], joined=self.joined.copy())

    def throw(self, faces: Sequence[int]) -> None:
        """Set the dice to the faces that were rolled."""
        self.faces, self.now = tuple(faces), list(faces)

    def turn(self, die: int, to: int | None) -> None:
        """1.10: turn a die with the face `die` to the face `to`; None removes the die from the battle."""
        self.now[self.now.index(die)] = to

    @property
    def reach(self) -> int:
        """The highest face that hits."""
        return min(self.units, HIT_TOP)

    @property
    def hits(self) -> int:
        """3.2.4: the number of dice that hit. A die hits if its face is at most `units`; a 6 never hits."""
        return sum(die <= self.reach for die in self.dice)


class Stakes(NamedTuple):
    """A battle that dice decide: its space and its sides."""

    space: str
    attacker: Side
    defender: Side

    def copy(self) -> Stakes:
        """Return a deep copy."""
        return Stakes(self.space, self.attacker.copy(), self.defender.copy())
