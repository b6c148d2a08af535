"""Estimate how much fame a position still brings a seat until the end. The bot level `full` uses it.

The weights are in `prospect.toml`. The number of rounds left is estimated once, when an order begins, and is
used for all positions to which the order leads. If it were estimated anew for each position, an order that
brings the end nearer would look bad for a seat with many workers and markets. (`evaluation` makes a new
estimate for each position.)
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
MONEY = 0.5  # the fame that 1 money is worth: 2 spaces of the money track lie beside 1 of the fame track
PACE = 7.5  # fame that the leader gains in a round
SHORT = 0.4  # the part of the last round that is not played
SOON = 0.2  # rounds: the least number of rounds left
# things lose value near the end: dice and karma in the last STALE rounds, upgrades in the last LATE rounds,
# and open roads in the last BUILT rounds
STALE, LATE, BUILT = 1.2, 2.0, 4.0
OTHERWISE = 2.0  # the money that a worker would bring elsewhere; assorted goods must bring more
AND_DIE = 5.0  # the money that a worker and a die would bring elsewhere; selling one good must bring more
FEW_ENDS = 3
CROSSED = 100.0


class Weights(Model, frozen=True):
    """The weights in fame, as in the file."""

    provenance: Provenance
    note: str
    games: int = Field(ge=0)  # the number of games to which they were fitted
    die: float  # a held die
    pip: float  # a pip of a held die
    karma: float
    upgrade: float
    worker: float  # each worker beyond those at the start of the game, per round
    market: float  # each money of a market, per round
    assorted: float  # each money from assorted goods, per round
    good: float  # each money from one good, per round
    open_end: float
    next_tile: float  # factor for what the best payable tile would bring
    elephant: float


WEIGHTS = read_toml(Weights, files(__package__).joinpath(FILE).read_text(encoding="utf-8"), FILE)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A function for the value of a position, as if about `left` rounds were still to be played."""

    left: float

    @classmethod
    def of(cls, s: State) -> Self:
        """Return the prospect from this state on. `left` comes from the seat nearest to the end."""
        nearest = min(-realm.gap for realm in s.realms.values())
        return cls(max(SOON, nearest / PACE - SHORT))

    def __call__(self, s: State, seat: str) -> float:
        """Return the value of the position to this seat."""
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
    """Return what the markets of a province bring in one round."""
    sums: dict[str, int] = dict.fromkeys(GOODS, 0)
    best = sums.copy()
    for good, money in realm.markets():
        sums[good] += money
        best[good] = max(best[good], money)
    found = WEIGHTS.assorted * max(0.0, sum(best.values()) - OTHERWISE)
    for money in sums.values():
        found += WEIGHTS.market * money + WEIGHTS.good * max(0.0, money - AND_DIE)
    return found
