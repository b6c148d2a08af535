"""Define the optional parts of a game besides `face.Rules`.

The functions of a part take the game's own classes of state and view. A part that is left out does nothing. A
game is playable without any part. Only `scores` must always be written: a game without a ranking sets it to
None, and is never rated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from pydantic import BaseModel

from rules.ask import Ask
from rules.chance import Roll
from rules.extras.analysis import Analysis, Learned, Outlook
from rules.extras.decks import Decks
from rules.extras.languages import Captions, Languages
from rules.extras.notation import Notation
from rules.extras.plans import CAUTIOUS, Conditions, Plans, Policy
from rules.extras.prose import Prose, Warned
from rules.extras.scores import Scores
from rules.extras.styles import Style
from rules.extras.teaching import Teaching
from rules.extras.trades import NO_TRADES, Counter, Field, Form, Forms, Trades
from rules.presentation import Sight
from rules.state import S, V_in
from rules.words import Words

__all__ = [
    "CAUTIOUS",
    "NO_TRADES",
    "Analysis",
    "Captions",
    "Conditions",
    "Counter",
    "Decks",
    "Extras",
    "Field",
    "Form",
    "Forms",
    "Languages",
    "Learned",
    "Notation",
    "Outlook",
    "Plans",
    "Policy",
    "Prose",
    "Scores",
    "Style",
    "Teaching",
    "Trades",
    "Warned",
]


def _no_sight(_: Ask) -> Sight | None:
    return None


def _no_roll_sight(_: Roll) -> Sight | None:
    return None


def _draws_no_sides(_: BaseModel) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras(Generic[S, V_in]):
    """The optional parts of a game."""

    hidden: bool = False  # something is hidden from somebody: hands, cards face down, the rest of a pile
    most_turns: int = 2000  # the bot refuses a record with more turns; a usual game has a few hundred
    # {file name: model} of the data files in the game's folder that an owner of the printed game may replace;
    # if file B must agree with file A, A comes first
    data: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    hand: str = ""  # the kind of picture that shows a seat its own hand
    # (question): the picture to show with the question; if it returns None, `Presentation.picture` decides
    sight: Callable[[Ask], Sight | None] = _no_sight
    # {kind of picture: its places}: each place has its number in this sequence in all questions, so that a
    # place keeps its number while an order is drafted. Without this, a question numbers its own answers
    numbered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # (roll): the picture of the places that a roll is about, such as those of a battle
    rolled_for: Callable[[Roll], Sight | None] = _no_roll_sight
    prose: Prose[S, V_in] = field(default_factory=Prose)
    plans: Plans[S] = field(default_factory=Plans)
    trades: Trades[S, V_in] = NO_TRADES
    notation: Notation[S] = field(default_factory=Notation)
    teaching: Teaching[V_in] = field(default_factory=Teaching)
    languages: Languages[S] = field(default_factory=Languages)
    analysis: Analysis[S, V_in] = field(default_factory=Analysis)
    # the styles of the game's bot players, by key; a game without styles leaves this field out
    styles: Mapping[str, Style] = field(default_factory=dict)
    scores: Scores[S, V_in] | None  # None: the game has no ranking, so it can't be rated
    # (options): whether chance, and not the players' seats, decides who plays which side
    draws_sides: Callable[[BaseModel], bool] = _draws_no_sides
    # (state, seat): the side of a seat ("Tigers"), if the seat's name doesn't say it; None: not decided yet
    side: Callable[[S, str], Words | None] | None = None
    decks: Decks[S] | None = None
