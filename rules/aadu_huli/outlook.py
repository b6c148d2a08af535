"""Compute the features from which a chance to win is estimated.

The features are the Tigers' lead after a search some moves ahead, the captures, and the share of Goats that
have been placed. This game has no luck and nothing hidden. So a search says more than random playouts would
say in the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.aadu_huli.board import TIGERS, WAY_BACK
from rules.aadu_huli.state import RECENT, State
from rules.extras import Outlook
from rules.player import Number, Player

DEEPEST, NODES = 8, 8_000  # limits of the search: how many moves ahead, and how many positions
MOST = 8.0  # the greatest lead, in captures; a larger one, as in a won game, is cut to this


def compute_features(s: State, seat: str) -> Mapping[str, float]:
    """Return the features for the Tigers' seat, {} for the Goats' seat.

    The Goats' chance is 1 minus the Tigers' chance.
    """
    if s.sides.get(TIGERS) != seat:
        return {}
    to_move = s.to_move == TIGERS
    lead = _look_ahead(s) * (1 if to_move else -1)
    placed = 1 - s.waiting / s.options.goats
    caught = s.captured / s.options.captures
    return {"tigers": 1.0, "placed": placed, "lead": lead, "lead-placed": lead * placed, "caught": caught}


def _look_ahead(s: State) -> float:
    """Return the lead of the side to move, in captures.

    If the other side has just taken back its own last step, the lead grows by `BACK`. This is a penalty for
    that side, because going back and forth gets nowhere. A bot player's search has the same penalty.
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
    from rules.aadu_huli.players import BOT_PLAYERS

    return BOT_PLAYERS["steady"](number, stop)


OUTLOOK = Outlook(__package__, compute_features, _make_quick, turns=0, certain=True)
