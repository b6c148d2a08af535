"""Ways on: what a panel offers at a question, in few controls that stand in the same order each time.

Acts are buttons, each in its slot; an act that asks for a place next is the list of these places. Places are
a list in the board's order, a few other answers are buttons, many are lists. "Done" gives way to what the
next question offers, where there is room. What a control carries is a chain of keys: one tap may answer
several questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from math import ceil
from typing import Any, NamedTuple

from rules.ask import ONLOOKER, Filling, Reader
from rules.asking import DONE
from rules.kernel import Ask, Game, Live, Option, Rules, acts, legal_options, opened, resume
from rules.orders.questions import REMARK
from rules.words import Words, as_is, inside, language, say

JOINT = " "  # between the keys of a way: no key has a space
ALL = "*"  # opens the key of an entry that stands for all of its list, and goes on with the kind of question
FEW = 5  # so many answers, or fewer, are buttons
BRIEF = 10  # entries of a list, if they are no places
LONGEST = 25  # entries of any list: Discord takes no more
LOOKED_AT = 60  # places tried out, for most of which the open turn is played again
NAMED = 4  # letters with which a question names the act that it belongs to
KEPT = 128  # answers kept in memory, for a question is looked at more than once


class Menu(NamedTuple):
    """A list: what is read on it while it is closed, its entries, and how many of them may be chosen at
    once."""

    label: str
    options: tuple[Option, ...]
    most: int = 1


Control = Option | Menu  # an option is a button; one with a reason why not can't be pressed


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways on from a question. `beyond`: the questions after it that some of them answer; `rest`: some
    of its own answers are left out, for they are rare or do nothing; `veiled`: a question was met that its
    reader may not look into."""

    controls: tuple[Control, ...]
    beyond: tuple[str, ...] = ()
    rest: bool = False
    veiled: bool = False

    @property
    def offered(self) -> tuple[Option, ...]:
        """All that may be chosen, by buttons and in lists."""
        return offered(self.controls)


def offered(controls: Sequence[Control]) -> tuple[Option, ...]:
    """All that may be chosen in these controls, one by one."""
    found: list[Option] = []
    for control in controls:
        found += singly(control) if isinstance(control, Menu) else [control] * (not control.why_not)
    return tuple(found)


def singly(menu: Menu) -> tuple[Option, ...]:
    """What may be chosen in a list one by one."""
    return menu.options[1:] if menu.options[0].key.startswith(ALL) else menu.options


def _alike(some: Sequence[Control], others: Sequence[Control]) -> bool:
    """True where a control of the others reads as one of these does, so that nobody could tell them apart."""
    return not {control.label for control in some}.isdisjoint(control.label for control in others)


def weight(controls: Sequence[Control]) -> int:
    """How many of them can be used: a list is one."""
    return sum(isinstance(control, Menu) or not control.why_not for control in controls)


def ways(
    rules: Rules[Any], game: Game, room: int, reader: Reader | None = None, *, plain: bool = False
) -> Ways:
    """The ways on from the question that waits, in at most `room` controls that can be used.

    `reader`: the seats of whoever sees them (None: the seat that is asked). They end where something begins
    that he may not see, and there is none where that is the question itself. `plain`: all answers to the
    question itself, and nothing beyond it.
    """
    face: Any = rules  # a module, which mypy doesn't know to be hashable
    tongue = language(rules.name)
    public = _ways(face, game, room, ONLOOKER, plain, tongue)  # where nothing is secret, all see the same
    if not public.veiled or reader == ONLOOKER:
        return public
    return _ways(face, game, room, reader, plain, tongue)


@lru_cache(KEPT)
def _ways(rules: Rules[Any], game: Game, room: int, reader: Reader | None, plain: bool, _: str) -> Ways:
    game = opened(rules, game)  # for it is played again and again
    live = resume(rules, game)
    assert isinstance(live.pending, Ask), "a way begins at a question"
    if reader is None:
        reader = frozenset((live.pending.seat,))
    if not live.pending.shows(reader):
        return Ways((), veiled=True)
    return _Panel(_Spot(_Turn(rules, game, live.pending.seat, reader), live), room, plain).ways()


class _Panel:
    """The controls of one question, as they are put together."""

    def __init__(self, here: _Spot, room: int, plain: bool) -> None:
        self.here, self.room, self.plain = here, room, plain
        self.rest = False

    def ways(self) -> Ways:
        here, beyond = self.here, list[str]()
        ask = here.ask
        assert ask is not None
        if here.in_parts:
            return Ways(tuple(self._mixes()), veiled=here.turn.veiled)
        found, place = self._own(here, self.room - (DONE in here.menu)), here
        alone = self.plain or ask.alone or bool(ask.picture)
        while DONE in place.menu:
            onward = place.then(DONE)
            ends = alone or not onward.goes_on_with(place)
            more = [] if ends else self._own(onward, self.room)
            room = self.room - (DONE in onward.menu)
            full = weight(found) + weight(more) > room
            if not more or onward.ask is None or full or _alike(found, more):
                found.append(place.option(DONE))
                break
            found += more
            beyond.append(onward.ask.prompt.read(here.turn.rules.name))
            place = onward
        return Ways(tuple(found), tuple(beyond), self.rest, here.turn.veiled)

    def _own(self, place: _Spot, room: int) -> list[Control]:
        """The answers to one question, without the one that only closes it."""
        ask = place.ask
        assert ask is not None
        if place.in_parts:
            return []
        if ask.form == "act":
            # A barred act keeps its slot; beyond this question it would stand there a second time.
            slots = [act for act in self._slots(place) if place is self.here or not act.why_not]
            return [control for act in slots for control in self._act(place, act)]
        keys = [key for key in place.menu if key != DONE]
        if not self.plain and place is self.here:
            useful = [key for key in keys if ask.idle(key) is None]
            if useful and len(useful) < len(keys):
                keys, self.rest = useful, True
        options = [place.option(key) for key in keys]
        if ask.form == "place":
            prompt = ask.prompt.read(place.turn.rules.name)
            if len(options) <= LONGEST:
                return [_list(place, prompt, options)] if options else []
            return _menus(options, LONGEST, room, prompt)
        if len(options) <= (room if ask.picture else min(FEW, room)):
            return list(options)
        return _menus(options, BRIEF, room, ask.prompt.read(place.turn.rules.name), amounts=ask.amounts)

    def _slots(self, place: _Spot) -> list[Option]:
        assert place.ask is not None
        return [option for option in acts(place.turn.rules, place.ask) if option.key != DONE]

    def _act(self, place: _Spot, act: Option) -> list[Control]:
        """An act: a button, or the list of the places for which it asks next."""
        if act.why_not:
            return [act]
        button, read = place.option(act.key), place.turn.rules.name
        if self.plain or (place.ask is not None and place.ask.idle(act.key) is not None):
            return [button]
        onward = place.then(act.key)
        if onward.only is not None:
            words = say("{act}: {place}", act=as_is(button.label), place=onward.only)
            button = replace(button, label=words.read(read))
        ask = onward.ask
        if ask is None or ask.form != "place" or ask.picture or not onward.goes_on_with(place):
            return [button]
        if ask.default(Filling()) is not None:  # all of it is filled in
            return [button]
        options = [onward.option(key) for key in onward.menu if key != DONE]
        if not options or len(options) > LONGEST - (DONE in onward.menu):
            return [button]
        if DONE in onward.menu:
            options.append(Option(onward.option(DONE).key, say("None of these").read(read)))
        prompt = ask.prompt.read(read)
        if act.label[:NAMED].casefold() not in prompt.casefold():  # it does not say what is done
            words = say("{act}: {question}", act=as_is(REMARK.sub("", act.label)), question=as_is(prompt))
            prompt = words.read(read)
        return [_list(onward, prompt, options)]

    def _mixes(self) -> list[Control]:
        """Several kinds, answered whole where that makes one list; else a kind at a time."""
        here = self.here
        assert here.ask is not None
        whole = here.answers(most=LONGEST + 1)
        if len(whole) <= LONGEST:
            closing = [place.mix() for place in whole if place.is_done]
            options = [place.mix() for place in whole if not place.is_done]
        else:
            closing = [here.option(DONE)] if DONE in here.menu else []
            options = [here.option(key) for key in here.menu if key != DONE]
        if len(options) <= FEW:
            return [*options, *closing]
        menus = _menus(options, LONGEST, self.room - 1, here.ask.prompt.read(here.turn.rules.name))
        return [*menus, *closing]


def _list(place: _Spot, prompt: str, options: Sequence[Option]) -> Menu:
    """The list of places of a question, opened by all of them where all can be chosen at once and nothing
    else is asked of any."""
    most = _most(place)
    places = [option for option in options if not option.key.endswith(DONE)]
    asks = 1 < len(places) <= most and len(options) < LONGEST and place.asks_again(places[0])
    if place.ask is not None and asks:
        words = say("All {n}", n=len(places)).read(place.turn.rules.name)
        options = [Option(f"{ALL}{place.ask.kind}", words), *options]
    return Menu(prompt, tuple(options), most)


def _most(place: _Spot) -> int:
    """How many answers may be chosen at once, where a question takes several and can be closed."""
    if place.ask is None or place.ask.many is None or DONE not in place.menu:
        return 1
    return max(1, min(place.ask.many(), len(place.menu) - 1))


def _menus(
    options: Sequence[Option], length: int, room: int, prompt: str, *, amounts: bool = False
) -> list[Control]:
    """The options in as few lists of this length as they fit in, all about equally long; where there is no
    room for so many lists, in longer ones. `amounts`: so many of something, which stand in one list."""
    if not options:
        return []
    if ceil(len(options) / length) > room:
        length = LONGEST
    lists = ceil(len(options) / length)
    cuts = _cuts(options, lists, length, amounts=amounts)
    found: list[Control] = []
    for first, end in pairwise(cuts):
        here = tuple(options[first:end])
        label = prompt
        if lists > 1:
            label = " … ".join(REMARK.sub("", option.label) for option in (here[0], here[-1]))
        found.append(Menu(label, here))
    return found


def _cuts(options: Sequence[Option], lists: int, length: int, *, amounts: bool) -> list[int]:
    """Where each of so many lists begins, and the last one ends."""
    count = len(options)
    things = [option.key.rpartition(JOINT)[2].partition("-")[2] for option in options] if amounts else []
    news = [at for at in range(1, len(things)) if things[at] != things[at - 1]]
    cuts = [0]
    for left in range(lists - 1, 0, -1):
        even = cuts[-1] + ceil((count - cuts[-1]) / (left + 1))
        fit = [at for at in news if cuts[-1] < at <= cuts[-1] + length and count - at <= left * length]
        cuts.append(min(fit, key=lambda at: abs(at - even), default=even))
    return [*cuts, count]


class _Turn:
    """What all places have in common that are tried out from one question of a seat."""

    __slots__ = ("game", "reader", "rules", "seat", "tried", "veiled")

    def __init__(self, rules: Rules[Any], game: Game, seat: str, reader: Reader) -> None:
        self.rules, self.game, self.seat, self.reader = rules, game, seat, reader
        self.tried = 0  # how many places there are
        self.veiled = False  # one of them is at a question that its reader may not look into

    def played(self, keys: Sequence[str]) -> Live[Any]:
        """The turn with these keys more."""
        live = resume(self.rules, self.game)
        for key in keys:
            live.enter(self.seat, key)
        return live

    @property
    def spent(self) -> bool:
        """True where enough places have been tried out."""
        return self.tried >= LOOKED_AT


class _Spot:
    """Where a chain of keys leads from the question that waits: `ask` is the seat's next question, if any,
    and `menu` its answers."""

    __slots__ = ("_further", "_live", "_options", "ask", "asked", "keys", "menu", "only", "said", "turn")

    def __init__(self, turn: _Turn, live: Live[Any], before: _Spot | None = None, key: str = "") -> None:
        self.turn = turn
        self._live: Live[Any] | None = live  # until the first place further on takes it over
        self._further: dict[str, _Spot] = {}
        self.keys: tuple[str, ...] = before.keys if before else ()
        self.said: list[Words] = [*before.said] if before else []
        self.asked: list[tuple[str, str]] = [*before.asked] if before else []
        self.only: Words | None = None  # the one place that there was for the answer that led here
        if before:
            self._enter(live, key)
        while before and (ask := self._question(live)) is not None and ask.forced:
            forced = next(iter(ask.menu()))
            if ask.form == "place" and forced != DONE and self.only is None:
                self.only = ask.words(forced)
            self._enter(live, forced)
        self.ask = self._question(live)
        shown = self.ask is None or self.ask.shows(turn.reader)
        legal = legal_options(turn.rules, self.ask) if self.ask is not None and shown else ()
        self._options = {option.key: option for option in legal}
        typed = () if self.ask is None else self.ask.typed
        self.menu = tuple(key for key in self._options if key not in typed)
        turn.tried, turn.veiled = turn.tried + 1, turn.veiled or not shown

    def _question(self, live: Live[Any]) -> Ask[Any] | None:
        ask = live.pending
        return ask if isinstance(ask, Ask) and ask.seat == self.turn.seat else None

    def _enter(self, live: Live[Any], key: str) -> None:
        ask = self._question(live)
        assert ask is not None, "each key of a way answers a question"
        self.asked.append(ask.topic)
        if key != DONE:
            self.said.append(ask.words(key))
        live.enter(self.turn.seat, key)
        self.keys = (*self.keys, key)

    def then(self, key: str) -> _Spot:
        """One answer further."""
        if key not in self._further:
            live, self._live = self._live or self.turn.played(self.keys), None
            self._further[key] = _Spot(self.turn, live, self, key)
        return self._further[key]

    def goes_on_with(self, before: _Spot) -> bool:
        """True where the question here may be answered with the same control as the one before it: it is
        about the same matter, is seen, and was not asked yet."""
        new = self.ask is not None and self.ask.topic not in (*self.asked, before.ask and before.ask.topic)
        return new and bool(self.menu) and not (self.ask is not None and self.ask.alone)

    def asks_again(self, answer: Option) -> bool:
        """True where the same question follows at once on this answer."""
        further = self.then(answer.key.rpartition(JOINT)[2]).ask
        return further is not None and self.ask is not None and further.topic == self.ask.topic

    def option(self, key: str) -> Option:
        """An answer here, with the keys that lead to it."""
        option = self._options[key]
        label = option.label[:1].upper() + option.label[1:]
        idle = option.idle or (key == DONE and self.ask is not None and self.ask.hollow)
        return Option(JOINT.join((*self.keys, key)), label, idle=idle)

    def mix(self) -> Option:
        """The way to here, an answer in several parts."""
        name = self.turn.rules.name
        if self.is_done:
            return Option(JOINT.join(self.keys), name(DONE))
        first, *others = (words.read(name) for words in self.said)
        label = ", ".join([first, *(inside(other, name) for other in others)])
        return Option(JOINT.join(self.keys), label[:1].upper() + label[1:])

    def answers(self, most: int) -> list[_Spot]:
        """A place for each whole mix of the kinds that are asked for here: `most` of them at most."""
        kinds = list(dict.fromkeys(_kind(key) for key in self.menu if key != DONE))
        return list(islice(_mixes(self, kinds), most))

    @property
    def in_parts(self) -> bool:
        """True where several kinds may be answered, one after the other."""
        return self.ask is not None and self.ask.part is not None

    @property
    def is_done(self) -> bool:
        """True where the way only closes a question."""
        return not self.said


def _mixes(place: _Spot, kinds: Sequence[str]) -> Iterator[_Spot]:
    """All mixes of these kinds, each kind named once, in their order."""
    for key in place.menu:
        if key != DONE and _kind(key) not in kinds:
            continue
        further = place.then(key)
        if further.ask is None or not further.ask.part or further.is_done or place.turn.spent:
            yield further
        else:
            yield from _mixes(further, kinds[kinds.index(_kind(key)) + 1 :])


def _kind(key: str) -> str:
    return key.partition("-")[2]
