"""Vijayanagara: the Deccan Empires of Medieval India, 1290-1398. This module is the whole public face of the
game."""

from __future__ import annotations

from rules.extras import Extras
from rules.kernel import Decks
from rules.vijayanagara.board import Map
from rules.vijayanagara.commands.odds import forecast
from rules.vijayanagara.digest import chapter, digest, mark
from rules.vijayanagara.events import decks as deck_tools
from rules.vijayanagara.events.decks import open_card
from rules.vijayanagara.names import NAMES, aliases, composed, name
from rules.vijayanagara.options import Options
from rules.vijayanagara.outlook import LEARNED, OUTLOOK, counted
from rules.vijayanagara.players import AUTOMATIC, trading
from rules.vijayanagara.position import dump, load, setup
from rules.vijayanagara.reference import asked, glossary, reference
from rules.vijayanagara.sequence.conditions import conditions, holds, why_not_condition
from rules.vijayanagara.sequence.invasions import SUMMED
from rules.vijayanagara.sequence.turn import over, turn
from rules.vijayanagara.standing_answers import STANDING
from rules.vijayanagara.state import State
from rules.vijayanagara.state_of import state_of
from rules.vijayanagara.texts import texts
from rules.vijayanagara.trade import SIDE_WORDS, counter, form, side, side_acts, side_next
from rules.vijayanagara.unknown import beyond
from rules.vijayanagara.victory import ranking, tie_break
from rules.vijayanagara.victory.aim import aim
from rules.vijayanagara.victory.lately import lately
from rules.vijayanagara.victory.reckoning import reckoning
from rules.vijayanagara.victory.tie_break import astray
from rules.vijayanagara.view import View, captions, view

KEY = "vijayanagara"
TITLE = "Vijayanagara"
SEATS = ("sultanate", "bahmani", "vijayanagara")
DECKS: Decks = deck_tools

EXTRAS = Extras(
    standing=STANDING,
    bookkeeping=("event", "cost", "campaign-from", "eligibility"),
    weighty=(
        *("control", "tributary", "independent", "rebel", "demand"),
        *("losses", "remove", "compel-remove", "replace", "plunder-troops", "influence"),
        *("amass", "advance", "gifts"),
    ),
    slight=("gain", "collect", "pay", "cost", "tax", "trade", "pass", "unmoved"),
    summed=SUMMED,
    why_not_condition=why_not_condition,
    conditions=conditions,
    holds=holds,
    forecast=forecast,
    open_card=open_card,
    counter=counter,
    reply=trading.reply,
    propose=trading.propose,
    form=form,
    side_next=side_next,
    astray=astray,
    beyond=beyond,
    aim=aim,
    lately=lately,
    chapter=chapter,
    mark=mark,
    digest=digest,
    glossary=glossary,
    asked=asked,
    reckoning=reckoning,
    ranking=ranking,
    counted=counted,
    state_of=state_of,
    outlook=OUTLOOK,
    learned=LEARNED,
    captions=captions,
    names=lambda: NAMES,
    named=composed,
    texts=texts,
    data={"map.toml": Map},
)


def seats(options: Options) -> tuple[str, ...]:
    """1.5: the factions, all of which are played."""
    return SEATS


def check(state: State) -> None:
    """Raises `AssertionError` where the state breaks an invariant of the game."""
    state.check()
    tie_break.check(state)


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
