"""Taj Mahal, a game of power and influence in India. This module implements `face.Rules`."""

from __future__ import annotations

from rules.extras import Analysis, Extras, Languages, Notation, Plans, Prose, Scores, Teaching
from rules.taj_mahal.aim import describe_aim
from rules.taj_mahal.board import Map
from rules.taj_mahal.card_list import list_all_cards
from rules.taj_mahal.cards import Cards
from rules.taj_mahal.conditions import CONDITIONS
from rules.taj_mahal.digest import (
    describe_scores,
    list_parts,
    tell_changes,
    tell_ending,
    tell_final_scores,
    tell_losses,
    title_chapter,
    write_digest,
    write_forecast,
)
from rules.taj_mahal.entries import describe_entry
from rules.taj_mahal.hidden_cards import sample_state
from rules.taj_mahal.names import NAMES, SEATS, aliases, compose_name, name, seats
from rules.taj_mahal.options import Options
from rules.taj_mahal.outlook import OUTLOOK
from rules.taj_mahal.planned_answers import CAUTIOUS, POLICIES
from rules.taj_mahal.players import BOT_PLAYERS, STYLES
from rules.taj_mahal.points import BONUS, PALACES, PROVINCE
from rules.taj_mahal.position import dump, load
from rules.taj_mahal.purpose import describe_intent, describe_purpose
from rules.taj_mahal.reference import read_glossary, read_questions, reference
from rules.taj_mahal.sequence.playing import PLAY, SCORED_SPECIAL
from rules.taj_mahal.sequence.preparation import setup
from rules.taj_mahal.sequence.turn import over, turn
from rules.taj_mahal.sequence.visits import LAID_OUT, TRADED, VISITS, describe_result, rank_seats
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, PALACE, TAKE
from rules.taj_mahal.sight import find_sight
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import LAST, Tiles
from rules.taj_mahal.typed_palaces import order_palaces
from rules.taj_mahal.unknown_words import explain_unknown, explain_unread
from rules.taj_mahal.view import View, view, write_captions
from rules.taj_mahal.warnings import list_warnings

KEY = "taj_mahal"
TITLE = "Taj Mahal"
COMPLETE = True
EXTRAS: Extras[State, View] = Extras(
    hidden=True,
    hand="hand",
    sight=find_sight,
    data={"map.toml": Map, "cards.toml": Cards, "tiles.toml": Tiles},
    prose=Prose(
        entry=describe_entry,
        restating=("played", "took", "placed", "crowned"),
        summed=("won", "counted"),
        weighty=(TRADED, BONUS, PROVINCE, PALACES, SCORED_SPECIAL),
        slight=(LAID_OUT,),
        opening=(VISITS,),
        retold=(PLAY, PALACE, CROWN_PALACE, TAKE),
        forecast=write_forecast,
        warnings=list_warnings,
        changes=tell_changes,
        losses=tell_losses,
        chapter=title_chapter,
        chapter_number=lambda view: view.visit,
        is_last_chapter=lambda view: view.visit == LAST,
        digest=write_digest,
        listed=(0,),
        final_scores=tell_final_scores,
        ending=tell_ending,
    ),
    plans=Plans(policies=POLICIES, cautious=CAUTIOUS, conditions=CONDITIONS),
    notation=Notation(spell_out=order_palaces, explain_unread=explain_unread, explain_late=explain_unknown),
    teaching=Teaching(
        aim=describe_aim, cards=list_all_cards, glossary=read_glossary, questions=read_questions
    ),
    languages=Languages(captions=write_captions, names=lambda: NAMES, compose_name=compose_name),
    analysis=Analysis(
        sample_state=sample_state, outlook=OUTLOOK, purpose=describe_purpose, intent=describe_intent
    ),
    styles=STYLES,
    scores=Scores(
        parts=describe_scores,
        parts_by_kind=list_parts,
        ranking=rank_seats,
        result=describe_result,
        points=lambda view: {each.key: each.points for each in view.players},
    ),
)


def check(state: State) -> None:
    """Raise `AssertionError` if the state breaks an invariant of the game."""
    state.check()


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
