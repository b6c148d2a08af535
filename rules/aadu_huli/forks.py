"""Find moves after which the Goats can't prevent a capture."""

from __future__ import annotations

from rules.aadu_huli.bitboard import encode_board, find_leaps, find_moves
from rules.aadu_huli.board import MOVES
from rules.aadu_huli.moves import list_candidates, why_not
from rules.aadu_huli.state import State


def is_capture_certain(s: State) -> bool:
    """5.5.3: return whether a Tiger can capture next turn, whatever the Goats do now."""
    board = encode_board(s.at)
    answers = find_moves(board, False, s.waiting)
    return bool(find_leaps(board)) and all(find_leaps(board ^ answer) for answer in answers)


def find_fork(s: State) -> str | None:
    """5.5.3: return a step of a Tiger after which a capture is certain; None if there is none now."""
    for key in list_candidates(s):
        if MOVES[key].is_step and why_not(s, key) is None:
            after = s.copy()
            after.play(key)
            if is_capture_certain(after):
                return key
    return None
