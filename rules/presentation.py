"""How a question is shown, typed and filled in: `Presentation`, `Sight` and `Autofill`. No rule depends on
them."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How a question and its answers are shown, and how they are typed."""

    # in words
    label: Callable[[str], Words] | None = None  # an answer in words, where its name does not do
    whole: Callable[[str], Words] | None = None  # the same where its label is cut and goes by a number
    card: bool = False  # the question is about the open card, whose words are read with it
    hollow: bool = False  # to close it now would leave nothing done at all
    phrase: Phrase | None = None  # how answers read in an order sentence; None: as the other fields say

    # as typed
    also: Callable[[str], Sequence[str]] = _nothing  # what may be typed for an answer here and nowhere else
    lead: str = ""  # the small word before the answer in an order line ("to")
    bare: Collection[str] = ()  # answers before which the small word makes no sense
    typed: Collection[str] = ()  # answers without a button: they are typed, or another answer asks for them
    amounts: bool = False  # answers are a number of something ("3-troops"): a higher number is too many
    part: int | None = None  # if an answer has parts: how many were given before

    # as buttons and lists
    form: Form = "pick"
    alone: bool = False  # it changes the subject: no button answers it together with what was asked before
    route: bool = False  # each place is a step, and the next is asked from there; a list shows the ends
    pressed: Collection[str] = ()  # answers that are buttons as far as there is room; the others are lists
    frames: Collection[str] = ()  # acts that say no more than what follows ("Command and Decree")
    many: Callable[[], int] | None = None  # how many of its answers may be chosen at once, in any order
    picture: str = ""  # a kind of picture, from the asked seat's view, that numbers the answers as buttons do
    ends: Collection[str] = ()  # answers that leave or end something: always buttons, and in no picture
    group: Callable[[str], Words] | None = None  # the sort of an answer: each sort is a list


class Filling(NamedTuple):
    """The order for which an answer is filled in.

    Args:
        manner: one of `Autofill.manners`, or "".
        left: what else the player has chosen and what is still to be entered, places for instance.
    """

    manner: str = ""
    left: tuple[str, ...] = ()


def unfilled(_: Filling) -> str | None:
    """Fill in nothing."""
    return None


@dataclass(frozen=True, slots=True)
class Autofill:
    """What most people want, filled in after a tap and easy to change; acts and targets have none."""

    default: Callable[[Filling], str | None] = unfilled
    manners: Mapping[str, Words] = field(default_factory=dict)  # other ways to fill in, for the whole order


def _nowhere(_: str) -> str:
    return ""


class Sight(NamedTuple):
    """The picture that a question is about, of what the asked seat sees.

    Args:
        kind: one of the painter's kinds of picture.
        at: an answer to its mark in this picture, such as a space of the map; "" where it has none.
        around: marks that the picture shows too, without a number.
    """

    kind: str
    at: Callable[[str], str] = _nowhere
    around: tuple[str, ...] = ()


PLAIN = Presentation()
NO_AUTOFILL = Autofill()
