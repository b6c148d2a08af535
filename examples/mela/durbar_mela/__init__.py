"""Mela, a small game for Durbar: sell your goods at a fair, and haggle with a die if you dare.

This module is the face of the game (`rules.face.Rules`): all that Durbar asks of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from durbar_mela.player import AUTOMATIC
from durbar_mela.state import KEY, SEATS, Options, State, dump, load, setup
from durbar_mela.turn import over, ranking, turn
from durbar_mela.view import View, captions, name, state_of, view
from rules.documents import sections
from rules.extras import Extras
from rules.kernel import Decks, NotAllowed, Option
from rules.words import say

TITLE = "Mela"
SIDE_WORDS: frozenset[str] = frozenset()
DECKS: Decks | None = None
EXTRAS = Extras(hidden=True, ranking=ranking, captions=captions, state_of=state_of)


def seats(options: Options) -> tuple[str, ...]:
    """Return the keys of the seats with these options."""
    return SEATS[: options.seats]


def side(state: State, seat: str, act: str) -> None:
    """Refuse every act out of turn: there are none."""
    raise NotAllowed(say("2: in this game you act only on your turn."))


def side_acts(state: State, seat: str) -> Sequence[Option]:
    """Return no acts out of turn."""
    return ()


def check(state: State) -> None:
    """Raise `AssertionError` where the state breaks an invariant."""
    state.check()


def aliases(key: str) -> Sequence[str]:
    """Return what may be typed for a key beside its name."""
    return ()


def reference() -> Mapping[str, str]:
    """Return the rules in short, rule number to text, from `reference.md`."""
    return sections(__name__)


__all__ = [
    "AUTOMATIC", "DECKS", "EXTRAS", "KEY", "SIDE_WORDS", "TITLE", "Options", "State", "View",
    "aliases", "check", "dump", "load", "name", "over", "reference", "seats", "setup", "side", "side_acts",
    "turn", "view",
]  # fmt: skip
