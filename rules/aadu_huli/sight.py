"""Find the part of the board that the picture of a question shows."""

from __future__ import annotations

from rules.aadu_huli.board import MOVES
from rules.ask import Ask
from rules.presentation import Sight


def find_sight(ask: Ask) -> Sight | None:
    """Return the board if the answers are moves, else None. A move is marked on the board by its own key."""
    return Sight("points", find_move) if any(map(find_move, ask.menu())) else None


def find_move(key: str) -> str:
    """Return the key itself if it is a move, else ""."""
    return key if key in MOVES else ""
