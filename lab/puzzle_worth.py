"""What the orders of a position are worth, and why some are better than all others: what makes a puzzle, or
tells early that it is none.

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

GLANCES = 6  # orders at random that tell at a glance whether it matters what is ordered
FIRST = 8  # orders that look best, which are played on before the others are
TRIED = 3  # playouts of each order in which it may show that a position is no puzzle
ROUNDS = (5, 10)  # more playouts of each order that is still in
PLAYOUTS, AGAIN = 24, 4  # of what is kept; so many times as many when it is checked again
EARLY = 8  # playouts after which an order that is hardly better than the others is not checked further
CLOSE = 12  # of the best orders that are always weighed on
KEPT = 3  # of the good orders and of the others
SURE = 3.0  # standard errors by which the good ones are better
ROUGHLY = 0.5  # of the margin is enough to go on after few playouts
BARELY = 0.25  # before any
Keys = tuple[str, ...]


def matters(rules: Rules, luck: str, game: Game, point: Point, margin: float) -> bool:
    """True where it matters what is ordered: the positions that a quick player's order and a few at random
    lead to differ at a glance, and as far as two playouts can tell the first is far better than most."""
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
    """The position in which a seat begins its order, and those to which its orders have led. `picked`: the
    order that a level has found by thinking, which is to be among the good; None: it does not think."""

    seat: str
    start: Mapping[str, Any]
    documents: Mapping[Keys, Mapping[str, Any]]
    without: Collection[str] = ()  # ideas of which there are puzzles enough
    picked: Keys | None = None


def weighed(rules: Rules, luck: str, point: Point, led: Led, margin: float) -> dict[Keys, float] | None:
    """The seat's chance after each of these orders, those that are far behind less sure than the others; None
    as soon as there seems to be no puzzle."""
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
    """Return the same of orders that came later, those of `led` that are not `known`, beside those that are.

    With the luck that these had, and the farther below the best the less sure. None as soon as one of them
    spoils the puzzle.
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
    """The first idea that tells the best order, which is far better than the rest, and others that are better
    than the rest by half of that; most orders are without it. None where the order that was picked is not one
    of them, or there are enough puzzles of that idea. `part` of the margin is far, after few playouts."""
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
    """What may tell the best orders from the others: the key of an idea, what it wants, and what not."""
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
    """The best of the good orders and of all others, weighed anew for longer and with other luck, best first;
    None where the good are no longer far better."""
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
