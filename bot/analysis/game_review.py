"""Review a game: each seat's chance to win over the turns, and the effects of orders.

The curve of chances is estimated from what a spectator sees, with hidden things dealt at random. The effect
of an order is estimated from what its seat saw. The order is compared with two others: the choice of the bot
player that makes the playouts, and the first order of a hint. All three are played out with the same luck. If
no order changes a chance, as in a lost game, the review compares the points after the orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from statistics import fmean
from typing import NamedTuple

from bot.analysis.advice import (
    NOW,
    Estimate,
    Untried,
    Weighing,
    compute_luck,
    weigh_orders,
)
from bot.engine.thinking import Task
from rules.kernel import CHANCE, SIDE, Game, Rules, resume
from rules.loading.games import GAMES
from rules.players import Unreadable, deal_hidden, find_asked
from rules.players.outlook import estimate_chances, is_certain, list_out, play_on_from_start
from rules.state import State
from rules.words import Said

PLAYOUTS = 6  # playouts for each point of a curve
FIRST = 4  # playouts of each order of a turn, to find the order with the largest effect
MOST = 24  # playouts of the order with the largest effect
POINT = 0.01  # when effects are compared, 1 point in the game counts as much as this chance to win
CLEAR = 3.0  # an order has cost points only if the loss is above this many standard errors
UNKNOWN = Estimate(0.0, inf)


@dataclass(frozen=True, slots=True)
class Turns:
    """A worker's task to estimate a curve. The turns are given without the secret seed.

    Attributes:
        game: the key of the game's rules
        turns: consecutive turns
        seconds: how many seconds of the server's thinking time the task uses up; the task may run longer
        luck: the seed of the playouts' random numbers
        server: the Discord server
    """

    game: str
    turns: tuple[Game, ...]
    seconds: float
    luck: int
    server: int = 0


@dataclass(frozen=True, slots=True)
class TurnOrders(Task):
    """A worker's task to weigh some orders of a turn. `orders` has the index of each order's first entry."""

    orders: tuple[int, ...] = ()


class Effect(NamedTuple):
    """The rough effect of an order.

    Attributes:
        size: how large the effect is
        first: the index of the order's first entry in its turn
        raised: whether the order did better than usual play
    """

    size: float
    first: int
    raised: bool


class Swing(NamedTuple):
    """The effect of an order on its seat's chance and points.

    Attributes:
        seat: the seat
        first: the index of the order's first entry in its turn
        keys: the order
        usual: the chance if a bot player chooses in place of the seat's player
        after: the chance after the order
        best_keys: the order that a hint would have put first
        best: the chance after `best_keys`
        change: `after` minus `usual`, from playouts with the same luck
        missed: `best` minus `after`, from playouts with the same luck
        points: in playouts, the seat's lead in points after `best_keys` minus its lead after `keys`
        hinted: whether a hint would have shown the order as equal to `best_keys`
        reason: why a hint proposes `best_keys`; it can be empty
    """

    seat: str
    first: int
    keys: tuple[str, ...]
    usual: Estimate
    after: Estimate
    best_keys: tuple[str, ...]
    best: Estimate
    change: Estimate
    missed: Estimate
    points: Estimate = UNKNOWN
    hinted: bool = False
    reason: Said = ""

    @property
    def moved(self) -> float:
        """Return by how much the order raised or lowered the seat's chance, as a positive number.

        Return 0 if the difference may be noise. An order counts as a loss only if the hint's first order is
        clearly better. So a review never contradicts a hint. A loss is measured in two ways: against usual
        play, and against the hint's order. The larger number counts.
        """
        if self.raised:
            return self.change.mean
        if self.is_as_hinted or self.missed.is_zero or self.missed.mean < 0:
            return 0.0
        return max(self.missed.mean, 0.0 if self.change.is_zero else -self.change.mean)

    @property
    def raised(self) -> bool:
        """Return whether the order raised the seat's chance over usual play, by more than noise."""
        return self.change.mean > 0 and not self.change.is_zero

    @property
    def cost(self) -> float:
        """Return how many points the order cost, compared with the hint's first order.

        Return 0 if the number may be noise, if the order is as hinted, or if the hint's order has a clearly
        lower chance.
        """
        gained = self.missed.mean < 0 and not self.missed.is_zero
        clear = self.points.mean > CLEAR * self.points.error
        return 0.0 if gained or self.is_as_hinted or not clear else self.points.mean

    @property
    def is_as_hinted(self) -> bool:
        """Return whether a hint would have put the order first, or shown it as equal to the first."""
        return self.hinted or self.best_keys == self.keys


def estimate_curve(of: Turns, games: Mapping[str, Rules] = GAMES) -> tuple[dict[str, Estimate], ...]:
    """Return each seat's chance at the start of each turn, and at the end of the last turn if it has ended.

    All points get the same number of playouts, with the same luck.
    """
    rules = games[of.game]
    states = [rules.load(turn.start) for turn in of.turns]
    if (last := resume(rules, of.turns[-1])).pending is None:
        states.append(last.state)
    found = list[list[dict[str, float]]]()
    certain = is_certain(rules)
    while len(found) < (1 if certain else PLAYOUTS):
        found.append([_estimate_chances(rules, state, f"{of.luck}/{len(found)}") for state in states])

    def estimate(results: Sequence[float], state: State, seat: str) -> Estimate:
        out = list_out(rules, state)
        if rules.over(state) or seat in out:
            return Estimate(results[0], 0.0)
        if certain:
            return Estimate.certain(results)
        # Equal results of a few playouts prove little. So add an imagined playout with equal chances for all
        # who can still win.
        level = (sum(results) + 1 / (len(found[0][0]) - len(out))) / (len(results) + 1)
        return Estimate.of(results)._replace(mean=level)

    return tuple(
        {seat: estimate([each[seat] for each in point], state, seat) for seat in point[0]}
        for point, state in zip(zip(*found, strict=True), states, strict=True)
    )


def list_means(points: Sequence[Mapping[str, Estimate]]) -> tuple[dict[str, float], ...]:
    """Return the chances of a curve without their errors."""
    return tuple({seat: chance.mean for seat, chance in point.items()} for point in points)


def _estimate_chances(rules: Rules, state: State, luck: str) -> dict[str, float]:
    """Return the chances after one playout from a spectator's view, with hidden things dealt at random."""
    if rules.over(state):
        return estimate_chances(rules, state)
    deal = deal_hidden(rules, rules.view(state, None), Random(luck).randrange)
    return play_on_from_start(rules, deal, Random(f"{luck}/on").randrange)


def screen_orders(task: TurnOrders, games: Mapping[str, Rules] = GAMES) -> Effect | None:
    """Return the order with the largest effect among the task's orders; None if no order can be weighed.

    Leave out an order if it was the only possible answer, or if something hidden happened earlier in its
    turn.
    """
    rules, found = games[task.game], list[Effect]()
    for first, keys in list_orders(task.position):
        position = cut_turn(task.position, first)
        at = find_asked(rules, position) if first in task.orders else None
        if at is None or (len(at.keys) == 1 and len(keys) == 1):
            continue
        weighing = Weighing(rules, at, f"{task.luck}/{first}")
        try:
            for _ in range(1 if is_certain(rules) else FIRST):
                weighing.play([NOW, keys])
        except Unreadable:
            continue
        change, points = (fmean(of[keys]) - fmean(of[NOW]) for of in (weighing.found, weighing.leads))
        found.append(Effect(abs(change) + abs(points) * POINT, first, change + points * POINT > 0))
    return max(found, default=None)


def weigh_swing(task: TurnOrders, games: Mapping[str, Rules] = GAMES) -> Swing:
    """Return the effect of the first of the task's orders, compared with usual play and with a hint.

    The hint chooses its order with other random numbers than those of this comparison.
    """
    rules, turn, (first, *_) = games[task.game], task.position, task.orders
    position = cut_turn(turn, first)
    at, keys = find_asked(rules, position), dict(list_orders(turn))[first]
    assert at is not None, "somebody gave an order"
    luck = compute_luck(task.luck, position)
    level = list(rules.BOT_PLAYERS)[-1]
    hints = weigh_orders(Task(task.game, position, at.seat, level, task.seconds, luck, task.server), games)
    best = hints.best[0].keys
    equal = [] if isinstance(hints, Untried) else [each.keys for each in hints.best if each.equal]
    weighing = Weighing(rules, at, f"{task.luck}/{first}/again")
    for _ in range(1 if is_certain(rules) else MOST):
        weighing.play(dict.fromkeys([NOW, keys, best]))
    told, leads = weighing.found, weighing.leads
    return Swing(
        at.seat,
        first,
        keys,
        weighing.estimate(told[NOW]),
        weighing.estimate(told[keys]),
        best,
        weighing.estimate(told[best]),
        weighing.subtract(told[keys], told[NOW]),
        weighing.subtract(told[best], told[keys]),
        Estimate.of_points([a - b for a, b in zip(leads[best], leads[keys], strict=True)]),
        keys in equal,
        hints.best[0].reason,
    )


def cut_turn(turn: Game, first: int) -> Game:
    """Return a turn without its seed, and without its entries from `first` on. A hint gets such a turn."""
    return replace(turn, log=turn.log[:first], seed="", chain="", loaded=None)


def list_orders(turn: Game) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each order of a turn: the index of its first entry, and its keys.

    An order consists of entries of one seat that follow one another. Leave out side acts, such as trades.
    """
    first, seat, keys = 0, "", list[str]()
    for index, entry in enumerate(turn.log):
        aside = entry.key.startswith(SIDE)
        if keys and (entry.seat != seat or aside):
            yield first, tuple(keys)
            keys = []
        if entry.seat != CHANCE and not aside:
            first = first if keys else index
            seat = entry.seat
            keys.append(entry.key)
    if keys:
        yield first, tuple(keys)
