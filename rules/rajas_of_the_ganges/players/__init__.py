"""Define the bot players.

`easy` plays by rules of thumb (`heuristics`). `fair` plans whole orders by the value of the position
(`planning`). `full` plans by the prospect until the end of the game, and simulates what follows its best few
orders (`full`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.extras import Outlook
from rules.kernel import Maker, Point
from rules.players.simulate import Number
from rules.rajas_of_the_ganges.players import heuristics
from rules.rajas_of_the_ganges.players.evaluation import measure_features
from rules.rajas_of_the_ganges.players.full import Searcher
from rules.rajas_of_the_ganges.players.planning import Planner
from rules.rajas_of_the_ganges.view import View, sample_state

SLIP = 4  # one of this many answers of `easy` is random


@dataclass(slots=True)
class Glancer:
    """A player that takes what looks best at a glance. One answer in `slip` is random; 0: none."""

    number: Number
    slip: int = SLIP

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        if self.slip and self.number(self.slip) == 0:
            return point.keys[self.number(len(point.keys))]
        view = point.look()
        assert isinstance(view, View)
        state = sample_state(view, self.number)
        return heuristics.choose(state, point.kind, point.seat, list(point.keys))


AUTOMATIC: Mapping[str, Maker] = {
    "easy": lambda number, _: Glancer(number),
    "fair": lambda number, _: Planner(number),
    "full": Searcher,
}

OUTLOOK = Outlook(
    "rules.rajas_of_the_ganges", measure_features, lambda number, _: Glancer(number, slip=0), turns=16
)
