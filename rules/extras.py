"""What a game's face may offer beside `kernel.Rules`: a game that has nothing of the kind leaves it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rules.kernel import Ask, Option, Pending, Rules, View
from rules.orders.spelling import FILLERS, best
from rules.words import Words


@dataclass(frozen=True, slots=True)
class Policy:
    """A kind of question that a seat may answer once for all.

    `values(seat)`: what the answer may be, value to words; nothing where the seat is never asked.
    `answer(state, ask, value)`: the key of the answer to this question; None for another kind of question.
    """

    key: str
    title: str  # the beginning of a sentence that the words of a value end
    values: Callable[[str], Mapping[str, str]]
    answer: Callable[[Any, Ask[Any], str], str | None]


@runtime_checkable
class Standing(Protocol):
    """A game in which seats may have standing answers."""

    @property
    def STANDING(self) -> Sequence[Policy]:
        """The kinds of question they may be given to."""


def policies(rules: Rules[Any]) -> Sequence[Policy]:
    """The kinds of question that a seat of this game may answer once for all."""
    return rules.STANDING if isinstance(rules, Standing) else ()


@runtime_checkable
class Conditional(Protocol):
    """A game whose turns can be planned: "if the card is 3 or 5"."""

    def why_not_condition(self, text: str, /) -> str:
        """Why this is no condition, with what is one; "" if it is."""

    def holds(self, state: Any, seat: str, text: str, /) -> bool:
        """True where the condition is met when this seat is asked."""


def conditions(rules: Rules[Any], text: str) -> str:
    """Why this is no condition of a plan in this game; "" if it is one."""
    return (
        rules.why_not_condition(text) if isinstance(rules, Conditional) else "This game knows no conditions."
    )


def holds(rules: Rules[Any], state: Any, seat: str, condition: str) -> bool:
    """True where the condition of a plan is met; the empty one always is."""
    return not condition or (isinstance(rules, Conditional) and rules.holds(state, seat, condition))


@runtime_checkable
class Forecasting(Protocol):
    """A game that can tell before an order counts what may come of it."""

    def forecast(self, state: Any, seat: str, pending: Pending | None, /) -> Sequence[str]:
        """Sentences for this seat: the exact odds of the dice that wait, warnings."""


@runtime_checkable
class Countering(Protocol):
    """A game in which a side act that answers somebody may also be answered with a proposal of one's own."""

    def counter(self, state: Any, seat: str, act: str, /) -> str:
        """The order line to begin with, instead of this side act of this seat; "" where there is none."""


@runtime_checkable
class Bargaining(Protocol):
    """A game whose side acts are put together word by word."""

    def side_next(self, state: Any, seat: str, said: Sequence[str], /) -> Sequence[Option]:
        """What this seat may say next in a side act that begins with these words; nothing where it is
        whole, or is none."""


def side_next(rules: Rules[Any], state: Any, seat: str, said: Sequence[str]) -> Sequence[Option]:
    """How a side act of this seat may go on; the acts that need only a click in a game that says no more."""
    if isinstance(rules, Bargaining):
        return rules.side_next(state, seat, said)
    acts = (act.key.split("_") for act in rules.side_acts(state, seat) if not act.why_not)
    begun = len(said)
    words = dict.fromkeys(act[begun] for act in acts if act[:begun] == list(said) and len(act) > begun)
    return [Option(word, word) for word in words]


def side_said(rules: Rules[Any], state: Any, seat: str, typed: Sequence[str]) -> list[str]:
    """The words of a side act as the game has them: what is called by its name, or by a beginning of it that
    fits nothing else, by its key. Words that mean nothing stay, for the game to refuse."""
    said: list[str] = []
    rest = [word for word in typed if word not in FILLERS]
    while rest:
        fit, fitting = best(side_next(rules, state, seat, said), rest) if rest[0].isalpha() else (None, [])
        if fit is not None and len(fitting) == 1:
            said.append(fitting[0].key)
            rest = rest[fit.used :]
        else:
            said.append(rest.pop(0))
    return said


@runtime_checkable
class Guiding(Protocol):
    """A game that can say better than "I don't understand" why typed words are no answer."""

    def astray(self, state: Any, said: Sequence[str], /) -> str:
        """A sentence or two on words, as they were typed, that no answer takes up to their end; "" for
        nothing to say."""


def astray(rules: Rules[Any], state: Any, said: Sequence[str]) -> str:
    """Why these words are no answer to the question that waits; "" where the game has nothing to say."""
    return rules.astray(state, said) if isinstance(rules, Guiding) else ""


@runtime_checkable
class Placing(Protocol):
    """A game that knows its words where they are no answer."""

    def unknown(self, seat: str, said: Sequence[str], /) -> str:
        """What the first of these words, in their plain form, mean elsewhere; "" for nothing."""


def unknown(rules: Rules[Any], seat: str, said: Sequence[str]) -> str:
    """What words that answer nothing here mean elsewhere in the game; "" where it says nothing of them."""
    return rules.unknown(seat, said) if isinstance(rules, Placing) else ""


@runtime_checkable
class Chaptered(Protocol):
    """A game that falls into chapters, and tells what happened in a stretch of it."""

    def chapter(self, view: Any, /) -> str:
        """The title of the chapter to which a turn belongs that begins with this view."""

    def digest(self, before: Any, after: Any, story: Sequence[Words], /) -> Sequence[Sequence[str]]:
        """What happened from one view to the other, in paragraphs of sentences, the weightiest first;
        `story`: what was told in between, as whoever reads may read it."""


def chapter(rules: Rules[Any], view: View) -> str:
    """The title of the chapter to which a turn belongs that begins with this view; "" in a game without."""
    return rules.chapter(view) if isinstance(rules, Chaptered) else ""


def digest(rules: Rules[Any], before: View, after: View, story: Sequence[Words]) -> Sequence[Sequence[str]]:
    """What happened from one view to the other, in paragraphs of sentences; nothing where the game tells
    nothing."""
    return rules.digest(before, after, story) if isinstance(rules, Chaptered) else ()


@runtime_checkable
class Explained(Protocol):
    """A game that explains its words."""

    def glossary(self) -> Mapping[str, str]:
        """Word to what it means, a line each."""


def glossary(rules: Rules[Any]) -> Mapping[str, str]:
    """Word of the game to what it means; nothing in a game that explains none."""
    return rules.glossary() if isinstance(rules, Explained) else {}


@runtime_checkable
class Reckoned(Protocol):
    """A game that can say what everybody's points are made of."""

    def reckoning(self, view: Any, /) -> Mapping[str, str]:
        """Seat to the parts of its points ("4 for Prosperity and 1 for Forts"), which are the first thing of
        its standing in a view."""


def reckoning(rules: Rules[Any], view: View) -> Mapping[str, str]:
    """Seat to the parts of its points; nothing in a game that tells nothing."""
    return rules.reckoning(view) if isinstance(rules, Reckoned) else {}


@runtime_checkable
class Ranked(Protocol):
    """A game that says who came where."""

    def ranking(self, state: Any, /) -> Sequence[Sequence[str]]:
        """The seats by place, the winners first; seats that share a place stand together."""


@runtime_checkable
class Carded(Protocol):
    """A game in which a card lies open that those who are asked may use."""

    def open_card(self, state: Any, /) -> Sequence[str]:
        """Its words, a line for each of its sides; nothing where none lies open."""


def open_card(rules: Rules[Any], state: Any) -> Sequence[str]:
    """The words of the open card; nothing in a game that has none."""
    return rules.open_card(state) if isinstance(rules, Carded) else ()


def counter(rules: Rules[Any], state: Any, seat: str, act: str) -> str:
    """The order line with which this seat can answer otherwise than by this side act; "" if it can't."""
    return rules.counter(state, seat, act) if isinstance(rules, Countering) else ""


def forecast(rules: Rules[Any], state: Any, seat: str, pending: Pending | None) -> Sequence[str]:
    """What the game can tell this seat of what comes next; nothing where it tells nothing."""
    return rules.forecast(state, seat, pending) if isinstance(rules, Forecasting) else ()
