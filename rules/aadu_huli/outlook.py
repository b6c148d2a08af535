"""Compute the features of a chance to win.

They are the Tigers' lead after looking some moves ahead, their captures, and how many Goats have been placed.
Nothing in this game is luck or hidden, so a search says more than random playouts of the same length.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.aadu_huli.board import TIGERS, WAY_BACK
from rules.aadu_huli.state import RECENT, State
from rules.extras import Outlook
from rules.player import Number, Player

DEEPEST, NODES = 8, 8_000  # the most moves that the search looks ahead, and the most positions it tries
MOST = 8.0  # the greatest lead, in captures, such as that of a won game


def compute_features(s: State, seat: str) -> Mapping[str, float]:
    """Return features for the Tigers' seat only: the Goats' chance follows from the Tigers'."""
    if s.sides.get(TIGERS) != seat:
        return {}
    to_move = s.to_move == TIGERS
    lead = _look_ahead(s) * (1 if to_move else -1)
    placed = 1 - s.waiting / s.options.goats
    caught = s.captured / s.options.captures
    return {"tigers": 1.0, "placed": placed, "lead": lead, "lead-placed": lead * placed, "caught": caught}


def _look_ahead(s: State) -> float:
    """Return the lead of the side to move, in captures.

    If the other side has just taken back its own last step, it loses `BACK`, as in a bot player's search,
    because going back and forth gets nowhere.
    """
    # Imported here because no other command needs the search.
    from rules.aadu_huli.bitboard import encode_move
    from rules.aadu_huli.moves import list_candidates, why_not
    from rules.aadu_huli.search import BACK, CAUGHT, Search, read_place
    from rules.aadu_huli.view import view

    at = read_place(view(s, None))
    moves = [encode_move(key, s.to_move == TIGERS) for key in list_candidates(s) if why_not(s, key) is None]
    _, score = Search(s.options.captures, NODES, lambda: False, BACK).best(at, moves, DEEPEST)
    lead = max(-MOST, min(MOST, score / CAUGHT))
    if len(s.recent) == RECENT and WAY_BACK.get(s.recent[0]) == s.recent[-1]:
        lead += BACK / CAUGHT
    return lead


def _make_quick(number: Number, stop: Callable[[], bool]) -> Player:
    from rules.aadu_huli.players import AUTOMATIC

    return AUTOMATIC["steady"](number, stop)


OUTLOOK = Outlook(__package__, compute_features, _make_quick, turns=0, certain=True)
