"""Describe the purpose of a move in one clause: what it wins, threatens, saves or blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.aadu_huli.board import GOAT, LEAPS, MOVES, STEPS, TIGER, TIGERS
from rules.aadu_huli.view import View
from rules.words import Plural, Said, say


def describe_purpose(before: View, after: View, seat: str, _: Sequence[str]) -> Said:
    """Return the most important effect of a move, of those that both sides see at once.

    Before the sides are decided, the purpose is to have the better side.
    """
    if not after.sides:
        return say("to have the side that suits it")
    if seat in after.winners:
        return say("to win the game") if len(after.winners) == 1 else say("to draw the game")
    then, now = _find_threatened(before.at), _find_threatened(after.at)
    fewer = _count_tiger_moves(before.at) - _count_tiger_moves(after.at)
    if after.sides[TIGERS] == seat:
        if after.captured > before.captured:
            return say("to capture a Goat")
        if new := sorted(now - then):
            return say("to threaten the Goat on {point}", point=new[0])
        if len(after.trapped) < len(before.trapped):
            return say("to free a Tiger")
        if fewer < 0:
            return say(Plural("to gain a move for the Tigers", "to gain {n} moves for the Tigers"), n=-fewer)
        return say("to wait for a Goat that stands alone")
    if len(after.trapped) > len(before.trapped):
        return say("to trap a Tiger")
    if saved := sorted(point for point in then - now if after.at.get(point) == GOAT):
        return say("to save the Goat on {point}", point=saved[0])
    if then - now:
        return say("to bring a Goat out of danger")
    if given := sorted(now - then):
        return say("to block, though a Tiger can now capture the Goat on {point}", point=given[0])
    if fewer > 0:
        return say(Plural("to block a move of the Tigers", "to block {n} moves of the Tigers"), n=fewer)
    if not now:
        return say("to stand where no Tiger can capture")
    exposed = say("to leave the Goat on {goat} to a Tiger", goat=min(now))
    return exposed if len(before.at) == len(after.at) else say("to bring another Goat onto the board")


def _find_threatened(at: Mapping[str, str]) -> set[str]:
    """Return the points of Goats that a Tiger could capture."""
    tigers = [point for point, piece in at.items() if piece == TIGER]
    return {over for point in tigers for over, end in LEAPS[point] if at.get(over) == GOAT and end not in at}


def _count_tiger_moves(at: Mapping[str, str]) -> int:
    """Return how many steps and leaps the Tigers have."""
    tigers = [point for point, piece in at.items() if piece == TIGER]
    steps = sum(MOVES[key].end not in at for point in tigers for key in STEPS[point])
    leaps = sum(at.get(over) == GOAT and end not in at for point in tigers for over, end in LEAPS[point])
    return steps + leaps
