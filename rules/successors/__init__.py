"""Successors, a reconstruction around a one-page play aid: the war for Alexander's empire, from Thrace to
India. This module is the whole public face of the game."""

from __future__ import annotations

from rules.extras import Extras
from rules.kernel import Decks
from rules.successors.aim import aim
from rules.successors.alliances import SIDE_WORDS, side, side_acts, side_next
from rules.successors.board import Map
from rules.successors.conditions import conditions, holds, why_not_condition
from rules.successors.digest import chapter, digest, lately, reckoning
from rules.successors.fighting.odds import forecast
from rules.successors.forces import COLOURS, Forces
from rules.successors.invariants import check
from rules.successors.names import NAMES, aliases, compose_name, name
from rules.successors.options import Options
from rules.successors.outlook import OUTLOOK
from rules.successors.players import AUTOMATIC, diplomacy
from rules.successors.position import dump, load, setup
from rules.successors.reference import asked, glossary, reference
from rules.successors.short_forms import spell_out
from rules.successors.standing import STANDING
from rules.successors.state import State
from rules.successors.tables import Tables, titles
from rules.successors.turn import over, turn
from rules.successors.victory import ranking
from rules.successors.view import View, captions, state_of, view

KEY = "successors"
TITLE = "Successors"
DECKS: Decks | None = None

EXTRAS = Extras(
    standing=STANDING,
    low_regret=("pay", "pass", "no", "hold", "done", "stay"),
    why_not_condition=why_not_condition,
    conditions=conditions,
    holds=holds,
    forecast=forecast,
    spell_out=spell_out,
    side_next=side_next,
    slight=("gain", "income", "paid", "upkeep"),
    weighty=("won", "losses", "lost", "sea-battle", "drowned", "captured", "out", "deserted", "broken"),
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
    texts=titles,
    named=compose_name,
    state_of=state_of,
    reply=diplomacy.reply,
    propose=diplomacy.propose,
    outlook=OUTLOOK,
    data={"map.toml": Map, "forces.toml": Forces, "events.toml": Tables},
)


def seats(options: Options) -> tuple[str, ...]:
    """Three or four colours, clockwise."""
    return COLOURS[: options.seats]


__all__ = [
    "AUTOMATIC",
    "DECKS",
    "EXTRAS",
    "KEY",
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
