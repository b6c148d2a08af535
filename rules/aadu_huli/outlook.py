"""Compute the features of a chance to win.

They are the Tigers' lead without looking ahead, their captures, and how many Goats have been placed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.aadu_huli.board import TIGERS
from rules.aadu_huli.state import State
from rules.extras import Outlook
from rules.player import Number, Player


def compute_features(s: State, seat: str) -> Mapping[str, float]:
    """Return features for the Tigers' seat only: the Goats' chance follows from the Tigers'."""
    if s.sides.get(TIGERS) != seat:
        return {}
    # Imported here because no other command needs the search.
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
