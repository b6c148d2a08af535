"""Describe the purpose of a move in one clause: what it wins, threatens, saves or blocks."""

from __future__ import annotations

from collections.abc import Sequence

from rules.aadu_huli.board import GOAT, MOVES, NEIGHBOURS, SAFE, TIGERS
from rules.aadu_huli.moves import count_tiger_moves, find_threatened
from rules.aadu_huli.view import View
from rules.words import Plural, Said, join_list, say

MANY_MOVES = 2  # nearly every Tiger move gives 1 more way to move, so only 2 or more are a reason


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return the most important effect of a move. Only effects that show on the board at once count.

    For an answer about who has which side, the purpose is "to have the better side".
    """
    if not (before.sides and after.sides):
        return say("to have the better side")
    if seat in after.winners:
        if len(after.winners) > 1:
            return say("to draw the game")
        if after.sides[TIGERS] == seat and after.captured > before.captured:
            return say(Plural("to win with {n} capture", "to win with {n} captures"), n=after.captured)
        return say("to win the game")
    then, now, stand = find_threatened(before.at), find_threatened(after.at), MOVES[keys[-1]].end
    fewer = count_tiger_moves(before.at) - count_tiger_moves(after.at)
    if after.sides[TIGERS] == seat:
        if after.captured > before.captured:
            [eaten] = [point for point in before.at if before.at[point] == GOAT and point not in after.at]
            return say("to capture the Goat on {eaten}", eaten=eaten)
        if new := sorted(now - then):
            threat = Plural("to threaten the Goat on {goats}", "to threaten the Goats on {goats}")
            return say(threat, n=len(new), goats=join_list(new))
        if len(after.trapped) < len(before.trapped):
            return say("to free the Tiger on {tiger}", tiger=min({*before.trapped} - {*after.trapped}))
        if kept := sorted(now):
            return say("to go on threatening the Goat on {goat}", goat=kept[0])
        near = [point for point in NEIGHBOURS[stand] if after.at.get(point) == GOAT and point not in SAFE]
        if near:
            return say("to stand on {stand} beside the Goat on {beside}", stand=stand, beside=near[0])
        if -fewer >= MANY_MOVES:
            return say("so that the Tigers have {n} more ways to move", n=-fewer)
        return say("to wait on {stand}, because no Goat can be captured yet", stand=stand)
    if len(after.trapped) > len(before.trapped):
        return say("to trap the Tiger on {tiger}", tiger=min({*after.trapped} - {*before.trapped}))
    if saved := sorted(point for point in then - now if after.at.get(point) == GOAT):
        return say("to save the Goat on {point}", point=saved[0])
    if gone := sorted(then - now):
        return say("to take the Goat on {point} out of danger", point=gone[0])
    if given := sorted(now - then):
        return say("to block, although a Tiger can now capture the Goat on {point}", point=given[0])
    if fewer > 0:
        return say(Plural("to block a move of the Tigers", "to block {n} moves of the Tigers"), n=fewer)
    if not now:
        if stand in SAFE:
            return say("to stand on {stand}, always out of the Tigers' reach", stand=stand)
        if near := [point for point in NEIGHBOURS[stand] if after.at.get(point) == GOAT]:
            text = "to stand on {stand} beside the Goat on {beside}, safe from all Tigers next turn"
            return say(text, stand=stand, beside=near[0])
        return say("to stand on {stand}, safe from all Tigers next turn", stand=stand)
    if len(before.at) == len(after.at):
        return say("to give up the Goat on {goat} to a Tiger", goat=min(now))
    return say(
        "to bring in one more Goat, although a Tiger can still capture the one on {goat}", goat=min(now)
    )
