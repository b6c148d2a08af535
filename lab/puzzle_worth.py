"""Weigh the orders of a position to see whether it is a puzzle, or early that it is none.


Nearly all of the time goes into playouts, and most positions are no puzzles. So the orders that look best are
played on a little first; a position is dropped as soon as no idea tells the best of them from the others, at
about the margin. Those that are left cost more, and are judged by the margin itself.
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

GLANCES = 6  # random orders that show at a glance whether the choice matters
FIRST = 8  # orders that look best and are played on before the others
TRIED = 3  # playouts of each order before a position may be dropped
ROUNDS = (5, 10)  # more playouts of each remaining order
PLAYOUTS, AGAIN = 24, 4  # playouts of a puzzle; the factor for a check
EARLY = 8  # playouts after which an order that is hardly better than the others is dropped
CLOSE = 12  # best orders that are always weighed further
KEPT = 3  # good orders and others that are stored
SURE = 3.0  # standard errors by which the good orders must be better
ROUGHLY = 0.5  # the part of the margin that is enough after few playouts
BARELY = 0.25  # the part of the margin that is enough before any playouts
Keys = tuple[str, ...]


def matters(rules: Rules, luck: str, game: Game, point: Point, margin: float) -> bool:
    """Return whether the choice of an order matters here.

    Quick evaluations of a quick player's order and some random ones must differ, and two playouts must
    confirm it.
    """
    number = Random(f"{luck}/glance").randrange
    good = choose_order(rules, game, make_quick(rules)(number, lambda: False)).keys
    others = {choose_order(rules, game, Mover(number)).keys for _ in range(GLANCES)} - {good}
    weighing = Weighing(rules, point, f"{luck}/glance")
    at_once = glanced(weighing, [good, *others]).values()
    if max(at_once) - min(at_once) < BARELY * margin:
        return False
    for wanted in (ROUGHLY * margin, margin):
        weighing.play([good, *others])
        found = sorted(fmean(weighing.found[keys]) for keys in others)
        if fmean(weighing.found[good]) - found[len(found) // 2] < wanted:
            return False
    return True


class Judged(NamedTuple):
    """The idea that tells good orders from all others, and which are good."""

    idea: str
    want: dict[str, Any]
    avoid: tuple[dict[str, Any], ...]
    good: frozenset[Keys]


class Led(NamedTuple):
    """The position in which a seat begins its order, and those to which its orders have led.

    `picked`: the order that a level has found by thinking, which must be among the good ones; None if it does
    not think.
    """

    seat: str
    start: Mapping[str, Any]
    documents: Mapping[Keys, Mapping[str, Any]]
    without: Collection[str] = ()  # ideas of which there are puzzles enough
    picked: Keys | None = None


def weighed(rules: Rules, luck: str, point: Point, led: Led, margin: float) -> dict[Keys, float] | None:
    """Return the seat's chance after each of these orders; None if there seems to be no puzzle.

    Orders that are far behind get fewer playouts and a less certain chance.
    """
    weighing = Weighing(rules, point, luck)
    first, others = _first(weighing, list(led.documents))
    for few in (first, others):
        weighing.played = 0  # all have the same luck
        for _ in range(TRIED):
            weighing.play(few)
        if judged(rules, _means(weighing), led, margin, ROUGHLY) is None:
            return None
    left = _in_reach(weighing.found, list(led.documents), margin)
    for rounds in ROUNDS:
        for _ in range(rounds):
            weighing.play(left)
        if judged(rules, _means(weighing), led, margin, ROUGHLY) is None:
            return None
        left = _in_reach(weighing.found, left, margin)
    return _means(weighing)


def weighed_too(
    rules: Rules, luck: str, point: Point, known: Mapping[Keys, float], led: Led, margin: float
) -> dict[Keys, float] | None:
    """Return the chances of the orders of `led` with those that are `known`; None for no puzzle.

    All orders get the same luck, and those far behind get fewer playouts.
    """
    later = [keys for keys in led.documents if keys not in known]
    weighing, left = Weighing(rules, point, luck), later
    least = max(known.values()) - 2 * margin
    for rounds in (TRIED, *ROUNDS):
        for _ in range(rounds):
            weighing.play(left)
        means = {**known, **_means(weighing)}
        if judged(rules, means, led, margin, ROUGHLY) is None:
            return None
        left = [keys for keys in left if means[keys] >= least]
    return means


def _means(weighing: Weighing) -> dict[Keys, float]:
    return {keys: fmean(each) for keys, each in weighing.found.items()}


def _first(weighing: Weighing, orders: Sequence[Keys]) -> tuple[list[Keys], list[Keys]]:
    """Return the orders that look best, the one that was picked among them, and the others."""
    glance = glanced(weighing, orders)
    ranked = [*orders[:1], *sorted(orders[1:], key=lambda keys: -glance[keys])]
    return ranked[:FIRST], ranked[FIRST:]


def glanced(weighing: Weighing, orders: Iterable[Keys]) -> dict[Keys, float]:
    """Return the seat's chance right after each of these orders, without a playout."""
    rules, point = weighing.rules, weighing.point
    state, log = sample_at_point(rules, point, Random(f"{weighing.luck}/first").randrange)
    return {
        keys: estimate_chances(rules, replay_entries(rules, state.copy(), log, keys).state)[point.seat]
        for keys in orders
    }


def _in_reach(found: Mapping[Keys, Sequence[float]], orders: Sequence[Keys], margin: float) -> list[Keys]:
    """Return the orders that may still be the best, or tell how far the best are from the rest."""
    ranked = sorted(orders, key=lambda keys: -fmean(found[keys]))
    best = fmean(found[ranked[0]])
    return [keys for at, keys in enumerate(ranked) if at < CLOSE or best - fmean(found[keys]) < 2 * margin]


def judged(
    rules: Rules, means: Mapping[Keys, float], led: Led, margin: float, part: float = 1.0
) -> Judged | None:
    """Return the first idea that separates the good orders from all others; None if there is none.

    The best order must be far better than the rest, and the other good ones by half of that. None if the
    picked order is not good, or if there are enough puzzles of that idea. `part`: the part of the margin that
    counts as far.
    """
    ranked = sorted(means, key=lambda keys: -means[keys])
    best, most = means[ranked[0]], len(ranked) * (1 - part / 2)
    far = margin * part
    if best - means[ranked[-1]] < far:
        return None
    for key, want, avoid in _told_apart(rules, led, ranked):
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


def _told_apart(
    rules: Rules, led: Led, ranked: Sequence[Keys]
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield what may separate the best orders: the key of an idea, what it requires, and what it excludes."""
    for key, idea in load_ideas(rules).items():
        if (idea.seats and led.seat not in idea.seats) or find_lacking(idea.when, led.start):
            continue
        best = [led.documents[keys] for keys in ranked[:CLOSE]]
        for want, avoid in list_tests(idea, led.seat, led.start, best):
            yield key, want, avoid


def weighed_again(
    rules: Rules,
    luck: str,
    point: Point,
    means: Mapping[Keys, float],
    good: frozenset[Keys],
    margin: float,
    playouts: int = PLAYOUTS,
) -> list[Weighed] | None:
    """Return the best good and other orders, weighed longer with other luck; None if no longer far apart."""
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
    # an order that is hardly better than the others has the idea, and spoils it by what it does besides
    least = known[len(chosen)].chance + margin
    return [each for each in known if each.keys not in good or each.chance >= least]
