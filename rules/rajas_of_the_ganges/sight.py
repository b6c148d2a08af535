"""Find the picture that a question is about: spaces, tiles, dice, the river, buildings, the province."""

from __future__ import annotations

from rules.ask import Ask
from rules.asking import DONE
from rules.presentation import Sight

SPACES, DISPLAY, RIVER, DICE, BUILDINGS, SQUARES = (
    "spaces",
    "display",
    "river",
    "dice",
    "buildings",
    "squares",
)
NEXT = "next"  # the mark of the answer that sails on to the next free space
PICTURES = {
    "space": SPACES,
    "palace": SPACES,
    "tile": DISPLAY,
    "destination": RIVER,
    "sail": RIVER,
    "die": DICE,
    "reroll": DICE,
    "put-back": DICE,
    "colours": DICE,
    "payment": DICE,
    "upgrade": BUILDINGS,
    "cover": SQUARES,
}  # by the kind of a question, the kind of its picture


def find_sight(ask: Ask) -> Sight | None:
    """Return the picture that numbers the answers; None for other questions."""
    kind = PICTURES.get(ask.kind)
    return None if kind is None else Sight(kind, _find_mark)


def _find_mark(key: str) -> str:
    return {DONE: "", "stay": "", "sail": NEXT}.get(key, key)
