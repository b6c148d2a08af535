"""The player `sheet`: it takes the first line of its sheet that proposes anything, and evaluates nothing.

It answers every other question at a glance. So people can play this level by hand, with the page
docs/reference/games/vijayanagara-sheets.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.ask import Ask
from rules.player import Advice
from rules.vijayanagara.players.answers import SHEETS, Keys, answer_at_a_glance, list_proposals
from rules.vijayanagara.players.fair import OPTION, PARTS, Desk, Fair
from rules.vijayanagara.players.proposal import Proposal
from rules.vijayanagara.players.trial import list_keys
from rules.vijayanagara.state import State

# The options for a proposed Command, the best first (2.3.3). If no line proposes one, a Decree comes before
# the Event.
OPTIONS = ("command", "command-only", "limited")


@dataclass(slots=True)
class BySheet(Fair):
    """A player that plays by its sheet alone, one answer at a time."""

    def weigh(self, desk: Desk, kind: str) -> list[Advice]:
        """Return the sheet's answer as the only advice, with the reason of the line that proposes it."""
        walk = desk.trial()
        s, ask = walk.state, walk.pending
        assert isinstance(ask, Ask)
        if kind == OPTION:
            return [choose_option(s, ask.seat, list_keys(ask))]
        made = find_first(s, ask.seat, list_keys(ask)) if kind in PARTS else None
        return [Advice((answer_at_a_glance(s, ask),), made.why if made is not None else "")]


def find_first(s: State, seat: str, names: Keys) -> Proposal | None:
    """Return the sheet's first proposal for any of these Commands or Decrees; None if it has none."""
    return next(list_proposals(s, seat, names), None)


def choose_option(s: State, seat: str, offered: Keys) -> Advice:
    """2.3.3: return the option that the faction takes."""
    first = find_first(s, seat, [name for name, _ in SHEETS[seat].commands])
    if first is not None:
        for option in OPTIONS:
            if option in offered:
                return Advice((option,), first.why)
    if "decree" in offered:
        return Advice(("decree",))
    return Advice(("event" if "event" in offered else "pass",))
