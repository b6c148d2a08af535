"""5.5: list the moves, say why one is illegal, and find how the game ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.aadu_huli.board import (
    GOAT,
    GOATS,
    LEAPS,
    MOVES,
    POINTS,
    STEPS,
    TIGER,
    TIGER_MOVES,
    TIGERS,
    WAY_BACK,
    leap,
)
from rules.aadu_huli.names import SEATS
from rules.aadu_huli.state import RECENT, State
from rules.words import Plural, Words, say

DRAWN = "drawn"


def list_candidates(s: State) -> Iterator[str]:
    """Yield the moves to show to the side to move, legal or not, in the order of the board."""
    if s.to_move == GOATS and s.waiting:
        yield from POINTS
        return
    kind, moves = (TIGER, TIGER_MOVES) if s.to_move == TIGERS else (GOAT, STEPS)
    for point in s.pieces(kind):
        yield from moves[point]


def find_threatened(at: Mapping[str, str]) -> set[str]:
    """5.5.3: return the points of the Goats that a Tiger could capture."""
    return {over for key in list_threats(at) if (over := MOVES[key].over) is not None}


def list_threats(at: Mapping[str, str]) -> list[str]:
    """5.5.3: return the captures that the Tigers could make, whichever side is to move."""
    tigers = [point for point in POINTS if at.get(point) == TIGER]
    return [
        leap(point, end)
        for point in tigers
        for over, end in LEAPS[point]
        if at.get(over) == GOAT and end not in at
    ]


def list_empty_leaps(s: State) -> list[str]:
    """5.5.3: return the candidates that leap over no Goat."""
    return [key for key in list_candidates(s) if (over := MOVES[key].over) and s.at.get(over) != GOAT]


def find_only_leap(s: State) -> str:
    """5.5.3: return the legal leap if there is just one; "" otherwise."""
    leaps = [key for key in list_candidates(s) if MOVES[key].over and why_not(s, key) is None]
    return leaps[0] if len(leaps) == 1 else ""


def why_not(s: State, key: str) -> Words | None:
    """Return why a candidate may not be played now, with the rule; None if it may."""
    start, over, end = MOVES[key]
    if end in s.at:
        if start is None and s.at[end] == GOAT:
            return say("5.5.2: a Goat is on {end}, and Goats can't move until all are placed", end=end)
        rule = "5.5.2" if s.to_move == GOATS else "5.5.3"
        return say("{rule}: a {kind} is on {end}", rule=rule, kind=s.at[end], end=end)
    if over is not None:
        if over not in s.at:
            return say("5.5.3: there is no Goat on {over} to leap over", over=over)
        if s.at[over] != GOAT:
            return say("5.5.3: a Tiger is on {over}, and you can leap only over Goats", over=over)
    if brings_back(s, key):
        return say("5.5.4: your opponent has just moved a piece back, so you can't move your piece back too")
    return None


def brings_back(s: State, key: str) -> bool:
    """5.5.4: return whether this move would repeat the position at the end of this side's last turn but one.

    That is so if the move takes back this side's last step, and the opponent has just taken back a step too.
    A placing or a capture can't be taken back.
    """
    if len(s.recent) < RECENT:
        return False
    theirs, mine, last = s.recent
    return WAY_BACK.get(mine) == key and WAY_BACK.get(theirs) == last


def find_trapped(s: State) -> list[str]:
    """5.5.5: return the Tigers that could neither step nor leap, whichever side is to move.

    A step that 5.5.4 forbids doesn't count.
    """
    shut_in = find_shut_in(s.at, find_barred_step(s) if s.to_move == TIGERS else None)
    return [point for point in s.pieces(TIGER) if point in shut_in]


def find_shut_in(at: Mapping[str, str], barred: str | None = None) -> set[str]:
    """5.5.5: return the points of the Tigers without a step (other than `barred`) and without a leap."""
    tigers = (point for point, piece in at.items() if piece == TIGER)
    return {point for point in tigers if not _count_steps(at, point, barred) and not _count_leaps(at, point)}


def count_tiger_moves(at: Mapping[str, str]) -> int:
    """Return how many steps and leaps the Tigers have."""
    tigers = [point for point, piece in at.items() if piece == TIGER]
    return sum(_count_steps(at, point) + _count_leaps(at, point) for point in tigers)


def _count_steps(at: Mapping[str, str], point: str, barred: str | None = None) -> int:
    return sum(MOVES[key].end not in at and key != barred for key in STEPS[point])


def _count_leaps(at: Mapping[str, str], point: str) -> int:
    return sum(at.get(over) == GOAT and end not in at for over, end in LEAPS[point])


def find_barred_step(s: State) -> str | None:
    """5.5.4: return the step that the ban on repeating forbids now, if its end is free; else None."""
    back = WAY_BACK.get(s.recent[-2]) if len(s.recent) == RECENT else None
    return back if back is not None and MOVES[back].end not in s.at and brings_back(s, back) else None


def find_outcome(s: State) -> tuple[str, Words] | None:
    """5.5.5: return the side that has won (or `DRAWN`) and why; None while the game goes on."""
    if s.captured >= s.options.captures:
        return TIGERS, say("Goats captured: {n}. The Tigers win.", n=s.captured)
    if not any(why_not(s, key) is None for key in list_candidates(s)):
        winner = GOATS if s.to_move == TIGERS else TIGERS
        return winner, _tell_stuck(s, winner)
    if s.options.quiet and s.quiet >= s.options.quiet:
        quiet = Plural(
            "The game is a draw after {n} turn without a new or captured Goat.",
            "The game is a draw after {n} turns without a new or captured Goat.",
        )
        return DRAWN, say(quiet, n=s.quiet)
    return None


def rank_seats(s: State) -> Sequence[Sequence[str]]:
    """5.5.5: return the winner and then the loser; both together if the game is a draw or goes on."""
    ended = find_outcome(s) if s.sides else None
    if ended is None or ended[0] == DRAWN:
        return [sorted(s.sides.values()) or SEATS]
    winner = s.sides[ended[0]]
    return [[winner], [seat for seat in s.sides.values() if seat != winner]]


def describe_result(s: State) -> Words | str:
    """5.5.5: return which seat won and why, or why the game is a draw; "" while the game goes on."""
    ended = find_outcome(s) if s.sides else None
    if ended is None or ended[0] == DRAWN:
        return "" if ended is None else ended[1]
    winner, _ = ended
    if s.captured >= s.options.captures:
        return say("{seat} wins: the Tigers captured {n} Goats.", seat=s.sides[winner], n=s.captured)
    kind = TIGER if s.to_move == TIGERS else GOAT
    return say("{seat} (the {side}) wins: no {kind} can move.", seat=s.sides[winner], side=winner, kind=kind)


def _tell_stuck(s: State, winner: str) -> Words:
    """5.5.5: return why the side to move has no legal move.

    If a step is illegal only because of 5.5.4, name that step and the reason.
    """
    barred = find_barred_step(s)
    text = "No {kind} can move. The {winner} win."
    if barred is not None:
        text = "No {kind} can move, because {step} would bring back an earlier position. The {winner} win."
    return say(text, kind=TIGER if s.to_move == TIGERS else GOAT, step=barred or "", winner=winner)
