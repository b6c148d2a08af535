"""Vijayanagara: the Deccan Empires of Medieval India, 1290-1398. This module is the whole public face of the
game."""

from __future__ import annotations

from rules.vijayanagara.names import aliases, name
from rules.vijayanagara.options import Options
from rules.vijayanagara.position import dump, load, setup
from rules.vijayanagara.reference import reference
from rules.vijayanagara.state import State
from rules.vijayanagara.trade import SIDE_WORDS, side, side_acts
from rules.vijayanagara.turn import over, turn
from rules.vijayanagara.view import View, view

KEY = "vijayanagara"
TITLE = "Vijayanagara"
SEATS = ("sultanate", "bahmani", "vijayanagara")


def check(state: State) -> None:
    """Raises `AssertionError` where the state breaks an invariant of the game."""
    state.check()


__all__ = [
    "KEY",
    "SEATS",
    "SIDE_WORDS",
    "TITLE",
    "Options",
    "State",
    "View",
    "aliases",
    "check",
    "dump",
    "load",
    "name",
    "over",
    "reference",
    "setup",
    "side",
    "side_acts",
    "turn",
    "view",
]
