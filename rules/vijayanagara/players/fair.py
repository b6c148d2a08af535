"""The player `fair`: its sheet proposes orders, and their worth decides."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from rules.aadu_huli.players import BOT_PLAYERS as GOATS_AND_TIGERS
from rules.aadu_huli.view import View as BoardView
from rules.ask import Ask
from rules.asking import DONE
from rules.chance import draw_by_numbers
from rules.kernel import CHANCE
from rules.player import Advice, Point
from rules.players.simulate import Number, Walk, make_lot
from rules.players.taste import NO_TASTE, Taste
from rules.state import Entry
from rules.vijayanagara.players.answers import (
    SHEETS,
    TRIFLES,
    answer,
    answer_among,
    answer_at_a_glance,
    list_proposals,
)
from rules.vijayanagara.players.gains import describe_purpose, estimate_gain
from rules.vijayanagara.players.proposal import Line, Proposal, Wanted
from rules.vijayanagara.players.styles import measure_marks
from rules.vijayanagara.players.trial import list_keys, make_trial, play_on
from rules.vijayanagara.players.worth import measure_advantage
from rules.vijayanagara.state import State
from rules.vijayanagara.state_of import state_of
from rules.vijayanagara.view import View
from rules.words import Said, say

Stop = Callable[[], bool]
Judge = Callable[[State, str], float]  # returns how far a faction is ahead, in any unit
OPTION = "option"  # the kind of the question that begins an order (2.3.3)
PARTS = ("command", "decree")  # parts of an order, and the kinds of their questions
GOAT_TIGER_LEVEL = "steady"
TRIES, ROUGH = 6, 2  # how often an order with dice or cards is tried: usually, and in a rough trial
WIDEST = 24  # at most this many answers to one question are tried
SPACES = (1, 2, 3, 4, 6, 8)  # a Command is tried in this many of its proposed spaces
ALL = 99
GRANTS = ("free-command", "free-decree")  # the kinds of the questions for what a card grants
FAR_BEHIND = 1.0  # victory points; no second look at an Event that is this far behind the best order
SPEND = "spend"  # the kind of the question for Cavalry
TOKENS = 3  # at most this many Cavalry tokens are tried together
BEST = 6  # this many of the best pairs of Command and Decree are also tried in other ways
TOLD = 12  # the reasons of this many of the best orders are checked
SLACK = 0.3  # victory points that a style may give up for an order that it likes
SAMPLES = 8  # an Event's gain is certain if it comes in all of this many tries, each with new dice and cards
BEST_TWO = 2  # at a first look this many Commands are tried with each Decree


class Weighed(NamedTuple):
    """An order or answer with its value: how far ahead the faction is after it (`Desk.judge`)."""

    value: float
    keys: tuple[str, ...]
    why: Said = ""
    line: str = ""
    wanted: Wanted = MappingProxyType({})  # the wanted answers to the questions that follow `keys`


@dataclass(slots=True)
class Desk:
    """The open turn at the point where a seat decides: the state at its start, the entries, the seat."""

    start: State
    log: tuple[Entry, ...]
    me: str
    luck: int
    # returns whether the seat misses a line of the sheet, given the line's name
    overlooks: Callable[[str], bool] = lambda _: False
    judge: Judge = measure_advantage  # how the seat compares positions

    def trial(self, more: Sequence[Entry] = ()) -> Walk[State]:
        """Return the turn after these further entries, on a copy of its state."""
        return make_trial(self.start.copy(), (*self.log, *more))

    def weigh(
        self,
        wanted: Wanted,
        why: Said = "",
        line: str = "",
        more: Sequence[Entry] = (),
        tries: int = TRIES,
    ) -> Weighed:
        """Play the rest of the turn with the wanted answers, and value the position after the turn.

        If dice or cards come up in the turn, the value is the average of `tries` tries.
        """
        values, keys = list[float](), tuple[str, ...]()
        for number in range(tries):
            played = play_on(self.trial(more), answer(wanted), make_lot(self.luck + number))
            values.append(self.judge(played.state, self.me))
            if not number:
                keys = (*(key for _, key in more), *played.keys)
            if not played.rolled:
                break
        return Weighed(fmean(values), keys, why, line, wanted)

    # ------------------------------------------------------------------ a whole order (2.3.3)

    def orders(self) -> list[Weighed]:
        """Return a Pass, the orders that the sheet proposes and the sides of the Event, the best first.

        The open question must be the one for an option.
        """
        walk = self.trial()
        s, ask = walk.state, walk.pending
        assert isinstance(ask, Ask)
        options = list_keys(ask)
        sheet = SHEETS[self.me]
        commands = self._make_proposals(sheet.commands, s)
        decrees = self._make_proposals(sheet.decrees, s)
        found = [self.weigh({"option": ("pass",)}, "", "pass")]  # `purpose` tells why to Pass: for the gain
        if "command" in options:
            found += self._with_decrees(commands, decrees)
        if "command-only" in options:
            found += [self._alone(made, most, "command-only") for made in commands for most in _few(made)]
        if "limited" in options:
            found += [self._alone(made, 1, "limited") for made in commands]
        if "event" in options:
            found += self.events(max(each.value for each in found))
        found.sort(key=lambda each: -each.value)
        return [*(self._explain(each) for each in found[:TOLD]), *found[TOLD:]]

    def first_look(self) -> list[Weighed]:
        """Return orders for a quick decision, the best first. Each line of the sheet is tried only once.

        The orders are a Pass, each Command, each Decree, the best two Commands with each Decree, and the
        sides of the Event.
        """
        walk = self.trial()
        s, ask = walk.state, walk.pending
        assert isinstance(ask, Ask)
        options, sheet = list_keys(ask), SHEETS[self.me]
        commands = self._make_proposals(sheet.commands, s)
        found, wanted = list[Weighed](), list[Wanted]([{"option": ("pass",)}])
        if "command" in options:
            found = [self.weigh(_command("command", made, ALL), tries=1) for made in commands]
            found.sort(key=lambda each: -each.value)
            for decree in self._make_proposals(sheet.decrees, s):
                wanted += [{**each.wanted, **_decree(decree)} for each in found[:BEST_TWO]]
                wanted.append({"option": ("decree",), **_decree(decree)})
        else:
            for option, most in (("command-only", ALL), ("limited", 1)):
                if option in options:
                    wanted += [_command(option, made, most) for made in commands]
        if "event" in options:
            asked = self.trial((Entry(self.me, "event"),)).pending
            assert isinstance(asked, Ask)
            wanted += [{"option": ("event",), "side": (side,)} for side in list_keys(asked)]
        found += [self.weigh(each, tries=1) for each in wanted]
        return sorted(found, key=lambda each: -each.value)

    def _make_proposals(self, lines: Sequence[tuple[str, Line]], s: State) -> list[Proposal]:
        return [made for _, line in lines if not self.overlooks(line.__name__) for made in line(s, self.me)]

    def _alone(self, made: Proposal, most: int, option: str) -> Weighed:
        return self.weigh(_command(option, made, most), made.why, made.line)

    def _with_decrees(self, commands: Sequence[Proposal], decrees: Sequence[Proposal]) -> list[Weighed]:
        """Return orders that are a Command with a Decree, or a Decree alone.

        Each Command is paired with each of these Decrees, and with the Decree that the sheet proposes after
        the Command. The pairs get a rough trial. The best pairs are also tried with the Decree first, and
        with the Command in fewer spaces. Each Decree is also tried alone.
        """
        pairs = [(made, decree) for made in commands for decree in (*decrees, None)]
        tried = [(self._pair("command", *pair, tries=ROUGH), *pair) for pair in pairs]
        rough = list({each[0].keys: each for each in reversed(tried)}.values())
        rough.sort(key=lambda each: -each[0].value)
        found = [weighed for weighed, *_ in rough[BEST:]]
        for _, made, decree in rough[:BEST]:
            found += [self._pair(option, made, decree) for option in ("command", "decree")]
            fewer = [most for most in SPACES if most < len(made.spaces)]
            found += [self._pair("command", made, decree, most) for most in fewer]
        for decree in decrees:
            found.append(self.weigh({"option": ("decree",), **_decree(decree)}, decree.why, decree.line))
        return found

    def _pair(
        self, option: str, made: Proposal, decree: Proposal | None, most: int = ALL, tries: int = TRIES
    ) -> Weighed:
        """Return a Command with a Decree. The reason is the Command's, unless the Command has no effect."""
        wanted = {**_command(option, made, most), **_decree(decree)}
        weighed = self.weigh(wanted, made.why, made.line, tries=tries)
        if decree is None or any(space in weighed.keys for space in made.spaces):
            return weighed
        return weighed._replace(why=decree.why, line=decree.line)

    def _explain(self, order: Weighed) -> Weighed:
        """Return an order of a Command and a Decree with the reason of the part that gains more.

        Other orders are returned unchanged. The reason of a part is read from the sheet when the part begins,
        because the other part may have changed the position. An income is the reason only if the other part
        gains nothing.
        """
        if order.keys[0] not in PARTS:
            return order
        chosen, number, walk = answer(order.wanted), make_lot(self.luck), self.trial()
        begun, reasons, mine = list[float](), list[Proposal | None](), 0
        while (pending := walk.pending) is not None:
            if not isinstance(pending, Ask):
                walk.enter(draw_by_numbers(number, pending), CHANCE)
                continue
            own = pending.seat == self.me
            key = (chosen if own else answer_at_a_glance)(walk.state, pending)
            if own and pending.kind in PARTS:
                made, left = list_proposals(walk.state, self.me, (key,)), order.keys[mine:]
                begun.append(self.judge(walk.state, self.me))
                reasons.append(next((each for each in made if each.is_done_by(left)), None))
            mine += own
            walk.enter(key, pending.seat)
        gains = [after - before for before, after in pairwise((*begun, self.judge(walk.state, self.me)))]
        told = [(gain, made) for gain, made in zip(gains, reasons, strict=True) if made is not None]
        if len(begun) < len(PARTS) or not told:
            return order
        best = max(told, key=lambda each: (each[0] > 0 and each[1].goes_somewhere, each[0]))[1]
        return order._replace(why=best.why, line=best.line)

    # ------------------------------------------------------------------ Events (2.3.4)

    def events(self, best: float) -> list[Weighed]:
        """Return the sides of the open Event, each executed with the best answers of all seats.

        Each side is first tried with answers at a glance. If its value is then far below `best`, better
        answers aren't tried.
        """
        option = Entry(self.me, "event")
        asked, before = self.trial((option,)).pending, self.trial().state
        assert isinstance(asked, Ask)
        found = []
        for side in list_keys(asked):
            why: Said = say("to execute the Event unshaded")
            if side != "unshaded":
                why = say("to execute the Event shaded")
            begun = (option, Entry(self.me, side))
            weighed = self.weigh({}, why, "event", begun, ROUGH)
            if weighed.value > best - FAR_BEHIND:
                keys, walk, certain, chances = self.carry_out(begun)
                why = estimate_gain(before, walk.state, self.me, certain=certain, chances=chances)
                weighed = Weighed(self.judge(walk.state, self.me), tuple(keys), why, "event")
            found.append(weighed)
        return found

    def carry_out(
        self, more: Sequence[Entry]
    ) -> tuple[list[str], Walk[State], State | None, Sequence[State]]:
        """Play the rest of the turn after these further entries, with the best answers of each seat.

        Return the keys of this seat's order, the turn at its end, the position before the first dice or cards
        (None if there were none), and the positions in which the turn ends with other dice and cards.
        """
        entries, keys, mine = list(more), [key for _, key in more], True
        certain: State | None = None
        chances = list[State]()
        number = make_lot(self.luck)
        while (pending := (walk := self.trial(entries)).pending) is not None:
            if not isinstance(pending, Ask):
                if certain is None:
                    certain = walk.state
                    chances = [self._play_at_a_glance(entries, n) for n in range(1, SAMPLES)]
                mine = False
                entries.append(Entry(CHANCE, draw_by_numbers(number, pending)))
                continue
            judge = self.judge if pending.seat == self.me else measure_advantage
            desk = Desk(self.start, (*self.log, *entries), pending.seat, self.luck, judge=judge)
            key = desk.answers(ROUGH, TRIFLES)[0].keys[0]
            mine = mine and pending.seat == self.me
            if mine:
                keys.append(key)
            entries.append(Entry(pending.seat, key))
        return keys, walk, certain, chances

    def _play_at_a_glance(self, entries: Sequence[Entry], number: int) -> State:
        """Return the end of the turn after these entries, with all other answers given at a glance.

        `number`: says how dice and cards fall.
        """
        return play_on(self.trial(entries), answer_at_a_glance, make_lot(self.luck + number)).state

    # ------------------------------------------------------------------ every other question

    def answers(self, tries: int = TRIES, trifles: Container[str] = ()) -> list[Weighed]:
        """Return the answers to the open question with their values, the best first.

        Later questions are answered at a glance. After a grant, answers that the sheet proposes are tried
        too. If the kind of the open question is in `trifles`, it is answered at a glance as well.
        """
        walk = self.trial()
        s, ask = walk.state, walk.pending
        assert isinstance(ask, Ask)
        offered = list_keys(ask)
        if len(offered) == 1:
            return [Weighed(0.0, offered)]
        usual = answer_among(s, ask, offered)
        if ask.kind in trifles:
            return [Weighed(0.0, (usual,))]
        keys = [usual, *(key for key in offered if key != usual)][:WIDEST]
        found = [
            self.weigh(made.list_wanted(), made.why, made.line, (Entry(self.me, key),), tries)
            for key, made in self._propose_granted(s, ask.kind, offered)
        ]
        for key in keys:
            why = describe_purpose(ask.kind, key, self.me)
            found.append(self.weigh({}, why, more=(Entry(self.me, key),), tries=tries))
        if ask.kind == SPEND:
            found += [self.weigh({}, more=more, tries=tries) for more in self._list_spendings(())]
        return sorted(found, key=lambda each: -each.value)

    def _list_spendings(self, spent: tuple[Entry, ...]) -> Iterator[tuple[Entry, ...]]:
        """1.10: yield each way to go on spending Cavalry after `spent`, up to `TOKENS` tokens in all.

        Several tokens are tried together, because two Charges can make a hit where one can't.
        """
        ask = self.trial(spent).pending
        if not isinstance(ask, Ask) or ask.kind != SPEND or ask.seat != self.me:
            if spent:
                yield spent
            return
        if spent:
            yield (*spent, Entry(self.me, DONE))
        if len(spent) < TOKENS:
            for key in list_keys(ask):
                if key != DONE:
                    yield from self._list_spendings((*spent, Entry(self.me, key)))

    def _propose_granted(self, s: State, kind: str, offered: Sequence[str]) -> Iterator[tuple[str, Proposal]]:
        """Yield what the sheet proposes for a granted Campaign, Command or Decree.

        Each proposal comes with the answer that starts it.
        """
        if kind == "campaign":
            yield from (("yes", made) for made in list_proposals(s, self.me, (kind,)))
        elif kind in GRANTS:
            yield from ((made.name, made) for made in list_proposals(s, self.me, offered))


def _few(made: Proposal) -> tuple[int, ...]:
    return *(n for n in SPACES if n < len(made.spaces)), len(made.spaces)


def _command(option: str, made: Proposal, most: int) -> dict[str, tuple[str, ...]]:
    return {"option": (option,), "command": (made.name,), **made.list_wanted(most)}


def _decree(made: Proposal | None) -> Wanted:
    return {} if made is None else {"decree": (made.name,), **made.list_wanted()}


@dataclass(slots=True)
class Fair:
    """A player that plans a whole order at the first question, and gives its answers one by one.

    `overlooked`: of 100 lines of its sheet, the player misses this many.
    """

    number: Number
    stop: Stop
    overlooked: int = 0
    judge: Judge = measure_advantage
    taste: Taste = NO_TASTE
    slack: float = SLACK  # value (by `judge`) that its style may give up for an order that it likes
    plan: tuple[str, ...] = ()
    seen: View | None = None  # the view on which it last gave advice

    def choose(self, point: Point, /) -> str:
        """Return one of the legal keys."""
        so_far = len(point.order)
        if len(self.plan) > so_far and self.plan[:so_far] == point.order:
            planned = self.plan[so_far]
            if planned in point.keys and (so_far or self.seen == point.look()):
                return planned
        return self.advise(point)[0].keys[0]

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return the orders that it considers from here on, the best first, with reasons."""
        if len(point.keys) == 1:
            return [Advice(point.keys)]
        view = point.look()
        assert isinstance(view, View)
        self.seen = view
        if view.tie_break is not None and view.tie_break.board is not None:
            found = [Advice((self._move(point),))]
        else:
            found = self.weigh(self.desk(point), point.kind)
        self.plan = (*point.order, *found[0].keys)
        return found

    def desk(self, point: Point) -> Desk:
        """Return the desk for the open turn, on which the player tries orders."""
        began = point.begun()
        assert isinstance(began, View)
        start = state_of(began, self.number)
        return Desk(start, tuple(point.log), point.seat, self.number(1 << 30), self._overlooks, self.judge)

    def weigh(self, desk: Desk, kind: str) -> list[Advice]:
        """Return orders if the question is for an option, else answers to the question, the best first.

        Repetitions are left out.
        """
        found = self.sort_by_taste(drop_equivalent(desk.orders())) if kind == OPTION else desk.answers()
        return [Advice(each.keys, each.why) for each in drop_repeated(found)]

    def sort_by_taste(self, orders: Sequence[Weighed]) -> list[Weighed]:
        """Return the orders, the best first, with what the style likes added to their values."""
        if not self.taste:
            return list(orders)
        return sorted(orders, key=lambda each: -each.value - self.slack * self.like(each))

    def like(self, order: Weighed) -> float:
        """Return how much the style likes an order, from 0 to 1."""
        return self.taste.weigh(measure_marks(order.keys))

    def _overlooks(self, line: str) -> bool:
        return self.overlooked > 0 and self.number(100) < self.overlooked

    def _move(self, point: Point) -> str:
        """5.5: return a move in the tie-break, chosen by a bot player of Aadu-Huli aata."""

        def look() -> BoardView:
            view = point.look()
            assert isinstance(view, View)
            assert view.tie_break is not None
            assert view.tie_break.board is not None
            return view.tie_break.board

        player = GOATS_AND_TIGERS[GOAT_TIGER_LEVEL](self.number, self.stop)
        return player.choose(Point(point.seat, point.kind, point.keys, point.order, look, look, point.log))


def drop_repeated(found: Sequence[Weighed]) -> list[Weighed]:
    """Return the orders without repetitions. A repeated order keeps its best place."""
    return _keep_first(found, lambda each: each.keys)


def drop_equivalent(found: Sequence[Weighed]) -> list[Weighed]:
    """Return the orders without those that have the same value as an earlier one.

    Orders of equal value, such as Commands in the same spaces in another sequence, lead to the same position.
    """
    return _keep_first(found, lambda each: round(each.value, 9))


def _keep_first(found: Sequence[Weighed], identify: Callable[[Weighed], Hashable]) -> list[Weighed]:
    """Return the orders. If several have the same result of `identify`, keep only the first of these."""
    first = dict[Hashable, Weighed]()
    for each in found:
        first.setdefault(identify(each), each)
    return list(first.values())
