"""Taj Mahal, a game of power and influence in India. This module is the whole public face of the game."""

from __future__ import annotations

from collections.abc import Sequence

from rules.extras import Extras
from rules.kernel import Decks, NotAllowed, Option
from rules.taj_mahal.aim import aim
from rules.taj_mahal.board import Map
from rules.taj_mahal.cards import Cards
from rules.taj_mahal.conditions import conditions, holds, why_not_condition
from rules.taj_mahal.digest import chapter, digest, forecast, lately, reckoning
from rules.taj_mahal.hidden_cards import state_of
from rules.taj_mahal.names import NAMES, SEATS, aliases, composed, name, seats
from rules.taj_mahal.options import Options
from rules.taj_mahal.outlook import OUTLOOK
from rules.taj_mahal.players import AUTOMATIC
from rules.taj_mahal.position import dump, load
from rules.taj_mahal.preparation import setup
from rules.taj_mahal.reference import asked, glossary, reference
from rules.taj_mahal.standing_answers import LOW_REGRET, STANDING
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import Tiles
from rules.taj_mahal.turn import over, turn
from rules.taj_mahal.unknown_words import unknown
from rules.taj_mahal.view import View, captions, view
from rules.taj_mahal.visits import ranking
from rules.words import as_is, say

KEY = "taj_mahal"
TITLE = "Taj Mahal"
SIDE_WORDS: frozenset[str] = frozenset()
DECKS: Decks | None = None
EXTRAS = Extras(
    hidden=True,
    standing=STANDING,
    low_regret=LOW_REGRET,
    why_not_condition=why_not_condition,
    conditions=conditions,
    holds=holds,
    forecast=forecast,
    unknown=unknown,
    aim=aim,
    lately=lately,
    chapter=chapter,
    digest=digest,
    glossary=glossary,
    asked=asked,
    reckoning=reckoning,
    ranking=ranking,
    captions=captions,
    names=lambda: NAMES,
    named=composed,
    state_of=state_of,
    outlook=OUTLOOK,
    data={"map.toml": Map, "cards.toml": Cards, "tiles.toml": Tiles},
)


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
