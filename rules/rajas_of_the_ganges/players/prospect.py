"""What a position promises a seat until the game is over, in fame: what `full` goes by.

Unlike `value`, it takes the rounds that are left from where an order begins, and they stay the same for all
that is weighed there: else whoever has many workers and markets would lose by coming nearer to the end, and
gains would look small beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from rules.rajas_of_the_ganges.board import BOARD, END, GOODS
from rules.rajas_of_the_ganges.laying import open_ends
from rules.rajas_of_the_ganges.state import Realm, State
from rules.rajas_of_the_ganges.value import best_tile

PACE = 9.0  # fame, or its worth in money, that whoever is ahead gains in a round
SOON = 0.2  # rounds: the game is never nearer to its end than this
MONEY = 0.5
WORKER = 1.5  # each, in a round
KARMA, DIE, PIP, STALE = 0.7, 0.6, 0.15, 1.2  # what is held; it counts less in the last so many rounds
UPGRADE, BUILDINGS, LATE = (
    1.0,
    0.15,
    2.0,
)  # each, and for the tiles of a round; less in the last so many rounds
ASSORTED, OTHERWISE = 0.35, 3.0  # a round's money for assorted goods, beyond that of any other action
ONE_GOOD, AND_DIE = 0.2, 5.0  # the same of one good, which costs a die besides
MARKET = 0.05  # the money of a market, in a round: by the river
OPEN_END, FEW_ENDS, BUILT = 0.25, 3, 4.0  # less in the last so many rounds
RIVER_SPACE, ELEPHANT, NEXT_TILE = 0.15, 0.4, 0.25
CROSSED = 100.0


@dataclass(frozen=True, slots=True)
class Prospect:
    """What positions are worth while about so many rounds are left."""

    left: float

    @classmethod
    def of(cls, s: State) -> Self:
        """By the seat that is nearest to the end."""
        return cls(max(SOON, min(-realm.gap for realm in s.realms.values()) / PACE))

    def __call__(self, s: State, seat: str) -> float:
        """What the position is worth to this seat."""
        realm, left = s.realms[seat], self.left
        fresh = min(1.0, left / STALE)
        found = realm.fame + MONEY * realm.money + WORKER * left * (realm.workers - BOARD.begin.workers)
        found += fresh * KARMA * realm.karma
        for faces in realm.dice.values():
            found += fresh * (DIE * len(faces) + PIP * sum(faces))
        found += (UPGRADE + BUILDINGS * left) * min(1.0, left / LATE) * realm.upgrades
        found += self._markets(realm) * left
        found += OPEN_END * min(1.0, left / BUILT) * min(FEW_ENDS, open_ends(realm.province))
        found += RIVER_SPACE * min(realm.boat, END)
        if seat in s.taken.get("mogul", ()):
            found += ELEPHANT
        if realm.gap >= 0:
            found += CROSSED + realm.gap
        elif s.at_home(seat) > 0:
            found += NEXT_TILE * best_tile(s, realm, MONEY + MARKET * left)
        return found

    def _markets(self, realm: Realm) -> float:
        """What markets bring in a round."""
        sums: dict[str, int] = dict.fromkeys(GOODS, 0)
        best = sums.copy()
        for good, money in realm.markets():
            sums[good] += money
            best[good] = max(best[good], money)
        found = ASSORTED * max(0.0, sum(best.values()) - OTHERWISE)
        for money in sums.values():
            found += MARKET * money + ONE_GOOD * max(0.0, money - AND_DIE)
        return found
