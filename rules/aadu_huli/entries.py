"""Describe a move for a list: what it captures, threatens or risks, and which pieces it ends beside."""

from __future__ import annotations

from rules.aadu_huli.board import GOAT, GOATS, LEAPS, MOVES, NEIGHBOURS, TIGER
from rules.aadu_huli.moves import count_threats
from rules.aadu_huli.state import State
from rules.ask import Ask
from rules.words import Plural, Words, listed, say


def describe_entry(s: State, _: Ask, key: str) -> Words | None:
    """Return what a leap captures; None if the key is no move, or there is nothing to say.

    For a step or a placing, return the pieces beside its end, and what it threatens or risks.
    """
    if key not in MOVES:
        return None
    start, over, end = MOVES[key]
    if over is not None:
        return say("captures the Goat on {over}", over=over)
    at = {point: kind for point, kind in s.at.items() if point != start}
    beside = [at[point] for point in NEIGHBOURS[end] if point in at]
    tigers, goats = beside.count(TIGER), beside.count(GOAT)
    parts = [say(Plural("{n} Tiger", "{n} Tigers"), n=tigers)] * (tigers > 0)
    parts += [say(Plural("{n} Goat", "{n} Goats"), n=goats)] * (goats > 0)
    if not parts:  # a piece beside nobody threatens nothing and risks nothing
        return None
    there = say("beside {pieces}", pieces=listed(parts))
    if s.to_move == GOATS and _is_leapt_over(at, end):
        return say("{there}; a Tiger could capture it", there=there)
    if n := count_threats(s, key):
        return say(Plural("{there}; threatens {n} Goat", "{there}; threatens {n} Goats"), there=there, n=n)
    return there


def _is_leapt_over(at: dict[str, str], point: str) -> bool:
    """Return whether a Tiger could leap over a Goat on this point."""
    return any(
        kind == TIGER and leap.over == point and leap.end not in at
        for tiger, kind in at.items()
        for leap in LEAPS[tiger]
    )
