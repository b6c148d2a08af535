"""Review a game: each seat's chance to win over the turns, and the effect of each order.

The curve of chances is estimated from what a spectator sees, with hidden things dealt at random. The effect
of an order is estimated from what its seat saw. The order is compared with the choice of the bot player that
makes the playouts, and with the choice of the strongest level, all with the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import NamedTuple

from bot.analysis.advice import NOW, PLANNING, Estimate, Weighing, is_certain
from bot.engine.thinking import Counted, Task, seat_player
from rules.kernel import CHANCE, SIDE, Game, Point, Rules, resume
from rules.loading.games import GAMES
from rules.players import Unreadable, choose_order, deal_hidden, find_asked
from rules.players.outlook import estimate_chances, play_on_from_start
from rules.state import State

PLAYOUTS = 6  # playouts for each point of a curve
FIRST = 6  # playouts of each order of a turn
MOST = 30  # playouts of the order with the largest effect


@dataclass(frozen=True, slots=True)
class Turns:
    """The task to estimate a curve, as a worker process gets it, without the secret seed.

    Attributes:
        game: the key of the game's rules
        turns: consecutive turns
        seconds: the time for the task
        luck: the seed of the playouts' random numbers
        server: the Discord server whose share of the thinking time is used
    """

    game: str
    turns: tuple[Game, ...]
    seconds: float
    luck: int
    server: int = 0


@dataclass(frozen=True, slots=True)
class TurnOrders(Task):
    """The task to weigh some orders of a turn. `orders` has the index of the first entry of each."""

    orders: tuple[int, ...] = ()


class Swing(NamedTuple):
    """An order that changed its seat's chance.

    Attributes:
        seat: the seat
        first: the index of the order's first entry in its turn
        keys: the order
        usual: the chance when a bot player chooses instead of the seat's player
        after: the chance after the order
        best_keys: the order of the strongest level
        best: the chance after the strongest level's order
        change: `after` minus `usual`
        missed: `best` minus `after`
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

    @property
    def moved(self) -> float:
        """Return the size of the change, up or down; 0 if it may be noise.

        A loss counts as noise too if the strongest level would have played the same order.
        """
        doubtful = self.change.mean < 0 and self.best_keys == self.keys
        return 0.0 if doubtful or self.change.is_zero else abs(self.change.mean)


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
    return tuple(
        {
            seat: (Estimate.certain if certain else Estimate.of)([each[seat] for each in point])
            for seat in point[0]
        }
        for point in zip(*found, strict=True)
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


def weigh_swing(task: TurnOrders, games: Mapping[str, Rules] = GAMES) -> Swing | None:
    """Return the one of these orders that changed its seat's chance most; None if none can be weighed.

    Leaves out forced orders, and orders that depend on hidden things.
    """
    rules, turn = games[task.game], task.position
    found: tuple[float, Point, Weighing, tuple[str, ...], int] | None = None
    for first, keys in list_orders(turn):
        at = find_asked(rules, replace(turn, log=turn.log[:first])) if first in task.orders else None
        if at is None or (len(at.keys) == 1 and len(keys) == 1):
            continue
        weighing = Weighing(rules, at, f"{task.luck}/{first}")
        try:
            while weighing.played < FIRST:
                weighing.play([NOW, keys])
        except Unreadable:
            continue
        moved = abs(fmean(weighing.found[keys]) - fmean(weighing.found[NOW]))
        if found is None or moved > found[0]:
            found = moved, at, weighing, keys, first
    if found is None:
        return None
    _, at, weighing, keys, first = found
    player = seat_player(rules, task.level, Random(task.luck).randrange, Counted(PLANNING))
    best = choose_order(rules, replace(turn, log=turn.log[:first]), player).keys
    fresh = weighing.played
    while weighing.played - fresh < MOST:
        weighing.play(dict.fromkeys([NOW, keys, best]))
    told = {each: weighing.found[each][-(weighing.played - fresh) :] for each in (NOW, keys, best)}
    change, missed = (
        Estimate.of([a - b for a, b in zip(told[one], told[other], strict=True)])
        for one, other in ((keys, NOW), (best, keys))
    )
    return Swing(
        at.seat,
        first,
        keys,
        Estimate.of(told[NOW]),
        Estimate.of(told[keys]),
        best,
        Estimate.of(told[best]),
        change,
        missed,
    )


def list_orders(turn: Game) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the orders of a turn: the index of the first entry, and the keys.

    Leaves out side acts (such as trades).
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
