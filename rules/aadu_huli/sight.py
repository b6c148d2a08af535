"""Find the part of the board that the picture of a question shows."""

from __future__ import annotations

from rules.aadu_huli.board import MOVES
from rules.ask import Ask
from rules.presentation import Sight


def find_sight(ask: Ask) -> Sight | None:
    """Return the board if the answers are moves, else None.

    A move is marked on the board by its own key. The board prints the names of the points, so placings need
    no numbers.
    """
    moves = [MOVES[key] for key in ask.menu() if key in MOVES]
    return Sight("points", find_move, named=all(move.start is None for move in moves)) if moves else None


def find_move(key: str) -> str:
    """Return the key itself if it is a move, else ""."""
    return key if key in MOVES else ""
