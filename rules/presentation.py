"""Define how a question is shown, typed and filled in (`Presentation`, `Sight`, `Autofill`).

No rule depends on these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules.phrase import Phrase
from rules.words import Words

# "act": what to do, each answer always in the same slot; "place": where, listed in the board's order; "pick":
# any other answer
Form = Literal["act", "place", "pick"]


def _nothing(_: str) -> Sequence[str]:
    return ()


def _itself(key: str) -> Sequence[str]:
    return (key,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How a question and its answers are shown, and how the answers are typed."""

    # in words
    label: Callable[[str], Words] | None = None  # returns the label of an answer; None: its name
    whole: Callable[[str], Words] | None = None  # returns the full text of a label that buttons cut short
    card: bool = False  # the question is about the open card, whose words are shown with the question
    hollow: bool = False  # nothing has been done so far, so closing the question now has no effect
    empty: bool = False  # closing the question now leaves the act before it without effect
    phrase: Phrase | None = None  # how answers read in an order sentence; None: use the other fields

    # as typed
    also: Callable[[str], Sequence[str | Words]] = _nothing  # what else players may type for an answer here
    cost: Callable[[str], Sequence[str]] = _nothing  # words for a cost that the plain name does not say
    lead: str = ""  # the small word before the answer in an order line ("to")
    bare: Collection[str] = ()  # answers that are typed without `lead`
    typed: Collection[str] = ()  # answers without a button: they are typed, or another answer leads to them
    amounts: bool = False  # answers are amounts ("3-troops"); a typed number above the highest is "too many"
    part: int | None = None  # how many parts of the answer were given before; None: it has no parts
    parts: Callable[[str], Sequence[str]] = _itself  # the parts that an answer means ("all": every kind)

    # as buttons and lists
    form: Form = "pick"
    # returns a sort key: lists show the answer with the lowest key first; None: they keep the menu's sequence
    rank: Callable[[str], tuple[int, ...]] | None = None
    alone: bool = False  # a new subject: no button may answer both this question and the one before
    route: bool = False  # each answer is one step of a route; the lists show where whole routes end
    buttons: int | None = None  # more answers than this become a list; None: the usual number
    pressed: Collection[str] = ()  # answers that become buttons if there is room; the others are in lists
    frames: Collection[str] = ()  # acts that only lead to the next question ("Command and Decree")
    many: Callable[[], int] | None = None  # returns how many answers may be chosen at once, in any order
    picture: str = ""  # a kind of picture for the asked seat; its numbers are those of the buttons
    usual: str = ""  # the answer that most people want; "": the one that continues the order
    losing: Callable[[str], bool] | None = None  # whether an answer loses more often than it wins
    ends: Collection[str] = ()  # answers that leave or end something: always buttons, never in a picture
    group: Callable[[str], Words] | None = None  # returns the group of an answer: each group is a list


class Filling(NamedTuple):
    """What is known of the order when an answer is filled in.

    Args:
        manner: one of `Autofill.manners`, or ""
        left: answers, such as places, that the player has chosen for later questions of the order
    """

    manner: str = ""
    left: tuple[str, ...] = ()


def fill_nothing(_: Filling) -> str | None:
    """Fill in nothing."""
    return None


@dataclass(frozen=True, slots=True)
class Autofill:
    """The answers that most people want. They are filled in after a tap and are easy to change.

    Acts and targets are never filled in.
    """

    default: Callable[[Filling], str | None] = fill_nothing
    # other ways to fill in answers; the player chooses one for the whole order
    manners: Mapping[str, Words] = field(default_factory=dict)


def _nowhere(_: str) -> str:
    return ""


class Sight(NamedTuple):
    """The picture that a question or a roll is about. For a question, it shows what the asked seat may see.

    Args:
        kind: one of the painter's kinds of pictures
        at: returns an answer's mark in this picture, such as a space of the map; "" if it has none
        around: marks that the picture must show too, without a number
        number: returns the number that the picture prints at a mark; the answer there gets the same number.
            The name of each answer must contain its number. None: answers are numbered in their order
        named: whether the picture prints the name of each mark, so that the answers need no numbers
    """

    kind: str
    at: Callable[[str], str] = _nowhere
    around: tuple[str, ...] = ()
    number: Callable[[str], int] | None = None
    named: bool = False


PLAIN = Presentation()
NO_AUTOFILL = Autofill()
