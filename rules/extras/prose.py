"""What a game tells beside its sentences: chapters, summaries, warnings, and which lines matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.ask import Ask
from rules.chance import Draw, Roll
from rules.state import S_in, V_in
from rules.words import Line, Said, Words


def _silent(_: object) -> str:
    return ""


def _nothing(*_: object) -> tuple[Said, ...]:
    return ()


def _no_clause(*_: object) -> Words | None:
    return None


def _no_digest(*_: object) -> tuple[Sequence[Said], ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(Generic[S_in, V_in]):
    """The texts of a game for players and readers; it leaves out what it has nothing for."""

    # kinds of story lines
    bookkeeping: Collection[str] = ()  # they repeat what stands beside the preview of an order
    weighty: Collection[str] = ()  # they come first where there is no room for all: what is won and lost
    slight: Collection[str] = ()  # they go first there: the standing beside them says as much
    restating: Collection[str] = ()  # an order sentence says all that they say: they don't stand under one
    summed: Collection[str] = ()  # a later line sums them up: they stand in the log, not in posts

    # before an order counts
    # (state, seat, pending): exact odds and warnings for this seat
    forecast: Callable[[S_in, str, Ask | Roll | Draw | None], Sequence[Said]] = _nothing
    # (state, question, key): what stands at an answer or what it brings, in a clause under its label; it
    # holds only what those may know who may see the answers (`Ask.eyes`)
    entry: Callable[[S_in, Ask, str], Words | None] = _no_clause
    # (state): the words of the card that lies open, a line for each of its sides
    open_card: Callable[[S_in], Sequence[Said]] = _nothing

    # what happened
    # (before, after, seat): what this seat has won and lost between two spectators' views beside what its
    # standing says, the weightiest first, in clauses that speak to it: "you lost Control of Andhra"
    changes: Callable[[V_in, V_in, str], Sequence[Said]] = _nothing
    # (view): the title of the chapter to which a turn belongs that begins with this view
    chapter: Callable[[V_in], Said] = _silent
    # (view): the same in a word or two, where a picture has no room for more; "": its title, or its number
    chapter_mark: Callable[[V_in], Said] = _silent
    # (before, after, story): what happened between two views, in paragraphs of sentences, weightiest first
    digest: Callable[[V_in, V_in, Sequence[Line]], Sequence[Sequence[Said]]] = _no_digest
