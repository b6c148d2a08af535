"""Ways on: what a panel offers at a question, in few controls that stand in the same order each time.

Acts are buttons, each in its slot; an act that asks for a place next is the list of these places. Places are
a list in the board's order, a few other answers are buttons, many are lists. "Done" gives way to what the
next question offers, where there is room. What a control carries is a chain of keys: one tap may answer
several questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple

from rules.ask import ONLOOKER, Reader
from rules.asking import DONE, PASS
from rules.kernel import Ask, Game, Option, Rules, acts, opened, resume
from rules.orders.lookahead import JOINT, Spot, Turn
from rules.orders.questions import REMARK
from rules.orders.routes import routes
from rules.presentation import Filling
from rules.words import as_is, in_turn, language, say

ALL = "*"  # opens the key of an entry that stands for all of its list, and goes on with the kind of question
FEW = 5  # so many answers, or fewer, are buttons
BRIEF = 10  # entries of a list, if they are no places
LONGEST = 25  # entries of any list: Discord takes no more
CLOSED = 36  # letters that are read of a closed list on a phone
NAMED = 4  # letters with which a question names the act that it belongs to
KEPT = 128  # answers kept in memory, for a question is looked at more than once


class Menu(NamedTuple):
    """A list: what is read on it while it is closed, its entries, and how many of them may be chosen at
    once."""

    label: str
    options: tuple[Option, ...]
    most: int = 1


Rest = Literal["", "some", "steps"]
Control = Option | Menu  # an option is a button; one with a reason why not can't be pressed


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways on from a question. `beyond`: the questions after it that some of them answer; `rest`: what
    is left out of its own answers, some that are rare or do nothing, or the single steps of routes; `veiled`:
    a question was met that its reader may not look into; `fills`: where several answers are chosen at once,
    more is filled in beside them."""

    controls: tuple[Control, ...]
    beyond: tuple[str, ...] = ()
    rest: Rest = ""
    veiled: bool = False
    fills: bool = False

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


def ways(rules: Rules, game: Game, room: int, reader: Reader | None = None, *, plain: bool = False) -> Ways:
    """The ways on from the question that waits, in at most `room` controls that can be used.

    `reader`: the seats of whoever sees them (None: the seat that is asked). They end where something begins
    that he may not see, and there is none where that is the question itself. `plain`: all answers to the
    question itself, and nothing beyond it.
    """
    tongue = language(rules.name)
    public = _ways(rules, game, room, ONLOOKER, plain, tongue)  # where nothing is secret, all see the same
    if not public.veiled or reader == ONLOOKER:
        return public
    return _ways(rules, game, room, reader, plain, tongue)


@lru_cache(KEPT)
def _ways(rules: Rules, game: Game, room: int, reader: Reader | None, plain: bool, _: str) -> Ways:
    game = opened(rules, game)  # for it is played again and again
    live = resume(rules, game)
    assert isinstance(live.pending, Ask), "a way begins at a question"
    if reader is None:
        reader = frozenset((live.pending.seat,))
    if not live.pending.shows(reader):
        return Ways((), veiled=True)
    return _Panel(Spot(Turn(rules, game, live.pending.seat, reader), live), room, plain).ways()


class _Panel:
    """The controls of one question, as they are put together."""

    def __init__(self, here: Spot, room: int, plain: bool) -> None:
        self.here, self.room, self.plain = here, room, plain
        self.rest: Rest = ""
        self.fills = False

    def ways(self) -> Ways:
        here, beyond = self.here, list[str]()
        ask = here.ask
        assert ask is not None
        if here.in_parts:
            return Ways(tuple(self._mixes()), veiled=here.turn.veiled)
        found, place = self._own(here, self.room - (DONE in here.menu)), here
        alone = self.plain or ask.presentation.alone or ask.presentation.picture != ""
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
        return Ways(tuple(found), tuple(beyond), self.rest, here.turn.veiled, self.fills)

    def _own(self, place: Spot, room: int) -> list[Control]:
        """The answers to one question, without the one that only closes it."""
        ask = place.ask
        assert ask is not None
        if place.in_parts:
            return []
        shown = ask.presentation
        if shown.form == "act":
            # A barred act keeps its slot; beyond this question it would stand there a second time.
            slots = [act for act in self._slots(place) if place is self.here or not act.why_not]
            return [control for act in slots for control in self._act(place, act)]
        keys = [key for key in place.menu if key != DONE]
        if not self.plain and place is self.here:
            useful = [key for key in keys if ask.menu.why_idle(key) is None]
            if useful and len(useful) < len(keys):
                keys, self.rest = useful, "some"
        ends = [place.option(key) for key in keys if key in shown.ends or key == PASS]
        keys = [key for key in keys if key not in shown.ends and key != PASS]
        return [*self._answers(place, keys, room - len(ends)), *ends]

    def _answers(self, place: Spot, keys: Sequence[str], room: int) -> list[Control]:
        """Return the answers that end nothing: buttons if they are few, else lists."""
        assert place.ask is not None
        shown = place.ask.presentation
        options = [place.option(key) for key in keys]
        if keys and len(keys) <= room and set(keys) <= set(shown.pressed):
            return list(options)
        if shown.form == "place":
            prompt = place.ask.prompt.read(place.turn.rules.name)
            if shown.pressed and not self.plain:
                return self._pressed(place, prompt, keys, room)
            if shown.route:
                return self._route(place, options)
            if len(options) <= LONGEST:
                return [self._several(place, prompt, options)] if options else []
            return _menus(options, LONGEST, room, prompt)
        if len(options) <= (room if shown.picture else min(FEW, room)):
            return list(options)
        prompt = place.ask.prompt.read(place.turn.rules.name)
        if shown.group is not None and (sorts := self._sorts(place, keys, room)):
            return sorts
        return _menus(options, BRIEF, room, prompt, amounts=shown.amounts)

    def _sorts(self, place: Spot, keys: Sequence[str], room: int) -> list[Control]:
        """Return a list for each sort of answer, a button for one alone; none if there is no room."""
        assert place.ask is not None
        assert place.ask.presentation.group is not None
        sorts: dict[str, list[Option]] = {}
        for key in keys:
            words = place.ask.presentation.group(key)
            sorts.setdefault(words.read(place.turn.rules.name), []).append(place.option(key))
        if len(sorts) > room or max(map(len, sorts.values()), default=0) > LONGEST:
            return []
        return [
            each[0] if len(each) == 1 else Menu(_label_sort(place, sort, len(each)), tuple(each))
            for sort, each in sorts.items()
        ]

    def _several(self, place: Spot, prompt: str, options: Sequence[Option]) -> Menu:
        """The list of the places of a question, and whether more is filled in beside several of them."""
        menu = _list(place, prompt, options)
        if menu.most > 1:
            further = place.then(singly(menu)[0].key.rpartition(JOINT)[2]).ask
            self.fills |= further is not None and further.autofill.default(Filling(left=(DONE,))) is not None
        return menu

    def _pressed(self, place: Spot, prompt: str, keys: Sequence[str], room: int) -> list[Control]:
        """Places of which some are buttons, each in its slot as an act is, before the list of the others.
        They are short, so that the board is seen above them, which shows what they cost."""
        assert place.ask is not None
        pressed = place.ask.presentation.pressed
        slots = [slot for slot in self._slots(place) if slot.key in pressed]
        buttons = [slot if slot.why_not else _brief(place.option(slot.key)) for slot in slots]
        others = [place.option(key) for key in keys if key not in pressed]
        return [*buttons, *_menus(others, LONGEST, room - weight(buttons), prompt)]

    def _route(self, place: Spot, options: Sequence[Option]) -> list[Control]:
        """The ends of whole routes; for whoever has begun to go step by step, or wants to, the next step and
        what else may be done here."""
        read = place.turn.rules.name
        if not self.plain and DONE not in place.menu:
            self.rest = "steps"
            return [_list(place, say("Where does the route end?").read(read), routes(place))]
        bare = [] if place.ask is None else place.ask.presentation.bare
        steps = [each for each in options if each.key.rpartition(JOINT)[2] not in bare]
        found: list[Control] = [each for each in options if each not in steps]
        return [_list(place, say("The next step: where to?").read(read), steps), *found] if steps else found

    def _slots(self, place: Spot) -> list[Option]:
        assert place.ask is not None
        return [option for option in acts(place.turn.rules, place.ask) if option.key != DONE]

    def _act(self, place: Spot, act: Option) -> list[Control]:
        """An act: a button, or the list of the places for which it asks next."""
        if act.why_not:
            return [act]
        button, read = place.option(act.key), place.turn.rules.name
        if self.plain or (place.ask is not None and place.ask.menu.why_idle(act.key) is not None):
            return [button]
        onward = place.then(act.key)
        if onward.only is not None:
            words = say("{act}: {place}", act=as_is(button.label), place=onward.only)
            button = replace(button, label=words.read(read))
        ask = onward.ask
        if filled := onward.filled():
            words = say("{act}: {filled}", act=as_is(button.label), filled=in_turn(filled, ", "))
            return [replace(button, label=words.read(read))]
        if ask is None or not _is_plain_place(ask) or not onward.goes_on_with(place):
            return [button]
        options = [onward.option(key) for key in onward.menu if key != DONE]
        if not options or len(options) > LONGEST - (DONE in onward.menu):
            return [button]
        if DONE in onward.menu:
            without = say("None of these") if len(options) > 1 else say("Not there")
            options.append(Option(onward.option(DONE).key, without.read(read)))
        prompt = ask.prompt.read(read)
        if act.label[:NAMED].casefold() not in prompt.casefold():  # it does not say what is done
            name = as_is(REMARK.sub("", act.label))
            prompt = say("{act}: {question}", act=name, question=as_is(prompt)).read(read)
            if len(prompt) > CLOSED:  # it would be cut before it says what is asked
                prompt = say("{act}: where?", act=name).read(read)
        return [self._several(onward, prompt, options)]

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


def _list(place: Spot, prompt: str, options: Sequence[Option]) -> Menu:
    """The list of places of a question, opened by all of them where all can be chosen at once and nothing
    else is asked of any."""
    most = _most(place)
    places = [option for option in options if not option.key.endswith(DONE)]
    asks = 1 < len(places) <= most and len(options) < LONGEST and place.asks_again(places[0])
    if place.ask is not None and asks:
        words = say("All {n} of them", n=len(places)).read(place.turn.rules.name)
        options = [Option(f"{ALL}{place.ask.kind}", words), *options]
    return Menu(prompt, tuple(options), most)


def _label_sort(place: Spot, sort: str, count: int) -> str:
    """Return what is read on a closed list of answers of one sort."""
    return say("{sort} ({n})", sort=as_is(sort), n=count).read(place.turn.rules.name)


def _is_plain_place(ask: Ask) -> bool:
    """Whether its answers are places of one step, shown in no picture of their own."""
    shown = ask.presentation
    return shown.form == "place" and not shown.route and not shown.picture


def _brief(option: Option) -> Option:
    """Without what its label says beside it, but that it does nothing."""
    return option if option.idle else replace(option, label=REMARK.sub("", option.label))


def _most(place: Spot) -> int:
    """How many answers may be chosen at once, where a question takes several and can be closed."""
    if place.ask is None or place.ask.presentation.many is None or DONE not in place.menu:
        return 1
    return max(1, min(place.ask.presentation.many(), len(place.menu) - 1))


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
