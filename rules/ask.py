"""A question to one seat, and whose eyes its answers are for."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from typing_extensions import TypeVar

from rules.menu import Menu
from rules.presentation import NO_AUTOFILL, PLAIN, Autofill, Presentation
from rules.words import Name, Words, say

T_co = TypeVar("T_co", covariant=True, default=object)  # `Ask` is a question whose answer may be anything
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
Reader = frozenset[str]  # the seats of whoever reads
ONLOOKER: Reader = frozenset()  # who reads without a seat, as the channel does
EVERYTHING: Reader = frozenset(("*",))  # who may read all there is, as everybody may when a game is over


def only_for(seat: str) -> Eyes:
    """Return the eyes of one seat."""
    return frozenset((seat,))


def may_read(eyes: Eyes | Seal, reader: Reader) -> bool:
    """Return whether something that is for these eyes may be read by a reader with the seats `reader`."""
    if reader == EVERYTHING:
        return True
    if isinstance(eyes, Seal):
        return eyes.opened
    return eyes is None or not eyes.isdisjoint(reader)


# When nobody is asked: where one answer is left; also where all answers but "done" would do nothing; never.
Skip = Literal["forced", "moot", "never"]


@dataclass(slots=True, eq=False, kw_only=True)
class Ask(Generic[T_co]):
    """A question to one seat. How it is shown and filled in is in two parts of their own."""

    seat: str  # who is asked
    prompt: Words  # the question, as the asked seat reads it; all others may read it too
    menu: Menu[T_co]  # what is offered now, and why something is not
    kind: str = ""  # a short word that stays: plans, players and tests know the question by it
    about: str = ""  # which of its kind it is (a destination, a step of a card): see `topic`
    eyes: Eyes = None  # who may see what is offered; what is not for all is asked even with one answer left
    face: Eyes | Seal = None  # who may read what was answered
    final: bool = False  # the answer can't be undone once it counts, and its preview does not show its effect
    skip: Skip = "forced"
    # asked next, unless an answer before makes it idle, and not changed by it: others may answer early
    beside: Sequence[Ask] = ()
    presentation: Presentation = PLAIN
    autofill: Autofill = NO_AUTOFILL

    def __await__(self) -> Generator[Ask[T_co], Any, T_co]:
        answer: T_co = yield self
        return answer

    def words(self, key: str, *, idle: bool = False) -> Words:
        """Return an answer in words.

        `idle`: they say that it would do nothing, where the game's own don't.
        """
        if self.presentation.label is not None:
            return self.presentation.label(key)
        words = say("{key}", key=key)
        return say(IDLE, answer=words) if idle else words

    def read(self, key: str, name: Name) -> str:
        """Return the same as people read it; `name` gives the names of the game."""
        return self.words(key).read(name)

    @property
    def topic(self) -> tuple[str, str]:
        """What it asks for: two questions with one topic ask for the same once more."""
        return self.kind, self.about

    @property
    def secret(self) -> bool:
        """Whether what is offered is not for all eyes."""
        return self.eyes is not None

    def shows(self, reader: Reader) -> bool:
        """Return whether a reader with these seats may see what is offered."""
        return may_read(self.eyes, reader)

    @property
    def moot(self) -> bool:
        """Whether no answer makes a difference, so that the question is closed without asking.

        Any answer may still be given: older games, in which people were asked, go on as they were.
        """
        if self.skip != "moot":
            return False
        return all(key == CLOSED or self.menu.why_idle(key) is not None for key in self.menu())

    @property
    def forced(self) -> bool:
        """Whether nothing is to be decided, as all know, so that `settle` takes the only answer."""
        if self.skip == "never" or self.eyes is not None:
            return False
        menu, typed = self.menu(), self.presentation.typed
        return len(menu) == 1 or (len(typed) > 0 and sum(key not in typed for key in menu) == 1)
