"""Search for the best order from one question on, for `fair` and `full`.

Each order is carried out with average luck. Its value is that of the position after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.ask import Ask
from rules.chance import Draw, Roll
from rules.kernel import Point
from rules.players.simulate import Number, Walk
from rules.players.taste import NO_TASTE, Taste
from rules.rajas_of_the_ganges.players import heuristics
from rules.rajas_of_the_ganges.players.evaluation import weigh_position
from rules.rajas_of_the_ganges.players.styles import SLACK, measure_marks
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.turn import turn
from rules.rajas_of_the_ganges.view import View, sample_state

Worth = Callable[[State, str], float]  # the worth of a position to a seat, in fame
# for some kinds of question: the most answers that are tried
WIDEST: Mapping[str, int] = {"payment": 2, "placement": 5, "turn": 2, "colours": 5}


class Step(NamedTuple):
    """A key, and the value that it stands for in the menu.

    With both, an order can be given again without making its menus.
    """

    key: str
    given: object


Steps = tuple[Step, ...]


def _take_mean(pending: Roll | Draw) -> Step:
    """Return an average result of chance. Dice show 3, 4, 3, 4; from a pile comes the item in the middle."""
    if isinstance(pending, Roll):
        key = ("34" * pending.dice)[: pending.dice]
    else:
        key = pending.pile[len(pending.pile) // 2]
    return Step(key, pending.read(key))


@dataclass(slots=True)
class Plan:
    """Whole orders from one question on, and their values."""

    start: State
    log: Sequence[str]  # the keys of the entries after `start`
    seat: str
    worth: Worth = weigh_position
    found: list[tuple[float, Steps]] = field(default_factory=list)

    def walk(self, steps: Steps = ()) -> Walk[State]:
        """Return the turn, replayed from `start` through `log` and these steps."""
        walk = Walk(turn, self.start.copy())
        for key in self.log:
            walk.enter(key)
        for step in steps:
            walk.answer(step.given)
        return walk

    def look(self) -> None:
        """Try every order from here that is worth trying."""
        self._look(self.walk(), (), None)

    def rank(self, most: int) -> list[tuple[float, Steps]]:
        """Return the best `most` orders, the best first."""
        ranked: dict[tuple[str, ...], tuple[float, Steps]] = {}
        for worth, steps in self.found:
            keys = tuple(step.key for step in steps)
            if keys not in ranked or ranked[keys][0] < worth:
                ranked[keys] = worth, steps
        return sorted(ranked.values(), key=lambda each: -each[0])[:most]

    def _look(self, walk: Walk[State], steps: Steps, order: int | None) -> None:
        """Try the answers from the point that these steps have reached, and record each order's value.

        `order`: how many steps come before the first roll or draw. These steps are the order. None: nothing
        has been rolled or drawn so far.
        """
        pending = walk.pending
        if isinstance(pending, Ask) and pending.seat == self.seat:
            menu = pending.menu()
            for n, key in enumerate(self._list_worth_trying(walk.state, pending.kind, list(menu))):
                step = Step(key, menu[key])
                there = self.walk(steps) if n else walk
                there.answer(step.given)
                self._look(there, (*steps, step), order)
            return
        if pending is None or walk.state.order.done or isinstance(pending, Ask):
            self.found.append((self.worth(walk.state, self.seat), steps[:order]))
            return
        step = _take_mean(pending)
        walk.answer(step.given)
        self._look(walk, (*steps, step), len(steps) if order is None else order)

    def _list_worth_trying(self, s: State, kind: str, menu: list[str]) -> Sequence[str]:
        if kind in ("reroll", "put-back"):
            low = heuristics.find_lowest(menu)
            return ("done", low) if low and int(low[-1]) <= heuristics.POOR else ("done",)
        widest = WIDEST.get(kind)
        if widest is None or len(menu) <= widest:
            return menu
        if kind in ("placement", "turn"):
            realm = s.realms[self.seat]
            menu.sort(key=lambda key: -heuristics.weigh_placement(realm, s.order.square, key))
        return menu[:widest]


@dataclass(slots=True)
class Planner:
    """The player `fair`. It plans a whole order at the first question, and follows the plan at later ones."""

    number: Number
    taste: Taste = NO_TASTE
    plan: tuple[str, ...] = field(default=(), init=False)

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        so_far = len(point.order)
        if (
            so_far
            and len(self.plan) > so_far
            and self.plan[:so_far] == point.order
            and self.plan[so_far] in point.keys
        ):
            return self.plan[so_far]
        began = point.begun()
        assert isinstance(began, View)
        start = sample_state(began, self.number)
        plan = Plan(start, [entry.key for entry in point.log], point.seat, self.choose_worth(start))
        plan.look()
        chosen = tuple(step.key for step in self.decide(plan))
        self.plan = (*point.order, *chosen)
        return chosen[0]

    def choose_worth(self, start: State) -> Worth:
        """Return the function that computes the value of a position reached from here."""
        return weigh_position

    def decide(self, plan: Plan) -> Steps:
        """Return one of the orders."""
        ((_, steps),) = self.rank(plan, 1)
        return steps

    def rank(self, plan: Plan, most: int) -> list[tuple[float, Steps]]:
        """Return the best `most` orders, the best first. A style adds to the value of an order."""
        if not self.taste:
            return plan.rank(most)
        ranked = [(worth + self.like(steps), steps) for worth, steps in plan.rank(len(plan.found))]
        return sorted(ranked, key=lambda each: -each[0])[:most]

    def like(self, steps: Steps) -> float:
        """Return the fame that the style adds to an order."""
        return SLACK * self.taste.weigh(measure_marks(step.key for step in steps)) if self.taste else 0.0
