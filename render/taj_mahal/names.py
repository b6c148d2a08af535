"""Name things of the game in the language of the picture that is being drawn."""

from __future__ import annotations

from render.kit.language import GameNames
from rules.taj_mahal import names

name = GameNames("taj_mahal", names.name)


def find_letters(seat: str) -> str:
    """Return the two letters on the pieces of a seat: the first two of its name."""
    return name(seat)[:2]
