"""Define the player `full`.

It first values the orders of its sheet by the chance to win. Then it simulates the next cards after each of
the best orders, and chooses the order with the best results. In the simulations its own seat judges by the
chance to win, the others judge as `fair`, and nobody looks ahead. All orders get the same luck, so luck
favours none of them. The worse orders are dropped step by step (sequential halving). In the mean of an
order's results, its value before the simulations counts like a few simulations, so luck can't mislead much.
The search ends early if one order is clearly best, or when the player is told to stop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import fmean, variance
from types import MappingProxyType

from rules.ask import Ask
from rules.player import Advice
from rules.players.simulate import make_lot
from rules.vijayanagara.cards import EVENTS
from rules.vijayanagara.players.answers import answer
from rules.vijayanagara.players.fair import (
    GRANTS,
    OPTION,
    Desk,
    Fair,
    Judge,
    Weighed,
    drop_equivalent,
    drop_repeated,
)
from rules.vijayanagara.players.first_look import WEIGHED, play_next_turn
from rules.vijayanagara.players.judgement import estimate_log_odds, estimate_prospects
from rules.vijayanagara.players.trial import play_on

# Each round: (playouts per order, cards to play after the open card, orders that stay). When fewer orders are
# left, more cards are played.
ROUNDS = ((2, 2, 4), (16, 4, 2), (32, 4, 1))
MOST = 12  # at most this many orders are simulated
CLEAR = 2.5  # the search ends if the best order leads by this many standard errors
SURE_AFTER = 8  # playouts after which the search may end
# At questions of these kinds, the player simulates answers in the same way as orders.
GREAT = WEIGHED | set(GRANTS)
GLANCE = 2  # the weight of an order's first value in the mean; each playout has the weight 1
# A style may give up this much for an order that it likes: `LOOK_SLACK` of the first value, and
# `PLAYED_SLACK` of the chance to win by playouts.
LOOK_SLACK, PLAYED_SLACK = 0.1, 0.02
NO_LIKES: Mapping[tuple[str, ...], float] = MappingProxyType({})
Results = Mapping[tuple[str, ...], Sequence[float]]  # the chance after each playout, by the keys of the order


def estimate_by_playouts(desk: Desk, order: Weighed, luck: int, cards: int) -> float:
    """Play this order and the next `cards` cards. Return the mean of the seat's chances after each card.

    The chance after the first card says too little, and the chance after the last depends too much on luck.
    """
    number = make_lot(luck)
    walk = desk.trial()
    for key in order.keys:
        if isinstance(walk.pending, Ask):
            walk.enter(key, walk.pending.seat)
    s = play_on(walk, answer(order.wanted), number).state
    found, judges, now = list[float](), {desk.me: desk.judge}, len(s.played)
    for end in range(now + 1, now + cards + 1):
        while not s.over and (len(s.played) < end or s.card in EVENTS):
            s = play_next_turn(s, number, judges)
        found.append(estimate_prospects(s)[desk.me])
    return fmean(found)


@dataclass(slots=True)
class Full(Fair):
    """A player like `fair` that judges by its chance to win, and simulates what follows the best orders."""

    judge: Judge = estimate_log_odds
    slack: float = LOOK_SLACK

    def weigh(self, desk: Desk, kind: str) -> list[Advice]:
        """Return different orders, or answers to another question, the best first."""
        if kind != OPTION and kind not in GREAT:
            return Fair.weigh(self, desk, kind)
        found = drop_repeated(desk.orders() if kind == OPTION else desk.answers())
        if kind == OPTION:
            found = self.sort_by_taste(found)
        best = self.search(desk, drop_equivalent(found)[:MOST])
        chosen = {each.keys for each in best}
        return [Advice(each.keys, each.why) for each in (*best, *(e for e in found if e.keys not in chosen))]

    def search(self, desk: Desk, found: Sequence[Weighed]) -> list[Weighed]:
        """Return these orders, the best in playouts first. Without time to play, the first values decide."""
        results: dict[tuple[str, ...], list[float]] = {each.keys: [] for each in found}
        looks = {each.keys: 1 / (1 + exp(-each.value)) for each in found}
        likes = {each.keys: PLAYED_SLACK * self.like(each) for each in found}
        left, out, played = list(found), list[Weighed](), 0
        for times, cards, stay in ROUNDS:
            if len(left) < 2:
                break
            for _ in range(times):
                for each in left:
                    if self.stop():
                        return [*rank_orders(left, results, looks, likes), *out]
                    results[each.keys].append(estimate_by_playouts(desk, each, desk.luck + played, cards))
                played += 1
            left = rank_orders(left, results, looks, likes)
            if played >= SURE_AFTER and _clear(results[left[0].keys], results[left[1].keys]):
                break
            left, dropped = left[:stay], left[stay:]
            out = [*dropped, *out]
        return [*left, *out]


def rank_orders(
    left: Sequence[Weighed],
    results: Results,
    looks: Mapping[tuple[str, ...], float],
    likes: Mapping[tuple[str, ...], float] = NO_LIKES,
) -> list[Weighed]:
    """Return the orders, the best first, by the mean of an order's playouts and its first value.

    `likes`: what a style adds to the mean, as a chance to win.
    """

    def mean(keys: tuple[str, ...]) -> float:
        played = (sum(results[keys]) + GLANCE * looks[keys]) / (len(results[keys]) + GLANCE)
        return played + likes.get(keys, 0.0)

    return sorted(left, key=lambda each: -mean(each.keys))


def _clear(first: Sequence[float], second: Sequence[float]) -> bool:
    """Return whether the values `first` are clearly higher than the values `second` with the same luck."""
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    return fmean(gaps) > CLEAR * sqrt(variance(gaps) / len(gaps)) > 0
