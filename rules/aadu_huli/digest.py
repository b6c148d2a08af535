"""Describe a part of the game in prose: its end, captures, and Goats that were placed."""

from __future__ import annotations

from collections.abc import Sequence

from rules.aadu_huli.view import View
from rules.words import Line, Plural, Words, say

MANY = 2  # mention placed Goats from this number on: the order itself names the point of a single Goat


def tell_ending(_after: View, story: Sequence[Line]) -> list[Words]:
    """5.5.5: return who won and why; empty while the game goes on."""
    return [line.words for line in story if line.kind == "ending"]


def write_digest(before: View, after: View, _story: Sequence[Line], _own: str) -> list[list[Words]]:
    """Return what happened between two views, in paragraphs of sentences, the most important first."""
    told = (_tell_captures(before, after), _tell_placed(before, after))
    return [[], [words for words in told if words is not None]]


def _tell_captures(before: View, after: View) -> Words | None:
    n = after.captured - before.captured
    if n <= 0:
        return None
    text = Plural(
        "The Tigers captured {n} Goat ({total} of {needed} now).",
        "The Tigers captured {n} Goats ({total} of {needed} now).",
    )
    return say(text, n=n, total=after.captured, needed=after.needed)


def _tell_placed(before: View, after: View) -> Words | None:
    n = before.waiting - after.waiting
    if n < MANY:
        return None
    return say("{n} Goats were placed, and {left} still wait.", n=n, left=after.waiting)
