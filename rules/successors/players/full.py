"""The bot player `full`, which simulates whole orders many times with different luck.

In the simulations, all seats play by the rules of thumb of the bot player `fair`. `prospect` estimates the
chance to win at the end of each simulation. The search compares the order of `fair` with variants
(`candidates`). After some simulations of each, it drops the worse half. If no variant is clearly better, it
plays the order of `fair`. Two numbers decide the choice of a Home: how often this Home has won, and the value
of the provinces near it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from rules.player import Point
from rules.players.race import keep_contenders
from rules.players.simulate import Number
from rules.players.taste import NO_TASTE, Taste
from rules.successors.players.candidates import propose_orders, read_marches
from rules.successors.players.fair import find_feeding_homes, sum_value_near
from rules.successors.players.playout import Keys, Turn
from rules.successors.players.prospect import rate_home
from rules.successors.players.styles import measure_marks
from rules.successors.players.survey import Survey
from rules.successors.state import State
from rules.successors.view import View, state_of

Stop = Callable[[], bool]
AHEAD = 2  # a simulation ends at the dawn that comes this many game turns later
PLAYOUTS: Mapping[str, int] = {"movement": 16, "purchase": 12, "battles": 10}  # simulations of each order
FEWER = 6  # simulations for the other kinds of question
HALVED = (3, 6, 10)  # after these rounds, the worse half of the variants is dropped
LAST = 2  # at least this many variants stay when half are dropped
SURE_AFTER = 5  # from this round on, variants that are clearly behind are dropped
FEWEST = 3  # simulations that a variant needs before it can replace the order of `fair`
PLAYED_SLACK = 0.02  # chance to win that a style may give up for an order that it likes
TRIFLE = 0.005  # smaller differences between chances to win don't matter
SPREAD = 0.15  # the usual standard deviation of the difference between two orders' chances to win


@dataclass(slots=True)
class Searcher:
    """The player `full`. Before each round of simulations it asks `stop` whether the search must end."""

    number: Number
    stop: Stop
    taste: Taste = NO_TASTE
    plan: Keys = field(default=(), init=False)  # the chosen order; its first keys have been given as answers

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
        """Return the order with the best results, after at most `most` simulations of each.

        In one round all orders have the same luck. The first order is that of `fair`. Another order replaces
        it only if it is clearly better (`measure_margin`). The style adds to the values of the orders
        that it likes.
        """
        usual, left = orders[0], {keys: list[float]() for keys in orders}
        until, liked = here.start.number + AHEAD, self.like(here, orders)
        for times in range(1, most + 1):
            if len(left) == 1 or self.stop():
                break
            luck = self.number(1 << 30)
            for keys, values in left.items():
                values.append(here.after(keys, luck, until) + liked[keys])
            if times in HALVED:
                others = sorted((keys for keys in left if keys != usual), key=lambda keys: -sum(left[keys]))
                left = {keys: left[keys] for keys in (usual, *others[: max(LAST, len(others) // 2)])}
            if times >= SURE_AFTER:
                left = {usual: left[usual], **keep_contenders(left, TRIFLE, SPREAD)}
        gains = {keys: measure_margin(left[keys], left[usual]) for keys in left if keys != usual}
        best = max(gains, key=gains.__getitem__, default=usual)
        return best if gains.get(best, 0.0) > 0 else usual

    def like(self, here: Turn, orders: Sequence[Keys]) -> Mapping[Keys, float]:
        """Return, for each order, what the style adds to the order's chance to win."""
        if not self.taste:
            return dict.fromkeys(orders, 0.0)
        v = Survey(here.walk()[0].state, here.seat)
        return {
            keys: PLAYED_SLACK * self.taste.weigh(measure_marks(v, [to for _, to in read_marches(keys)]))
            for keys in orders
        }


def measure_margin(values: Sequence[float], others: Sequence[float]) -> float:
    """Return by how much `values` are better than `others`, compared in pairs of equal luck.

    One standard error and `TRIFLE` are subtracted. The result is 0 while there are too few values.
    """
    if len(values) < FEWEST:
        return 0.0
    gaps = [one - other for one, other in zip(values, others, strict=True)]
    return fmean(gaps) - stdev(gaps) / sqrt(len(gaps)) - TRIFLE


def find_best_home(s: State, keys: Sequence[str]) -> str:
    """Return the Home with the best prospects."""
    near = {key: sum_value_near(s, key) for key in find_feeding_homes(keys)}
    most = max(near.values())
    return max(near, key=lambda key: rate_home(key, near[key] / most))
