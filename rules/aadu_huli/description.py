"""Describe a picture of the board in sentences, most important first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.aadu_huli.board import GOAT, MOVES, NEIGHBOURS, POINTS, TIGER
from rules.aadu_huli.moves import find_threatened
from rules.aadu_huli.view import View
from rules.words import Plural, Words, as_is, in_turn, say


def describe_board(view: View, lit: Collection[str] = ()) -> list[Words]:
    """Return the last move, the side to move, and the place of every piece. `lit`: highlighted points."""
    return [*describe_moves(view, (view.last,) if view.last else ()), *_describe_state(view, lit)]


def describe_turns(view: View, moves: Sequence[str]) -> list[Words]:
    """Return these moves, the latest last, and the place of every piece after them."""
    return [*(describe_moves(view, moves) or [say("No new move.")]), *_describe_state(view)]


def describe_point(view: View, point: str) -> list[Words]:
    """Return what is on a point and on the adjacent points, then the whole board."""
    near = [say("{point} {what}", point=other, what=_say_piece(view, other)) for other in NEIGHBOURS[point]]
    return [
        say("{point}: {what}.", point=point, what=_say_piece(view, point)),
        say("Next to it: {points}.", points=in_turn(near, ", ")),
        *_describe_state(view),
    ]


def describe_course(views: Sequence[View]) -> list[Words]:
    """Return how many Goats were placed and captured from the first view to the last, then the board."""
    first, last = views[0], views[-1]
    placed, captured = first.waiting - last.waiting, last.captured - first.captured
    text = Plural("{n} Goat placed, {captured} captured.", "{n} Goats placed, {captured} captured.")
    return [say(text, n=placed, captured=captured), *describe_board(last)]


def describe_moves(view: View, moves: Sequence[str]) -> list[Words]:
    """Return a sentence for each move.

    The piece that the last move put on its end point shows which side made this move. The sides take turns,
    so the sides of the earlier moves follow from that.
    """
    found: list[Words] = []
    sorts = (TIGER, GOAT) if moves and view.at.get(MOVES[moves[-1]].end) == TIGER else (GOAT, TIGER)
    for back, key in enumerate(reversed(moves)):
        start, over, end = MOVES[key]
        kind = sorts[back % 2]
        if start is None:
            found.append(say("Goat placed on {end}.", end=end))
        elif over is None:
            found.append(say("{kind} moved from {start} to {end}.", kind=kind, start=start, end=end))
        else:
            text = "Tiger moved from {start} to {end}, capturing the Goat on {over}."
            found.append(say(text, start=start, end=end, over=over))
    return found[::-1]


def say_turn(view: View) -> tuple[Words, str]:
    """Return who is to move or who won, in words, and the seat of that side ("" for no side).

    Before the sides are chosen, the words are "Who has the Goats?".
    """
    if not view.sides:
        return say("Who has the Goats?"), ""
    if view.winner in view.sides:
        return say("{side} win", side=view.winner), view.sides[view.winner]
    if view.winner:
        return say("Drawn"), ""
    return say("{side} to move", side=view.to_move), view.sides[view.to_move]


def _describe_state(view: View, lit: Collection[str] = ()) -> list[Words]:
    turn, seat = say_turn(view)
    goats = [point for point in POINTS if view.at.get(point) == GOAT]
    tigers = [point for point in POINTS if view.at.get(point) == TIGER]
    danger = find_threatened(view.at) if view.to_move else ()
    text = "Goats waiting: {waiting}, captured: {n} of {needed}."
    return [
        say("{turn} for {seat}.", turn=turn, seat=seat) if seat else turn,
        *([as_is(view.occasion)] if view.occasion else []),
        say("Tigers on {points}.", points=_row(tigers)),
        *([say("Trapped: {points}.", points=_row(view.trapped))] if view.trapped else []),
        *([say("In danger: {points}.", points=_row(danger))] if danger else []),
        say("Goats on {points}.", points=_row(goats)) if goats else say("No Goats on the board."),
        say(text, waiting=view.waiting, n=view.captured, needed=view.needed),
        *([say("Highlighted: {points}.", points=_row(lit))] if lit else []),
    ]


def _say_piece(view: View, point: str) -> Words:
    if point in view.trapped:
        return say("a trapped Tiger")
    return {GOAT: say("a Goat"), TIGER: say("a Tiger")}.get(view.at.get(point, ""), say("empty"))


def _row(points: Collection[str]) -> Words:
    return in_turn([point for point in POINTS if point in points], ", ")
