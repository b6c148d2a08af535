"""Name things of the game in the language of the picture that is being drawn."""

from __future__ import annotations

from render.kit.language import GameNames
from rules.rajas_of_the_ganges import names
from rules.rajas_of_the_ganges.board import COLOURS

name = GameNames("rajas_of_the_ganges", names.name)


def find_letter(colour: str) -> str:
    """Return the letter of a colour's dice: the first letter of its name, or two if another colour has it."""
    said, others = name(colour), [name(other) for other in COLOURS if other != colour]
    return said[: 1 + any(other[:1] == said[:1] for other in others)].capitalize()
