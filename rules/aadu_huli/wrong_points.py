"""Explain why the points that a player typed don't name a legal move.

Perhaps a point doesn't exist, or it has no piece of the side to move. Or no line leads from one point to the
other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.aadu_huli.board import GOAT, GOATS, LEAPS, MOVES, POINTS, TIGER, TIGERS
from rules.aadu_huli.moves import list_candidates, why_not
from rules.aadu_huli.state import State
from rules.words import Said, as_is, join_list, say

LEAP = "leap"
_AT = r"(?:\d[a-z]|[a-z]\d)"  # a point as it is typed: "3b" or "b3"
_JUMP = re.compile(r"^\s*(?:jump|hop|capture|eat|leap)s?\b", re.IGNORECASE)
_NAMED = re.compile(
    r"\s*(?:(?:put|drop|set|place|move|play|go|leap)s?\s+)?(?:(?:a|an|the|my)\s+)?(?:(?P<piece>goat|tiger)s?\s+)?"
    rf"(?:(?:on|at|in|to|from)\s+)?(?={_AT}(?:\b|x))(?!.*\band capture\b)",
    re.IGNORECASE,
)
_LEAP = re.compile(rf"^\s*({_AT})\s+(?:over\s+{_AT}\s+)?(?:to|onto)?\s*({_AT})\s*$", re.IGNORECASE)
_TAKES = re.compile(
    rf"^\s*({_AT})\s*(?:takes?|captures?|eats?|kills?|prend|mange|x)\s*"
    rf"(?:(?:the\s+)?goat\s+)?(?:(?:on|at)\s+)?({_AT})\s*$",
    re.IGNORECASE,
)
_POINT = re.compile(r"(?<!\d)\d+[a-z](?![a-z])|(?<![a-z\d])[a-z]\d+")


def explain_points(s: State, _topic: tuple[str, str], said: Sequence[str]) -> Said:
    """Return why these words are no move of the side to move; "" if the typed points don't explain it."""
    if not s.sides:
        return ""
    if named := _explain_piece(s, said):
        return named
    points = [point for word in said for point in _find_points(word)]
    placing = s.to_move == GOATS and s.waiting > 0
    if placing and said[0] == "move":
        return say("5.5.2: Goats can't move until all of them are placed.")
    if not points:
        return ""
    if unknown := [point for point in points if point not in POINTS]:
        return say("There is no point {point}.", point=as_is(unknown[0].upper()))
    start, *ends = points
    if placing:
        return say("5.5.2: Goats can't move until all of them are placed.") if ends else ""
    own = TIGER if s.to_move == TIGERS else GOAT
    if s.at.get(start) != own:
        there = [key for key in list_candidates(s) if MOVES[key].end == start and why_not(s, key) is None]
        if ends or not there:
            return say("There is no {kind} on {point}.", kind=own, point=start)
        text = "There is no {kind} on {point}. Possible moves to {point}: {there}."
        return say(text, kind=own, point=start, there=join_list(there, "or"))
    if not ends or any((MOVES[key].start, MOVES[key].end) == (start, ends[0]) for key in list_candidates(s)):
        return ""
    return say("There is no move from {start} to {end}.", start=start, end=ends[0])


def _explain_piece(s: State, said: Sequence[str]) -> Said:
    """5.5.3: return why these words are no move, if they name a rival's piece or an impossible leap."""
    tigers = s.to_move == TIGERS
    if said[0] in ((GOAT, GOATS) if tigers else (TIGER, TIGERS)):
        return say("You play the Tigers." if tigers else "You play the Goats.")
    if said[0] == LEAP and not tigers:
        return say("5.5.3: only Tigers leap.")
    if said[0] == LEAP and not any(MOVES[key].over and why_not(s, key) is None for key in list_candidates(s)):
        return say("5.5.3: no Tiger can leap over a Goat now.")
    return ""


def spell_out(s: State, seat: str, text: str) -> str:
    """Return a typed order without the name of a piece of this side and without words such as "move".

    "tiger 2D to 3D" becomes "2D to 3D", "jump" becomes "leap", and "2C takes 2D" becomes the leap over 2D.
    """
    if not s.sides:
        return text
    text = _JUMP.sub(LEAP, text)
    found = _NAMED.match(text)
    own = TIGER if s.to_move == TIGERS else GOAT
    if found is not None and (found["piece"] or own).casefold() == own:
        text = text[found.end() :]
    return _spell_out_capture(s, text) or _LEAP.sub(r"\1 to \2", text)


def _spell_out_capture(s: State, text: str) -> str:
    """5.5.3: return the leap over a Goat for "2C takes 2D". 2D is the point of the Goat, or the leap's end.

    Return the leap even if a piece stands behind the Goat, so that the refusal can name this piece. Return ""
    if no leap over a Goat fits the two points.
    """
    found = _TAKES.match(text)
    if found is None or s.to_move != TIGERS:
        return ""
    start, aim = (point for typed in found.groups() for point in _find_points(typed.lower()))
    leaps = [leap for leap in LEAPS.get(start, ()) if s.at.get(leap.over) == GOAT]
    end = next((leap.end for leap in leaps if leap.over == aim), None)
    end = end or next((leap.end for leap in leaps if leap.end == aim), None)
    return f"{start} to {end}" if end else ""


def _find_points(word: str) -> list[str]:
    """Return the points named in a word, whether or not they exist, row first: "3b" and "1a" for "b3x1a"."""
    found = _POINT.findall(re.sub(r"(?<=\w)x(?=\w)", " ", word))
    return [point if point[0].isdigit() else f"{point[1:]}{point[0]}" for point in found]
