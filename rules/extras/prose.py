"""Define the texts of a game besides its sentences: chapters, summaries, warnings, weights of lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from rules.ask import Ask
from rules.chance import Draw, Roll
from rules.state import S_in, V_in
from rules.words import Line, Said, Words


def _silent(_: object) -> str:
    return ""


def _never(_: object) -> bool:
    return False


def _nothing(*_: object) -> tuple[Said, ...]:
    return ()


def _no_warnings(*_: object) -> tuple[Warned, ...]:
    return ()


def _no_clause(*_: object) -> Words | None:
    return None


def _no_digest(*_: object) -> tuple[Sequence[Said], ...]:
    return ()


class Warned(NamedTuple):
    """What a seat risks, loses or wastes with an order.

    Attributes:
        kind: the kind of the warning, such as "home"
        rule: the number of the rule that it follows from
        words: what happens, without a full stop at the end
    """

    kind: str
    rule: str
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(Generic[S_in, V_in]):
    """The texts of a game for players and readers."""

    # kinds of story lines
    bookkeeping: Collection[str] = ()  # they repeat what is shown beside the preview of an order
    weighty: Collection[str] = ()  # they come first if there is no room for all: gains and losses
    slight: Collection[str] = ()  # they are dropped first: the standing says the same
    restating: Collection[str] = ()  # the order sentence says the same, so they are not written below it
    opening: Collection[str] = ()  # they tell what is new: a card, a round; a summary ends with the newest
    summed: Collection[str] = ()  # a later line or the result says the same: posts leave them out

    # keys of answers that decline something: summaries and boards leave out an act of only such answers,
    # unless it brings gains or losses, or nothing else happened
    trifling: Collection[str] = ()

    # keys of answers that only frame the acts that follow, such as which of two steps comes first: a summary
    # leaves them out if it has no room for details
    framing: Collection[str] = ()
    # kinds of questions about another seat's act, such as a retreat: a summary tells them with that act
    replies: Collection[str] = ()

    # places of the parts of a seat's standing that come back to everybody, such as workers at a new round:
    # they are not told as changes
    returning: Collection[int] = ()

    # before an order counts
    # (state, seat, pending): exact odds and outlooks for this seat
    forecast: Callable[[S_in, str, Ask | Roll | Draw | None], Sequence[Said]] = _nothing
    # (before, after, seat): what this seat risks, loses or wastes with an order that leads from one state to
    # the other, the gravest first; it says only what the seat may know
    warnings: Callable[[S_in, S_in, str], Sequence[Warned]] = _no_warnings
    # (state, seat, pending): what this seat risks with the dice or draw that come next
    risks: Callable[[S_in, str, Ask | Roll | Draw | None], Sequence[Warned]] = _no_warnings
    # (state, question, key): a clause under an answer's label on what is there or what the answer brings;
    # it says only what everybody who may see the options (`Ask.eyes`) may know
    entry: Callable[[S_in, Ask, str], Words | None] = _no_clause
    # (state): the text of the open card, a line for each of its sides
    open_card: Callable[[S_in], Sequence[Said]] = _nothing

    # what happened
    # (before, after, seat): what this seat gained and lost between two spectators' views, apart from what its
    # standing says, the most important first, in clauses to the player: "you lost Control of Andhra"
    changes: Callable[[V_in, V_in, str], Sequence[Said]] = _nothing
    # (line, seat): what a story line tells of, if that changes something for this seat and no order names it:
    # "the card Zenith of the Delhi Sultanate"
    cause: Callable[[Line, str], Words | None] = _no_clause
    # (view): the title of the chapter of a turn that begins with this view
    chapter: Callable[[V_in], Said] = _silent
    # (view): the chapter in a word or two, for a picture without room; "": use its title, or its number
    chapter_mark: Callable[[V_in], Said] = _silent
    # (view): the chapter's number as the game counts, 0 for a preparation; None: all chapters count, from 1
    chapter_number: Callable[[V_in], int] | None = None
    # (view): whether this chapter is certainly the last; False in a game whose end nobody can foresee
    is_last_chapter: Callable[[V_in], bool] = _never
    # (before, after, story, own): what happened between two views, in paragraphs, the most important first.
    # When several acts are told together, a paragraph's index is its rank, so paragraphs may be empty.
    # Of things alike in importance, those that concern the seat `own` come first; "": no seat comes first
    digest: Callable[[V_in, V_in, Sequence[Line], str], Sequence[Sequence[Said]]] = _no_digest
    # (before, after): what seats gained and spent between two views; a digest of many acts has no room for it
    means: Callable[[V_in, V_in], Sequence[Said]] = _nothing
