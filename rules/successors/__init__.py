"""Implement Successors: the war for Alexander's empire, from Thrace to India.

It is reconstructed from a one-page play aid. This module implements `face.Rules`.
"""

from __future__ import annotations

from rules.extras import Analysis, Extras, Languages, Notation, Plans, Prose, Scores, Teaching, Trades
from rules.successors.alliances import SIDE_WORDS, apply_side_act, list_concerned, list_next, list_side_acts
from rules.successors.board import Map
from rules.successors.chit_list import list_all_chits
from rules.successors.conditions import CONDITIONS
from rules.successors.digest import (
    ELIMINATION,
    describe_changes,
    explain_scores,
    name_cause,
    tell_chapter,
    tell_ending,
    tell_points,
    title_chapter,
)
from rules.successors.entries import describe_entry
from rules.successors.fighting.forecast import write_forecast
from rules.successors.forces import COLOURS, TURNS, Forces
from rules.successors.invariants import check
from rules.successors.names import NAMES, aliases, compose_name, name
from rules.successors.options import Options
from rules.successors.outlook import OUTLOOK
from rules.successors.planned_answers import POLICIES
from rules.successors.players import BOT_PLAYERS, STYLES, diplomacy
from rules.successors.position import dump, load, setup
from rules.successors.purpose import describe_purpose
from rules.successors.reference import list_lines, read_glossary, read_questions, reference
from rules.successors.sequence.revenue import DISBAND
from rules.successors.sequence.turn import over, turn
from rules.successors.short_forms import spell_out
from rules.successors.sight import find_battle, find_sight
from rules.successors.state import State
from rules.successors.tables import Tables, list_titles
from rules.successors.victory import describe_broken_tie, describe_result, rank_seats
from rules.successors.victory.aim import describe_aim
from rules.successors.view import INCOME, UPKEEP, View, state_of, view, write_captions
from rules.successors.warnings import list_risks, list_warnings

KEY = "successors"
TITLE = "Successors"
COMPLETE = True

EXTRAS: Extras[State, View] = Extras(
    data={"map.toml": Map, "forces.toml": Forces, "events.toml": Tables},
    sight=find_sight,
    rolled_for=find_battle,
    prose=Prose(
        entry=describe_entry,
        restating=("home", "march", "bought", "chit", "lost", "disbanded", "insists", "refused"),
        weighty=(
            *("won", "losses", "lost", "sunk", "deserters", "unpaid", "turned", "port", "sea-battle"),
            *("drowned", "captured", "out", "deserted", "broken", "shared", "refused"),
        ),
        slight=("gain", "income", "paid", "upkeep"),
        summed=("points", "winner"),
        leaving=("out",),
        unchanging=(INCOME, UPKEEP),  # income and upkeep follow from provinces and units
        starting=("event",),
        retold=(
            *("march-to", "battles", "insist", "battle-order", "leader-type", "join"),
            *("retreat", "retreat-with", "ransom", "lose-unit", "desertion", "upkeep"),
            *("purchase", "place-units", "place-fleets"),  # these matter less than any result of an order
        ),
        trifling=("pass", "no", "stay", "none", "hold", "agree"),
        replies=("retreat", "retreat-with", "lose-unit", "escape", "insist", "sea-insist"),
        forecast=write_forecast,
        warnings=list_warnings,
        risks=list_risks,
        changes=describe_changes,
        cause=name_cause,
        chapter=title_chapter,
        chapter_number=lambda view: view.number,
        is_last_chapter=lambda view: view.number == TURNS,
        digest=tell_chapter,
        decisive=(ELIMINATION,),
        totals=tell_points,
        ending=tell_ending,
    ),
    plans=Plans(
        policies=POLICIES,
        cautious=("pay", "pass", "no", "hold", "done", "stay"),
        conditions=CONDITIONS,
    ),
    trades=Trades(
        words=SIDE_WORDS,
        act=apply_side_act,
        offered=list_side_acts,
        next_words=list_next,
        reply=diplomacy.reply,
        propose=diplomacy.propose,
        explain=diplomacy.explain,
        concerns=list_concerned,
    ),
    notation=Notation(spell_out=spell_out),
    teaching=Teaching(
        aim=describe_aim, cards=list_all_chits, glossary=read_glossary, questions=read_questions
    ),
    languages=Languages(
        captions=write_captions,
        names=lambda: NAMES,
        compose_name=compose_name,
        texts=lambda: (*list_titles(), *list_lines()),
    ),
    analysis=Analysis(
        sample_state=state_of,
        outlook=OUTLOOK,
        purpose=describe_purpose,
        # it is wasteful to disband units now: the Upkeep removes only those for which the seat can't pay
        wasteful=lambda kind, key: kind == "purchase" and key == DISBAND,
    ),
    styles=STYLES,
    scores=Scores(
        parts=explain_scores,
        ranking=rank_seats,
        result=describe_result,
        tie=describe_broken_tie,
        points=lambda view: {each.key: each.score / 2 for each in view.seats if each.alive},
    ),
)


def seats(options: Options) -> tuple[str, ...]:
    """Return the colours of the 3 or 4 seats, clockwise."""
    return COLOURS[: options.seats]


__all__ = [
    "BOT_PLAYERS",
    "COMPLETE",
    "EXTRAS",
    "KEY",
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
