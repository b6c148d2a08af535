"""3.1 Commands in general: a Command, and the terms on which it is executed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.face import Turn
from rules.vijayanagara.cards import TIMURID
from rules.vijayanagara.state import State
from rules.words import Words


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which a Command is executed: how many spaces, at what cost, where."""

    least: int = 0
    most: int | None = None  # None: any number
    free: bool = False  # 3.1.3
    among: frozenset[str] | None = None  # None: wherever the rules allow
    khalji: bool = False  # Rebel is allowed even under the Khaljis (2.7.1)
    alone: bool = False  # 2.3.3: a Command without a Decree; it has no effect if no space is selected
    against: str = ""  # the only faction that an Attack may target
    to: frozenset[str] | None = None  # 4.2.2: where a Campaign must end
    steps: int = 3  # 4.2.2: how far a Campaign may go


ANY = Terms()
SHADOW = 1  # 5.5, Timur's Shadow: the most spaces of a Command
LIMITED = Terms(least=1, most=1)  # 2.3.5
FREE_LIMITED = Terms(least=1, most=1, free=True)  # 2.5.2, 3.1.3


def is_shadowed(s: State) -> bool:
    """5.5, Timur's Shadow: return whether the variant is played and the first Timurid card has come."""
    return s.options.timurs_shadow and TIMURID in s.played


def limit_by_shadow(s: State, terms: Terms) -> Terms:
    """5.5, Timur's Shadow: limit every Command to one space, even a Command that an Event grants."""
    return replace(terms, most=SHADOW) if is_shadowed(s) and terms.most != SHADOW else terms


WhyNotSelected = Callable[[State, str, str], Words | None]  # state, faction, space


@dataclass(frozen=True, slots=True)
class Command:
    """A Command of a faction.

    `why_not`: returns why a space can't be selected.
    """

    rule: str
    execute: Callable[[State, str, Terms], Turn]
    why_not: WhyNotSelected
