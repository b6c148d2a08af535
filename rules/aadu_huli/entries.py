"""Describe a move for a list: what it captures, threatens or risks, and which pieces it ends beside."""

from __future__ import annotations

from collections.abc import Set

from rules.aadu_huli.board import GOAT, LEAPS, MOVES, NEIGHBOURS, TIGER, TIGERS
from rules.aadu_huli.moves import find_threatened
from rules.aadu_huli.state import State
from rules.ask import Ask
from rules.words import Plural, Words, in_turn, listed, say


def describe_entry(s: State, _: Ask, key: str) -> Words | None:
    """Return what a leap captures; None if the key is no move, or there is nothing to say.

    For a step or a placing, return the pieces beside its end, and what it threatens, risks or saves.
    """
    if key not in MOVES:
        return None
    start, over, end = MOVES[key]
    if over is not None:
        return say("captures the Goat on {over}", over=over)
    own = TIGER if s.to_move == TIGERS else GOAT
    at = {point: kind for point, kind in s.at.items() if point != start} | {end: own}
    beside = [at[point] for point in NEIGHBOURS[end] if point in at]
    tigers, goats = beside.count(TIGER), beside.count(GOAT)
    parts = [say(Plural("{n} Tiger", "{n} Tigers"), n=tigers)] * (tigers > 0)
    parts += [say(Plural("{n} Goat", "{n} Goats"), n=goats)] * (goats > 0)
    told = [say("beside {pieces}", pieces=listed(parts))] * bool(parts)
    told += _tell_threats(find_threatened(s.at), at, end, own)
    return in_turn(told) if told else None


def _tell_threats(then: Set[str], at: dict[str, str], end: str, own: str) -> list[Words]:
    """Return which Goats a step or placing to `end` threatens, saves or risks. Hints give the same reasons.

    `then`: the points of the Goats that Tigers could capture before. `at`: the board after the move.
    """
    now = find_threatened(at)
    if own == TIGER:
        threatened = sorted(
            (now - then) | {over for over, free in LEAPS[end] if over in now and free not in at}
        )
        text = Plural("threatens the Goat on {goats}", "threatens the Goats on {goats}")
        return [say(text, n=len(threatened), goats=listed(threatened))] * bool(threatened)
    saved = sorted(point for point in then - now if at.get(point) == GOAT)
    text = Plural("saves the Goat on {goats}", "saves the Goats on {goats}")
    told = [say(text, n=len(saved), goats=listed(saved))] * bool(saved)
    return told + [say("a Tiger could capture it")] * (end in now)
