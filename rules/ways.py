"""Ways on: where the next few questions have few answers, one choice answers several of them.

A way is a chain of keys with one label ("Malwa from Delhi: 3 Troops, 1 Governor"). "Done" gives way to what
the next question offers, amounts of several kinds are offered as whole mixes, and an option goes on into
the questions that belong to it: all of this only as long as there are no more ways than fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.asking import DONE
from rules.kernel import Ask, Game, Live, Option, Rules, options, resume
from rules.words import Words, inside

JOINT = " "  # between the keys of a way: no key has a space
MORE = " …"  # ends the label of a way that leads to a question of its own
LABEL = 80  # characters, as many as a button takes
LOOKED_AT = 90  # places tried out, for each of which the open turn is played again


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways on from a question. `apart`: its own options are left out, for want of room; `ends`: the
    keys of ways that leave the seat nothing to decide."""

    offered: tuple[Option, ...]
    apart: bool = False
    ends: frozenset[str] = frozenset()


def ways(rules: Rules[Any], game: Game, most: int) -> Ways:
    """At most `most` ways on from the question that waits; its legal options alone where they are more."""
    here = _Place(rules, game)
    assert here.ask is not None, "a way begins at a question"
    offered = options(rules, here.ask)
    if sum(not option.why_not for option in offered) > most:
        return Ways(tuple(option for option in offered if not option.why_not))
    own = list(_answers(here))
    if len(own) > most:  # the mixes of several kinds
        own = [here.then(key) for key in here.ask.menu()]
    levels = _outer(here) if DONE in here.ask.menu() and here.ask.part is None else []
    if DONE in here.ask.menu() and (after := here.then(DONE)).ask is not None:
        here.beyond.append(after.ask.prompt)
    found, apart = own, False
    for deep in range(len(levels), 0, -1):
        outer = [place for level in levels[: deep - 1] for place in level if not place.is_done]
        outer += levels[deep - 1]
        inner = [place for place in own if not place.is_done]
        if len(inner) + len(outer) <= most:
            found = [*inner, *outer]
            break
        if inner and 1 + len(outer) <= most:
            found, apart = outer, True
            break
    room = most - len(found) - apart
    told: list[_Place] = []
    for place in found:
        onward = _to_the_end(place, room + 1)
        room -= len(onward) - 1
        told += onward
    if here.ask.part is not None and any(place.goes_on for place in told):
        told = found  # a mix beside one that goes on would be hard to read
    led = len(levels) > 1
    return Ways(
        tuple(place.option(led) for place in told),
        apart,
        frozenset(JOINT.join(place.keys) for place in told if place.ask is None),
    )


class _Place:
    """Where a chain of keys leads from the question that waits: `ask` is the seat's next question, if any."""

    __slots__ = ("ask", "asked", "beyond", "game", "keys", "places", "rules", "said", "seat")

    def __init__(self, rules: Rules[Any], game: Game, before: _Place | None = None, key: str = "") -> None:
        live = resume(rules, game)
        first = live.pending
        assert isinstance(first, Ask), "a way begins at a question"
        self.rules, self.game, self.seat = rules, game, first.seat
        self.keys: tuple[str, ...] = ()
        self.said: list[tuple[str, str, int | None]] = []  # of each answer: the lead, the label, the part
        self.asked: list[Words] = []
        self.beyond: list[Words] = before.beyond if before else []  # what is asked after it in any case
        self.places: list[tuple[str, ...]] = before.places if before else []  # all that were tried out
        for each in (*before.keys, key) if before else ():
            self._enter(live, each)
        while before and isinstance(ask := live.pending, Ask) and ask.seat == self.seat and ask.forced:
            self._enter(live, next(iter(ask.menu())))
        last = live.pending
        self.ask = last if isinstance(last, Ask) and last.seat == self.seat else None
        self.places.append(self.keys)

    def _enter(self, live: Live[Any], key: str) -> None:
        ask = live.pending
        assert isinstance(ask, Ask), "each key of a way answers a question"
        self.asked.append(ask.prompt)
        if key != DONE:
            label = next(option.label for option in options(self.rules, ask) if option.key == key)
            self.said.append((ask.lead, label, ask.part))
        live.enter(self.seat, key)
        self.keys = (*self.keys, key)

    def then(self, key: str) -> _Place:
        """One answer further."""
        return _Place(self.rules, self.game, self, key)

    @property
    def spent(self) -> bool:
        """True where enough places have been tried out."""
        return len(self.places) >= LOOKED_AT

    @property
    def is_done(self) -> bool:
        """True where the way ends by closing a question."""
        return not self.said

    @property
    def goes_on(self) -> bool:
        """True where the next question belongs to the answers before it: it wants an answer, and was not
        asked before."""
        ask = self.ask
        if ask is None or DONE in ask.menu() or ask.prompt in (*self.asked, *self.beyond):
            return False
        answered = [key for key in self.keys if key != DONE]
        return self.keys[-1] == (answered or [""])[-1]

    def option(self, led: bool) -> Option:
        """The way to here; `led`: with the small word before its first answer."""
        return Option(JOINT.join(self.keys), self.label(led) + (MORE if self.goes_on else ""))

    def label(self, led: bool) -> str:
        """What is answered on the way, as it is read; the small word is always said after a "done"."""
        if self.is_done:
            return self.rules.name(DONE)
        text, colon = "", False
        for lead, label, part in self.said:
            if not text:
                text = f"{lead} {inside(label)}" if lead and (led or self.keys[0] == DONE) else label
            elif lead and not part:
                text += f" {lead} {inside(label)}"
            else:
                text += f", {inside(label)}" if colon or part or ":" in label else f": {inside(label)}"
                colon = True
        return text[:1].upper() + text[1:]


def _answers(place: _Place) -> Iterator[_Place]:
    """A place for each answer to the question here; amounts are answered whole."""
    ask = place.ask
    assert ask is not None, "there is a question"
    if ask.part is None:
        yield from (place.then(key) for key in ask.menu())
    else:
        yield from _mixes(place, list(dict.fromkeys(_kind(key) for key in ask.menu() if key != DONE)))


def _mixes(place: _Place, kinds: Sequence[str]) -> Iterator[_Place]:
    """All mixes of these kinds, each kind named once, in their order."""
    assert place.ask is not None, "there is a question"
    for key in place.ask.menu():
        if key != DONE and _kind(key) not in kinds:
            continue
        further = place.then(key)
        if further.ask is None or not further.ask.part or further.is_done or further.spent:
            yield further
        else:
            yield from _mixes(further, kinds[kinds.index(_kind(key)) + 1 :])


def _kind(key: str) -> str:
    return key.partition("-")[2]


def _outer(here: _Place) -> list[list[_Place]]:
    """What "done" leads to, question by question, as long as each names its answers with a small word."""
    levels: list[list[_Place]] = []
    place = here
    while place.ask is not None and DONE in place.ask.menu():
        place = place.then(DONE)
        if place.ask is None or not place.ask.lead or place.ask.prompt in place.asked:
            break
        levels.append(list(_answers(place)))
    return levels


def _to_the_end(place: _Place, most: int) -> list[_Place]:
    """The ways on from here through all that belongs to it, at most so many; else the place alone."""
    open_, ended = [place], list[_Place]()
    while open_:
        at = open_.pop(0)
        if not at.goes_on:
            ended.append(at)
        else:
            for further in _answers(at):
                open_.append(further)
                if len(open_) + len(ended) > most:
                    return [place]
        if at.spent or len(at.label(True)) > LABEL:
            return [place]
    return ended
