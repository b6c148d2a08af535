"""Simulate players who look in twice a day: how often a game calls them, and how long the game takes.

Nothing is posted or stored. The bot's own code decides which seat is asked, which questions a plan answers,
and which person is called. Bot players take the place of people. When a player looks in, they answer all
questions that wait for them. If a player is called when it is not their turn, they plan a cautious answer. If
the players' `Habit` has `plans`, players who are not asked also plan an order. It is the order that is best
if the others act as expected.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from bot.engine.thinking import Counted, seat_player
from bot.orders.play_plans import play_on
from bot.plans.plan import Plan, Scope, add_plan, list_turn_plans, read_plans, write_plans
from bot.plans.question_plans import list_called_beside, list_questions_beside
from bot.session.loaded_game import LoadedGame
from db.records import Note, Seat, Status, StoredGame
from rules.ask import Ask
from rules.chance import Draw, Roll, draw_by_numbers
from rules.kernel import CHANCE, Entry, Live, Player, Point, Rules, Step, begin, submit
from rules.players import choose_order, deal_hidden, play_out

LOOKS = 20  # thinking steps of a bot player per order
# Hours of the day. In each of these two ranges, every person has a time of their own at which they look in.
HOURS = (6.0, 12.0), (17.0, 23.0)
LATE = 1.0  # hours; a person looks in up to this much before or after their time, at random
DAYS = 400  # no game takes longer
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_STORED = StoredGame(1, "", 1, 1, 1, Status.RUNNING, 1, "{}", _NOW, _NOW, None, "", "", None, None)


class Habit(NamedTuple):
    """What people plan: standing answers to kinds of questions, and orders for their next turn."""

    name: str
    standing: bool
    plans: bool


HABITS = (
    Habit("nothing", False, False),
    Habit("plans for kinds", True, False),
    Habit("and for turns", True, True),
)


@dataclass
class Sitting:
    """The results of a simulated game, or the sums over several games.

    Attributes:
        calls: the number of calls, by the kind of the call's first question.
        alone: the number of calls whose first question has only one legal answer.
        planned: the number of orders that came from plans for turns.
        orders: the number of orders, including the planned ones.
        hours: how long the game took, in hours.
        chapters: the number of chapters.
    """

    calls: Counter[str] = field(default_factory=Counter)
    alone: int = 0
    planned: int = 0
    orders: int = 0
    hours: float = 0.0
    chapters: int = 0


class _Planned(Exception):
    """The planned order was found."""


@dataclass
class _Planner:
    """A player that records the first order of its seat."""

    player: Player
    keys: list[str] = field(default_factory=list)

    def choose(self, point: Point, /) -> str:
        key = self.player.choose(point)
        self.keys.append(key)
        return key


class Simulated:
    """A simulated game of people with the same habit."""

    def __init__(self, rules: Rules, options: Mapping[str, Any], seed: str, level: str, habit: Habit) -> None:
        self.rules, self.habit, self.rng = rules, habit, Random(f"{seed} {habit.name}")
        seats = rules.seats(rules.Options(**options))
        people = tuple(Seat(seat, user, seat) for user, seat in enumerate(seats, 1))
        self.players = {seat: seat_player(rules, level, self.rng.randrange, Counted(LOOKS)) for seat in seats}
        self.users = {seat.seat: seat.user_id for seat in people}
        step = begin(rules, rules.dump(rules.setup(rules.Options(**options))), seed)
        stored = replace(_STORED, game=rules.KEY, seats=people)
        self.at = LoadedGame(stored, rules, step.game, step.live)
        self.found, self.called = Sitting(), set[str]()
        self.titles, self._heap = set[str](), list[tuple[float, str]]()
        if habit.standing:
            for seat in seats:
                for policy in rules.EXTRAS.plans.policies:
                    if values := policy.values(seat):
                        self._add(seat, Plan(scope=Scope.KIND, about=policy.key, order=next(iter(values))))

    def play(self) -> Sitting:
        """Play the whole game, and return its results."""
        self._goes_on(Step(self.at.position, self.at.live), "")
        for hour, seat in self._looks():
            while self.at.asked == seat:
                self._decide(seat)
            if seat in self.called:
                self._answer_ahead(seat)
            elif self.at.ask is None:
                self.found.hours, self.found.chapters = hour, len(self.titles)
                break
            elif self.habit.plans:
                self._plan(seat)
        return self.found

    def _looks(self) -> Iterator[tuple[float, str]]:
        """Yield the times at which people look in, each as (hours since the start, the person's seat)."""
        for seat in self.users:
            own = [self.rng.uniform(*between) for between in HOURS]
            for day in range(DAYS):
                self._heap.extend((24 * day + hour + self.rng.uniform(-LATE, LATE), seat) for hour in own)
        heapq.heapify(self._heap)
        while self._heap:
            yield heapq.heappop(self._heap)

    def _decide(self, seat: str) -> None:
        keys = choose_order(self.rules, self.at.position, self.players[seat]).keys
        self.found.orders += 1
        self._goes_on(submit(self.rules, self.at.position, seat, keys), seat)

    def _goes_on(self, step: Step, present: str) -> None:
        """Play on until a person must decide. Then call the seats that are asked.

        `present`: the seat that has just decided.
        """
        before = self._with_turns()
        played = play_on(self.at, step, self.at.stored.notes)
        self._write(*played.notes)
        planned = len(before - self._with_turns(failed=True))
        self.found.planned += planned
        self.found.orders += planned
        self.at = LoadedGame(self.at.stored, self.rules, played.step.game, played.step.live)
        for game in (*played.step.closed, played.step.game):
            view = self.rules.view(self.rules.load(game.start), None)
            self.titles.add(str(self.rules.EXTRAS.prose.chapter(view)))
        asks = [self.at.ask, *list_called_beside(self.at)] if self.at.ask is not None else []
        asked = {ask.seat: ask for ask in reversed(asks)}
        for seat, ask in asked.items():
            if seat != present and seat not in self.called:
                self.found.calls[ask.kind] += 1
                self.found.alone += len(ask.menu()) == 1
        self.called = set(asked)

    def _answer_ahead(self, seat: str) -> None:
        kept: dict[str, str] = {}
        while (group := list_questions_beside(self.at, seat, kept)) and not group[-1].key:
            legal = [option.key for option in group[-1].question.legal]
            cautious = (key for key in self.rules.EXTRAS.plans.cautious if key in legal)
            kept[group[-1].place] = next(cautious, legal[0])
        for place, key in kept.items():
            self._add(seat, Plan(scope=Scope.QUESTION, about=place, order=key))
        self.called.discard(seat)

    def _plan(self, seat: str) -> None:
        """Plan the order that this seat would give if the game goes on as the seat expects."""
        game = self.at.position
        state = deal_hidden(
            self.rules, self.rules.view(self.rules.load(game.start), seat), self.rng.randrange
        )
        planner = _Planner(self.players[seat])

        def fate(_turn: int, _index: int, pending: Roll | Draw) -> str:
            return draw_by_numbers(self.rng.randrange, pending)

        def watch(live: Live, _turn: int, entry: Entry) -> None:
            pending = live.pending
            goes_on = isinstance(pending, Ask) and pending.seat == seat and entry.seat != CHANCE
            if planner.keys and not goes_on:
                raise _Planned

        try:
            play_out(self.rules, state, {**self.players, seat: planner}, fate, watch=watch)
        except _Planned:
            self._add(seat, Plan(scope=Scope.TURN, order=" ".join(planner.keys)))

    def _plans(self, seat: str) -> tuple[Plan, ...]:
        return read_plans(self.at.stored.notes, seat, self.users[seat])

    def _add(self, seat: str, plan: Plan) -> None:
        self._write(write_plans(seat, self.users[seat], add_plan(self._plans(seat), plan)))

    def _with_turns(self, *, failed: bool = False) -> set[str]:
        """Return the seats that have a plan for their next turn.

        `failed`: include seats with a failed plan.
        """
        return {
            seat
            for seat in self.users
            if list_turn_plans(plans := self._plans(seat)) or (failed and any(plan.failed for plan in plans))
        }

    def _write(self, *notes: Note) -> None:
        kept = {(note.seat, note.name): note for note in (*self.at.stored.notes, *notes)}
        self.at.stored = replace(self.at.stored, notes=tuple(note for note in kept.values() if note.text))


def simulate_games(
    rules: Rules, options: Mapping[str, Any], games: int, seed: str, level: str
) -> Iterator[tuple[Habit, Sitting]]:
    """Simulate `games` games for each habit, and yield the sums of their results."""
    for habit in HABITS:
        played = [
            Simulated(rules, options, f"{seed}/{number}", level, habit).play() for number in range(games)
        ]
        yield (
            habit,
            Sitting(
                sum((one.calls for one in played), Counter()),
                *(sum(parts) for parts in zip(*(astuple(one)[1:] for one in played), strict=True)),
            ),
        )


def describe_calls(found: Iterable[tuple[Habit, Sitting]], games: int) -> Iterator[str]:
    """Yield a heading, and a line for each habit with its calls and hours per chapter."""
    head = f"{'said in advance':<18}{'calls':>7}{'hours':>7}{'days a game':>13}{'by plans':>10}"
    yield f"{head}  calls by question"
    for habit, whole in found:
        n = whole.chapters
        kinds = ", ".join(f"{kind} {calls / n:.1f}" for kind, calls in whole.calls.most_common(6))
        kinds += f"; with one answer {whole.alone / n:.2f}"
        yield (
            f"{habit.name:<18}{whole.calls.total() / n:>7.1f}{whole.hours / n:>7.0f}"
            f"{whole.hours / 24 / games:>13.0f}{whole.planned / whole.orders:>10.0%}  {kinds}"
        )
