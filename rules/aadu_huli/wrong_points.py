"""Explain why typed points make no move.

Perhaps a point doesn't exist, has no piece of the side to move, or no line leads from one point to the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.aadu_huli.board import GOAT, GOATS, MOVES, POINTS, TIGER, TIGERS
from rules.aadu_huli.moves import list_candidates, why_not
from rules.aadu_huli.state import State
from rules.words import Said, as_is, listed, say

_POINT = re.compile(r"(?<!\d)\d+[a-z](?![a-z])|(?<![a-z\d])[a-z]\d+")


def explain_points(s: State, said: Sequence[str]) -> Said:
    """Return why these words are no move of the side to move; "" if the typed points don't explain it."""
    points = [point for word in said for point in _find_points(word)]
    if not points or not s.sides:
        return ""
    if unknown := [point for point in points if point not in POINTS]:
        return say("There is no point {point}.", point=as_is(unknown[0].upper()))
    start, *ends = points
    placing = s.to_move == GOATS and s.waiting > 0
    if placing:
        return say("5.5.2: Goats can't move until all of them are placed.") if ends else ""
    own = TIGER if s.to_move == TIGERS else GOAT
    if s.at.get(start) != own:
        there = [key for key in list_candidates(s) if MOVES[key].end == start and why_not(s, key) is None]
        if ends or not there:
            return say("There is no {kind} on {point}.", kind=own, point=start)
        text = "There is no {kind} on {point}. Moves to {point}: {there}."
        return say(text, kind=own, point=start, there=listed(there, "or"))
    if not ends or any((MOVES[key].start, MOVES[key].end) == (start, ends[0]) for key in list_candidates(s)):
        return ""
    return say("There is no move from {start} to {end}.", start=start, end=ends[0])


def _find_points(word: str) -> list[str]:
    """Return the points named in a word, whether or not they exist, row first: "3b" and "1a" for "b3x1a"."""
    found = _POINT.findall(re.sub(r"(?<=\w)x(?=\w)", " ", word))
    return [point if point[0].isdigit() else f"{point[1:]}{point[0]}" for point in found]
