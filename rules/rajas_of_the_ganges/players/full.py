"""The player `full`: it compares orders by what they promise until the end of the game (`prospect`).

After each of the best few orders it simulates what follows, many times with different luck. A simulation ends
at the seat's next turn. Its result is the value of the best order there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.ask import Ask
from rules.chance import draw_by_numbers
from rules.players.race import find_ahead, keep_contenders
from rules.players.simulate import Walk, make_lot
from rules.rajas_of_the_ganges.players import heuristics
from rules.rajas_of_the_ganges.players.planning import Plan, Planner, Steps, Worth
from rules.rajas_of_the_ganges.players.prospect import Prospect
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.turn import rank_seats, turn

Stop = Callable[[], bool]
CANDIDATES = 8  # at most this many orders are simulated
BAND = 3.0  # fame: an order that promises less than the best by this much or more is not simulated
PLAYOUTS = 60  # playouts of each order, at most
HALVED = (4, 10)  # numbers of playouts after which the worse half of the orders is dropped
LAST = 2  # at least this many orders stay when half of them are dropped
SURE_AFTER = 10  # after this many playouts, orders that are clearly behind are dropped
TRIFLE = 0.2  # fame: smaller differences between orders don't matter
SPREAD = 0.5  # fame: the usual standard deviation of the difference between two orders
TRUST = 8  # an order's value from before the playouts has the weight of this many playouts


@dataclass(slots=True)
class Searcher(Planner):
    """The player `full`. Before each round of playouts it calls `stop`; a true result ends the search."""

    stop: Stop = bool  # by default it never stops: `bool()` is False

    def choose_worth(self, start: State) -> Worth:
        """Return the function that computes the value of a position reached from here."""
        return Prospect.of(start)

    def decide(self, plan: Plan) -> Steps:
        """Return the order with the best playouts. In one round of playouts all orders have the same luck.

        Stop when one order is clearly ahead.
        """
        best = self.rank(plan, CANDIDATES)
        trust = {steps: TRUST * worth for worth, steps in best if worth > best[0][0] - BAND}
        left, liked = {steps: list[float]() for steps in trust}, {steps: self.like(steps) for steps in trust}
        for times in range(1, PLAYOUTS + 1):
            if len(left) == 1 or self.stop():
                break
            luck = self.number(1 << 30)
            for steps, values in left.items():
                values.append(play_on(plan, steps, luck) + liked[steps])
            if times in HALVED:
                ranked = sorted(left, key=lambda steps: -trust[steps] - sum(left[steps]))
                left = {steps: left[steps] for steps in ranked[: max(LAST, len(left) // 2)]}
            if times >= SURE_AFTER:
                left = keep_contenders(left, TRIFLE, SPREAD, trust)
        return find_ahead(left, trust)


def play_on(plan: Plan, steps: Steps, luck: int) -> float:
    """Play on to the seat's next turn after this order. Return the value of its best order there.

    Rules of thumb answer all questions until then. If the game ends before that turn and the seat has won,
    return the value of the final position. If another seat has won, return 0.
    """
    s = _play_to_turn(plan.walk(steps), plan.seat, luck)
    if s.over:
        return plan.worth(s, plan.seat) if plan.seat in rank_seats(s)[0] else 0.0
    after = Plan(s, (), plan.seat, plan.worth)
    after.look()
    return max(worth for worth, _ in after.found)


def _play_to_turn(walk: Walk[State], seat: str, luck: int) -> State:
    """Return the position before the seat's next turn, or at the end of the game.

    Each turn has its own seed, so a roll in one turn does not change the dice of later turns.
    """
    s, turns = walk.state, make_lot(luck)
    while True:
        number = make_lot(turns(1 << 30))
        while (pending := walk.pending) is not None:
            if isinstance(pending, Ask):
                menu = pending.menu()
                keys: Sequence[str] = list(menu)
                key = keys[0] if len(keys) == 1 else heuristics.choose(s, pending.kind, pending.seat, keys)
                walk.answer(menu[key])
            else:
                walk.answer(pending.read(draw_by_numbers(number, pending)))
        if s.over or s.to_act == seat:
            return s
        s.story.clear()
        walk = Walk(turn, s)
