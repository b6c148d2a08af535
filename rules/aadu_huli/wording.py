"""Word the orders of this game in sentences (`Presentation.phrase`)."""

from __future__ import annotations

from rules.aadu_huli.board import MOVES
from rules.phrase import Phrase
from rules.words import Words, say


def _move(key: str) -> Words:
    start, over, end = MOVES[key]
    assert start is not None, "a Goat that is placed comes from nowhere"
    if over is None:
        return say("move from {start} to {end}", start=start, end=end)
    return say("leap from {start} to {end} and capture the Goat on {over}", start=start, end=end, over=over)


PLACE = Phrase("place a Goat on {answer}")
MOVE = Phrase(answer=_move)
SIDE = Phrase("play {answer}")
