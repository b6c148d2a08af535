"""Name things of the game in the language of the picture that is being drawn."""

from __future__ import annotations

from render.kit.language import GameNames
from rules.successors import names

name = GameNames("successors", names.name)


def find_letter(seat: str) -> str:
    """Return the letter of a seat: the first of its name. Rebels have "!"."""
    return "!" if seat == "white" else name(seat)[:1]
