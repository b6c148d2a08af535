"""Describe the picture in words: its alt text, and the table in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from render.aadu_huli.draw import Tale
from render.aadu_huli.names import name
from render.kit.texts import WIDE, fit_sentences
from rules.aadu_huli.board import GOAT, GOATS, POINTS, TIGER, TIGERS
from rules.aadu_huli.description import (
    describe_board,
    describe_course,
    describe_point,
    describe_turns,
    say_turn,
)
from rules.aadu_huli.view import View
from rules.words import Words

SIGNS = {GOAT: "g", TIGER: "T"}
CAGED = "#"


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Return the alt text of the board: the last move, the side to move, and the place of every piece."""
    return _fit(describe_board(view, highlight))


def tell_alt(view: View, tale: Tale) -> str:
    """Return the alt text of what happened: the moves since `tale.before`, oldest first, then the board."""
    return _fit(describe_turns(view, tale.deeds))


def describe_recent(view: View) -> str:
    """Return the alt text of the board after the last two moves."""
    return _fit(describe_turns(view, view.recent[-2:]))


def crop_alt(view: View, space: str) -> str:
    """Return the alt text of a close-up: what is on a point and on adjacent points, then the board."""
    return _fit(describe_point(view, space))


def animation_alt(views: Sequence[View]) -> str:
    """Return the alt text of an animation: what changed from the first view to the last, then the board."""
    return _fit(describe_course(views))


def _fit(sentences: Sequence[Words]) -> str:
    said = [each.read(name) for each in sentences]
    return fit_sentences([text if text.endswith((".", "?")) else f"{text}." for text in said], name=name)


def text_table(view: View) -> str:
    """Return the board as rows of points, in lines of at most `WIDE` characters."""
    turn, seat = say_turn(view)
    words, seat = turn.read(name), name(seat)
    lines = [
        name.say("T Tiger, # trapped Tiger,"), name.say("g Goat, . empty point"), "",
        *wrap(view.occasion, WIDE),
    ]  # fmt: skip
    lines.append(f"{words} ({seat})" if seat else words)
    if view.last:
        lines.append(name.say("Last move: {move}", move=view.last))
    lines.append("")
    for row in "12345":
        points = [point for point in POINTS if point[0] == row]
        lines.append(" ".join(f"{name(point)} {_sign(view, point)}" for point in points).center(29).rstrip())
    lines += ["", name.say("Goats waiting {n}", n=view.waiting)]
    lines.append(name.say("Goats captured {n} of {of}", n=view.captured, of=view.needed))
    lines += [
        name.say("{side}: {seat}", side=side, seat=view.sides[side]) for side in (GOATS, TIGERS) if view.sides
    ]
    return "\n".join(lines)


def _sign(view: View, point: str) -> str:
    return CAGED if point in view.trapped else SIGNS.get(view.at.get(point, ""), ".")
