"""Ways on: where the next few questions have few answers, one choice answers several of them.

A way is a chain of keys with one label ("Malwa from Delhi: 3 Troops, 1 Governor"). "Done" gives way to what
the next question offers, amounts of several kinds are offered as whole mixes, and an option goes on into
the questions that belong to it: all of this only as long as there are no more ways than fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from rules.ask import ONLOOKER, Reader
from rules.asking import DONE
from rules.kernel import Ask, Game, Live, Option, Rules, legal_options, opened, resume
from rules.orders.questions import REMARK
from rules.words import Name, Words, as_is, inside, language, say

JOINT = " "  # between the keys of a way: no key has a space
MORE = " …"  # ends the label of a way that leads to a question of its own
CLARIFIED = "{way}: {answer}"
AGAIN = "{way}, then {answer}"  # where the same is asked twice
LABEL = 80  # characters, as many as a button takes
LOOKED_AT = 60  # places tried out, for most of which the open turn is played again
KEPT = 128  # answers kept in memory, for a question is looked at more than once


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways on from a question. `apart`: its own options are left out, for want of room; `ends`: the
    keys of ways that leave the seat nothing to decide; `beyond`: the questions after it that some answer;
    `veiled`: a question was met that its reader may not look into."""

    offered: tuple[Option, ...]
    apart: bool = False
    ends: frozenset[str] = frozenset()
    beyond: tuple[str, ...] = ()
    veiled: bool = False


def ways(rules: Rules[Any], game: Game, most: int, reader: Reader | None = None) -> Ways:
    """At most `most` ways on from the question that waits; its legal options alone where they are more.

    `reader`: the seats of whoever sees them (None: the seat that is asked). They end where something begins
    that he may not see, and there is none where that is the question itself.
    """
    face: Any = rules  # a module, which mypy doesn't know to be hashable
    tongue = language(rules.name)
    public = _ways(face, game, most, ONLOOKER, tongue)  # where nothing is secret, all see the same
    return _ways(face, game, most, reader, tongue) if public.veiled and reader != ONLOOKER else public


@lru_cache(KEPT)
def _ways(rules: Rules[Any], game: Game, most: int, reader: Reader | None, _: str) -> Ways:
    game = opened(rules, game)  # for it is played again and again
    live = resume(rules, game)
    assert isinstance(live.pending, Ask), "a way begins at a question"
    if reader is None:
        reader = frozenset((live.pending.seat,))
    if not live.pending.shows(reader):
        return Ways((), veiled=True)
    legal = [option for option in legal_options(rules, live.pending) if option.key not in live.pending.typed]
    if len(legal) > most:
        return Ways(tuple(legal))
    here = _Spot(_Turn(rules, game, live.pending.seat, reader), live)
    levels = [] if here.in_parts or live.pending.alone else _levels(here)
    if DONE in here.menu and (after := here.then(DONE)).ask is not None:
        here.turn.beyond.append(after.ask.topic)
    found, apart = list[_Spot](), False
    for deep in range(len(levels), 0, -1):
        inner = here.count(closing=False)
        outer = sum(level.count(closing=level is levels[deep - 1]) for level in levels[:deep])
        apart = inner + outer > most
        if inner + outer <= most or (inner and 1 + outer <= most):
            found = [] if apart else here.answers(closing=False)
            found += [place for level in levels[: deep - 1] for place in level.answers(closing=False)]
            found += levels[deep - 1].answers()
            break
    else:
        deep, apart = 0, False
        found = here.answers(most=most + 1)
        if len(found) > most:  # the mixes of several kinds
            found = [here.then(key) for key in here.menu]
    room = most - len(found) - apart
    told: list[_Spot] = []
    for place in found:
        onward = _to_the_end(place, room + 1)
        room -= len(onward) - 1
        told += onward
    if here.in_parts and any(place.goes_on for place in told):
        told = found  # a mix beside one that goes on would be hard to read
    led = len(levels) > 1
    return Ways(
        tuple(place.option(led) for place in told),
        apart,
        frozenset(JOINT.join(place.keys) for place in told if place.ask is None),
        tuple(level.ask.prompt.read(rules.name) for level in levels[:deep] if level.ask is not None),
        here.turn.veiled,
    )


class _Turn:
    """What all places have in common that are tried out from one question of a seat."""

    __slots__ = ("beyond", "game", "reader", "rules", "seat", "tried", "veiled")

    def __init__(self, rules: Rules[Any], game: Game, seat: str, reader: Reader) -> None:
        self.rules, self.game, self.seat, self.reader = rules, game, seat, reader
        self.beyond: list[tuple[str, str]] = []  # the topics asked about after the question in any case
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


class _Said(NamedTuple):
    """An answer on a way; `part`: as `Ask.part`; `again`: the same was asked before."""

    lead: str
    words: Words
    part: int | None
    again: bool


class _Spot:
    """Where a chain of keys leads from the question that waits: `ask` is the seat's next question, if any,
    and `menu` its answers."""

    __slots__ = ("_further", "_live", "ask", "asked", "keys", "menu", "said", "turn")

    def __init__(self, turn: _Turn, live: Live[Any], before: _Spot | None = None, key: str = "") -> None:
        self.turn = turn
        self._live: Live[Any] | None = live  # until the first place further on takes it over
        self._further: dict[str, _Spot] = {}
        self.keys: tuple[str, ...] = before.keys if before else ()
        self.said: list[_Said] = [*before.said] if before else []
        self.asked: list[tuple[str, str]] = [*before.asked] if before else []
        if before:
            self._enter(live, key)
        while before and (ask := self._question(live)) is not None and ask.forced:
            self._enter(live, next(iter(ask.menu())))
        self.ask = self._question(live)
        shown = self.ask is None or self.ask.shows(turn.reader)
        menu = self.ask.menu() if self.ask is not None and shown else ()
        self.menu = tuple(key for key in menu if self.ask is not None and key not in self.ask.typed)
        turn.tried, turn.veiled = turn.tried + 1, turn.veiled or not shown

    def _question(self, live: Live[Any]) -> Ask[Any] | None:
        ask = live.pending
        return ask if isinstance(ask, Ask) and ask.seat == self.turn.seat else None

    def _enter(self, live: Live[Any], key: str) -> None:
        ask = self._question(live)
        assert ask is not None, "each key of a way answers a question"
        again = ask.part is None and any(kind == ask.kind for kind, _ in self.asked)
        self.asked.append(ask.topic)
        if key != DONE:
            lead = "" if key in ask.bare else ask.lead
            self.said.append(_Said(lead, ask.words(key), ask.part, again))
        live.enter(self.turn.seat, key)
        self.keys = (*self.keys, key)

    def then(self, key: str) -> _Spot:
        """One answer further."""
        if key not in self._further:
            live, self._live = self._live or self.turn.played(self.keys), None
            self._further[key] = _Spot(self.turn, live, self, key)
        return self._further[key]

    def answers(self, *, closing: bool = True, most: int | None = None) -> list[_Spot]:
        """A place for each answer to the question here, amounts answered whole: `most` of them at most, and
        without `closing` not the one that only closes it."""
        kinds = list(dict.fromkeys(_kind(key) for key in self.menu if key != DONE))
        every = _mixes(self, kinds) if self.in_parts else (self.then(key) for key in self.menu)
        return [place for place in islice(every, most) if closing or not place.is_done]

    def count(self, *, closing: bool) -> int:
        """How many `answers` there are, found with as little trying out as may be."""
        if self.in_parts:
            return len(self.answers(closing=closing))
        return len(self.menu) - (not closing and DONE in self.menu and self.then(DONE).is_done)

    @property
    def in_parts(self) -> bool:
        """True where several kinds may be answered, one after the other."""
        return self.ask is not None and self.ask.part is not None

    @property
    def leads_on(self) -> bool:
        """True where the next question may be answered with the same button."""
        return self.goes_on and self.ask is not None and not self.ask.alone and bool(self.menu)

    @property
    def is_done(self) -> bool:
        """True where the way ends by closing a question."""
        return not self.said

    @property
    def goes_on(self) -> bool:
        """True where the next question belongs to the answers before it: it wants an answer, and was not
        asked before."""
        if self.ask is None or DONE in self.menu or self.ask.topic in (*self.asked, *self.turn.beyond):
            return False
        answered = [key for key in self.keys if key != DONE]
        return self.keys[-1] == (answered or [""])[-1]

    def option(self, led: bool) -> Option:
        """The way to here; `led`: with the small word before its first answer."""
        label = self.label(led)
        more = MORE if self.goes_on and not label.endswith(MORE.strip()) else ""
        return Option(JOINT.join(self.keys), label + more)

    def label(self, led: bool) -> str:
        """What is answered on the way, as it is read: without what labels say beside their answers, where it
        would be too long."""
        if self.is_done:
            return self.turn.rules.name(DONE)
        text = self._told(led, self.said)
        if len(text) + len(MORE) <= LABEL:
            return text
        name = self.turn.rules.name
        bare = [each._replace(words=as_is(REMARK.sub("", each.words.within(name)))) for each in self.said]
        return self._told(led, bare)

    def _told(self, led: bool, said: Sequence[_Said]) -> str:
        """The answers in a row; the small word is always said after a "done"."""
        text, colon, name = "", False, self.turn.rules.name
        for lead, words, part, again in said:
            label = words.read(name)
            if not text:
                text = _led(lead, words, name) if lead and (led or self.keys[0] == DONE) else label
            elif lead and not part:
                text += f" {_led(lead, words, name)}"
            elif again:
                text = say(AGAIN, way=as_is(text), answer=as_is(inside(label, name))).read(name)
            elif colon or part or ":" in label:
                text += f", {inside(label, name)}"
            else:
                text = say(CLARIFIED, way=as_is(text), answer=as_is(inside(label, name))).read(name)
                colon = True
        return text[:1].upper() + text[1:]


def _led(lead: str, answer: Words, name: Name) -> str:
    """An answer with its small word, as it stands within a way: "from Delhi"."""
    return inside(Words(f"{lead} {{answer}}", {"answer": answer}).within(name), name)


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


def _levels(here: _Spot) -> list[_Spot]:
    """The questions that "done" leads to, one after the other, as long as each names its answers with a
    small word."""
    levels: list[_Spot] = []
    place = here
    while DONE in place.menu:
        place = place.then(DONE)
        ask = place.ask
        if ask is None or ask.alone or not place.menu or not ask.lead or ask.topic in place.asked:
            break
        levels.append(place)
    return levels


def _to_the_end(place: _Spot, most: int) -> list[_Spot]:
    """The ways on from here through all that belongs to it, at most so many; else the place alone."""
    open_, ended = [place], list[_Spot]()
    while open_:
        at = open_.pop(0)
        onward = at.leads_on
        if len(at.label(True)) > LABEL or (onward and len(open_) + len(ended) + len(at.menu) > most):
            return [place]
        if onward:
            open_ += at.answers(most=most + 1)
        else:
            ended.append(at)
        if len(open_) + len(ended) > most or place.turn.spent:
            return [place]
    return ended
