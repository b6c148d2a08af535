"""Mela, a small game for Durbar: sell your goods at a fair, and haggle with a die if you dare.

This module implements `rules.face.Rules`: everything that Durbar needs from a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from durbar_mela.player import BOT_PLAYERS
from durbar_mela.state import KEY, SEATS, Options, State, dump, load, setup
from durbar_mela.turn import over, ranking, turn
from durbar_mela.view import NAMES, View, captions, name, state_of, view
from rules.documents import load_questions, load_sections
from rules.extras import Analysis, Extras, Languages, Scores, Teaching

TITLE = "Mela"
# The game has no puzzles, player aid or chances, and too few lessons. False tells the shared tests not to require them.
COMPLETE = False
EXTRAS: Extras[State, View] = Extras(
    hidden=True,
    hand="goods",
    scores=Scores(parts=lambda seen: {}, ranking=ranking),
    languages=Languages(captions=captions, names=lambda: NAMES),
    analysis=Analysis(sample_state=state_of),
    teaching=Teaching(questions=lambda: load_questions(__name__)),
)


def seats(options: Options) -> tuple[str, ...]:
    """Return the keys of the seats with these options."""
    return SEATS[: options.seats]


def check(state: State) -> None:
    """Raise `AssertionError` if an invariant of the state is broken."""
    state.check()


def aliases(key: str) -> Sequence[str]:
    """Return what may be typed for a key besides its name."""
    return ()


def reference() -> Mapping[str, str]:
    """Return the text of each short rule by its number, from `reference.md`."""
    return load_sections(__name__)


__all__ = [
    "BOT_PLAYERS", "COMPLETE", "EXTRAS", "KEY", "TITLE", "Options", "State", "View",
    "aliases", "check", "dump", "load", "name", "over", "reference", "seats", "setup", "turn", "view",
]  # fmt: skip
