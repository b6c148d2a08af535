"""Aadu-Huli aata, the Goat-Tiger game of southern India (5.5). This module is the whole public face of the
game."""

from __future__ import annotations

from collections.abc import Sequence

from rules.aadu_huli.aim import aim
from rules.aadu_huli.board import Board
from rules.aadu_huli.names import NAMES, SEATS, aliases, name
from rules.aadu_huli.options import Options
from rules.aadu_huli.outlook import OUTLOOK
from rules.aadu_huli.players import AUTOMATIC
from rules.aadu_huli.position import dump, load, setup
from rules.aadu_huli.reference import asked, reference
from rules.aadu_huli.state import State
from rules.aadu_huli.turn import over, turn
from rules.aadu_huli.view import View, captions, state_of, view
from rules.aadu_huli.wrong_points import explain_points
from rules.extras import Extras
from rules.kernel import Decks, NotAllowed, Option
from rules.words import as_is, say

KEY = "aadu_huli"
TITLE = "Aadu-Huli aata"
SIDE_WORDS: frozenset[str] = frozenset()
DECKS: Decks | None = None
EXTRAS = Extras(
    data={"board.toml": Board},
    aim=aim,
    astray=explain_points,
    asked=asked,
    captions=captions,
    names=lambda: NAMES,
    state_of=state_of,
    outlook=OUTLOOK,
)


def seats(options: Options) -> tuple[str, ...]:
    """The players, who may have either side."""
    return SEATS


def side(state: State, seat: str, act: str) -> None:
    """There are no side acts in this game. Raises `NotAllowed`."""
    said = as_is(act.replace("_", " "))
    raise NotAllowed(
        say(("“{act}”: this game has moves only. Type one, such as “3B”, “3B-3C” or “1A x 3B”."), act=said)
    )


def side_acts(state: State, seat: str) -> Sequence[Option]:
    """None."""
    return ()


def check(state: State) -> None:
    """Raises `AssertionError` where the state breaks an invariant of the game."""
    state.check()


__all__ = [
    "AUTOMATIC",
    "DECKS",
    "EXTRAS",
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
    "seats",
    "setup",
    "side",
    "side_acts",
    "state_of",
    "turn",
    "view",
]
