"""Describe the purpose of a move in one clause: what it wins, threatens, saves or blocks."""

from __future__ import annotations

from collections.abc import Sequence

from rules.aadu_huli.board import GOAT, LEAPS, MOVES, NEIGHBOURS, SAFE, TIGER, TIGERS
from rules.aadu_huli.forks import find_fork, is_capture_certain
from rules.aadu_huli.moves import count_tiger_moves, find_threatened
from rules.aadu_huli.view import View, state_of
from rules.words import Plural, Said, join_list, say

EDGE = 2  # a Tiger can capture a Goat at the edge from at most this many points
MANY_MOVES = 2  # nearly every Tiger move gives 1 more way to move, so only 2 or more are a reason


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return the most important effect of a move. Only effects that show on the board at once count.

    An answer about who has which side has no purpose to tell, so it gives "".
    """
    if not (before.sides and after.sides):
        return ""
    if seat in after.winners:
        if len(after.winners) > 1:
            return say("to draw the game")
        if after.sides[TIGERS] == seat and after.captured > before.captured:
            return say(Plural("to win with {n} capture", "to win with {n} captures"), n=after.captured)
        return say("to win the game")
    return (_describe_tigers if after.sides[TIGERS] == seat else _describe_goats)(before, after, keys[-1])


def _describe_tigers(before: View, after: View, key: str) -> Said:
    """Return the most important effect of a move of the Tigers."""
    then, now, stand = find_threatened(before.at), find_threatened(after.at), MOVES[key].end
    if after.captured > before.captured:
        [eaten] = [point for point in before.at if before.at[point] == GOAT and point not in after.at]
        return say("to capture the Goat on {eaten}", eaten=eaten)
    if new := sorted(now - then):
        threat = Plural("to threaten the Goat on {goats}", "to threaten the Goats on {goats}")
        if is_capture_certain(state_of(after)):
            threat = Plural(
                "to threaten the Goat on {goats} and make a capture certain",
                "to threaten the Goats on {goats} and make a capture certain",
            )
        return say(threat, n=len(new), goats=join_list(new))
    if len(after.trapped) < len(before.trapped):
        return say("to free the Tiger on {tiger}", tiger=min({*before.trapped} - {*after.trapped}))
    if kept := sorted(now):
        return say("to go on threatening the Goat on {goat}", goat=kept[0])
    if (fork := _find_next_fork(after)) and not _find_next_fork(before):
        return say("to prepare {fork}, which would make a capture certain", fork=fork)
    pinned = [each for each in LEAPS[stand] if after.at.get(each.over) == after.at.get(each.end) == GOAT]
    if pinned and not after.waiting:
        text = "to pin the Goat on {end}: after a move from there, a Tiger can capture the Goat on {over}"
        return say(text, end=pinned[0].end, over=pinned[0].over)
    near = [point for point in NEIGHBOURS[stand] if after.at.get(point) == GOAT and point not in SAFE]
    if near:
        return say("to stand on {stand} beside the Goat on {beside}", stand=stand, beside=near[0])
    more = count_tiger_moves(after.at) - count_tiger_moves(before.at)
    if more >= MANY_MOVES:
        return say("so that the Tigers have {n} more ways to move", n=more)
    return say("to wait on {stand}, because no Goat can be captured yet", stand=stand)


def _describe_goats(before: View, after: View, key: str) -> Said:
    """Return the most important effect of a move of the Goats."""
    then, now, stand = find_threatened(before.at), find_threatened(after.at), MOVES[key].end
    if len(after.trapped) > len(before.trapped):
        return say("to trap the Tiger on {tiger}", tiger=min({*after.trapped} - {*before.trapped}))
    if saved := sorted(point for point in then - now if after.at.get(point) == GOAT):
        return say("to save the Goat on {point}", point=saved[0])
    if gone := sorted(then - now):
        return say("to take the Goat on {point} out of danger", point=gone[0])
    if given := sorted(now - then):
        return say("to block, although a Tiger can now capture the Goat on {point}", point=given[0])
    if now:
        text = "to bring in one more Goat, although a Tiger can still capture the one on {goat}"
        if len(before.at) == len(after.at):
            text = "to give up the Goat on {goat} to a Tiger"
        return say(text, goat=min(now))
    if (fork := _find_next_fork(before)) and not _find_next_fork(after):
        return say("to prevent {fork}, which would make a capture certain", fork=fork)
    tigers = [point for point in NEIGHBOURS[stand] if after.at.get(point) == TIGER]
    if tigers and count_tiger_moves(before.at) > count_tiger_moves(after.at):
        bar = Plural(
            "to keep the Tiger on {tigers} off {stand}", "to keep the Tigers on {tigers} off {stand}"
        )
        return say(bar, n=len(tigers), stand=stand, tigers=join_list(tigers))
    for over, end in LEAPS[stand]:
        if after.at.get(over) == GOAT and after.at.get(end) != GOAT:
            text = "to protect the Goat on {beside}: no Tiger can land on {stand}"
            return say(text, stand=stand, beside=over)
    if stand in SAFE:
        return say("to stand on {stand}, always out of the Tigers' reach", stand=stand)
    starts = [
        point
        for point in NEIGHBOURS[stand]
        for over, end in LEAPS[point]
        if over == stand and GOAT not in (after.at.get(point), after.at.get(end))
    ]
    if len(starts) > EDGE:
        return say("to bring a Goat to {stand}", stand=stand)
    if starts and 2 * len(starts) > len(NEIGHBOURS[stand]):  # only points at the edge have so few lines
        return say("to stand on {stand} at the edge, where a Tiger can leap only along the edge", stand=stand)
    if starts:
        text = "to stand on {stand}: a Tiger can capture there only from {starts}"
        return say(text, stand=stand, starts=join_list(starts, "or"))
    return say("to stand on {stand}, protected from all sides", stand=stand)


def _find_next_fork(view: View) -> str | None:
    """Return a step that makes a capture certain if the Tigers move next; None if there is none."""
    s = state_of(view)
    s.to_move, s.recent = TIGERS, []
    return find_fork(s)
