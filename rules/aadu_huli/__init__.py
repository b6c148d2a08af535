"""5.5: implement Aadu-Huli aata, the goat-tiger game of southern India.

This module implements `face.Rules`.
"""

from __future__ import annotations

from rules.aadu_huli.aim import describe_aim
from rules.aadu_huli.board import Board
from rules.aadu_huli.digest import tell_ending, write_digest
from rules.aadu_huli.entries import describe_entry
from rules.aadu_huli.forecast import list_forecast, list_warnings
from rules.aadu_huli.moves import describe_result, rank_seats
from rules.aadu_huli.names import NAMES, SEATS, aliases, name
from rules.aadu_huli.options import Options
from rules.aadu_huli.outlook import OUTLOOK
from rules.aadu_huli.players import BOT_PLAYERS, STYLES
from rules.aadu_huli.position import dump, load, setup
from rules.aadu_huli.purpose import describe_purpose
from rules.aadu_huli.reference import list_lines, read_questions, reference
from rules.aadu_huli.sight import find_sight
from rules.aadu_huli.state import State
from rules.aadu_huli.turn import over, turn
from rules.aadu_huli.view import View, name_side, state_of, view, write_captions
from rules.aadu_huli.wrong_points import explain_points, spell_out
from rules.extras import Analysis, Extras, Languages, Notation, Prose, Scores, Teaching

KEY = "aadu_huli"
TITLE = "Aadu-Huli aata"
COMPLETE = True
EXTRAS: Extras[State, View] = Extras(
    data={"board.toml": Board},
    sight=find_sight,
    prose=Prose(
        entry=describe_entry,
        bookkeeping=("capture",),
        weighty=("capture", "ending"),
        summed=("ending",),
        digest=write_digest,
        forecast=list_forecast,
        warnings=list_warnings,
        ending=tell_ending,
    ),
    notation=Notation(spell_out=spell_out, explain_unread=explain_points),
    teaching=Teaching(aim=describe_aim, questions=read_questions),
    languages=Languages(captions=write_captions, names=lambda: NAMES, texts=list_lines),
    analysis=Analysis(sample_state=state_of, outlook=OUTLOOK, purpose=describe_purpose),
    styles=STYLES,
    scores=Scores(parts=lambda _: {}, ranking=rank_seats, result=describe_result),
    side=name_side,
    draws_sides=lambda options: isinstance(options, Options) and options.sides == "drawn",
)


def seats(options: Options) -> tuple[str, ...]:
    """Return the two seats. Each may have either side."""
    return SEATS


def check(state: State) -> None:
    """Raise `AssertionError` if an invariant of the state is broken."""
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
    "state_of",
    "turn",
    "view",
]
