"""Describe a move for a list: what it captures, traps, threatens, risks or blocks, and what is beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from rules.aadu_huli.board import GOAT, GOATS, LEAPS, MOVES, NEIGHBOURS, POINTS, SAFE, TIGER, TIGERS, Move
from rules.aadu_huli.forks import find_fork, is_capture_certain
from rules.aadu_huli.moves import (
    count_tiger_moves,
    find_barred_step,
    find_outcome,
    find_shut_in,
    find_threatened,
    find_trapped,
)
from rules.aadu_huli.state import State
from rules.ask import Ask
from rules.words import Plural, Words, in_turn, join_list, say

ENOUGH = 2  # if a move has fewer clauses than this, what lies beside the move's end is told too
CAPTURE, THREAT, DANGER = "capture", "threat", "danger"  # kinds of clauses that a preview tells elsewhere
GAIN = "gain"  # the kind of clauses on a Goat that traps a Tiger or saves a Goat
RELEASE = "release"  # the kind of the clause on a Goat's move that lets a trapped Tiger move again


class Clause(NamedTuple):
    """A clause on a move. `kind`: "" for the kinds that nobody asks for."""

    words: Words
    kind: str = ""


def describe_entry(s: State, _: Ask, key: str) -> Words | None:
    """Return what a move brings, the most important first; None if the key is no move."""
    if key not in MOVES:
        return None
    after = s.copy()
    after.play(key)
    return describe_move(s, after, key)


def describe_move(before: State, after: State, key: str, *, without: Collection[str] = ()) -> Words | None:
    """Return what a move brings, without clauses of some kinds; None if nothing is left."""
    told = [clause.words for clause in list_clauses(before, after, key) if clause.kind not in without]
    return in_turn(told) if told else None


def rank_move(s: State, key: str) -> tuple[bool, bool, bool, int, int]:
    """Return the place of a move in a list.

    First come captures, and Goats that trap a Tiger or save a Goat. Last come the other moves that leave a
    Goat in danger or free a trapped Tiger. Otherwise the moves of a piece are together, in the order of the
    board.
    """
    (start, _, end), after = MOVES[key], s.copy()
    after.play(key)
    kinds = {clause.kind for clause in list_clauses(s, after, key)}
    place = POINTS.index(start or end), POINTS.index(end)
    return CAPTURE not in kinds, GAIN not in kinds, bool(kinds & {DANGER, RELEASE}), *place


def list_clauses(before: State, after: State, key: str) -> list[Clause]:
    """Return what a move brings, the most important first."""
    return (_tell_tiger if before.to_move == TIGERS else _tell_goat)(before, after, MOVES[key])


def _tell_tiger(s: State, after: State, move: Move) -> list[Clause]:
    """Return what a Tiger captures, threatens and frees. If this is little, add what is beside the Tiger.

    Hints give the same kinds of reasons.
    """
    told, at, (_, over, end) = list[Clause](), after.at, move
    if over is not None:
        capture = "captures the Goat on {over}"
        if after.captured >= s.options.captures:
            capture = "captures the Goat on {over} and wins"
        told.append(Clause(say(capture, over=over), CAPTURE))
    then, now = find_threatened(s.at), find_threatened(at)
    reached = {each.over for each in LEAPS[end] if each.over in now and each.end not in at}
    if threatened := sorted((now - then) | reached):
        text = Plural("threatens the Goat on {goats}", "threatens the Goats on {goats}")
        told.append(Clause(say(text, n=len(threatened), goats=join_list(threatened)), THREAT))
    if over is None and is_capture_certain(after):
        told.append(Clause(say("makes a capture certain")))
    told += _tell_freed(s, after)
    if len(told) < ENOUGH:
        told += _tell_beside(at, end)
    if len(told) < ENOUGH:
        free = sum(point not in at for point in NEIGHBOURS[end])
        told.append(Clause(say(Plural("{n} free point around it", "{n} free points around it"), n=free)))
    return told


def _tell_goat(s: State, after: State, move: Move) -> list[Clause]:
    """Return whether a Tiger can capture the Goat, and what it frees, traps, saves, exposes and blocks.

    Also return which other Goats stay in danger. If this is little, add what is beside the Goat. Hints give
    the same reasons.
    """
    at, end = after.at, move.end
    then, now = find_threatened(s.at), find_threatened(at)
    if (ended := find_outcome(after)) is not None and ended[0] == GOATS:
        return [Clause(say("wins: no Tiger can move"), GAIN)]
    told = [_tell_safety(after, end, now)]
    if not now and (fork := find_fork(after)):
        told.append(Clause(say("but {step} would make a capture certain", step=fork), DANGER))
    told += _tell_freed(s, after, RELEASE)
    trapped, stuck = {*find_trapped(after)} - {*find_trapped(s)}, find_shut_in(at)
    if shut := sorted(trapped & stuck):
        text = Plural("traps the Tiger on {tigers}", "traps the Tigers on {tigers}")
        told.append(Clause(say(text, n=len(shut), tigers=join_list(shut)), GAIN))
    if trapped - stuck and (barred := find_barred_step(after)) is not None:
        tiger, _, back = MOVES[barred]  # only 5.5.4 bars this step, and only for a turn
        barring = "the Tiger on {tiger} can't return to {back} next turn (rule 5.5.4)"
        told.append(Clause(say(barring, tiger=tiger, back=back)))
    if saved := sorted(point for point in then - now if at.get(point) == GOAT):
        text = Plural("saves the Goat on {goats}", "saves the Goats on {goats}")
        told.append(Clause(say(text, n=len(saved), goats=join_list(saved)), GAIN))
    if exposed := sorted(now - then - {end}):
        text = Plural("exposes the Goat on {goats}", "exposes the Goats on {goats}")
        told.append(Clause(say(text, n=len(exposed), goats=join_list(exposed)), DANGER))
    if left := sorted((now & then) - {end}):
        text = Plural("{goats} stays in danger", "{goats} stay in danger")
        told.append(Clause(say(text, n=len(left), goats=join_list(left)), DANGER))
    if len(told) < ENOUGH and (fewer := count_tiger_moves(s.at) - count_tiger_moves(at)) > 0:
        told.append(Clause(say(Plural("blocks {n} Tiger move", "blocks {n} Tiger moves"), n=fewer)))
    if len(told) < ENOUGH:
        told += _tell_beside(at, end)
    return told


def is_last_capture(s: State) -> bool:
    """5.5.5: return whether the Tigers win with one more capture."""
    return s.captured + 1 >= s.options.captures


def _tell_safety(after: State, end: str, threatened: Collection[str]) -> Clause:
    """Return whether a Tiger can capture the Goat on `end` next turn, or ever."""
    if end in threatened:
        text = "a Tiger could capture it and win" if is_last_capture(after) else "a Tiger could capture it"
        return Clause(say(text), DANGER)
    return Clause(
        say("no Tiger can ever capture it there") if end in SAFE else say("can't be captured next turn")
    )


def _tell_freed(s: State, after: State, kind: str = "") -> list[Clause]:
    """5.5.5: return a clause on the Tigers that a move frees; none if it frees no Tiger."""
    freed = sorted(find_shut_in(s.at) - find_shut_in(after.at))
    text = Plural("frees the Tiger on {tigers}", "frees the Tigers on {tigers}")
    return [Clause(say(text, n=len(freed), tigers=join_list(freed)), kind)] * bool(freed)


def _tell_beside(at: Mapping[str, str], end: str) -> list[Clause]:
    """Return a clause on the pieces beside a point; none if there are no pieces."""
    beside = [at[point] for point in NEIGHBOURS[end] if point in at]
    tigers, goats = beside.count(TIGER), beside.count(GOAT)
    parts = [say(Plural("{n} Tiger", "{n} Tigers"), n=tigers)] * (tigers > 0)
    parts += [say(Plural("{n} Goat", "{n} Goats"), n=goats)] * (goats > 0)
    return [Clause(say("beside {pieces}", pieces=join_list(parts)))] * bool(parts)
