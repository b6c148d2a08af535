"""Define a question to one seat, and who may see its options and its answer."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

from typing_extensions import TypeVar

from rules.menu import Menu
from rules.presentation import NO_AUTOFILL, PLAIN, Autofill, Presentation
from rules.words import Name, Words, say

T_co = TypeVar("T_co", covariant=True, default=object)  # a plain `Ask` can have any type of answer
CLOSED = "done"  # the answer that closes a question
IDLE = "{answer} (does nothing)"  # the label of an answer that would do nothing now


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that a question offers.

    `key` is stored and is part of a button's id. `label` is shown. `also` lists what else a player may type
    for the answer.
    """

    key: str
    label: str
    also: tuple[str, ...] = ()
    why_not: str = ""  # why the answer may not be chosen; "": it is legal
    # Words hold a dict, so they are no part of the hash.
    words: Words | None = field(default=None, hash=False)  # the translatable label of an act out of turn
    refused: Words | None = field(default=None, hash=False)  # `why_not`, translatable
    says: str = ""  # what the answer does or is about: a clause shown under the label
    spelt: str = ""  # its English label if `label` is in another language: typed orders are in English
    idle: bool = False  # legal, but without effect now, so it must not look like the best choice
    why_idle: str = ""  # why the answer has no effect now
    at: tuple[str, str] = ("", "")  # the kind of picture that shows this answer, and the answer's mark in it

    @property
    def english(self) -> str:
        """The label in English, as typed orders use it."""
        return self.spelt or self.label

    @property
    def spellings(self) -> tuple[str, ...]:
        """All that a player may type for it."""
        return (self.key, self.label, *((self.spelt,) if self.spelt else ()), *self.also)


@dataclass(slots=True, eq=False)
class Seal:
    """Hides an answer from everybody until the seal is opened."""

    opened: bool = False


Eyes = frozenset[str] | None  # the seats that may read something; None: everybody
Reader = frozenset[str]  # the seats of the person who reads
SPECTATOR: Reader = frozenset()  # a reader without a seat, such as the channel
EVERYTHING: Reader = frozenset(("*",))  # may read everything: after the game, everybody is such a reader


def only_for(seat: str) -> Eyes:
    """Return the eyes (see `Eyes`) of one seat."""
    return frozenset((seat,))


def may_read(eyes: Eyes | Seal, reader: Reader) -> bool:
    """Return whether a reader with the seats `reader` may read something that is meant for `eyes`."""
    if reader == EVERYTHING:
        return True
    if isinstance(eyes, Seal):
        return eyes.opened
    return eyes is None or not eyes.isdisjoint(reader)


# When the bot answers a question instead of the seat. "forced": if only one answer is left, or if only one
# answer has a button. "moot": as for "forced", and also if all answers but "done" do nothing; then the bot
# answers "done". "never": the seat is always asked.
Skip = Literal["forced", "moot", "never"]


@dataclass(slots=True, eq=False, kw_only=True)
class Ask(Generic[T_co]):
    """A question to one seat. `presentation` and `autofill` say how the question is shown and filled in."""

    seat: str  # who is asked
    prompt: Words  # the question, as the asked seat reads it; all others may read it too
    menu: Menu[T_co]  # what is offered now, and why other answers are not
    kind: str = ""  # a stable identifier, by which plans, players and tests recognize the question
    about: str = ""  # which question of this kind it is (a destination, a step of a card): see `topic`
    eyes: Eyes = None  # who may see the options; a secret question is never skipped
    face: Eyes | Seal = None  # who may read the answer
    final: bool = False  # only all players together can undo the answer; a preview hides what the answer does
    foreseen: bool = False  # (if final) the asked seat knows what the answer does, so the preview shows it
    skip: Skip = "forced"
    # later questions to other seats; no answer to this question prevents them, so they may be answered early
    beside: Sequence[Ask] = ()
    presentation: Presentation = PLAIN
    autofill: Autofill = NO_AUTOFILL

    def __await__(self) -> Generator[Ask[T_co], Any, T_co]:
        answer: T_co = yield self
        return answer

    def words(self, key: str, *, idle: bool = False) -> Words:
        """Return an answer in words.

        `idle`: add "(does nothing)", unless the question has its own labels.
        """
        if self.presentation.label is not None:
            return self.presentation.label(key)
        words = say("{key}", key=key)
        return say(IDLE, answer=words) if idle else words

    def read(self, key: str, name: Name) -> str:
        """Return an answer as people read it; `name` gives the names of the game."""
        return self.words(key).read(name)

    @property
    def topic(self) -> tuple[str, str]:
        """What the question asks for. Questions with the same topic ask for the same thing."""
        return self.kind, self.about

    @property
    def secret(self) -> bool:
        """Whether some people may not see the options."""
        return self.eyes is not None

    def shows(self, reader: Reader) -> bool:
        """Return whether a reader with these seats may see the options."""
        return may_read(self.eyes, reader)

    @property
    def moot(self) -> bool:
        """Whether no answer but "done" has an effect, in a question whose `skip` is "moot".

        The bot closes a moot question without asking.

        A secret question is never moot, because closing it would tell everybody that its options do nothing.
        The rules accept an answer to a moot question too: older versions asked moot questions, and the
        records of those games must replay.
        """
        if self.skip != "moot" or self.secret:
            return False
        return all(key == CLOSED or self.menu.why_idle(key) is not None for key in self.menu())

    @property
    def forced(self) -> bool:
        """Whether `settle` answers the question instead of the seat.

        A question is forced if only one answer is left, or if only one answer has a button. Secret questions
        and questions whose `skip` is "never" are not forced.
        """
        if self.skip == "never" or self.secret:
            return False
        menu, typed = self.menu(), self.presentation.typed
        return len(menu) == 1 or (len(typed) > 0 and sum(key not in typed for key in menu) == 1)
