"""The board as the picture that a question is about."""

from __future__ import annotations

from rules.aadu_huli.board import MOVES
from rules.ask import Ask
from rules.presentation import Sight


def find_sight(ask: Ask) -> Sight | None:
    """Return the board where points or moves are answers: each key of a move is a mark of its own."""
    return Sight("points", find_move) if any(map(find_move, ask.menu())) else None


def find_move(key: str) -> str:
    """Return the move or the point that an answer is; "" for none."""
    return key if key in MOVES else ""
