"""Define how the seats of a game are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.state import S_in, V_in
from rules.words import Plural, Said, Words, say

_BY_SCORE = say("by score")


def _count_points(n: int) -> Words:
    return say(Plural("{n} point", "{n} points"), n=n)


def _no_points(_: object) -> Mapping[str, float]:
    return {}


def _no_kinds(_: object) -> Mapping[str, Mapping[str, Said]]:
    return {}


def _no_result(_: object) -> Said:
    return ""


def _no_tie(_: object) -> Sequence[Said]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores(Generic[S_in, V_in]):
    """How the seats of a game are compared."""

    parts: Callable[[V_in], Mapping[str, Said]]  # (view): the parts of each seat's points
    # (view): the parts of each seat's points as `{kind of part: part}`. From the kinds, a post on the end of
    # a game finds out which parts were new in the last turn; {}: the post does not say what was new
    parts_by_kind: Callable[[V_in], Mapping[str, Mapping[str, Said]]] = _no_kinds
    # (state): groups of seats that share a place, the winners first
    ranking: Callable[[S_in], Sequence[Sequence[str]]]
    # (state): a sentence that says how the winner won, such as by points; "": the headline says it, or `tie`
    # does
    result: Callable[[S_in], Said] = _no_result
    # (state): sentences on how ties were broken, first the tie for the first place; none if there was no tie
    tie: Callable[[S_in], Sequence[Said]] = _no_tie
    # (view): each seat's points, for a curve over the game
    points: Callable[[V_in], Mapping[str, float]] = _no_points
    # (n): a number of these points, in the game's own words
    amount: Callable[[int], Words] = _count_points
    # in what a seat leads if it has the most of these points, as in "{seat} led by score"
    measure: Words = _BY_SCORE


def place_of(seat: str, points: Mapping[str, float]) -> Words:
    """Return the place of a seat by its `points`: "in place 2 of 4". Equal points share a place."""
    own = points[seat]
    place = 1 + sum(other > own for other in points.values())
    text = Plural("in place {n} of {seats}", "in place {n} of {seats}")  # French: "1er", but "2e"
    if sum(other == own for other in points.values()) > 1:
        text = Plural("tied for place {n} of {seats}", "tied for place {n} of {seats}")
    return say(text, n=place, seats=len(points))
