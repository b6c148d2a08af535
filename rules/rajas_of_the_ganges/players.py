"""The automatic players: `easy` takes what looks best at a glance, `fair` plans whole orders by what they are
worth, `full` plays its best few on to the end of the round, again and again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.ask import Ask
from rules.chance import Draw, Roll, by_numbers
from rules.extras import Outlook
from rules.kernel import Maker, Point
from rules.rajas_of_the_ganges import glance
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.turn import turn
from rules.rajas_of_the_ganges.value import features, value
from rules.rajas_of_the_ganges.view import View, state_of
from rules.walk import Number, Walk, lot

Stop = Callable[[], bool]
SLIP = 4  # `easy` takes any answer every so many times
WIDEST: Mapping[str, int] = {"payment": 2, "placement": 5, "turn": 2, "colours": 5}  # answers that are tried
CANDIDATES = 6  # orders that `full` plays on
PLAYOUTS = 600  # at most


def _mean(pending: Roll | Draw) -> str:
    """What chance brings on average."""
    if isinstance(pending, Roll):
        return ("34" * pending.dice)[: pending.dice]
    return pending.pile[len(pending.pile) // 2]


@dataclass(slots=True)
class Plan:
    """Whole orders from one question on, the best first."""

    start: State
    log: Sequence[str]  # what has been entered since
    seat: str
    stop: Stop
    found: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)

    def walk(self, keys: Sequence[str]) -> Walk[State]:
        """The turn with these keys more."""
        walk = Walk(turn, self.start.copy())
        for key in (*self.log, *keys):
            walk.enter(key)
        return walk

    def look(self, keys: tuple[str, ...] = (), order: int | None = None) -> None:
        """Try all that is worth trying from here; `order`: so many of the keys are the order's own, before
        chance."""
        walk = self.walk(keys)
        pending = walk.pending
        if isinstance(pending, Ask) and pending.seat == self.seat:
            for key in self._worth_trying(walk, pending):
                if self.found and self.stop():
                    return
                self.look((*keys, key), order)
            return
        if pending is None or walk.state.order.done or isinstance(pending, Ask):
            cut = keys if order is None else keys[:order]
            self.found.append((value(walk.state, self.seat), cut))
            return
        self.look((*keys, _mean(pending)), len(keys) if order is None else order)

    def _worth_trying(self, walk: Walk[State], ask: Ask[Any]) -> Sequence[str]:
        menu = list(ask.menu())
        if ask.kind in ("reroll", "put-back"):
            low = glance.lowest(menu)
            return ("done", low) if low and int(low[-1]) <= glance.POOR else ("done",)
        widest = WIDEST.get(ask.kind)
        if widest is None or len(menu) <= widest:
            return menu
        if ask.kind in ("placement", "turn"):
            realm = walk.state.realms[self.seat]
            menu.sort(key=lambda key: -glance.placed(realm, walk.state.order.square, key))
        return menu[:widest]


@dataclass(slots=True)
class Planner:
    """Chooses a whole order at its first question, and reads it back at the next ones. `playouts`: how many
    times its best orders are played on to the end of the round; 0: they are taken as they look."""

    number: Number
    stop: Stop
    playouts: int = 0
    plan: tuple[str, ...] = ()

    def choose(self, point: Point, /) -> str:
        """One of the keys."""
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
        plan = Plan(state_of(began, self.number), [entry.key for entry in point.log], point.seat, self.stop)
        plan.look()
        ranked: dict[tuple[str, ...], float] = {}
        for worth, keys in plan.found:
            ranked[keys] = max(worth, ranked.get(keys, worth))
        best = sorted(ranked, key=lambda keys: -ranked[keys])
        chosen = best[0]
        if self.playouts and len(best) > 1:
            chosen = self._played_on(plan, best[:CANDIDATES])
        self.plan = (*point.order, *chosen)
        return chosen[0]

    def _played_on(self, plan: Plan, candidates: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
        """The order that fares best when the round is played on; each time all have the same luck, and half
        of them is dropped now and then."""
        sums = dict.fromkeys(candidates, 0.0)
        left, played = list(candidates), 0
        for times in range(1, self.playouts + 1):
            luck = self.number(1 << 30)
            for keys in left:
                sums[keys] += _to_the_rounds_end(plan.walk(keys), plan.seat, luck)
            played = times
            if self.stop():
                break
            if times in (6, 18, 54) and len(left) > 2:
                left = sorted(left, key=lambda keys: -sums[keys])[: (len(left) + 1) // 2]
        assert played, "every candidate is played on once"
        return max(left, key=sums.__getitem__)


def _to_the_rounds_end(walk: Walk[State], seat: str, luck: int) -> float:
    """What the seat has when the round is over, if everybody goes on at a glance."""
    number, state = lot(luck), walk.state
    this = state.round
    while True:
        while (pending := walk.pending) is not None:
            if isinstance(pending, Ask):
                menu = list(pending.menu())
                walk.enter(
                    menu[0] if len(menu) == 1 else glance.choose(state, pending.kind, pending.seat, menu)
                )
            else:
                walk.enter(by_numbers(number, pending))
        if state.over or state.round != this:
            break
        state.story.clear()
        walk = Walk(turn, state)
    own = value(state, seat)
    rivals = max(value(state, other) for other in state.seats if other != seat)
    if state.over:
        ahead = all(
            state.realms[seat].gap > state.realms[other].gap for other in state.seats if other != seat
        )
        return own + (100.0 if ahead else -100.0)
    return own - 0.2 * rivals


@dataclass(slots=True)
class Glancer:
    """Takes what looks best at a glance, and now and then, one time in `slip` (0: never), anything."""

    number: Number
    slip: int = SLIP

    def choose(self, point: Point, /) -> str:
        """One of the keys."""
        if self.slip and self.number(self.slip) == 0:
            return point.keys[self.number(len(point.keys))]
        view = point.look()
        assert isinstance(view, View)
        state = state_of(view, self.number)
        return glance.choose(state, point.kind, point.seat, list(point.keys))


AUTOMATIC: Mapping[str, Maker] = {
    "easy": lambda number, _: Glancer(number),
    "fair": Planner,
    "full": lambda number, stop: Planner(number, stop, PLAYOUTS),
}

OUTLOOK = Outlook(__package__, features, lambda number, _: Glancer(number, slip=0), turns=16)
