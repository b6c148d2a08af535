"""Name things of the game in the language of the picture that is being drawn."""

from __future__ import annotations

from render.kit.language import GameNames
from rules.rajas_of_the_ganges import names

name = GameNames("rajas_of_the_ganges", names.name)
