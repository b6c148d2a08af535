"""Say in the preview of a move which Goats a Tiger could capture after it."""

from __future__ import annotations

from rules.aadu_huli.board import GOAT, LEAPS, TIGER, TIGERS
from rules.aadu_huli.moves import find_outcome
from rules.aadu_huli.state import State
from rules.words import Plural, Words, listed, say


def list_forecast(s: State, seat: str, _: object) -> list[Words]:
    """5.5.3: return a sentence on the Goats that a Tiger could leap over after a seat's move; [] for none."""
    if not s.sides or s.sides[s.to_move] == seat or find_outcome(s) is not None:
        return []
    goats = list_threatened(s)
    if not goats:
        return []
    text = (
        Plural(
            "The Tigers now threaten the Goat on {goats}.", "The Tigers now threaten the Goats on {goats}."
        )
        if s.sides[TIGERS] == seat
        else Plural(
            "A Tiger can capture the Goat on {goats} next.",
            "A Tiger can capture one of the Goats on {goats} next.",
        )
    )
    return [say(text, goats=listed(goats), n=len(goats))]


def list_threatened(s: State) -> list[str]:
    """5.5.3: return the points of the Goats that a Tiger could leap over."""
    leaps = (leap for tiger in s.pieces(TIGER) for leap in LEAPS[tiger])
    return sorted({leap.over for leap in leaps if s.at.get(leap.over) == GOAT and leap.end not in s.at})
