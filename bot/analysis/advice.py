"""Compare the orders that a seat may give, by playing on after each order (a playout).

A playout plays as many turns as the game's outlook says, or to the end, and gives the seat's chance there.
Bot players of all levels propose orders. A quick player completes orders from given first answers. Some
orders are random.
Each playout starts from a position that fits what the seat sees. All orders are played with the same luck, so
only the order makes a difference. The worst orders are dropped in two rounds. The result counts only the
playouts after the last round, because an order may have survived the earlier rounds by chance. If there are
too few such playouts, all playouts count.

The number of playouts is fixed, so that every machine gives the same hint. A clock stops only work that would
take far too long.

There is one ranking, by the chance to win. Orders whose chances show no clear difference from the best one
share one figure. Among these orders, those that end with a clearly smaller lead in points come last. Of the
others, the order that the strongest bot player prefers comes first. A hint offers orders of different sorts,
such as a Command and an Event, if they do nearly as well as the best.
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
from rules.players.outlook import estimate_chances, make_quick, play_on_from_turn
from rules.state import State
from rules.words import Said

BEST = 3  # a hint shows at most this many orders
ROUNDS = ((3, 6), (5, 4))  # for each round: the playouts of each order, and how many orders stay
PLAYOUTS = 24  # playouts of each order after these rounds; usually only these count
LIKELY = 10  # at most this many orders get playouts; in a game without an outlook or without luck, all do
LEAST = 8  # figures from fewer playouts of each order are called rough
OVER = 36.0  # a hint stops this many seconds after its time is over, with what it has found by then
GUESSES = 40  # how many orders are random, or completed by a quick player from a given first answer
PLANNING = 16  # the budget (`thinking.Counted`) of the strongest bot player
LOOKS = 200  # the budget of each of the other bot players
ROUGH = 0.005  # the smallest standard error, because positions are evaluated roughly
ROUGH_POINTS = 0.25  # the smallest standard error of a number of points
LOOKED = 0.02  # the standard error of a chance that is found by looking ahead in a game without luck
WIDEST = 0.5  # the greatest possible spread of a chance
UNSEEN = 2  # imagined playouts (spread `WIDEST`) that count too; all real ones may happen to be equal
SURE = 2.0  # standard errors; chances that differ by less count as equal
NEAR = 0.1  # an order of another sort is offered if its chance is at most this much below the best
ALIKE = 0.5  # two orders that have a larger part of their answers in common differ only in details
NOW: tuple[str, ...] = ()  # stands for the order that a bot player chooses for the seat


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
        """Return the estimate from positions whose chances don't depend on luck."""
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
        reason: the reason of the bot player that proposed the order, or else the game's; it can be empty
        chance: the seat's chance to win after the order, or after any of the orders that share this figure
        change: this chance minus the chance when a bot player chooses for the seat
        equal: whether no clear difference from the first order was found, so that both orders share a figure
        points: how much higher the lead in points is after this order than after the first, in playouts
        less: how far this order's own chance is below that of the first order
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
    """The best orders for a seat, the best first, and the seat's present chance to win (`now`).

    `playouts` is the number of counted playouts of each order; 0 for a game in which luck plays no part.
    """

    now: Estimate
    best: tuple[Hint, ...]
    playouts: int


@dataclass(frozen=True, slots=True)
class Untried:
    """Orders for a seat, without playouts because time was short; a bot player's favourite comes first."""

    best: tuple[Advice, ...]


@dataclass(slots=True)
class Weighing:
    """The comparison of orders at one decision.

    Attributes:
        rules: the rules of the game
        point: the decision, as the asked seat sees it
        luck: the seed of the playouts' random numbers
        found: by order, the asked seat's chance to win after each playout
        leads: by order, the asked seat's lead in points over the best other seat after each playout
        played: the number of playouts so far; each order that was not dropped has had as many
    """

    rules: Rules
    point: Point
    luck: str
    found: dict[tuple[str, ...], list[float]] = field(default_factory=dict)
    leads: dict[tuple[str, ...], list[float]] = field(default_factory=dict)
    played: int = 0

    def play(self, orders: Iterable[tuple[str, ...]], until: float = inf) -> bool:
        """Make one more playout of each order, all with the same luck, and return True.

        If the time `until` (of the monotonic clock) comes first, drop these playouts and return False.
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
        """Return the difference of two chances that were played out with the same luck."""
        return self.estimate([a - b for a, b in zip(one, other, strict=True)])

    def average(self, keys: tuple[str, ...], first: int = 0) -> float:
        """Return the mean chance after an order, over the playouts with index `first` and later."""
        return fmean(self.found[keys][first:])


def is_certain(rules: Rules) -> bool:
    """Return whether one playout of an order says all, because luck plays no part."""
    outlook = rules.EXTRAS.analysis.outlook
    return outlook is not None and outlook.certain


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
        preferred: the orders that the strongest bot player likes most, best first; none if there is no luck
        declined: an order that declines to act; None if there is none
        kinds: for each order, the kinds of lines in the story after it, such as "capture"; empty if there are
            frames
    """

    frames: frozenset[str] = frozenset()
    declining: frozenset[str] = frozenset()
    preferred: tuple[tuple[str, ...], ...] = ()
    declined: tuple[str, ...] | None = None
    kinds: Mapping[tuple[str, ...], frozenset[str]] = field(default_factory=dict)

    @classmethod
    def at(cls, weighing: Weighing, game: Game, orders: Sequence[tuple[str, ...]], liked: int) -> Sorting:
        """Return the sorts at the open question. The first `liked` orders are the strongest player's."""
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
        """Return what an order is about: its first answer that is no frame, or else what it causes."""
        if keys in self.kinds:
            return self.kinds[keys]
        return next((key for key in keys if key not in self.frames), keys[0])

    def rank_preferred(self, keys: tuple[str, ...]) -> int:
        """Return the place of an order among those that the strongest bot player prefers; 0: the best."""
        return self.preferred.index(keys) if keys in self.preferred else len(self.preferred)

    def is_direct(self, keys: tuple[str, ...]) -> bool:
        """Return whether an order acts at once, such as an Event. Most other orders begin with a frame."""
        return bool(self.frames) and keys[0] not in self.frames | self.declining


def weigh_orders(task: Task, games: Mapping[str, Rules] = GAMES) -> Hints | Untried:
    """Return the best orders for the asked seat; `Untried` if there is no time for playouts.

    Bot players of all levels propose the orders. Raises `Unreadable` if something happened in this turn that
    the seat may not know.
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
    """Return at most `n` of these sorted orders, the best first.

    Choose the first order. Then choose orders of other sorts among `near` (None: all orders): first those
    that act at once, then the others. Fill the rest of the list with other orders. Orders that differ only in
    details from a chosen order are added last. An order that declines to act always stays; if it was not
    chosen, it replaces the last order.
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
    """Return the share of answers that two orders have in common, from 0 to 1."""
    both = {*one} & {*other} - {DONE}
    return len(both) / max(1, len({*one, *other} - {DONE}))


def _explain(
    rules: Rules,
    game: Game,
    orders: Sequence[tuple[str, ...]],
    reasons: Mapping[tuple[str, ...], Said],
) -> tuple[Advice, ...]:
    """Return these orders with their reasons. If an order has none, the game gives a reason."""
    return tuple(Advice(keys, reasons[keys] or explain_order(rules, game, keys)) for keys in orders)


def _choose_likely(
    weighing: Weighing, orders: Sequence[tuple[str, ...]], proposed: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return the orders for playouts: the first one, the proposed ones, and those with the best estimates.

    There are at most `LIKELY`. In a game without an outlook or without luck, return all orders.
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
    """Return the hints from the playouts with index `first` or more, which all orders in `left` have had."""
    fresh = {keys: weighing.found[keys][first:] for keys in (NOW, *left)}
    ranked = sorted(left, key=lambda keys: -fmean(fresh[keys]))
    alike = list(takewhile(lambda keys: weighing.subtract(fresh[ranked[0]], fresh[keys]).is_zero, ranked))
    leads = {keys: weighing.leads[keys][first:] for keys in left}
    ranked = [*_rank_equal(alike, leads, sorting), *ranked[len(alike) :]]
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

    Orders whose lead in points is clearly below the greatest lead come last. Both groups are
    sorted by what the strongest bot player prefers.

    Args:
        orders: the orders, the highest chance first
        leads: the lead in points after each playout, for each order
        sorting: the orders that the strongest bot player prefers
    """
    ahead = max(orders, key=lambda keys: fmean(leads[keys]))

    def place(keys: tuple[str, ...]) -> tuple[bool, int]:
        behind = Estimate.of_points([a - b for a, b in zip(leads[ahead], leads[keys], strict=True)])
        return not behind.is_zero, sorting.rank_preferred(keys)

    return sorted(orders, key=place)


# Orders that are considered


def list_proposals(
    rules: Rules, task: Task, point: Point, budget: Budget, others: Sequence[str] | None = None
) -> Iterator[tuple[tuple[str, ...], Said, bool]]:
    """Yield whole orders, each with its reason and with whether the player of the task's level proposes it.

    Of orders that lead to the same position, yield only one. First come the orders that the player of
    the task's level proposes, then orders that decline to act. Then come orders of bot players of the levels
    `others` (None: all other levels), orders that a quick player completes from given first answers, and
    random orders.
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
        others = [level for level in rules.AUTOMATIC if level != task.level]
    for level in reversed(others):
        yield choose_order(rules, position, seat_player(rules, level, rng.randrange, Counted(LOOKS))), False
    begun = [key for key in point.keys if not rules.EXTRAS.analysis.wasteful(point.kind, key)]
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
