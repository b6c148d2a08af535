"""The player `full`: the orders that `fair` thinks most of are played on to the end of the next card, and the
one after which the chance to win is best is taken.

In playouts everybody goes on as `fair` would at a first look, and all orders with the same luck, so that what
they differ by is the order; the worse are dropped again and again (sequential halving). What `fair` thinks
of an order counts as much as some playouts, lest few of them mislead. It ends early where one is clearly
best, or when it is told to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from rules.ask import Ask
from rules.chance import by_numbers
from rules.face import Advice, Entry
from rules.kernel import CHANCE
from rules.vijayanagara.cards import EVENTS
from rules.vijayanagara.players.answers import answer, at_a_glance
from rules.vijayanagara.players.fair import OPTION, Desk, Fair, Weighed, distinct
from rules.vijayanagara.players.proposal import Wanted
from rules.vijayanagara.players.trial import play_on, trial
from rules.vijayanagara.players.worth import at_once, chances
from rules.vijayanagara.state import State
from rules.walk import Number, lot

ROUNDS = ((2, 6), (2, 4), (4, 3), (8, 2), (16, 1))  # so many playouts of each, then so many orders stay
MOST = 10  # orders that are played on
CLEAR = 2.5  # standard errors by which one has to lead
SURE_AFTER = 8  # playouts
CARDS = 1  # how far an order is played on, beyond the open card
GLANCE = 2  # playouts that what an order is worth at once counts for
Results = Mapping[tuple[str, ...], Sequence[float]]  # of each order, its keys: the chance after each playout


def turn_after(s: State, luck: Number) -> State:
    """The next turn played to its end: whoever acts gives the order that looks best at first, all else is
    answered at a glance."""
    start, log = s.copy(), list[Entry]()
    wanted: Wanted = {}
    walk = trial(s)
    while (pending := walk.pending) is not None:
        if not isinstance(pending, Ask):
            entry = Entry(CHANCE, by_numbers(luck, pending))
        elif pending.kind == OPTION:
            wanted = Desk(start, tuple(log), pending.seat, luck(1 << 30)).first_look().wanted
            entry = Entry(pending.seat, answer(wanted)(walk.state, pending))
        else:
            own = walk.state.acting == pending.seat
            entry = Entry(pending.seat, (answer(wanted) if own else at_a_glance)(walk.state, pending))
        log.append(entry)
        walk.enter(entry.key, entry.seat)
    return walk.state


def played_on(desk: Desk, order: Weighed, luck: int) -> float:
    """The seat's chance to win at the end of the next card, if it gives this order."""
    number = lot(luck)
    walk = desk.trial()
    for key in order.keys:
        if isinstance(walk.pending, Ask):
            walk.enter(key, walk.pending.seat)
    s = play_on(walk, answer(order.wanted), number).state
    cards = len(s.played) + CARDS
    while not s.over and (len(s.played) < cards or s.card in EVENTS):
        s = turn_after(s, number)
    return chances(s)[desk.me]


@dataclass(slots=True)
class Full(Fair):
    """Weighs as `fair` does, and plays the best orders on as long as it may think."""

    def weighed(self, desk: Desk, kind: str) -> list[Advice]:
        """The orders, or the answers to a question of another kind, the best first, none twice."""
        if kind != OPTION:
            return Fair.weighed(self, desk, kind)
        found = distinct(desk.orders())
        best = self.searched(desk, unlike(found)[:MOST])
        chosen = {each.keys for each in best}
        return [Advice(each.keys, each.why) for each in (*best, *(e for e in found if e.keys not in chosen))]

    def searched(self, desk: Desk, found: Sequence[Weighed]) -> list[Weighed]:
        """These orders, those that fare best in playouts first; as they were where there was no time."""
        results: dict[tuple[str, ...], list[float]] = {each.keys: [] for each in found}
        looks = {each.keys: at_once(desk.start, each.value) for each in found}
        left, out, played = list(found), list[Weighed](), 0
        for times, stay in ROUNDS:
            if len(left) < 2:
                break
            for _ in range(times):
                for each in left:
                    if self.stop():
                        return [*ranked(left, results, looks), *out]
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


def ranked(
    left: Sequence[Weighed], results: Results, looks: Mapping[tuple[str, ...], float]
) -> list[Weighed]:
    """By the mean of their playouts, and of how they look at once."""

    def mean(keys: tuple[str, ...]) -> float:
        return (sum(results[keys]) + GLANCE * looks[keys]) / (len(results[keys]) + GLANCE)

    return sorted(left, key=lambda each: -mean(each.keys))


def _clear(first: Sequence[float], second: Sequence[float]) -> bool:
    """True where the first is ahead by more than chance, playout by playout."""
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    return fmean(gaps) > CLEAR * sqrt(variance(gaps) / len(gaps)) > 0
