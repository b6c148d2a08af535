"""Rank the seats of a running game by points."""

from __future__ import annotations

from collections.abc import Mapping

from rules.words import Words, say


def place_of(seat: str, points: Mapping[str, float]) -> Words:
    """Return the place of a seat by `points`, the most first: "place 2 of 4". Equal seats share a place."""
    own, n = points[seat], len(points)
    place = 1 + sum(other > own for other in points.values())
    if sum(other == own for other in points.values()) > 1:
        return say("place {place} of {n}, shared", place=place, n=n)
    return say("place {place} of {n}", place=place, n=n)
