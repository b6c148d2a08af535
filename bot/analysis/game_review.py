"""Review a finished game: each seat's chance to win over the turns, and the effect of each order.

The curve is an estimate from what a spectator sees; hidden things are dealt at random. An order is weighed
from what its seat saw. It is compared with the same seat playing on as usual and with the choice of the
strongest level, all with the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from time import monotonic
from typing import NamedTuple

from bot.analysis.advice import NOW, Estimate, Weighing, needs_playouts
from bot.engine.thinking import Task, Timed, seat_player
from rules.games import GAMES
from rules.kernel import CHANCE, SIDE, Game, Point, Rules, resume
from rules.players import Unreadable, choose_order, deal_hidden, find_asked
from rules.players.outlook import estimate_chances, play_on_from_start
from rules.state import State

PLAYOUTS = 6  # of each point of a curve, as far as its time goes
FIRST, MOST = 6, 60  # playouts of each order of a turn, and of the one that did most
PLANNING = 0.4  # of the time is for what the strongest level would have done


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of a game, as they go to the process that weighs them: without the secret seed."""

    game: str
    turns: tuple[Game, ...]
    seconds: float
    luck: int
    server: int = 0


class Swing(NamedTuple):
    """An order that moved its seat's chance: where it began in its turn, the chance as usual and after it,
    what the strongest level would have done there, the chance after that, and by how much it is better."""

    seat: str
    first: int
    keys: tuple[str, ...]
    usual: Estimate
    after: Estimate
    best_keys: tuple[str, ...]
    best: Estimate
    missed: Estimate

    @property
    def moved(self) -> float:
        """By how much the order moved the chance."""
        return abs(self.after.mean - self.usual.mean)


def estimate_curve(of: Turns, games: Mapping[str, Rules] = GAMES) -> tuple[dict[str, float], ...]:
    """The chances of all seats at the beginning of each of these turns, and at the end of the last if it has
    ended. All points are played on as often, with the same luck."""
    rules, ends = games[of.game], monotonic() + of.seconds
    states = [rules.load(turn.start) for turn in of.turns]
    if (last := resume(rules, of.turns[-1])).pending is None:
        states.append(last.state)
    found = list[list[dict[str, float]]]()
    while needs_playouts(len(found), PLAYOUTS, PLAYOUTS, ends):
        found.append([_chances(rules, state, f"{of.luck}/{len(found)}") for state in states])
    return tuple(
        {seat: fmean(each[seat] for each in point) for seat in point[0]} for point in zip(*found, strict=True)
    )


def _chances(rules: Rules, state: State, luck: str) -> dict[str, float]:
    """Return the chances between two turns from a spectator's view; hidden things are dealt at random."""
    if rules.over(state):
        return estimate_chances(rules, state)
    deal = deal_hidden(rules, rules.view(state, None), Random(luck).randrange)
    return play_on_from_start(rules, deal, Random(f"{luck}/on").randrange)


def weigh_swing(task: Task, games: Mapping[str, Rules] = GAMES) -> Swing | None:
    """The order of a turn that moved its seat's chance most, and what the level of the task would have done;
    None where nobody has decided anything, or what was decided can't be weighed for what is hidden."""
    rules, turn, ends = games[task.game], task.position, monotonic() + task.seconds
    found: tuple[float, Point, Weighing, tuple[str, ...], int] | None = None
    for first, keys in list_orders(turn):
        at = find_asked(rules, replace(turn, log=turn.log[:first]))
        if at is None or (len(at.keys) == 1 and len(keys) == 1):
            continue
        weighing = Weighing(rules, at, f"{task.luck}/{first}")
        try:
            while needs_playouts(weighing.played, FIRST, FIRST, ends):
                weighing.play([NOW, keys])
        except Unreadable:
            continue
        moved = abs(fmean(weighing.found[keys]) - fmean(weighing.found[NOW]))
        if found is None or moved > found[0]:
            found = moved, at, weighing, keys, first
        if monotonic() >= ends:
            break
    if found is None:
        return None
    _, at, weighing, keys, first = found
    player = seat_player(rules, task.level, Random(task.luck).randrange, Timed(task.seconds * PLANNING))
    best = choose_order(rules, replace(turn, log=turn.log[:first]), player).keys
    fresh = weighing.played
    while needs_playouts(weighing.played - fresh, FIRST, MOST - fresh, ends):
        weighing.play(dict.fromkeys([NOW, keys, best]))
    told = {each: weighing.found[each][-(weighing.played - fresh) :] for each in (NOW, keys, best)}
    missed = Estimate.of([a - b for a, b in zip(told[best], told[keys], strict=True)])
    return Swing(
        at.seat,
        first,
        keys,
        Estimate.of(told[NOW]),
        Estimate.of(told[keys]),
        best,
        Estimate.of(told[best]),
        missed,
    )


def list_orders(turn: Game) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Return the orders of a turn: where each begins, and its keys. Side acts are none."""
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
