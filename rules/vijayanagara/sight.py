"""Find the picture that a question is about: the map with its spaces, or the open card."""

from __future__ import annotations

from rules.ask import Ask
from rules.chance import Roll
from rules.presentation import Sight
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.sides import Stakes

MAP, CARD = "map", "card"


def find_sight(ask: Ask) -> Sight | None:
    """Return the map if the question or an answer names a space, or the card if the question is about it.

    Return None for other questions.
    """
    around = tuple(filter(None, map(find_space, ask.about.split())))
    if around or any(map(find_space, ask.menu())):
        return Sight(MAP, find_space, around)
    return Sight(CARD) if ask.presentation.card else None


def find_battle(roll: Roll) -> Sight | None:
    """Return the map with the space of a battle and the space from which Units join; None for other rolls."""
    if not isinstance(roll.stakes, Stakes):
        return None
    spaces = (roll.stakes.space, roll.stakes.attacker.source)
    return Sight(MAP, around=tuple(filter(None, spaces)))


def find_space(key: str) -> str:
    """Return the space in an answer ("delhi", "2-troops-in-delhi"); "" if there is none."""
    space = key.rpartition("-in-")[2]
    return space if space in SPACES else ""
