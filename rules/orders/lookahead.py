"""Spots: places tried out from a question, where a chain of answers leads and what is asked there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.ask import Reader
from rules.asking import DONE
from rules.kernel import Ask, Game, Live, Option, Rules, legal_options, resume
from rules.presentation import Filling
from rules.words import Words, inside

JOINT = " "  # between the keys of a way: no key has a space
LOOKED_AT = 60  # places tried out, for most of which the open turn is played again


class Turn:
    """What all places have in common that are tried out from one question of a seat."""

    __slots__ = ("game", "reader", "rules", "seat", "tried", "veiled")

    def __init__(self, rules: Rules, game: Game, seat: str, reader: Reader) -> None:
        self.rules, self.game, self.seat, self.reader = rules, game, seat, reader
        self.tried = 0  # how many places there are
        self.veiled = False  # one of them is at a question that its reader may not look into

    def played(self, keys: Sequence[str]) -> Live:
        """The turn with these keys more."""
        live = resume(self.rules, self.game)
        for key in keys:
            live.enter(self.seat, key)
        return live

    @property
    def spent(self) -> bool:
        """True where enough places have been tried out."""
        return self.tried >= LOOKED_AT


class Spot:
    """Where a chain of keys leads from the question that waits: `ask` is the seat's next question, if any,
    and `menu` its answers."""

    __slots__ = ("_further", "_live", "_options", "ask", "asked", "keys", "menu", "only", "said", "turn")

    def __init__(self, turn: Turn, live: Live, before: Spot | None = None, key: str = "") -> None:
        self.turn = turn
        self._live: Live | None = live  # until the first place further on takes it over
        self._further: dict[str, Spot] = {}
        self.keys: tuple[str, ...] = before.keys if before else ()
        self.said: list[Words] = [*before.said] if before else []
        self.asked: list[tuple[str, str]] = [*before.asked] if before else []
        self.only: Words | None = None  # the one place that there was for the answer that led here
        if before:
            self._enter(live, key)
        while before and (ask := self._question(live)) is not None and ask.forced:
            forced = next(iter(ask.menu()))
            if ask.presentation.form == "place" and forced != DONE and self.only is None:
                self.only = ask.words(forced)
            self._enter(live, forced)
        self.ask = self._question(live)
        shown = self.ask is None or self.ask.shows(turn.reader)
        self._options: dict[str, Option] | None = None  # until somebody reads them
        legal = self.ask.menu() if self.ask is not None and shown else ()
        typed = () if self.ask is None else self.ask.presentation.typed
        self.menu = tuple(key for key in legal if key not in typed)
        turn.tried, turn.veiled = turn.tried + 1, turn.veiled or not shown

    def _question(self, live: Live) -> Ask | None:
        ask = live.pending
        return ask if isinstance(ask, Ask) and ask.seat == self.turn.seat else None

    def _enter(self, live: Live, key: str) -> None:
        ask = self._question(live)
        assert ask is not None, "each key of a way answers a question"
        self.asked.append(ask.topic)
        if key != DONE:
            self.said.append(ask.words(key))
        live.enter(self.turn.seat, key)
        self.keys = (*self.keys, key)

    def then(self, key: str) -> Spot:
        """One answer further."""
        if key not in self._further:
            if self._live is not None and self.menu:
                self._read_options()  # as they are here: the state goes on
            live, self._live = self._live or self.turn.played(self.keys), None
            self._further[key] = Spot(self.turn, live, self, key)
        return self._further[key]

    def _read_options(self) -> dict[str, Option]:
        """Return the answers here, in words."""
        if self._options is None:
            found = [] if self.ask is None else legal_options(self.turn.rules, self.ask)
            self._options = {option.key: option for option in found}
        return self._options

    def filled(self) -> list[Words]:
        """What would be filled in from here on, in words: on a button it is known beforehand."""
        found, place = list[Words](), self
        while place.ask is not None and (key := place.ask.autofill.default(Filling())) in place.menu:
            assert key is not None
            found += [place.ask.words(key)] * (key != DONE)
            place = place.then(key)
        return found

    def goes_on_with(self, before: Spot) -> bool:
        """True where the question here may be answered with the same control as the one before it: it is
        about the same matter, is seen, and was not asked yet."""
        new = self.ask is not None and self.ask.topic not in (*self.asked, before.ask and before.ask.topic)
        return new and bool(self.menu) and not (self.ask is not None and self.ask.presentation.alone)

    def asks_again(self, answer: Option) -> bool:
        """True where the same question follows at once on this answer."""
        further = self.then(answer.key.rpartition(JOINT)[2]).ask
        return further is not None and self.ask is not None and further.topic == self.ask.topic

    def option(self, key: str) -> Option:
        """An answer here, with the keys that lead to it."""
        option = self._read_options()[key]
        label = option.label[:1].upper() + option.label[1:]
        idle = option.idle or (key == DONE and self.ask is not None and self.ask.presentation.hollow)
        return Option(JOINT.join((*self.keys, key)), label, idle=idle, why_idle=option.why_idle)

    def mix(self) -> Option:
        """The way to here, an answer in several parts."""
        name = self.turn.rules.name
        if self.is_done:
            return Option(JOINT.join(self.keys), name(DONE))
        first, *others = (words.read(name) for words in self.said)
        label = ", ".join([first, *(inside(other, name) for other in others)])
        return Option(JOINT.join(self.keys), label[:1].upper() + label[1:])

    def answers(self, most: int) -> list[Spot]:
        """A place for each whole mix of the kinds that are asked for here: `most` of them at most. A mix is
        one, in whatever order its kinds come: where one is left it is answered by itself."""
        kinds = list(dict.fromkeys(_kind(key) for key in self.menu if key != DONE))
        found = dict[frozenset[str], Spot]()
        for mix in _mixes(self, kinds):
            found.setdefault(frozenset(mix.keys), mix)
            if len(found) == most:
                break
        return list(found.values())

    @property
    def in_parts(self) -> bool:
        """True where several kinds may be answered, one after the other."""
        return self.ask is not None and self.ask.presentation.part is not None

    @property
    def is_done(self) -> bool:
        """True where the way only closes a question."""
        return not self.said


def _mixes(place: Spot, kinds: Sequence[str]) -> Iterator[Spot]:
    """All mixes of these kinds, each kind named once, in their order."""
    for key in place.menu:
        if key != DONE and _kind(key) not in kinds:
            continue
        further = place.then(key)
        if further.ask is None or not further.ask.presentation.part or further.is_done or place.turn.spent:
            yield further
        else:
            yield from _mixes(further, kinds[kinds.index(_kind(key)) + 1 :])


def _kind(key: str) -> str:
    return key.partition("-")[2]
