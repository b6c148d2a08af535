"""Vijayanagara: the Deccan Empires of Medieval India, 1290-1398. This module is the whole public face of the
game."""

from __future__ import annotations

from rules.extras import Analysis, Extras, Forms, Languages, Notation, Plans, Prose, Scores, Teaching, Trades
from rules.vijayanagara.board import Map
from rules.vijayanagara.commands.odds import forecast
from rules.vijayanagara.digest import chapter, digest, mark
from rules.vijayanagara.events import decks
from rules.vijayanagara.events.decks import open_card
from rules.vijayanagara.names import NAMES, aliases, composed, name
from rules.vijayanagara.options import Options
from rules.vijayanagara.outlook import LEARNED, OUTLOOK, counted
from rules.vijayanagara.planned_answers import POLICIES
from rules.vijayanagara.players import AUTOMATIC, trading
from rules.vijayanagara.position import dump, load, setup
from rules.vijayanagara.reference import asked, glossary, reference
from rules.vijayanagara.sequence.conditions import CONDITIONS
from rules.vijayanagara.sequence.invasions import SUMMED
from rules.vijayanagara.sequence.turn import over, turn
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
COMPLETE = True
SEATS = ("sultanate", "bahmani", "vijayanagara")

EXTRAS: Extras[State, View] = Extras(
    data={"map.toml": Map},
    decks=decks,
    prose=Prose(
        restating=("govern", "advance", "move", "build", "drop-off", "campaign-from"),
        bookkeeping=("event", "cost", "campaign-from", "eligibility"),
        weighty=(
            *("control", "tributary", "independent", "rebel", "demand"),
            *("losses", "remove", "compel-remove", "replace", "plunder-troops", "influence"),
            *("amass", "advance", "gifts"),
        ),
        slight=("gain", "collect", "pay", "cost", "tax", "trade", "pass", "unmoved"),
        summed=SUMMED,
        forecast=forecast,
        open_card=open_card,
        changes=lately,
        chapter=chapter,
        chapter_mark=mark,
        digest=digest,
    ),
    plans=Plans(policies=POLICIES, conditions=CONDITIONS),
    trades=Trades(
        words=SIDE_WORDS,
        act=side,
        offered=side_acts,
        next_words=side_next,
        forms=Forms(form=form, counter=counter),
        reply=trading.reply,
        propose=trading.propose,
    ),
    notation=Notation(explain_unread=astray, explain_late=beyond),
    teaching=Teaching(aim=aim, glossary=glossary, questions=asked),
    languages=Languages(captions=captions, names=lambda: NAMES, compose_name=composed, texts=texts),
    analysis=Analysis(sample_state=state_of, outlook=OUTLOOK, learned=LEARNED, statistic=counted),
    scores=Scores(parts=reckoning, ranking=ranking),
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
