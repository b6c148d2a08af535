"""Compare the orders that a seat may give, by playing on after each order (a playout).

A playout plays as many turns as the game's outlook says, or to the end, and gives the seat's chance there.
The orders come from bot players of all levels, and some are random. Each playout starts from a position that
fits what the seat sees. All orders are played with the same luck, so only the order makes a difference. The
worst orders are dropped in several rounds. If there is time, the result counts only the playouts after the
last round, because an order may have survived the earlier rounds by chance.

A small number of playouts compares good orders only roughly. If it shows no clear difference, the order that
the strongest bot player prefers comes first. A hint offers orders of different sorts, such as a Command and
an Event, if they do nearly as well as the best.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random
from statistics import fmean, variance
from time import monotonic
from typing import NamedTuple

from bot.engine.thinking import RANDOM, Budget, Counted, Task, Timed, seat_player
from rules.asking import DONE, PASS
from rules.kernel import Ask, Entry, Game, Player, Point, Rules, resume
from rules.loading.games import GAMES
from rules.player import Advice, Adviser
from rules.players import choose_order, explain_order, find_asked, replay_entries, sample_at_point
from rules.players.outlook import estimate_chances, play_on_from_turn
from rules.words import Said

BEST = 3  # orders that a hint shows
ROUNDS = ((4, 10), (8, 6), (16, 4))  # for each round: the playouts of each order, and how many orders stay
LIKELY = 12  # at most this many orders get playouts; in a game without an outlook, all orders do
LEAST = 8  # a hint with fewer playouts of each order shows no chances
MOST = 400  # the most playouts of each order
FEWEST = 2  # playouts that are made even if the time is over
LATE = 15.0  # seconds after the time is over in which playouts go on, up to the least number
OVER = 2.0  # but a hint stops this many seconds after the time is over, even without a result
GUESSES = 40  # random orders to consider
PLANNING = 0.3  # the strongest bot player may take this part of the time to propose orders
LOOKS = 200  # the budget (`thinking.Counted`) of each other bot player
ROUGH = 0.005  # the smallest standard error, because positions are evaluated roughly
WIDEST = 0.5  # the greatest possible spread of a chance
UNSEEN = 2  # imagined playouts of the spread `WIDEST`: a few real playouts can agree by chance
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
        chance: the seat's chance to win after the order
        change: this chance minus the chance when a bot player chooses for the seat
        equal: whether the order is about as good as the best one
    """

    keys: tuple[str, ...]
    reason: Said
    chance: Estimate
    change: Estimate
    equal: bool


@dataclass(frozen=True, slots=True)
class Hints:
    """The best orders for a seat, the best first, and the seat's present chance to win (`now`).

    `playouts` is how many playouts of each order count.
    """

    now: Estimate
    best: tuple[Hint, ...]
    playouts: int


@dataclass(frozen=True, slots=True)
class Untried:
    """Orders for a seat, without playouts because time was short; the bot players' favourite comes first."""

    best: tuple[Advice, ...]


@dataclass(slots=True)
class Weighing:
    """The comparison of orders at one decision.

    Attributes:
        rules: the rules of the game
        point: the decision, as the asked seat sees it
        luck: the seed of the playouts' random numbers
        found: for each order, the results of its playouts: the asked seat's chance to win after each
        played: the number of playouts so far of each order that was not dropped
    """

    rules: Rules
    point: Point
    luck: str
    found: dict[tuple[str, ...], list[float]] = field(default_factory=dict)
    played: int = 0

    def play(self, orders: Iterable[tuple[str, ...]], until: float = inf) -> bool:
        """Make one more playout of each order, all with the same luck, and return True.

        If the time `until` (of the monotonic clock) comes first, drop these playouts and return False.
        """
        luck = f"{self.luck}/{self.played}"
        state, log = sample_at_point(self.rules, self.point, Random(luck).randrange)
        found = dict[tuple[str, ...], float]()
        for keys in orders:
            if monotonic() >= until:
                return False
            live = replay_entries(self.rules, state.copy(), log, keys)
            since = state, (*log, *(Entry(self.point.seat, key) for key in keys))
            chances = play_on_from_turn(self.rules, live, since, Random(f"{luck}/on").randrange)
            found[keys] = chances[self.point.seat]
        for keys, chance in found.items():
            self.found.setdefault(keys, []).append(chance)
        self.played += 1
        return True

    def average(self, keys: tuple[str, ...], first: int = 0) -> float:
        """Return the mean chance after an order, over the playouts with index `first` and later."""
        return fmean(self.found[keys][first:])


@dataclass(frozen=True, slots=True)
class Sorting:
    """The sorts of orders at one decision.

    Attributes:
        frames: first answers that only lead on to the next question, such as "command"
        declining: answers that decline to act
        preferred: the orders that the strongest bot player likes most, the best first
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
        """Return what an order is about: its first answer that does more than lead on, or what it causes."""
        if keys in self.kinds:
            return self.kinds[keys]
        return next((key for key in keys if key not in self.frames), keys[0])

    def is_direct(self, keys: tuple[str, ...]) -> bool:
        """Return whether an order acts at once, such as an Event. Most other orders begin with a frame."""
        return bool(self.frames) and keys[0] not in self.frames | self.declining

    def lead(
        self, orders: Sequence[tuple[str, ...]], equal: Collection[tuple[str, ...]]
    ) -> list[tuple[str, ...]]:
        """Return the orders, first the preferred ones in `equal`, which holds orders as good as the best."""
        first = [keys for keys in self.preferred if keys in equal]
        return [*first, *(keys for keys in orders if keys not in first)]


def weigh_orders(task: Task, games: Mapping[str, Rules] = GAMES) -> Hints | Untried:
    """Return the best orders for the asked seat; `Untried` if there is no time for playouts.

    Bot players of all levels propose the orders. Raises `Unreadable` if something happened in this turn that
    the seat may not know.
    """
    rules, ends = games[task.game], monotonic() + task.seconds
    until = ends + OVER
    point = find_asked(rules, task.position)
    assert point is not None, "somebody is asked"
    assert point.seat == task.seat, "hints are for the seat that is asked"
    planning = Timed(max(0.05, task.seconds * PLANNING))
    reasons, liked = dict[tuple[str, ...], Said](), 0
    for keys, reason, best in list_proposals(rules, task, point, planning):
        reasons[keys] = reason
        liked += best
        if monotonic() >= until:
            return Untried(_explain(rules, task.position, list(reasons)[:BEST], reasons))
    weighing = Weighing(rules, point, str(task.luck))
    sorting = Sorting.at(weighing, task.position, list(reasons), liked)
    sure = {*sorting.preferred, sorting.declined}
    left = _choose_likely(
        weighing, list(reasons), [keys for keys, reason in reasons.items() if reason or keys in sure]
    )
    for rounds, stay in ROUNDS:
        for number in range(rounds):
            if (number and monotonic() >= ends) or not weighing.play([NOW, *left], until):
                break
        if not weighing.played:
            return Untried(_explain(rules, task.position, left[:BEST], reasons))
        left.sort(key=lambda keys: -weighing.average(keys))
        left = keep_different(left, stay, sorting)
    first = weighing.played
    while needs_playouts(weighing.played - first, LEAST, MOST - first, ends):
        if not weighing.play([NOW, *left], until):
            break
    found = {each.keys: each.reason for each in _explain(rules, task.position, left, reasons)}
    return _make_hints(weighing, left, found, first if weighing.played > first else 0, sorting)


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
    """Return `n` of these sorted orders that differ in more than details, the best first.

    The first order stays. Next come orders of other sorts that are among `near` (None: all orders), those
    that act at once before the others. Any orders fill the rest of the list. An order that declines to act
    always stays; if it is not among the best, it takes the place of the last one.
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


def needs_playouts(played: int, least: int, most: int, ends: float) -> bool:
    """Return whether to make another playout.

    Args:
        played: the playouts so far; the first `FEWEST` are made even after the end
        least: the playouts to make up to `LATE` seconds after the end
        most: the playouts to make before the end
        ends: the end, as a time of the monotonic clock
    """
    late = monotonic() - ends
    return played < min(FEWEST, least) or (played < least and late < LATE) or (played < most and late < 0)


def _choose_likely(
    weighing: Weighing, orders: Sequence[tuple[str, ...]], proposed: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return the orders for playouts: the first, the proposed, and the best by an estimate.

    There are at most `LIKELY`. In a game without an outlook, return all orders.
    """
    rules, point = weighing.rules, weighing.point
    if len(orders) <= LIKELY or rules.EXTRAS.analysis.outlook is None:
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
    """Return the hints. Only playouts from index `first` on count; all orders in `left` have these."""
    fresh = {keys: weighing.found[keys][first:] for keys in (NOW, *left)}

    def compare(one: tuple[str, ...], other: tuple[str, ...]) -> Estimate:
        return Estimate.of([a - b for a, b in zip(fresh[one], fresh[other], strict=True)])

    ranked = sorted(left, key=lambda keys: -fmean(fresh[keys]))
    ranked = sorting.lead(ranked, [keys for keys in left if compare(ranked[0], keys).is_zero])
    least = fmean(fresh[ranked[0]]) - NEAR
    order = keep_different(ranked, BEST, sorting, [keys for keys in left if fmean(fresh[keys]) >= least])
    hints = []
    for keys in order:
        equal = keys != order[0] and compare(order[0], keys).is_zero
        hints.append(Hint(keys, reasons[keys], Estimate.of(fresh[keys]), compare(keys, NOW), equal))
    return Hints(Estimate.of(fresh[NOW]), tuple(hints), weighing.played - first)


# Orders that are considered


def list_proposals(
    rules: Rules, task: Task, point: Point, budget: Budget, others: Sequence[str] | None = None
) -> Iterator[tuple[tuple[str, ...], Said, bool]]:
    """Yield whole orders, each with its reason and with whether the player of the task's level proposes it.

    Of orders that lead to the same position, yield only one. Bot players of the task's level and of the
    `others` (None: all other levels) propose orders. Random orders follow.
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
    for _ in range(GUESSES):
        guess = choose_order(rules, position, seat_player(rules, RANDOM, rng.randrange, Counted(LOOKS)))
        yield Advice(guess.keys), False  # a random order has no reason


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
