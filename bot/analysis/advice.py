"""Compare the orders that a seat may give, by playing on after each order (a playout).

A playout plays as many turns as the game's outlook (`rules.extras.analysis.Outlook`) says, or plays to the
end of the game. Its result is the seat's chance to win in the position that it reaches. Bot players of all
levels propose orders. Other orders begin with each possible first answer, and a quick bot player adds the
rest. Some orders are random. Each playout starts from a position that fits what the seat sees. All orders are
played with the same luck, so only the order makes a difference. Each of two rounds plays out the orders and
drops the worst. More playouts follow after the rounds, and only these count, because an order may have
survived a round by luck. If there is time for only a few of these later playouts, the playouts of the rounds
count too.

The number of playouts is fixed, so that every machine gives the same hint. A clock stops only work that would
take far too long.

The chance to win ranks the orders. If an order's chance is not clearly below the best chance, the order
counts as equal to the best. A hint shows one common chance for all equal orders. Equal orders with a clearly
smaller lead in points come after the other equal orders. Within these two groups, the strongest bot player's
favourite comes first. But if this favourite declines to act, an equal order that acts replaces it, because a
hint teaches what can be done. A hint offers orders of different sorts, such as a Command and an Event, if
their chances are nearly as high as the best one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import takewhile
from math import inf, sqrt
from random import Random
from statistics import fmean, variance
from time import monotonic
from typing import NamedTuple

from bot.engine.thinking import RANDOM, Budget, Counted, Task, seat_player
from rules.asking import DONE, PASS
from rules.kernel import Ask, Entry, Game, Player, Point, Rules, resume
from rules.loading.games import GAMES
from rules.player import Advice, Adviser
from rules.players import choose_order, explain_order, find_asked, replay_entries, sample_at_point
from rules.players.outlook import estimate_chances, is_certain, make_quick, play_on_from_turn
from rules.state import State
from rules.words import Said

BEST = 3  # a hint shows at most this many orders
ROUNDS = ((3, 6), (5, 4))  # for each round: the playouts of each order, and how many orders stay
PLAYOUTS = 24  # playouts of each order after these rounds; usually only these playouts count
LIKELY = 10  # at most this many orders get playouts; all do in a game without an outlook or without luck
LEAST = 8  # figures from fewer playouts of each order are called rough
OVER = 36.0  # a hint stops this many seconds after its planned time, and uses what it has found
GUESSES = 40  # besides bot players' orders, this many are tried: with a given first answer, or random
PLANNING = 16  # the strongest bot player gets this many looks (`thinking.Counted`) for each order
LOOKS = 200  # each other bot player gets this many looks for each order
ROUGH = 0.005  # the smallest standard error of a chance, because the evaluation of positions is rough
ROUGH_POINTS = 0.25  # the smallest standard error of a number of points
LOOKED = 0.02  # the standard error of a chance in a game without luck
WIDEST = 0.5  # the greatest possible standard deviation of a chance
# A few playouts may have equal results by luck. So a standard error is computed as if there were two more
# playouts, with the deviation `WIDEST`.
UNSEEN = 2
SURE = 2.0  # chances that differ by at most this many standard errors count as equal
NEAR = 0.1  # an order of another sort is offered if its chance is at most this much below the best
ALIKE = 0.5  # if two orders share more than this part of their answers, they differ only in details
NOW: tuple[str, ...] = ()  # an order without answers: in its playouts a bot player chooses for the seat


class Estimate(NamedTuple):
    """A chance (0 to 1) or a change of a chance (-1 to 1), and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, found: Sequence[float]) -> Estimate:
        """Return the estimate from the results of playouts. There must be at least one result."""
        seen = (len(found) - 1) * variance(found) if len(found) > 1 else 0.0
        spread = (seen + UNSEEN * WIDEST * WIDEST) / (len(found) - 1 + UNSEEN)
        return cls(fmean(found), sqrt(spread / len(found) + ROUGH * ROUGH))

    @classmethod
    def certain(cls, found: Sequence[float]) -> Estimate:
        """Return the estimate in a game without luck."""
        return cls(fmean(found), LOOKED)

    @classmethod
    def of_points(cls, found: Sequence[float]) -> Estimate:
        """Return the estimate of a number of points. Its error is infinite for fewer than `LEAST` results."""
        if len(found) < LEAST:
            return cls(fmean(found), inf)
        return cls(fmean(found), sqrt(variance(found) / len(found) + ROUGH_POINTS * ROUGH_POINTS))

    @property
    def is_zero(self) -> bool:
        """Return whether the value may be 0: it is at most `SURE` standard errors from 0."""
        return abs(self.mean) <= SURE * self.error


@dataclass(frozen=True, slots=True)
class Hint:
    """An order to recommend.

    Attributes:
        keys: the order
        reason: why to give the order. The text comes from the bot player that proposed the order. If that bot
            player gave no reason, the text comes from the game, and can be empty
        chance: the seat's chance to win after the order; orders that count as equal have one common chance
        change: `chance` minus the chance when a bot player chooses for the seat
        equal: whether the order counts as equal to the first order of the hint; False for the first order
        points: in playouts, the lead in points after this order minus the lead after the first order
        less: the first order's own chance minus this order's own chance
        outranked: whether the strongest bot player prefers the first order to this one
    """

    keys: tuple[str, ...]
    reason: Said
    chance: Estimate
    change: Estimate
    equal: bool
    points: Estimate
    less: Estimate
    outranked: bool = False


@dataclass(frozen=True, slots=True)
class Hints:
    """The best orders for a seat.

    Attributes:
        now: the seat's chance to win if a bot player chooses for the seat
        best: the orders, the best first
        playouts: the number of playouts of each order from which the chances come; 0 in a game without luck
    """

    now: Estimate
    best: tuple[Hint, ...]
    playouts: int


@dataclass(frozen=True, slots=True)
class Untried:
    """Orders whose chances are unknown, because there was no time for playouts.

    The order that a bot player likes most comes first.
    """

    best: tuple[Advice, ...]


@dataclass(slots=True)
class Weighing:
    """The comparison of orders at one decision.

    Attributes:
        rules: the rules of the game
        point: the decision, as the asked seat sees it
        luck: the seed of the playouts' random numbers
        found: for each order, a list with the asked seat's chance to win after each playout of the order
        leads: for each order, a list with the asked seat's lead in points after each playout of the order
        played: how many playouts each remaining order has had
    """

    rules: Rules
    point: Point
    luck: str
    found: dict[tuple[str, ...], list[float]] = field(default_factory=dict)
    leads: dict[tuple[str, ...], list[float]] = field(default_factory=dict)
    played: int = 0

    def play(self, orders: Iterable[tuple[str, ...]], until: float = inf) -> bool:
        """Make one more playout of each order, all with the same luck, and return True.

        If the time is up before each order has its new playout, drop the new playouts and return False.
        `until` is the end of the time, as a number of `time.monotonic`.
        """
        luck = f"{self.luck}/{self.played}"
        state, log = sample_at_point(self.rules, self.point, Random(luck).randrange)
        found, seat = dict[tuple[str, ...], tuple[float, float]](), self.point.seat
        for keys in orders:
            if monotonic() >= until:
                return False
            live = replay_entries(self.rules, state.copy(), log, keys)
            since = state, (*log, *(Entry(seat, key) for key in keys))
            chances = play_on_from_turn(self.rules, live, since, Random(f"{luck}/on").randrange)
            found[keys] = chances[seat], measure_lead(self.rules, live.state, seat)
        for keys, (chance, lead) in found.items():
            self.found.setdefault(keys, []).append(chance)
            self.leads.setdefault(keys, []).append(lead)
        self.played += 1
        return True

    def play_often(self, times: int, orders: Sequence[tuple[str, ...]], until: float) -> None:
        """Make `times` more playouts of each order, or fewer if the time `until` comes first."""
        for _ in range(times):
            if not self.play(orders, until):
                return

    def estimate(self, found: Sequence[float]) -> Estimate:
        """Return the estimate of a chance, or of a difference of two chances, from playouts."""
        return Estimate.certain(found) if is_certain(self.rules) else Estimate.of(found)

    def subtract(self, one: Sequence[float], other: Sequence[float]) -> Estimate:
        """Return the difference of the chances after two orders, from playouts with the same luck."""
        return self.estimate([a - b for a, b in zip(one, other, strict=True)])

    def average(self, keys: tuple[str, ...], first: int = 0) -> float:
        """Return the mean chance after an order, over the playouts with index `first` and later."""
        return fmean(self.found[keys][first:])


def measure_lead(rules: Rules, state: State, seat: str) -> float:
    """Return the points by which a seat leads the best other seat; 0.0 without points or other seats."""
    scores = rules.EXTRAS.scores
    points = dict(scores.points(rules.view(state, None))) if scores is not None else {}
    own = points.pop(seat, 0.0)
    return own - max(points.values()) if points else 0.0


@dataclass(frozen=True, slots=True)
class Sorting:
    """The sorts of orders at one decision.

    Attributes:
        frames: first answers that only lead on to the next question, such as "command"
        declining: answers that decline to act
        preferred: the orders that the strongest bot player likes most, best first; empty in a game without
            luck
        declined: an order that declines to act; None if there is none
        kinds: for each order, the kinds of story lines that it causes, such as "capture"; empty if the
            question has `frames`
    """

    frames: frozenset[str] = frozenset()
    declining: frozenset[str] = frozenset()
    preferred: tuple[tuple[str, ...], ...] = ()
    declined: tuple[str, ...] | None = None
    kinds: Mapping[tuple[str, ...], frozenset[str]] = field(default_factory=dict)

    @classmethod
    def at(cls, weighing: Weighing, game: Game, orders: Sequence[tuple[str, ...]], liked: int) -> Sorting:
        """Return the sorts of `orders`. All these orders answer the open question.

        The strongest bot player proposes the first `liked` orders.
        """
        rules, ask = weighing.rules, resume(weighing.rules, game).pending
        frames = frozenset(ask.presentation.frames) if isinstance(ask, Ask) else frozenset[str]()
        declining = find_declining(rules, game)
        declined = next((keys for keys in orders if keys[0] in declining), None)
        state, log = sample_at_point(rules, weighing.point, Random(f"{weighing.luck}/glance").randrange)
        kinds = dict[tuple[str, ...], frozenset[str]]()
        for keys in orders if not frames else ():
            story = replay_entries(rules, state.copy(), log, keys).state.story
            kinds[keys] = frozenset(line.kind for line in story)
        return cls(frames, declining, tuple(orders[: min(liked, BEST)]), declined, kinds)

    def sort_of(self, keys: tuple[str, ...]) -> Hashable:
        """Return the sort of an order.

        The sort is the order's kinds of story lines. If `kinds` is empty, the sort is the order's first
        answer that is no frame.
        """
        if keys in self.kinds:
            return self.kinds[keys]
        return next((key for key in keys if key not in self.frames), keys[0])

    def rank_preferred(self, keys: tuple[str, ...]) -> int:
        """Return the index of an order in `preferred`, or the length of `preferred` for any other order."""
        return self.preferred.index(keys) if keys in self.preferred else len(self.preferred)

    def is_direct(self, keys: tuple[str, ...]) -> bool:
        """Return whether an order acts at once, such as an Event. If there are no frames, return False."""
        return bool(self.frames) and keys[0] not in self.frames | self.declining


def weigh_orders(task: Task, games: Mapping[str, Rules] = GAMES) -> Hints | Untried:
    """Return the best orders for the asked seat; `Untried` if there is no time for playouts.

    Bot players of all levels propose the orders. Raises `Unreadable` if the seat can't see everything that
    happened in this turn.
    """
    rules, until = games[task.game], monotonic() + task.seconds + OVER
    point = find_asked(rules, task.position)
    assert point is not None, "somebody is asked"
    assert point.seat == task.seat, "hints are for the seat that is asked"
    reasons, liked = dict[tuple[str, ...], Said](), 0
    for keys, reason, best in list_proposals(rules, task, point, Counted(PLANNING)):
        reasons[keys] = reason
        liked += best
        if monotonic() >= until:
            return Untried(_explain(rules, task.position, list(reasons)[:BEST], reasons))
    weighing, certain = Weighing(rules, point, str(task.luck)), is_certain(rules)
    sorting = Sorting.at(weighing, task.position, list(reasons), 0 if certain else liked)
    sure = {*sorting.preferred, sorting.declined}
    left = _choose_likely(
        weighing, list(reasons), [keys for keys, reason in reasons.items() if reason or keys in sure]
    )
    for times, stay in ((1, len(left)),) if certain else ROUNDS:
        weighing.play_often(times, [NOW, *left], until)
        if not weighing.played:
            return Untried(_explain(rules, task.position, left[:BEST], reasons))
        left.sort(key=lambda keys: -weighing.average(keys))
        left = keep_different(left, stay, sorting)
    first = weighing.played
    weighing.play_often(0 if certain else PLAYOUTS, [NOW, *left], until)
    found = {each.keys: each.reason for each in _explain(rules, task.position, left, reasons)}
    return _make_hints(weighing, left, found, first if weighing.played - first >= LEAST else 0, sorting)


def compute_luck(game_id: int, position: Game) -> int:
    """Return the seed of a hint's random numbers. The same position of a game always gets the same seed."""
    return int.from_bytes(blake2b(repr((game_id, position)).encode(), digest_size=8).digest(), "big")


def find_declining(rules: Rules, game: Game) -> frozenset[str]:
    """Return the keys of answers that decline to act: `PASS`, `DONE`, and others that the question names."""
    ask = resume(rules, game).pending
    return frozenset((PASS, DONE, *ask.presentation.ends)) if isinstance(ask, Ask) else frozenset()


def keep_different(
    orders: Sequence[tuple[str, ...]],
    n: int,
    sorting: Sorting,
    near: Collection[tuple[str, ...]] | None = None,
) -> list[tuple[str, ...]]:
    """Return at most `n` of these orders, the best first. The orders are given best first too.

    Choose orders in these steps:

    1. the first order
    2. from the orders in `near` (None: from all), one of each sort; orders that act at once come first
    3. the remaining orders, of any sort
    4. the orders that differ from a chosen order only in details; steps 2 and 3 leave these out

    If `orders` has the order `sorting.declined`, always return this order too. If no step chose it, it
    replaces the last chosen order.
    """
    found = list[tuple[str, ...]]()

    def add(candidates: Iterable[tuple[str, ...]], *, other_sort: bool) -> None:
        for keys in candidates:
            sorts = {sorting.sort_of(each) for each in found}
            unlike = all(_measure_likeness(keys, each) <= ALIKE for each in found)
            if unlike and not (other_sort and sorting.sort_of(keys) in sorts):
                found.append(keys)

    close = [keys for keys in orders if near is None or keys in near]
    add([*orders[:1], *filter(sorting.is_direct, close)], other_sort=True)
    add([keys for keys in close if keys not in found], other_sort=True)
    add([keys for keys in orders if keys not in found], other_sort=False)
    found = [*found, *(keys for keys in orders if keys not in found)][:n]
    declined = sorting.declined
    if declined in orders and declined not in found and declined is not None:
        found[-1] = declined
    return sorted(found, key=orders.index)


def _measure_likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how alike two orders are, from 0 to 1: the part of all their answers that both have.

    `DONE` does not count.
    """
    both = {*one} & {*other} - {DONE}
    return len(both) / max(1, len({*one, *other} - {DONE}))


def _explain(
    rules: Rules,
    game: Game,
    orders: Sequence[tuple[str, ...]],
    reasons: Mapping[tuple[str, ...], Said],
) -> tuple[Advice, ...]:
    """Return these orders with their reasons. If `reasons` has no text for an order, ask the game for one."""
    return tuple(Advice(keys, reasons[keys] or explain_order(rules, game, keys)) for keys in orders)


def _choose_likely(
    weighing: Weighing, orders: Sequence[tuple[str, ...]], proposed: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return the orders that get playouts, at most `LIKELY`.

    These are the first order, the proposed orders, and the orders after which the chance looks best without
    playing on. In a game without an outlook or without luck, return all orders.
    """
    rules, point = weighing.rules, weighing.point
    if len(orders) <= LIKELY or rules.EXTRAS.analysis.outlook is None or is_certain(rules):
        return list(orders)
    state, log = sample_at_point(rules, point, Random(f"{weighing.luck}/glance").randrange)

    def glance(keys: tuple[str, ...]) -> float:
        return estimate_chances(rules, replay_entries(rules, state.copy(), log, keys).state)[point.seat]

    sure = dict.fromkeys([*orders[:1], *proposed])
    others = sorted((keys for keys in orders if keys not in sure), key=glance, reverse=True)
    return [*sure, *others][:LIKELY]


def _make_hints(
    weighing: Weighing,
    left: Sequence[tuple[str, ...]],
    reasons: Mapping[tuple[str, ...], Said],
    first: int,
    sorting: Sorting,
) -> Hints:
    """Return the hints for the orders in `left`.

    Only playouts with an index of at least `first` count. Every order in `left` has the same number of them.
    """
    fresh = {keys: weighing.found[keys][first:] for keys in (NOW, *left)}
    ranked = sorted(left, key=lambda keys: -fmean(fresh[keys]))
    alike = list(takewhile(lambda keys: weighing.subtract(fresh[ranked[0]], fresh[keys]).is_zero, ranked))
    leads = {keys: weighing.leads[keys][first:] for keys in left}
    means = {keys: fmean(fresh[keys]) for keys in alike}
    ranked = [*_put_act_first(_rank_equal(alike, leads, sorting), means, sorting), *ranked[len(alike) :]]
    least = max(fmean(fresh[keys]) for keys in left) - NEAR
    order = keep_different(ranked, BEST, sorting, [keys for keys in left if fmean(fresh[keys]) >= least])
    shared = [keys for keys in order if keys in alike]
    together = [fmean(each) for each in zip(*(fresh[keys] for keys in shared), strict=True)]
    hints, best = [], order[0]
    for keys in order:
        chances = together if keys in shared else fresh[keys]
        points = Estimate.of_points([a - b for a, b in zip(leads[keys], leads[best], strict=True)])
        hints.append(
            Hint(
                keys,
                reasons[keys],
                weighing.estimate(chances),
                weighing.subtract(chances, fresh[NOW]),
                keys in shared[1:],
                points,
                weighing.subtract(fresh[best], fresh[keys]),
                sorting.rank_preferred(best) < sorting.rank_preferred(keys),
            )
        )
    playouts = 0 if is_certain(weighing.rules) else weighing.played - first
    return Hints(weighing.estimate(fresh[NOW]), tuple(hints), playouts)


def _rank_equal(
    orders: Sequence[tuple[str, ...]],
    leads: Mapping[tuple[str, ...], Sequence[float]],
    sorting: Sorting,
) -> list[tuple[str, ...]]:
    """Return orders with equal chances, the best first.

    There are two groups: orders whose lead in points is clearly below the greatest lead come after the
    others. Within each group, the orders that the strongest bot player likes most come first.

    Args:
        orders: the orders, the highest chance first
        leads: for each order, a list with the lead in points after each playout
        sorting: tells which orders the strongest bot player prefers
    """
    ahead = max(orders, key=lambda keys: fmean(leads[keys]))

    def place(keys: tuple[str, ...]) -> tuple[bool, int]:
        behind = Estimate.of_points([a - b for a, b in zip(leads[ahead], leads[keys], strict=True)])
        return not behind.is_zero, sorting.rank_preferred(keys)

    return sorted(orders, key=place)


def _put_act_first(
    orders: Sequence[tuple[str, ...]], means: Mapping[tuple[str, ...], float], sorting: Sorting
) -> list[tuple[str, ...]]:
    """Return orders with equal chances. If the first one declines to act, put an acting order first.

    Put the acting order first only if its mean chance is at least that of the declining order, or if the
    strongest bot player proposes the acting order.

    Args:
        orders: the orders, best first
        means: for each order, the mean chance in its playouts
        sorting: tells which orders decline to act, and which ones the strongest bot player proposes
    """
    first, *others = orders
    acts = [keys for keys in others if keys[0] not in sorting.declining]
    good = [keys for keys in acts if means[keys] >= means[first] or keys in sorting.preferred]
    if first[0] not in sorting.declining or not good:
        return [*orders]
    return [good[0], *(keys for keys in orders if keys != good[0])]


# Orders that are considered


def list_proposals(
    rules: Rules, task: Task, point: Point, budget: Budget, others: Sequence[str] | None = None
) -> Iterator[tuple[tuple[str, ...], Said, bool]]:
    """Yield whole orders: keys, reason, and whether the bot player of the task's level proposes the order.

    If several orders lead to the same position, yield only the first of them. The orders come in these
    groups:

    1. orders of the bot player of the task's level
    2. orders that decline to act
    3. orders of the bot players of the levels `others` (None: all other levels)
    4. orders with a given first answer, which a quick player completes
    5. random orders
    """
    known = set[object]()
    start, log = sample_at_point(rules, point, Random(f"{task.luck}/dealt").randrange)
    for advice, best in _list_advices(rules, task, point, budget, others):
        live = replay_entries(rules, start.copy(), log, advice.keys)
        pending = live.pending
        place = rules.dump(live.state), getattr(pending, "kind", ""), getattr(pending, "seat", "")
        if advice.keys and place not in known:
            known.add(place)
            yield advice.keys, advice.reason, best


def _list_advices(
    rules: Rules, task: Task, point: Point, budget: Budget, others: Sequence[str] | None
) -> Iterator[tuple[Advice, bool]]:
    rng, position = Random(task.luck), task.position
    strongest = seat_player(rules, task.level, rng.randrange, budget)
    if isinstance(strongest, Adviser):
        for advice in strongest.advise(point):
            yield Advice(complete_order(rules, position, advice.keys, strongest), advice.reason), True
    else:
        yield choose_order(rules, position, strongest), True
    for key in sorted(find_declining(rules, position) & {*point.keys}):
        yield choose_order(rules, position, _PrefixPlayer((key,), strongest)), False
    if others is None:
        others = [level for level in rules.BOT_PLAYERS if level != task.level]
    for level in reversed(others):
        yield choose_order(rules, position, seat_player(rules, level, rng.randrange, Counted(LOOKS))), False
    asked = resume(rules, position).pending
    assert isinstance(asked, Ask)
    useful = [key for key in point.keys if asked.menu.why_idle(key) is None]
    begun = [key for key in useful if not rules.EXTRAS.analysis.wasteful(point.kind, key)]
    begun = rng.sample(begun, min(len(begun), GUESSES))
    for key in begun:
        quick = make_quick(rules)(rng.randrange, lambda: False)
        yield Advice(choose_order(rules, position, _PrefixPlayer((key,), quick)).keys), False
    for _ in range(GUESSES - len(begun)):
        guess = choose_order(rules, position, seat_player(rules, RANDOM, rng.randrange, Counted(LOOKS)))
        yield Advice(guess.keys), False  # random orders have no reason


@dataclass(slots=True)
class _PrefixPlayer:
    """A player that plays the keys of an order, and lets another player complete it."""

    keys: tuple[str, ...]
    player: Player

    def choose(self, point: Point, /) -> str:
        """Return the next key of the order, or what the other player chooses."""
        at = len(point.order)
        if point.order == self.keys[:at] and at < len(self.keys) and self.keys[at] in point.keys:
            return self.keys[at]
        return self.player.choose(point)


def complete_order(rules: Rules, game: Game, keys: tuple[str, ...], player: Player) -> tuple[str, ...]:
    """Return a whole order that begins with these keys. `player` chooses the rest."""
    return choose_order(rules, game, _PrefixPlayer(keys, player)).keys
