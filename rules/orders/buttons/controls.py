"""Arrange the answers to a question in a few buttons and lists, always in the same order.

Each act is a button in its own slot. If the question after an act asks for a place, the act is a list of
places instead. The answers to a question for a place are one list in the board's order. Other answers are
buttons if they are few, else lists. A single answer is a button, never a list, because a button takes one tap
less. A later question has no controls here: one button closes the open question and goes on to it. A control
carries a chain of keys, so one tap may answer several questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple

from rules.ask import SPECTATOR, Reader
from rules.asking import DONE, PASS
from rules.kernel import Ask, Game, Option, Rules, load_start, resume
from rules.orders.buttons.lookahead import JOINT, Spot, Turn
from rules.orders.buttons.routes import list_routes
from rules.orders.tokenizer import REMARK
from rules.presentation import Filling
from rules.words import as_is, in_turn, language, say

ALL = "*"  # the key of the entry "All of them" begins with this; the kind of the question follows
FEW = 5  # up to this many answers become buttons
BRIEF = 10  # a list has at most this many entries, or up to `LONGEST` if there is no room for all lists
LONGEST = 25  # at most this many entries in any list (Discord's limit)
CLOSED = 32  # a phone shows this many characters of the text on a closed list
NAMED = 4  # a question names an act if it contains this many characters from the beginning of the act's name
MAX_WAYS = 128  # this many `Ways` stay in memory, because a question is shown more than once


class Menu(NamedTuple):
    """A list: the text on it while it is closed, its entries, and how many of them can be chosen at once."""

    label: str
    options: tuple[Option, ...]
    most: int = 1


class Offered(NamedTuple):
    """An answer that has a button, or an act that has a list of its places.

    Attributes:
        kind: the kind of its question
        key: its key
        label: its label without a remark
        chain: the key of the button, or of the first entry of the list
    """

    kind: str
    key: str
    label: str
    chain: str


Rest = Literal["", "some", "steps"]
Control = Option | Menu  # an option is a button; an illegal one can't be pressed


@dataclass(frozen=True, slots=True)
class Ways:
    """The controls of a question.

    Attributes:
        controls: the buttons and lists
        onward: the new question to the same seat that closing the open question leads to; "" if there is none
        rest: what is left out: "some" (answers without effect), "steps" (single steps of a route) or ""
        veiled: whether the look-ahead came to a question that the reader may not see
        fills: whether further answers are filled in when somebody chooses several answers at once
        main: the key of the button that most people want; "" if no button stands out
        answers: the answers that have a button or are an act with a list, in the order of the controls
    """

    controls: tuple[Control, ...]
    onward: str = ""
    rest: Rest = ""
    veiled: bool = False
    fills: bool = False
    main: str = ""
    answers: tuple[Offered, ...] = ()

    @property
    def offered(self) -> tuple[Option, ...]:
        """Return everything that can be chosen, by buttons and in lists."""
        return list_offered(self.controls)


def list_offered(controls: Sequence[Control]) -> tuple[Option, ...]:
    """Return everything that can be chosen in these controls, one by one."""
    found: list[Option] = []
    for control in controls:
        found += list_singly(control) if isinstance(control, Menu) else [control] * (not control.why_not)
    return tuple(found)


def list_singly(menu: Menu) -> tuple[Option, ...]:
    """Return the entries of a list, without the entry that means all of them."""
    return menu.options[1:] if menu.options[0].key.startswith(ALL) else menu.options


def count_usable(controls: Sequence[Control]) -> int:
    """Return the number of lists, and of buttons that can be pressed."""
    return sum(isinstance(control, Menu) or not control.why_not for control in controls)


def find_ways(
    rules: Rules, game: Game, room: int, reader: Reader | None = None, *, plain: bool = False
) -> Ways:
    """Return the controls of the open question.

    There are at most `room` controls, not counting buttons that can't be pressed. If there are more acts than
    `room`, each act has a control all the same. The look-ahead ends at questions that the reader may not see.
    If the reader may not see the open question, there are no controls.

    Args:
        reader: the seats of the person who sees the controls; None: the asked seat
        plain: whether each answer is a control of its own, also an answer without effect
    """
    tongue = language(rules.name)
    public = _find_ways(rules, game, room, SPECTATOR, plain, tongue)  # all see these if nothing is secret
    if not public.veiled or reader == SPECTATOR:
        return public
    return _find_ways(rules, game, room, reader, plain, tongue)


@lru_cache(MAX_WAYS)
def _find_ways(rules: Rules, game: Game, room: int, reader: Reader | None, plain: bool, _: str) -> Ways:
    """Return the controls for one reader and language; `find_ways` explains the arguments."""
    game = load_start(rules, game)  # load the start once, because the turn is played many times
    live = resume(rules, game)
    assert isinstance(live.pending, Ask), "controls answer a question"
    if reader is None:
        reader = frozenset((live.pending.seat,))
    if not live.pending.shows(reader):
        return Ways((), veiled=True)
    return _Panel(Spot(Turn(rules, game, live.pending.seat, reader), live), room, plain).ways()


class _Panel:
    """Builds the controls of one question."""

    def __init__(self, here: Spot, room: int, plain: bool) -> None:
        assert here.ask is not None
        self.here, self.ask, self.room, self.plain = here, here.ask, room, plain
        self.rest: Rest = ""
        self.fills = False

    def ways(self) -> Ways:
        """Return the controls of the question. The button that closes it may lead to another question."""
        here, ask, onward = self.here, self.ask, ""
        if here.in_parts:
            mixes = self._list_mixes()
            return Ways(tuple(mixes), veiled=here.turn.veiled, main=_find_main(ask, mixes))
        found = self._list_own(self.room - (DONE in here.menu))
        answers = self._name_offered(found)
        if DONE in here.menu:
            found.append(here.option(DONE))
            onward = self._read_onward()
        main = _find_main(ask, found)
        return Ways(tuple(found), onward, self.rest, here.turn.veiled, self.fills, main, tuple(answers))

    def _read_onward(self) -> str:
        """Return the new question that closing the open one leads to; "" if it goes to another seat."""
        onward = self.here.then(DONE)
        if onward.ask is None or not onward.is_new(self.here):
            return ""
        return onward.ask.prompt.read(self.here.turn.rules.name)

    def _list_own(self, room: int) -> list[Control]:
        """Return the controls for the answers to the question, without the answer that only closes it.

        Set `rest` if other answers are left out.
        """
        place, ask = self.here, self.ask
        shown = ask.presentation
        if shown.form == "act":
            return [control for act in self._list_slots() for control in self._list_act(act)]
        keys = [key for key in place.menu if key != DONE]
        if not self.plain:
            useful = [key for key in keys if ask.menu.why_idle(key) is None]
            if useful and len(useful) < len(keys):
                keys, self.rest = useful, "some"
        if shown.rank is not None:
            keys.sort(key=shown.rank)
        ends = [place.option(key) for key in keys if key in shown.ends or key == PASS]
        keys = [key for key in keys if key not in shown.ends and key != PASS]
        lists = self._list_answers(keys, room - len(ends))
        return [*(_open_single(control) for control in lists), *ends]

    def _list_answers(self, keys: Sequence[str], room: int) -> list[Control]:
        """Return the controls for the answers `keys`: places as lists, others as buttons if they are few."""
        shown = self.ask.presentation
        options = [self.here.option(key) for key in keys]
        if keys and len(keys) <= room and set(keys) <= set(shown.pressed):
            return list(options)
        if shown.form == "place":
            prompt = self.ask.prompt.read(self.here.turn.rules.name)
            if shown.pressed and not self.plain:
                return self._press_places(prompt, keys, room)
            if shown.route:
                return self._list_routes(options)
            if len(options) <= LONGEST:
                return [self._make_place_list(self.here, prompt, options)] if options else []
            return _split_into_lists(options, LONGEST, room, prompt)
        usual = room if shown.picture else min(FEW, room)
        if len(options) <= (usual if shown.buttons is None else min(shown.buttons, room)):
            return list(options)
        prompt = self.ask.prompt.read(self.here.turn.rules.name)
        if shown.group is not None and (sorts := self._list_groups(keys, room)):
            return sorts
        # The answer that most people want needs no list to be opened.
        first = [each for each in options if shown.usual and each.key == shown.usual]
        others = [each for each in options if each not in first]
        length = LONGEST if shown.picture else BRIEF  # numbers in the picture lead to an entry
        return [*first, *_split_into_lists(others, length, room - len(first), prompt, amounts=shown.amounts)]

    def _list_groups(self, keys: Sequence[str], room: int) -> list[Control]:
        """Return a list for each group of answers, or a button for a group of one answer.

        If the lists and buttons don't fit, return nothing.
        """
        assert self.ask.presentation.group is not None
        sorts: dict[str, list[Option]] = {}
        for key in keys:
            words = self.ask.presentation.group(key)
            sorts.setdefault(words.read(self.here.turn.rules.name), []).append(self.here.option(key))
        if len(sorts) > room or max(map(len, sorts.values()), default=0) > LONGEST:
            return []
        return [
            each[0] if len(each) == 1 else Menu(_label_group(self.here, sort, len(each)), tuple(each))
            for sort, each in sorts.items()
        ]

    def _make_place_list(self, place: Spot, prompt: str, options: Sequence[Option]) -> Menu:
        """Return the list of a question's places.

        Set `fills` if other answers are filled in when several places are chosen.
        """
        menu = _list_places(place, prompt, options)
        if menu.most > 1:
            further = place.then(list_singly(menu)[0].key.rpartition(JOINT)[2]).ask
            self.fills |= further is not None and further.autofill.default(Filling(left=(DONE,))) is not None
        return menu

    def _press_places(self, prompt: str, keys: Sequence[str], room: int) -> list[Control]:
        """Return buttons for the places in `pressed`, then a list of the other places.

        Each button has its own slot, like an act. A place without effect gets no button if another place has
        an effect.
        """
        pressed = self.ask.presentation.pressed
        slots = [
            slot for slot in self._list_slots() if slot.key in pressed and (slot.why_not or slot.key in keys)
        ]
        buttons = [slot if slot.why_not else self.here.option(slot.key) for slot in slots]
        others = [self.here.option(key) for key in keys if key not in pressed]
        return [*buttons, *_split_into_lists(others, LONGEST, room - count_usable(buttons), prompt)]

    def _list_routes(self, options: Sequence[Option]) -> list[Control]:
        """Return the list of whole routes. Each entry is the place where a route ends.

        If the player goes step by step, return the list of next steps instead, and the other answers.
        """
        read = self.here.turn.rules.name
        if not self.plain and DONE not in self.here.menu:
            self.rest = "steps"
            prompt = say("Where does the route end?").read(read)
            return [_list_places(self.here, prompt, list_routes(self.here))]
        bare = self.ask.presentation.bare
        steps = [each for each in options if each.key.rpartition(JOINT)[2] not in bare]
        found: list[Control] = [each for each in options if each not in steps]
        return (
            [_list_places(self.here, say("The next step: where to?").read(read), steps), *found]
            if steps
            else found
        )

    def _list_slots(self) -> list[Option]:
        """Return the acts of a question, legal or not, each in its slot."""
        return [option for option in self.here.list_slots() if option.key != DONE]

    def _list_act(self, act: Option) -> list[Control]:
        """Return an act as a button, or as a list of places if the question after it asks for a place."""
        if act.why_not:
            return [act]
        button, read = self.here.option(act.key), self.here.turn.rules.name
        if self.plain or self.ask.menu.why_idle(act.key) is not None:
            return [button]
        onward = self.here.then(act.key)
        if onward.only is not None:
            words = say("{act}: {place}", act=as_is(button.label), place=onward.only)
            button = replace(button, label=words.read(read), at=onward.only_at)
        ask = onward.ask
        if filled := onward.list_filled():
            answers = in_turn([answer for answer, _ in filled], ", ")
            words = say("{act}: {filled}", act=as_is(button.label), filled=answers)
            at = next((at for at in (button.at, *(at for _, at in filled)) if at[0]), button.at)
            return [replace(button, label=words.read(read), at=at)]
        if ask is None or not _is_plain_place(ask) or not onward.goes_on_with(self.here):
            return [button]
        options = [onward.option(key) for key in onward.menu if key != DONE]
        if not options or len(options) > LONGEST - (DONE in onward.menu):
            return [button]
        prompt = ask.prompt.read(read)
        name = as_is(REMARK.sub("", act.label))
        if DONE in onward.menu:
            without = say("None of these") if len(options) > 1 else say("Not there")
            without = say("{act}: nowhere", act=name) if ask.presentation.empty else without
            options.append(Option(onward.option(DONE).key, without.read(read)))
        if act.label[:NAMED].casefold() not in prompt.casefold():  # the question does not name the act
            prompt = say("{act}: {question}", act=name, question=as_is(prompt)).read(read)
        if len(prompt) > CLOSED:  # a phone would cut the question off
            prompt = say("{act}: where?", act=name).read(read)
        return [self._make_place_list(onward, prompt, options)]

    def _name_offered(self, controls: Sequence[Control]) -> list[Offered]:
        """Return the answers that have a usable button, and the acts that have a list of places."""
        found = list[Offered]()
        for control in controls:
            if isinstance(control, Menu):
                if self.ask.presentation.form != "act":
                    continue
                chain = list_singly(control)[0].key
            elif control.why_not:
                continue
            else:
                chain = control.key
            key, *_ = chain.split(JOINT)
            found.append(Offered(self.ask.kind, key, REMARK.sub("", self.here.option(key).label), chain))
        return found

    def _list_mixes(self) -> list[Control]:
        """Return the controls of a question whose answer has several parts ("2 Troops", then "1 Governor").

        If all whole mixes fit into one list, return them. Else return the answers for the first part.
        """
        here = self.here
        whole = here.list_mixes(most=LONGEST + 1)
        if len(whole) <= LONGEST:
            closing = [place.make_option() for place in whole if place.is_done]
            options = [place.make_option() for place in whole if not place.is_done]
        else:
            closing = [here.option(DONE)] if DONE in here.menu else []
            options = [here.option(key) for key in here.menu if key != DONE]
        if len(options) <= FEW:
            return [*options, *closing]
        menus = _split_into_lists(options, LONGEST, self.room - 1, self.ask.prompt.read(here.turn.rules.name))
        return [*menus, *closing]


def _open_single(control: Control) -> Control:
    """Return the entry of a list that has only one; any other control as it is."""
    return control.options[0] if isinstance(control, Menu) and len(control.options) == 1 else control


def _find_main(ask: Ask, controls: Sequence[Control]) -> str:
    """Return the key of the button that most people want; "" if no button stands out.

    Choose the first of these buttons that exists:

    1. The button of `Presentation.usual`.
    2. If there is no list: the only button whose answer has an effect and ends nothing. If this answer is
       final, as a played card is, it spends something for good, so its button doesn't stand out. Neither
       does an answer that loses more often than it wins (`Presentation.losing`).
    3. The only button, if there is no other control.

    Among several ways to go on, only the game can say which one most people want.
    """
    shown, lists = ask.presentation, any(isinstance(control, Menu) for control in controls)
    usable = [each for each in controls if not isinstance(each, Menu) and not each.why_not]
    if named := [each.key for each in usable if shown.usual and each.key == shown.usual]:
        return named[0]
    leaving = {DONE, PASS, *shown.ends}
    onward = [each for each in usable if not each.idle and each.key.split(JOINT)[0] not in leaving]
    if len(onward) == 1 and not lists and not (ask.final and len(usable) > 1):
        key, losing = onward[0].key, shown.losing
        return "" if losing is not None and losing(key.split(JOINT)[0]) else key
    return usable[0].key if len(usable) == 1 and not lists else ""


def _list_places(place: Spot, prompt: str, options: Sequence[Option]) -> Menu:
    """Return the list of a question's places.

    If all places can be chosen at once and the same question follows each, the first entry means all of them.
    """
    most = _count_choosable(place)
    places = [option for option in options if not option.key.endswith(DONE)]
    asks = 1 < len(places) <= most and len(options) < LONGEST and place.asks_again(places[0])
    if place.ask is not None and asks:
        words = say("Both") if len(places) == 2 else say("All {n} of them", n=len(places))
        name = words.read(place.turn.rules.name)
        options = [Option(f"{ALL}{place.ask.kind}", name), *options]
    return Menu(prompt, tuple(options), most)


def _label_group(place: Spot, sort: str, count: int) -> str:
    """Return the text on a closed list of a group of answers."""
    return say("{sort} ({n})", sort=as_is(sort), n=count).read(place.turn.rules.name)


def _is_plain_place(ask: Ask) -> bool:
    """Return whether the answers are places, without routes and without a picture of their own."""
    shown = ask.presentation
    return shown.form == "place" and not shown.route and not shown.picture


def _count_choosable(place: Spot) -> int:
    """Return how many answers can be chosen at once.

    The number is 1 unless the question takes several answers and can be closed.
    """
    if place.ask is None or place.ask.presentation.many is None or DONE not in place.menu:
        return 1
    return max(1, min(place.ask.presentation.many(), len(place.menu) - 1))


def _split_into_lists(
    options: Sequence[Option], length: int, room: int, prompt: str, *, amounts: bool = False
) -> list[Control]:
    """Return the options in as few lists as possible, all about equally long, with at most `length` entries.

    If there is no room for these lists, return fewer lists, with up to `LONGEST` entries each. If the options
    are `amounts`, amounts of the same thing stay in one list.
    """
    if not options:
        return []
    if ceil(len(options) / length) > room:
        length = LONGEST
    lists = ceil(len(options) / length)
    cuts = _find_cuts(options, lists, length, amounts=amounts)
    found: list[Control] = []
    for first, end in pairwise(cuts):
        here = tuple(options[first:end])
        found.append(Menu(label_range(here) if lists > 1 else prompt, here))
    return found


def label_range(options: Sequence[Option]) -> str:
    """Return the label of a list that holds only a part of the answers: its first and its last entry."""
    ends = dict.fromkeys((options[0], options[-1]))
    return " … ".join(REMARK.sub("", option.label) for option in ends)


def _find_cuts(options: Sequence[Option], lists: int, length: int, *, amounts: bool) -> list[int]:
    """Return the index at which each list begins, and the index after the end of the last list."""
    count = len(options)
    things = [option.key.rpartition(JOINT)[2].partition("-")[2] for option in options] if amounts else []
    news = [at for at in range(1, len(things)) if things[at] != things[at - 1]]
    cuts = [0]
    for left in range(lists - 1, 0, -1):
        even = cuts[-1] + ceil((count - cuts[-1]) / (left + 1))
        fit = [at for at in news if cuts[-1] < at <= cuts[-1] + length and count - at <= left * length]
        cuts.append(min(fit, key=lambda at: abs(at - even), default=even))
    return [*cuts, count]
