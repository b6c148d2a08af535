"""Define the styles of a game's bot players. A style says which of several equally good orders it prefers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.player import Maker
from rules.words import Words


@dataclass(frozen=True, slots=True)
class Style:
    """A character of bot players. A style leaves a player about as strong as before.

    Attributes:
        title: its name within a sentence ("the raider")
        habit: what it likes, as a clause that follows its name ("attacks when in doubt")
        makers: for each level that has this style, what makes its players
    """

    title: Words
    habit: Words
    makers: Mapping[str, Maker]
