"""Rajas of the Ganges: provinces, dice, and a race of fame and wealth in the Mogul empire. This module is the
whole public face of the game."""

from __future__ import annotations

from collections.abc import Sequence

from rules.extras import Extras
from rules.kernel import Decks, NotAllowed, Option
from rules.rajas_of_the_ganges.board import Board
from rules.rajas_of_the_ganges.conditions import conditions, holds, why_not_condition
from rules.rajas_of_the_ganges.digest import aim, chapter, counted, digest, reckoning
from rules.rajas_of_the_ganges.names import NAMES, SEATS, aliases, composed, name
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.players import AUTOMATIC, OUTLOOK
from rules.rajas_of_the_ganges.position import dump, load, setup
from rules.rajas_of_the_ganges.reference import asked, glossary, reference
from rules.rajas_of_the_ganges.standing_answers import CARETAKER, STANDING
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.tiles import Sheet
from rules.rajas_of_the_ganges.turn import over, ranking, turn
from rules.rajas_of_the_ganges.view import View, captions, state_of, view
from rules.words import as_is, say

KEY = "rajas_of_the_ganges"
TITLE = "Rajas of the Ganges"
SIDE_WORDS: frozenset[str] = frozenset()
DECKS: Decks | None = None
EXTRAS = Extras(
    standing=STANDING,
    low_regret=CARETAKER,
    why_not_condition=why_not_condition,
    conditions=conditions,
    holds=holds,
    weighty=("crossed", "end", "last-stage", "worker"),
    slight=("fame", "money", "pays", "placed"),
    aim=aim,
    chapter=chapter,
    digest=digest,
    glossary=glossary,
    asked=asked,
    reckoning=reckoning,
    ranking=ranking,
    captions=captions,
    counted=counted,
    names=lambda: NAMES,
    named=composed,
    state_of=state_of,
    outlook=OUTLOOK,
    data={"board.toml": Board, "tiles.toml": Sheet},
)


def seats(options: Options) -> tuple[str, ...]:
    """1: as many as play, clockwise."""
    return SEATS[: options.seats]


def side(state: State, seat: str, act: str) -> None:
    """There are no side acts in this game. Raises `NotAllowed`."""
    said = as_is(act.replace("_", " "))
    raise NotAllowed(say("“{act}”: in this game you act only on your turn.", act=said))


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
    "turn",
    "view",
]
