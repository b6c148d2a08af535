"""A question to one seat, and whose eyes its answers are for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from rules.words import Name, Words, say

T = TypeVar("T")
CLOSED = "done"  # the answer that closes a question
IDLE = "{answer} (does nothing)"  # the label of an answer that would do nothing now


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a question offers: `key` is stored and put into buttons, `label` is read, `also` may be
    typed too."""

    key: str
    label: str
    also: tuple[str, ...] = ()
    why_not: str = ""  # shown, but may not be taken, for this reason
    words: Words | None = None  # of a side act: its label, to be read in other languages
    refused: Words | None = None  # and why it is refused
    says: str = ""  # what it does or is about, in a clause under the label
    spelt: str = ""  # its English label, where the label is in another language: order lines are in English
    idle: bool = False  # legal, but it would do nothing now: it must not look like the thing to do
    why_idle: str = ""  # for this reason

    @property
    def english(self) -> str:
        """The label as order lines have it."""
        return self.spelt or self.label

    @property
    def spellings(self) -> tuple[str, ...]:
        """All that may be typed for it."""
        return (self.key, self.label, *((self.spelt,) if self.spelt else ()), *self.also)


@dataclass(slots=True, eq=False)
class Seal:
    """Keeps what lies under it from all eyes until it is opened: "nobody yet"."""

    opened: bool = False


Eyes = frozenset[str] | None  # the seats that may read something; None: everybody
Form = Literal["pick", "act", "place"]
Reader = frozenset[str]  # the seats of whoever reads
ONLOOKER: Reader = frozenset()  # who reads without a seat, as the channel does
EVERYTHING: Reader = frozenset(("*",))  # who may read all there is, as everybody may when a game is over


def only(seat: str) -> Eyes:
    """The eyes of one seat."""
    return frozenset((seat,))


def may_read(eyes: Eyes | Seal, reader: Reader) -> bool:
    """True where something that is for these eyes may be read by whoever has the seats `reader`."""
    if reader == EVERYTHING:
        return True
    if isinstance(eyes, Seal):
        return eyes.opened
    return eyes is None or not eyes.isdisjoint(reader)


def _never(_: str) -> Words | None:
    return None


def _nothing(_: str) -> Sequence[str]:
    return ()


class Filling(NamedTuple):
    """How answers are filled in that somebody has not thought about: `manner`: one of `Ask.manners`, or "";
    `left`: what he has chosen beside this and what is still to be entered, places say."""

    manner: str = ""
    left: tuple[str, ...] = ()


def unfilled(_: Filling) -> str | None:
    """Nothing is filled in."""
    return None


@dataclass(slots=True, eq=False, kw_only=True)
class Ask(Generic[T]):
    """A question to one seat. What it offers is looked up when somebody looks, never frozen when it was
    asked."""

    seat: str  # who is asked
    prompt: Words  # the question, as the asked seat reads it; all others may read it too
    menu: Callable[[], Mapping[str, T]]  # what may be chosen now, key to value
    single: Callable[[str], tuple[T] | None] | None = (
        None  # `take`, where to look at all answers takes longer
    )
    kind: str = ""  # a short word that stays: what standing answers, plans, players and tests know it by
    about: str = ""  # which of its kind it is (a destination, a step of a card): see `topic`
    barred: Callable[[], Mapping[str, Words]] = dict  # what is shown but refused, with the reason
    label: Callable[[str], Words] | None = None  # an answer in words, where its name does not do
    # an answer in words that stand alone, where its label is cut and goes by a number in the question
    whole: Callable[[str], Words] | None = None
    also: Callable[[str], Sequence[str]] = _nothing  # what may be typed for an answer here and nowhere else
    lead: str = ""  # the small word before the answer in an order line ("to")
    bare: Collection[str] = ()  # answers before which the small word makes no sense
    typed: Collection[str] = ()  # answers that no button shows: they are typed, or asked for by another
    anyway: bool = False  # it is asked even where only one answer is left
    card: bool = False  # it is about the open card, whose words are read with it
    alone: bool = False  # it is about something else than what was asked before: no button answers both
    hollow: bool = False  # to close it now would leave nothing done at all
    idle: Callable[[str], Words | None] = _never  # why an answer, though legal, would do nothing now
    spared: bool = False  # where all answers but "done" are idle people need not be asked: see `moot`
    amounts: bool = False  # the answers are so many of something ("3-troops"): a higher number is too many
    part: int | None = None  # of an answer that is given in parts: how many were given before
    # asked next, unless an answer before makes it idle, and not changed by it: others may answer ahead
    beside: Sequence[Ask[Any]] = ()
    eyes: Eyes = None  # who may see what is offered; what is not for all is asked even with one answer left
    face: Eyes | Seal = None  # who may read what was answered
    # what was answered is not taken back with one tap, once it counts; nothing shows before what comes of it
    final: bool = False
    picture: str = ""  # a kind of picture, from the asked seat's view, that numbers the answers as buttons do
    unnumbered: Collection[str] = ()  # answers that stand nowhere in it: their buttons have no number
    # how it is shown: what to do, each answer always in the same slot; a place on the board, in a list in the
    # board's order; or any other answers
    form: Form = "pick"
    # of places: each is a step, and the next one is asked from there; a list has the ends of whole routes
    route: bool = False
    # answers that are buttons as far as there is room, however many others there are; the others are lists
    pressed: Collection[str] = ()
    # of acts: those that say no more than what follows them, as "Command and Decree" does; "Event" says more
    frames: Collection[str] = ()
    # how many of its answers may be chosen at once, before it is closed: they come one by one, in any order
    many: Callable[[], int] | None = None
    # what most people want, filled in after a tap, to be changed; of acts and targets there is none
    default: Callable[[Filling], str | None] = unfilled
    manners: Mapping[str, Words] = field(default_factory=dict)  # other ways to fill in, all over the order
    slots: Callable[[], Sequence[str]] = tuple  # of acts: all there are, in the rulebook's order

    def __await__(self) -> Generator[Ask[T], T, T]:
        return (yield self)

    def words(self, key: str, *, idle: bool = False) -> Words:
        """An answer in words; `idle`: they say that it would do nothing, where the game's own don't."""
        if self.label is not None:
            return self.label(key)
        words = say("{key}", key=key)
        return say(IDLE, answer=words) if idle else words

    def read(self, key: str, name: Name) -> str:
        """The same as people read it; `name` gives the names of the game."""
        return self.words(key).read(name)

    def take(self, key: str) -> tuple[T] | None:
        """What an answer stands for, which may be None itself, in a tuple; None where it is not on offer."""
        if self.single is not None:
            return self.single(key)
        menu = self.menu()
        return (menu[key],) if key in menu else None

    @property
    def topic(self) -> tuple[str, str]:
        """What it asks for: two questions with one topic ask for the same once more."""
        return self.kind, self.about

    @property
    def secret(self) -> bool:
        """True where what is offered is not for all eyes."""
        return self.eyes is not None

    def shows(self, reader: Reader) -> bool:
        """True where whoever has these seats may see what is offered."""
        return may_read(self.eyes, reader)

    @property
    def moot(self) -> bool:
        """True where no answer would make a difference, so that it is closed for whoever is asked. Any may
        still be given: games in which people were asked go on as they were."""
        return self.spared and all(key == CLOSED or self.idle(key) is not None for key in self.menu())

    @property
    def forced(self) -> bool:
        """True where nothing is to be decided, as all know: `settle` takes the only answer by itself."""
        if self.anyway or self.eyes is not None:
            return False
        menu = self.menu()
        return len(menu) == 1 or (len(self.typed) > 0 and sum(key not in self.typed for key in menu) == 1)
