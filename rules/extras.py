"""What a game's face may offer beside `kernel.Rules`: a game that has nothing of the kind leaves it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rules.kernel import Ask, Pending, Rules


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


def counter(rules: Rules[Any], state: Any, seat: str, act: str) -> str:
    """The order line with which this seat can answer otherwise than by this side act; "" if it can't."""
    return rules.counter(state, seat, act) if isinstance(rules, Countering) else ""


def forecast(rules: Rules[Any], state: Any, seat: str, pending: Pending | None) -> Sequence[str]:
    """What the game can tell this seat of what comes next; nothing where it tells nothing."""
    return rules.forecast(state, seat, pending) if isinstance(rules, Forecasting) else ()
