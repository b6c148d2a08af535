"""The player `full`: the orders that `fair` would weigh are played on, two cards far, and the one after which
the chance to win is best is taken.

All orders are played on with the same luck, so that what they differ by is the order, and the worse half is
dropped again and again (sequential halving). What `fair` thinks of an order counts as much as some playouts,
lest few of them mislead. It ends early where one is clearly best, or when it is told to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import fmean, variance
from typing import Any

from rules.ask import Ask
from rules.face import Advice
from rules.vijayanagara.board import RIVALS
from rules.vijayanagara.cards import EVENTS
from rules.vijayanagara.players.answers import SHEETS, answer, at_a_glance
from rules.vijayanagara.players.fair import OPTION, Desk, Fair, Weighed, distinct
from rules.vijayanagara.players.proposal import Proposal, Wanted
from rules.vijayanagara.players.trial import Answer, keys_of, play_on, trial
from rules.vijayanagara.players.worth import chances, heat
from rules.vijayanagara.state import State
from rules.walk import Number, lot

ROUNDS = ((4, 16), (8, 8), (16, 4), (32, 2), (64, 1))  # so many playouts of each, then so many orders stay
MOST = 28  # orders that are played on
FEW = 6  # answers to another question
SMALL = frozenset(("lose", "spend", "back", "plunder", "take-cavalry", "tie-break"))  # not worth the time
CLEAR = 2.5  # standard errors by which one has to lead
SURE_AFTER = 12  # playouts
CARDS = 2  # how far an order is played on
GLANCE = 8  # playouts that what an order is worth at once counts for
AT_LEAST = 2  # Resources without which a quick player takes no fork for its Command
SPACES = 3  # of a quick player's Command


class Quick:
    """Plays at a glance, for the seats of a playout: the first lines of a sheet that apply, now and then an
    Event, a Limited Command or a Pass. `number`: chance decides between these."""

    def __init__(self, number: Number) -> None:
        self.number = number
        self.wanted: Wanted = {}

    def __call__(self, s: State, ask: Ask[Any]) -> str:
        """The answer to any question."""
        if ask.kind == OPTION:
            self.wanted = self._order(s, ask.seat, keys_of(ask))
        elif s.acting != ask.seat:
            return at_a_glance(s, ask)
        return answer(self.wanted)(s, ask)

    def _order(self, s: State, me: str, keys: tuple[str, ...]) -> Wanted:
        chance, held = self.number(10), s.resources[me]
        side = "unshaded" if me in RIVALS else "shaded"
        if "event" in keys and chance < (3 if "command" in keys else 5):
            return {OPTION: ("event",), "side": (side,)}
        if not held:
            return {OPTION: (("command" if me in RIVALS else "pass") if "command" in keys else "pass",)}
        command = self._first(s, me, decree=False)
        if "command" in keys and (held >= AT_LEAST or chance < 8):
            decree = self._first(s, me, decree=True)
            wanted = {OPTION: ("command",)} | _wanted("command", command, min(SPACES, max(1, held - 1)))
            return wanted | _wanted("decree", decree, None)
        if "limited" in keys and chance < 8:
            return {OPTION: ("limited",)} | _wanted("command", command, 1)
        return {OPTION: ("pass",)}

    def _first(self, s: State, me: str, *, decree: bool) -> Proposal | None:
        """The first line that applies; now and then the next one."""
        sheet = SHEETS[me]
        found = (made for _, line in (sheet.decrees if decree else sheet.commands) for made in line(s, me))
        first = next(found, None)
        return next(found, first) if self.number(4) == 0 else first


def _wanted(kind: str, made: Proposal | None, most: int | None) -> dict[str, tuple[str, ...]]:
    return {} if made is None else {kind: (made.name,), **made.wanted(most)}


def played_on(desk: Desk, order: Weighed, luck: int) -> float:
    """The seat's chance to win some cards after this order, if everybody goes on quickly."""
    number = lot(luck)
    quick: Answer = Quick(number)
    walk = desk.trial()
    for key in order.keys:
        if isinstance(walk.pending, Ask):
            walk.enter(key, walk.pending.seat)
    s = play_on(walk, answer(order.wanted), number).state
    cards = len(s.played) + CARDS
    while not s.over and (len(s.played) < cards or s.card in EVENTS):
        s = play_on(trial(s), quick, number).state
    return chances(s)[desk.me]


@dataclass(slots=True)
class Full(Fair):
    """Weighs as `fair` does, and plays the best on as long as it may think."""

    def weighed(self, desk: Desk, kind: str) -> list[Advice]:
        """The orders, or the answers to a question of another kind, the best first, none twice."""
        found = distinct(desk.orders() if kind == OPTION else desk.answers())
        if kind in SMALL:
            return [Advice(each.keys, each.why) for each in found]
        best = self.searched(desk, unlike(found)[: MOST if kind == OPTION else FEW])
        chosen = {each.keys for each in best}
        return [Advice(each.keys, each.why) for each in (*best, *(e for e in found if e.keys not in chosen))]

    def searched(self, desk: Desk, found: Sequence[Weighed]) -> list[Weighed]:
        """These orders, those that fare best in playouts first; as they were where there was no time."""
        results: dict[tuple[str, ...], list[float]] = {each.keys: [] for each in found}
        looks = {each.keys: GLANCE * at_once(desk.start, each) for each in found}
        left, out, played = list(found), list[Weighed](), 0
        for times, stay in ROUNDS:
            if len(left) < 2:
                break
            for _ in range(times):
                if played and self.stop():
                    return [*ranked(left, results, looks), *out]
                for each in left:
                    results[each.keys].append(played_on(desk, each, desk.luck + played))
                played += 1
            left = ranked(left, results, looks)
            if played >= SURE_AFTER and _clear(results[left[0].keys], results[left[1].keys]):
                break
            left, dropped = left[:stay], left[stay:]
            out = [*dropped, *out]
        return [*left, *out]


def unlike(found: Sequence[Weighed]) -> list[Weighed]:
    """Of orders that come to the same, the first."""
    return list({round(each.value, 9): each for each in reversed(found)}.values())[::-1]


def at_once(s: State, order: Weighed) -> float:
    """The chance to win as it stands right after the order, if all goes as it was weighed."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, order.value / heat(s)))))


def ranked(
    left: Sequence[Weighed],
    results: Mapping[tuple[str, ...], Sequence[float]],
    looks: Mapping[tuple[str, ...], float],
) -> list[Weighed]:
    """By their playouts, as many of each as all have, and by how they look at once."""
    times = min(len(results[each.keys]) for each in left)
    return sorted(left, key=lambda each: -(sum(results[each.keys][:times]) + looks[each.keys]))


def _clear(first: Sequence[float], second: Sequence[float]) -> bool:
    """True where the first is ahead by more than chance, playout by playout."""
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    return fmean(gaps) > CLEAR * sqrt(variance(gaps) / len(gaps)) > 0
