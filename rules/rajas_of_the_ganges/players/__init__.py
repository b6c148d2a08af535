"""Define the bot players.

`easy` plays by rules of thumb (`heuristics`). `fair` plans a whole order, and judges it by the position after
it (`planning`). `full` plans in the same way, but looks at the rest of the game, and simulates what follows
its best few orders (`full`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.extras import Outlook, Style
from rules.kernel import Maker, Point
from rules.players.simulate import Number
from rules.players.taste import NO_TASTE, Taste
from rules.rajas_of_the_ganges.players import heuristics
from rules.rajas_of_the_ganges.players.evaluation import measure_features
from rules.rajas_of_the_ganges.players.full import Searcher
from rules.rajas_of_the_ganges.players.planning import Planner
from rules.rajas_of_the_ganges.players.styles import SLACK, measure_marks
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.view import View, sample_state
from rules.words import say

SLIP = 4  # on average, one in 4 answers of `easy` is random


@dataclass(slots=True)
class Glancer:
    """A player that takes what looks best at a glance. If `slip` isn't 0, one answer in `slip` is random."""

    number: Number
    slip: int = SLIP
    taste: Taste = NO_TASTE

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        if self.slip and self.number(self.slip) == 0:
            return point.keys[self.number(len(point.keys))]
        view = point.look()
        assert isinstance(view, View)
        state = sample_state(view, self.number)
        if point.kind == "space" and self.taste:
            return max(point.keys, key=lambda key: self._weigh_space(state, point.seat, key))
        return heuristics.choose(state, point.kind, point.seat, list(point.keys))

    def _weigh_space(self, s: State, seat: str, key: str) -> float:
        return heuristics.weigh_space(s, seat, key) + SLACK * self.taste.weigh(measure_marks((key,)))


def _make_players(taste: Taste) -> dict[str, Maker]:
    return {
        "easy": lambda number, _: Glancer(number, taste=taste),
        "fair": lambda number, _: Planner(number, taste),
        "full": lambda number, stop: Searcher(number, taste, stop),
    }


BOT_PLAYERS: Mapping[str, Maker] = _make_players(NO_TASTE)
STYLES: Mapping[str, Style] = {
    "trader": Style(
        say("the trader"), say("likes to sell goods at the market"), _make_players(Taste({"market": 1.0}))
    ),
    "builder": Style(say("the builder"), say("likes to build tiles"), _make_players(Taste({"tiles": 1.0}))),
    "boatman": Style(
        say("the boatman"), say("likes to sail along the river"), _make_players(Taste({"river": 0.5}))
    ),
}

OUTLOOK = Outlook(
    "rules.rajas_of_the_ganges", measure_features, lambda number, _: Glancer(number, slip=0), turns=16
)
