"""`full`: play whole orders on, again and again with other luck, by the rules of thumb of `fair`.

The ends are weighed by the chance to win (`prospect`). The order of `fair` is compared with some that differ
from it (`candidates`). After some playouts of each, the worse half is dropped. The search ends by itself if
nothing is better by more than noise, and then gives the order of `fair`. Its Home is the one that has won the
most games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from rules.player import Point
from rules.players.race import keep_contenders
from rules.simulate import Number
from rules.successors.players.candidates import propose_orders
from rules.successors.players.fair import sum_value_near
from rules.successors.players.playout import Keys, Turn
from rules.successors.players.prospect import rate_home
from rules.successors.state import State
from rules.successors.view import View, state_of

Stop = Callable[[], bool]
AHEAD = 2  # game turns that are played on: to the dawn of the one after the next
PLAYOUTS: Mapping[str, int] = {"movement": 16, "purchase": 12, "battles": 10}  # playouts of an order
FEWER = 6  # the same where it is about less
HALVED = (3, 6, 10)  # after so many of each, the worse half is dropped, never the order of `fair`
LAST = 2  # at least this many others stay when half of them are dropped
SURE_AFTER = 5  # playouts of each, before those are dropped that are clearly behind
FEWEST = 3  # playouts, before an order is given in place of that of `fair`
TRIFLE = 0.005  # a difference of a chance to win that does not matter


@dataclass(slots=True)
class Searcher:
    """The player. `stop`: asked before each time that the orders which are left are played on."""

    number: Number
    stop: Stop
    plan: Keys = field(default=(), init=False)  # the order under way, as far as it is known

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        so_far = len(point.order)
        if 0 < so_far < len(self.plan) and self.plan[:so_far] == point.order:
            key = self.plan[so_far]
            if key in point.keys:
                return key
        began = point.begun()
        assert isinstance(began, View)
        here = Turn(state_of(began, self.number), point.log, point.seat)
        if point.kind == "home":
            return find_best_home(here.walk()[0].state, point.keys)
        orders = list(dict.fromkeys(propose_orders(here, point.kind, point.keys)))
        chosen = self.best(here, orders, PLAYOUTS.get(point.kind, FEWER))
        self.plan = (*point.order, *chosen)
        return chosen[0]

    def best(self, here: Turn, orders: Sequence[Keys], most: int) -> Keys:
        """Return the order that fares best when it is played on, at most so often.

        Each time all have the same luck. That of `fair`, the first, is given up only for one that is better
        by more than noise.
        """
        usual, left = orders[0], {keys: list[float]() for keys in orders}
        until = here.start.number + AHEAD
        for times in range(1, most + 1):
            if len(left) == 1 or self.stop():
                break
            luck = self.number(1 << 30)
            for keys, values in left.items():
                values.append(here.after(keys, luck, until))
            if times in HALVED:
                others = sorted((keys for keys in left if keys != usual), key=lambda keys: -sum(left[keys]))
                left = {keys: left[keys] for keys in (usual, *others[: max(LAST, len(others) // 2)])}
            if times >= SURE_AFTER:
                left = {usual: left[usual], **keep_contenders(left, TRIFLE)}
        gains = {keys: measure_margin(left[keys], left[usual]) for keys in left if keys != usual}
        best = max(gains, key=gains.__getitem__, default=usual)
        return best if gains.get(best, 0.0) > 0 else usual


def measure_margin(values: Sequence[float], others: Sequence[float]) -> float:
    """Return by how much these values are better than those, luck by luck.

    One standard error and a trifle are subtracted. It is 0 while there are too few values.
    """
    if len(values) < FEWEST:
        return 0.0
    gaps = [one - other for one, other in zip(values, others, strict=True)]
    return fmean(gaps) - stdev(gaps) / sqrt(len(gaps)) - TRIFLE


def find_best_home(s: State, keys: Sequence[str]) -> str:
    """Return the Home that promises the most."""
    near = {key: sum_value_near(s, key) for key in keys}
    most = max(near.values())
    return max(keys, key=lambda key: rate_home(key, near[key] / most))
