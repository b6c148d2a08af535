"""The player `sheet`: it takes the first line of its sheet that proposes anything, and evaluates nothing.

It answers every other question at a glance. So people can play this level by hand, with the page
docs/reference/games/vijayanagara-sheets.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ask import Ask
from rules.player import Advice, Point
from rules.vijayanagara.players.answers import SHEETS, Keys, answer_at_a_glance, list_proposals
from rules.vijayanagara.players.fair import OPTION, PARTS, Fair
from rules.vijayanagara.players.proposal import Proposal
from rules.vijayanagara.players.trial import list_keys
from rules.vijayanagara.state import State
from rules.vijayanagara.view import View

# The options of an order, the best first (2.3.3). The Event comes after them, if no line proposes a Command.
OPTIONS = ("command", "command-only", "limited")


@dataclass(slots=True)
class BySheet(Fair):
    """A player that plays by its sheet alone."""

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return the only answer that it considers, with the reason of the line."""
        if len(point.keys) == 1:
            return [Advice(point.keys)]
        view = point.look()
        assert isinstance(view, View)
        self.seen = view
        if view.tie_break is not None and view.tie_break.board is not None:
            return [Advice((self._move(point),))]
        walk = self.desk(point).trial()
        s, ask = walk.state, walk.pending
        assert isinstance(ask, Ask)
        self.plan = ()
        if ask.kind == OPTION:
            return [choose_option(s, ask.seat, list_keys(ask))]
        made = find_first(s, ask.seat, list_keys(ask)) if ask.kind in PARTS else None
        key = answer_at_a_glance(s, ask)
        return [Advice((key,), made.why if made is not None else "")]


def find_first(s: State, seat: str, names: Keys) -> Proposal | None:
    """Return what the first line proposes that proposes one of these Commands or Decrees."""
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
