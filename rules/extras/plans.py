"""Define what a seat may decide before it is asked, and what a caretaker chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.ask import Ask
from rules.state import S_in
from rules.words import Said, say

CAUTIOUS = ("pass", "done", "no", "none")  # what a caretaker prefers, if a game lists nothing of its own
_AND = re.compile(r"\band\b")


@dataclass(frozen=True, slots=True)
class Policy(Generic[S_in]):
    """A decision that a seat may make in advance. The decision then answers every question of one kind.

    `values(seat)` returns the possible values with their words; none if the seat never gets such a question.
    `answer(state, ask, value)` returns the key of the answer to the question `ask`; None if `ask` is of
    another kind.
    """

    key: str
    title: Said  # the beginning of a sentence; the words of a value complete it
    values: Callable[[str], Mapping[str, Said]]
    answer: Callable[[S_in, Ask, str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions(Generic[S_in]):
    """The conditions of plans, as players type them: "if the card is 3"."""

    why_not: Callable[[str], Said]  # (text): why the game has no such condition; "" if it has one
    holds: Callable[[S_in, str, str], bool]  # (state, seat, condition): whether this seat meets it
    # (state, seat): the conditions that a form offers now, as players type them, each with the words that the
    # form shows after "when"
    offered: Callable[[S_in, str], Mapping[str, Said]]


def split_condition(condition: str) -> list[str]:
    """Return the parts of a typed condition, which must all hold, in small letters and with single spaces.

    For example, `["lead e", "last"]` for "Lead  E and LAST".
    """
    return [" ".join(part.split()) for part in _AND.split(condition.casefold())]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plans(Generic[S_in]):
    """What a game defines for orders that are given in advance."""

    policies: Sequence[Policy[S_in]] = ()  # the kinds of question that seats may answer in advance
    # the keys that a caretaker prefers, best first; if none is offered, it answers by one of the `policies`,
    # else like a bot player, else with the first legal answer
    cautious: Sequence[str] = CAUTIOUS
    conditions: Conditions[S_in] | None = None

    def why_not(self, condition: str) -> Said:
        """Return why this text is no condition of the game; "" if it is one."""
        if self.conditions is None:
            return say("A plan in this game has no conditions.")
        return self.conditions.why_not(condition)

    def meets(self, state: S_in, seat: str, condition: str) -> bool:
        """Return whether the condition of a plan is met. The empty condition always is."""
        if not condition:
            return True
        return self.conditions is not None and self.conditions.holds(state, seat, condition)

    def offered(self, state: S_in, seat: str) -> Mapping[str, Said]:
        """Return the conditions that a form offers now, each with the words to show after "when"."""
        return {} if self.conditions is None else self.conditions.offered(state, seat)
