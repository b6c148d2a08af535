"""The player `full`: it compares orders by their prospect until the end of the game.

From the best few orders it plays on until the seat's next order, many times with different luck. That next
order is planned in the same way.
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
CANDIDATES = 8  # at most this many orders are played on
BAND = 3.0  # fame: orders that promise this much less than the best are not played on
PLAYOUTS = 60  # playouts of each order, at most
HALVED = (4, 10)  # rounds of simulations after which the worse half is dropped
LAST = 2  # at least this many orders stay when half of them are dropped
SURE_AFTER = 10  # from this playout on, orders that are clearly behind are dropped
TRIFLE = 0.2  # fame: smaller differences between orders don't matter
TRUST = 8  # the first value of an order counts as much as this many playouts


@dataclass(slots=True)
class Searcher(Planner):
    """The player. `stop`: asked before each further playout of the orders that are left."""

    stop: Stop = bool  # never

    def choose_worth(self, start: State) -> Worth:
        """Return the function that values positions reached from here."""
        return Prospect.of(start)

    def decide(self, plan: Plan) -> Steps:
        """Return the order that does best when played on, each time with the same luck for all orders.

        Stop when one is clearly ahead.
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
                left = keep_contenders(left, TRIFLE, trust)
        return find_ahead(left, trust)


def play_on(plan: Plan, steps: Steps, luck: int) -> float:
    """Return the value of the seat's best next order after this one.

    If the game ends before that, return the value of the end if the seat has won, else 0. All others play by
    rules of thumb.
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
