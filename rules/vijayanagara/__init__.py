"""Vijayanagara: the Deccan Empires of Medieval India, 1290-1398.

This module implements `face.Rules`.
"""

from __future__ import annotations

from rules.extras import Analysis, Extras, Forms, Languages, Notation, Plans, Prose, Scores, Teaching, Trades
from rules.vijayanagara.board import SPACES, Map
from rules.vijayanagara.cards import BLOCKS, LASTING_CARD, NEW_CARD
from rules.vijayanagara.commands.odds import forecast
from rules.vijayanagara.digest import (
    DECISIVE,
    HOLDERS,
    find_mark,
    list_held,
    name_card,
    tell_ending,
    tell_means,
    title_chapter,
    write_digest,
)
from rules.vijayanagara.entries import describe_entry, describe_reached
from rules.vijayanagara.events import decks
from rules.vijayanagara.events.decks import open_card
from rules.vijayanagara.names import NAMES, aliases, compose_name, name
from rules.vijayanagara.options import Options
from rules.vijayanagara.outlook import LEARNED, OUTLOOK, categorize_answer
from rules.vijayanagara.planned_answers import POLICIES
from rules.vijayanagara.players import BOT_PLAYERS, STYLES, trading
from rules.vijayanagara.position import dump, load, setup
from rules.vijayanagara.purpose import describe_purpose
from rules.vijayanagara.reference import read_glossary, read_questions, reference
from rules.vijayanagara.sequence.conditions import CONDITIONS
from rules.vijayanagara.sequence.invasions import SUMMED
from rules.vijayanagara.sequence.turn import over, turn
from rules.vijayanagara.sight import MAP as MAP_PICTURE
from rules.vijayanagara.sight import find_battle, find_sight
from rules.vijayanagara.state import State
from rules.vijayanagara.state_of import state_of
from rules.vijayanagara.texts import list_texts
from rules.vijayanagara.trade import (
    SIDE_WORDS,
    apply_side_act,
    list_next,
    list_side_acts,
    make_counter,
    make_form,
)
from rules.vijayanagara.unknown import explain_unknown
from rules.vijayanagara.victory import rank_seats, tie_break
from rules.vijayanagara.victory.aim import describe_aim
from rules.vijayanagara.victory.score_parts import describe_scores, list_parts
from rules.vijayanagara.victory.tie_break import explain_move, spell_move
from rules.vijayanagara.victory.tie_view import describe_broken_tie, describe_result
from rules.vijayanagara.victory.turn_summary import describe_changes, name_cause
from rules.vijayanagara.view import CAVALRY_PLACE, View, view, write_captions
from rules.vijayanagara.warnings import list_warnings

KEY = "vijayanagara"
TITLE = "Vijayanagara"
COMPLETE = True
SEATS = ("sultanate", "bahmani", "vijayanagara")

EXTRAS: Extras[State, View] = Extras(
    data={"map.toml": Map},
    decks=decks,
    sight=find_sight,
    numbered={MAP_PICTURE: SPACES},
    rolled_for=find_battle,
    prose=Prose(
        entry=describe_entry,
        reached=describe_reached,
        restating=(
            *("govern", "advance", "move", "build", "drop-off", "pick-up", "campaign-from", "campaign-to"),
            *("compel-place", "event", "no-gifts", "choice"),
        ),
        echoing=("remove", "place", "replace", "move", "track", "rally", "compel-remove", "gifts"),
        bookkeeping=("event", "cost", "campaign-from", "eligibility", "no-gifts"),
        weighty=(
            *("control", "tributary", "independent", "rebel", "demand"),
            *("losses", "remove", "compel-remove", "conspire", "replace", "influence", "take-cavalry"),
            *("plunder-resources", "plunder-troops"),
            *("amass", "advance", "gifts"),
        ),
        slight=("gain", "card-gain", "collect", "pay", "cost", "tax", "trade", "pass", "unmoved"),
        summed=(*SUMMED, "score", "won"),
        opening=(NEW_CARD, LASTING_CARD),
        opened=name_card,
        held=list_held,
        trifling=("pass", "no", "none"),
        spent={"spend": CAVALRY_PLACE},
        retold=("attack-in", "plunder-in", "govern-in", "spend", "lose", "plunder"),
        replies=("spend", "lose", "plunder"),
        framing=("limited", "command", "decree", "command-only", "unshaded", "shaded"),
        forecast=forecast,
        warnings=list_warnings,
        open_card=open_card,
        changes=describe_changes,
        cause=name_cause,
        chapter=title_chapter,
        chapter_mark=find_mark,
        is_last_chapter=lambda view: view.deck.block == BLOCKS,
        digest=write_digest,
        holders=HOLDERS,
        decisive=DECISIVE,
        ending=tell_ending,
        means=tell_means,
    ),
    plans=Plans(policies=POLICIES, conditions=CONDITIONS),
    trades=Trades(
        words=SIDE_WORDS,
        act=apply_side_act,
        offered=list_side_acts,
        next_words=list_next,
        forms=Forms(form=make_form, counter=make_counter),
        reply=trading.reply,
        propose=trading.propose,
        refuse=trading.refuse,
        explain=trading.explain,
    ),
    notation=Notation(spell_out=spell_move, explain_unread=explain_move, explain_late=explain_unknown),
    teaching=Teaching(aim=describe_aim, glossary=read_glossary, questions=read_questions),
    languages=Languages(
        captions=write_captions, names=lambda: NAMES, compose_name=compose_name, texts=list_texts
    ),
    analysis=Analysis(
        sample_state=state_of,
        outlook=OUTLOOK,
        learned=LEARNED,
        statistic=categorize_answer,
        purpose=describe_purpose,
    ),
    styles=STYLES,
    scores=Scores(
        parts=describe_scores,
        parts_by_kind=list_parts,
        ranking=rank_seats,
        result=describe_result,
        tie=describe_broken_tie,
        points=lambda view: {each.key: each.vp for each in view.factions},
    ),
)


def seats(options: Options) -> tuple[str, ...]:
    """1.5: return the factions. All three always take part."""
    return SEATS


def check(state: State) -> None:
    """Raise `AssertionError` if the state breaks an invariant of the game."""
    state.check()
    tie_break.check(state)


__all__ = [
    "BOT_PLAYERS",
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
