"""The map as the picture that a question is about."""

from __future__ import annotations

from rules.ask import Ask
from rules.presentation import Sight
from rules.successors.board import AREAS

REACH, PART = "reach", "part"  # pictures: the whole table, and the part of the map that matters


def find_sight(ask: Ask) -> Sight | None:
    """Return the map where provinces or seas are answers or named by the question."""
    around = tuple(part for part in ask.about.split() if part in AREAS)
    return Sight(PART, find_place, around) if around or any(map(find_place, ask.menu())) else None


def find_place(key: str) -> str:
    """Return the place that an answer is about: "HEL", "march-HEL", "fight-SYR-blue"; "" for none."""
    return next((part for part in key.split("-") if part in AREAS), "")
