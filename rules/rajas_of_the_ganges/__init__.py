"""Rajas of the Ganges: provinces, dice, and a race of fame and wealth in the Mogul empire.

This module implements `face.Rules`.
"""

from __future__ import annotations

from rules.extras import Analysis, Extras, Languages, Notation, Plans, Prose, Scores, Teaching
from rules.rajas_of_the_ganges.board import Board
from rules.rajas_of_the_ganges.conditions import CONDITIONS
from rules.rajas_of_the_ganges.dice import explain_missing_die
from rules.rajas_of_the_ganges.digest import (
    describe_aim,
    describe_broken_tie,
    describe_result,
    describe_scores,
    describe_steps,
    name_statistic,
    tell_ending,
    tell_means,
    title_chapter,
    write_digest,
    write_forecast,
)
from rules.rajas_of_the_ganges.entries import describe_entry
from rules.rajas_of_the_ganges.names import NAMES, SEATS, aliases, compose_name, name
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.planned_answers import CAUTIOUS, POLICIES
from rules.rajas_of_the_ganges.players import BOT_PLAYERS, OUTLOOK, STYLES
from rules.rajas_of_the_ganges.position import dump, load, setup
from rules.rajas_of_the_ganges.purpose import describe_intent, describe_purpose
from rules.rajas_of_the_ganges.reference import read_glossary, read_questions, reference
from rules.rajas_of_the_ganges.sight import find_sight
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.tile_list import list_all_tiles
from rules.rajas_of_the_ganges.tiles import Sheet
from rules.rajas_of_the_ganges.turn import over, rank_seats, turn
from rules.rajas_of_the_ganges.view import WORKERS_PLACE, View, sample_state, view, write_captions
from rules.rajas_of_the_ganges.warnings import NOTHING, list_warnings
from rules.words import say

KEY = "rajas_of_the_ganges"
TITLE = "Rajas of the Ganges"
COMPLETE = True
EXTRAS: Extras[State, View] = Extras(
    data={"board.toml": Board, "tiles.toml": Sheet},
    sight=find_sight,
    prose=Prose(
        entry=describe_entry,
        forecast=write_forecast,
        warnings=list_warnings,
        bookkeeping=(NOTHING, "gain", "karma", "pays", "placed"),
        restating=("placed", "given", "laid", "palace"),
        summed=("end",),
        opening=("round", "last-stage"),
        trifling=("none", "no"),
        weighty=("crossed", "end", "last-stage", "worker"),
        slight=("gain", "pays"),
        unchanging=(WORKERS_PLACE,),
        chapter=title_chapter,
        digest=write_digest,
        ending=tell_ending,
        means=tell_means,
        retold=("upgrade", "colours"),
    ),
    plans=Plans(policies=POLICIES, cautious=CAUTIOUS, conditions=CONDITIONS),
    notation=Notation(explain_late=explain_missing_die),
    teaching=Teaching(
        aim=describe_aim, cards=list_all_tiles, glossary=read_glossary, questions=read_questions
    ),
    languages=Languages(captions=write_captions, names=lambda: NAMES, compose_name=compose_name),
    analysis=Analysis(
        sample_state=sample_state,
        outlook=OUTLOOK,
        statistic=name_statistic,
        purpose=describe_purpose,
        intent=describe_intent,
    ),
    styles=STYLES,
    scores=Scores(
        parts=describe_scores,
        ranking=rank_seats,
        result=describe_result,
        tie=describe_broken_tie,
        points=lambda view: {each.key: each.gap for each in view.realms},
        amount=describe_steps,
        measure=say("in the race of the markers"),
    ),
)


def seats(options: Options) -> tuple[str, ...]:
    """1: return the seats of a game with these options, clockwise."""
    return SEATS[: options.seats]


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
