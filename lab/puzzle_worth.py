"""Evaluate the orders of a position to find out whether it is a puzzle.

Nearly all time goes into simulations, and most positions aren't puzzles. So at first, each order is simulated
only a few times, the most promising orders before the others. An idea (a kind of puzzle, `ideas.yaml`) must
separate the best orders from the others: the chances of the two groups must differ by roughly `margin`. If no
idea separates them, the position is dropped. The orders of the remaining positions are simulated more often.
After that, the chances of the two groups must differ by the whole `margin`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from bot.analysis.advice import Estimate, Weighing
from rules.kernel import Game, Point, Rules
from rules.lessons.differences import list_tests
from rules.lessons.lesson import find_lacking
from rules.lessons.puzzle import Weighed, load_ideas
from rules.players import Mover, choose_order, replay_entries, sample_at_point
from rules.players.outlook import estimate_chances, make_quick

GLANCES = 6  # random orders that show quickly whether the choice matters
FIRST = 8  # this many orders, the most promising ones, are simulated before the others
TRIED = 3  # each order has this many simulations before a position may be dropped
ROUNDS = (5, 10)  # how many more simulations each remaining order gets, in two rounds
PLAYOUTS = 24  # after these rounds, each remaining order gets this many simulations with new luck
AGAIN = 4  # to confirm a puzzle, each remaining order gets `AGAIN * PLAYOUTS` simulations in all
EARLY = 8  # a puzzle is given up after this many simulations, if its best order leads by too little
CLOSE = 12  # this many of the best orders are always evaluated further
KEPT = 3  # at most this many good orders are stored, and at most this many others
SURE = 3.0  # the best order must lead by this many standard errors
ROUGHLY = 0.5  # the part of the margin that is enough after few simulations
BARELY = 0.25  # the part of the margin that is enough before any simulation
Keys = tuple[str, ...]


def matters(rules: Rules, luck: str, game: Game, point: Point, margin: float) -> bool:
    """Return whether the choice of an order matters here.

    An order of a quick player and some random orders are first evaluated without a simulation. Their values
    must differ, and two simulations must confirm the difference.
    """
    number = Random(f"{luck}/glance").randrange
    good = choose_order(rules, game, make_quick(rules)(number, lambda: False)).keys
    others = {choose_order(rules, game, Mover(number)).keys for _ in range(GLANCES)} - {good}
    weighing = Weighing(rules, point, f"{luck}/glance")
    at_once = glance_at_orders(weighing, [good, *others]).values()
    if max(at_once) - min(at_once) < BARELY * margin:
        return False
    for wanted in (ROUGHLY * margin, margin):
        weighing.play([good, *others])
        found = sorted(fmean(weighing.found[keys]) for keys in others)
        if fmean(weighing.found[good]) - found[len(found) // 2] < wanted:
            return False
    return True


class Judged(NamedTuple):
    """The idea that separates good orders from all others, and the good orders."""

    idea: str
    want: dict[str, Any]
    avoid: tuple[dict[str, Any], ...]
    good: frozenset[Keys]


class Led(NamedTuple):
    """The position in which a seat begins its order, and the positions after its possible orders.

    `picked`: the order that a bot player found by thinking; None if its level doesn't think. In a puzzle,
    this order must be a good order.
    """

    seat: str
    start: Mapping[str, Any]
    documents: Mapping[Keys, Mapping[str, Any]]
    without: Collection[str] = ()  # ideas with enough puzzles already
    picked: Keys | None = None


def weigh_orders(rules: Rules, luck: str, point: Point, led: Led, margin: float) -> dict[Keys, float] | None:
    """Return the seat's chance after each of these orders; None if there seems to be no puzzle.

    Orders that are far behind get fewer simulations, so their chance is less certain.
    """
    weighing = Weighing(rules, point, luck)
    first, others = _first(weighing, list(led.documents))
    for few in (first, others):
        weighing.played = 0  # both groups of orders are played with the same dice and cards
        for _ in range(TRIED):
            weighing.play(few)
        if find_separating_idea(rules, _means(weighing), led, margin, ROUGHLY) is None:
            return None
    left = _in_reach(weighing.found, list(led.documents), margin)
    for rounds in ROUNDS:
        for _ in range(rounds):
            weighing.play(left)
        if find_separating_idea(rules, _means(weighing), led, margin, ROUGHLY) is None:
            return None
        left = _in_reach(weighing.found, left, margin)
    return _means(weighing)


def weigh_similar_orders(
    rules: Rules, luck: str, point: Point, known: Mapping[Keys, float], led: Led, margin: float
) -> dict[Keys, float] | None:
    """Return the chances in `known`, and the chances of the other orders of `led`; None for no puzzle.

    The other orders are simulated, all with the same luck. Orders that are far behind get fewer simulations.
    """
    later = [keys for keys in led.documents if keys not in known]
    weighing, left = Weighing(rules, point, luck), later
    least = max(known.values()) - 2 * margin
    for rounds in (TRIED, *ROUNDS):
        for _ in range(rounds):
            weighing.play(left)
        means = {**known, **_means(weighing)}
        if find_separating_idea(rules, means, led, margin, ROUGHLY) is None:
            return None
        left = [keys for keys in left if means[keys] >= least]
    return means


def _means(weighing: Weighing) -> dict[Keys, float]:
    return {keys: fmean(each) for keys, each in weighing.found.items()}


def _first(weighing: Weighing, orders: Sequence[Keys]) -> tuple[list[Keys], list[Keys]]:
    """Return the most promising orders, and the others. The first of `orders` always counts as promising."""
    glance = glance_at_orders(weighing, orders)
    ranked = [*orders[:1], *sorted(orders[1:], key=lambda keys: -glance[keys])]
    return ranked[:FIRST], ranked[FIRST:]


def glance_at_orders(weighing: Weighing, orders: Iterable[Keys]) -> dict[Keys, float]:
    """Return the seat's chance right after each of these orders, without a simulation."""
    rules, point = weighing.rules, weighing.point
    state, log = sample_at_point(rules, point, Random(f"{weighing.luck}/first").randrange)
    return {
        keys: estimate_chances(rules, replay_entries(rules, state.copy(), log, keys).state)[point.seat]
        for keys in orders
    }


def _in_reach(found: Mapping[Keys, Sequence[float]], orders: Sequence[Keys], margin: float) -> list[Keys]:
    """Return the orders that may still be the best."""
    ranked = sorted(orders, key=lambda keys: -fmean(found[keys]))
    best = fmean(found[ranked[0]])
    return [keys for at, keys in enumerate(ranked) if at < CLOSE or best - fmean(found[keys]) < 2 * margin]


def find_separating_idea(
    rules: Rules, means: Mapping[Keys, float], led: Led, margin: float, part: float = 1.0
) -> Judged | None:
    """Return the first idea that separates the good orders from all others; None if no idea does.

    An idea separates them if these conditions hold:
    - The best order's lead over every order that is not good is at least the margin.
    - Each good order's lead over every order that is not good is at least half of the margin.
    - The chances of the best good order and of the best order that is not good are in the idea's ranges.
    - Not too many orders are good.

    Return None also if that idea has enough puzzles already (`led.without`), or if `led.picked` is not good.
    `part`: the fraction of the margin that is enough here.
    """
    ranked = sorted(means, key=lambda keys: -means[keys])
    best, most = means[ranked[0]], len(ranked) * (1 - part / 2)
    far = margin * part
    if best - means[ranked[-1]] < far:
        return None
    for key, want, avoid in _tell_apart(rules, led, ranked):
        good = [
            keys
            for keys in ranked
            if not find_lacking(want, led.documents[keys])
            and not (avoid and not find_lacking(avoid, led.documents[keys]))
        ]
        rest = [means[keys] for keys in ranked if keys not in good]
        if not good or good[0] != ranked[0] or len(good) > most or best - rest[0] < far:
            continue
        idea = load_ideas(rules)[key]
        bounds = zip((best, rest[0]), (idea.best, idea.rest), strict=True)
        if means[good[-1]] - rest[0] >= far / 2 and all(low <= c <= high for c, (low, high) in bounds):
            found = Judged(key, want, (avoid,) if avoid else (), frozenset(good))
            agrees = led.picked is None or led.picked in good
            return found if agrees and key not in led.without else None
    return None


def _tell_apart(
    rules: Rules, led: Led, ranked: Sequence[Keys]
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield possible separations of the best orders: (the idea's key, what it requires, what it excludes)."""
    for key, idea in load_ideas(rules).items():
        if (idea.seats and led.seat not in idea.seats) or find_lacking(idea.when, led.start):
            continue
        best = [led.documents[keys] for keys in ranked[:CLOSE]]
        for want, avoid in list_tests(idea, led.seat, led.start, best):
            yield key, want, avoid


def confirm_orders(
    rules: Rules,
    luck: str,
    point: Point,
    means: Mapping[Keys, float],
    good: frozenset[Keys],
    margin: float,
    playouts: int = PLAYOUTS,
) -> list[Weighed] | None:
    """Simulate the best good orders and the best other orders longer, with new luck.

    Return those that are simulated to the end, but no good order that leads the best other order by less than
    the margin. Return None as soon as the best good order does not lead the best other order clearly.
    """
    ranked = sorted(means, key=lambda keys: -means[keys])
    chosen = [keys for keys in ranked if keys in good][:KEPT]
    others = [keys for keys in ranked if keys not in good][: 2 * KEPT]
    weighing = Weighing(rules, point, f"{luck}/again")
    for until in (EARLY, playouts, playouts * AGAIN):
        while weighing.played < until:
            weighing.play([*chosen, *others])
        chosen, others = (
            sorted(each, key=lambda keys: -fmean(weighing.found[keys])) for each in (chosen, others)
        )
        one, other = weighing.found[chosen[0]], weighing.found[others[0]]
        gap = Estimate.of([a - b for a, b in zip(one, other, strict=True)])
        wanted = ROUGHLY * margin if until < playouts else max(margin, SURE * gap.error)
        if gap.mean < wanted:
            return None
        if until >= playouts:
            del others[KEPT:]
    estimates = [(keys, Estimate.of(weighing.found[keys])) for keys in (*chosen, *others)]
    known = [Weighed(keys=keys, chance=round(e.mean, 4), error=round(e.error, 4)) for keys, e in estimates]
    # drop each good order that leads the best other order by less than the margin
    least = known[len(chosen)].chance + margin
    return [each for each in known if each.keys not in good or each.chance >= least]
