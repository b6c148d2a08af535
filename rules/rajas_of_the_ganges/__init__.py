"""Rajas of the Ganges: provinces, dice, and a race of fame and wealth in the Mogul empire. This module is the
whole public face of the game."""

from __future__ import annotations

from rules.extras import Analysis, Extras, Languages, Plans, Prose, Scores, Teaching
from rules.rajas_of_the_ganges.board import Board
from rules.rajas_of_the_ganges.conditions import CONDITIONS
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

KEY = "rajas_of_the_ganges"
TITLE = "Rajas of the Ganges"
COMPLETE = True
EXTRAS: Extras[State, View] = Extras(
    data={"board.toml": Board, "tiles.toml": Sheet},
    prose=Prose(
        weighty=("crossed", "end", "last-stage", "worker"),
        slight=("fame", "money", "pays", "placed"),
        chapter=chapter,
        digest=digest,
    ),
    plans=Plans(policies=STANDING, cautious=CARETAKER, conditions=CONDITIONS),
    teaching=Teaching(aim=aim, glossary=glossary, questions=asked),
    languages=Languages(captions=captions, names=lambda: NAMES, compose_name=composed),
    analysis=Analysis(sample_state=state_of, outlook=OUTLOOK, statistic=counted),
    scores=Scores(parts=reckoning, ranking=ranking),
)


def seats(options: Options) -> tuple[str, ...]:
    """1: return the seats of this many players, clockwise."""
    return SEATS[: options.seats]


def check(state: State) -> None:
    """Raise `AssertionError` if the state breaks an invariant of the game."""
    state.check()


__all__ = [
    "AUTOMATIC",
    "COMPLETE",
    "EXTRAS",
    "KEY",
    "SEATS",
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
    "turn",
    "view",
]
