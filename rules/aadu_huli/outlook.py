"""Measure what a chance to win is made of.

That is the Tigers' lead at a glance, what they have captured, and how far the placing is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.aadu_huli.board import TIGERS
from rules.aadu_huli.state import State
from rules.extras import Outlook
from rules.player import Number, Player


def compute_features(s: State, seat: str) -> Mapping[str, float]:
    """Return the Tigers' lead and nothing for the Goats: one chance follows from the other."""
    if s.sides.get(TIGERS) != seat:
        return {}
    # Loaded when somebody asks: no other command needs a search.
    from rules.aadu_huli.bitboard import encode_board
    from rules.aadu_huli.search import evaluate

    to_move = s.to_move == TIGERS
    lead = evaluate(encode_board(s.at), to_move, s.captured) * (1 if to_move else -1) / 1000
    placed = 1 - s.waiting / s.options.goats
    caught = s.captured / s.options.captures
    return {"tigers": 1.0, "placed": placed, "lead": lead, "lead-placed": lead * placed, "caught": caught}


def _make_quick(number: Number, stop: Callable[[], bool]) -> Player:
    from rules.aadu_huli.players import AUTOMATIC

    return AUTOMATIC["steady"](number, stop)


OUTLOOK = Outlook(__package__, compute_features, _make_quick, turns=12)
