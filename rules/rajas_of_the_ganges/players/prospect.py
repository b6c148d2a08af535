"""Compute what a position promises a seat until the end of the game, in fame, as `full` uses it.

Its weights are in `prospect.toml`. Unlike `evaluation`, it counts the rounds that are left when an order
begins, and keeps that number for all positions weighed there. Otherwise a seat with many workers and markets
would seem to lose by coming nearer to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Self

from pydantic import Field

from rules.documents import Model, Provenance, read_toml
from rules.rajas_of_the_ganges.board import BOARD, GOODS
from rules.rajas_of_the_ganges.players.evaluation import weigh_best_tile
from rules.rajas_of_the_ganges.province import count_open_ends
from rules.rajas_of_the_ganges.state import Realm, State

FILE = "prospect.toml"
MONEY = 0.5  # fame: that is where the tracks meet
PACE, SHORT = 7.5, 0.4  # fame that the leader gains in a round; the last one is not played to its end
SOON = 0.2  # rounds: the end is never nearer than this
STALE, LATE, BUILT = 1.2, 2.0, 4.0  # rounds: in the last so many what is held, upgrades and roads count less
OTHERWISE = 2.0  # money for assorted goods that any other action would bring as well
AND_DIE = 5.0  # the same for one good, which costs a die besides
FEW_ENDS = 3
CROSSED = 100.0


class Weights(Model, frozen=True):
    """What counts how much, in fame, as the file has it."""

    provenance: Provenance
    note: str
    games: int = Field(ge=0)  # from which they were found
    die: float  # that is held
    pip: float  # of such a die
    karma: float
    upgrade: float
    worker: float  # in a round, beyond those at the start
    market: float  # each money of a market, in a round
    assorted: float  # each money that assorted goods bring, in a round
    good: float  # each money that one good brings, in a round
    open_end: float
    next_tile: float  # what the best tile would bring that the dice pay for
    elephant: float


WEIGHTS = read_toml(Weights, files(__package__).joinpath(FILE).read_text(encoding="utf-8"), FILE)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What positions are worth while about so many rounds are left."""

    left: float

    @classmethod
    def of(cls, s: State) -> Self:
        """Return the prospect for the seat that is nearest to the end."""
        nearest = min(-realm.gap for realm in s.realms.values())
        return cls(max(SOON, nearest / PACE - SHORT))

    def __call__(self, s: State, seat: str) -> float:
        """Return what the position is worth to this seat."""
        realm, left, each = s.realms[seat], self.left, WEIGHTS
        held = each.karma * realm.karma
        for faces in realm.dice.values():
            held += each.die * len(faces) + each.pip * sum(faces)
        found = realm.fame + MONEY * realm.money + held * min(1.0, left / STALE)
        found += each.upgrade * realm.upgrades * min(1.0, left / LATE)
        found += each.open_end * min(FEW_ENDS, count_open_ends(realm.province)) * min(1.0, left / BUILT)
        found += (each.worker * (realm.workers - BOARD.begin.workers) + _weigh_markets(realm)) * left
        if seat in s.taken.get("mogul", ()):
            found += each.elephant
        if realm.gap >= 0:
            found += CROSSED + realm.gap
        elif s.count_at_home(seat) > 0:
            found += each.next_tile * weigh_best_tile(s, realm, MONEY + each.market * left)
        return found


def _weigh_markets(realm: Realm) -> float:
    """Return what markets bring in a round."""
    sums: dict[str, int] = dict.fromkeys(GOODS, 0)
    best = sums.copy()
    for good, money in realm.markets():
        sums[good] += money
        best[good] = max(best[good], money)
    found = WEIGHTS.assorted * max(0.0, sum(best.values()) - OTHERWISE)
    for money in sums.values():
        found += WEIGHTS.market * money + WEIGHTS.good * max(0.0, money - AND_DIE)
    return found
