"""Define further texts of a game: chapters, summaries and warnings. Also say which lines matter most."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
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


def _no_places(*_: object) -> tuple[str, ...]:
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
        rule: the number of the rule that causes it
        words: what happens, without a full stop at the end
    """

    kind: str
    rule: str
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(Generic[S_in, V_in]):
    """The texts of a game for players and readers."""

    # kinds of story lines (`Line.kind`)
    bookkeeping: Collection[str] = ()  # these lines repeat what is shown beside the preview of an order
    weighty: Collection[str] = ()  # gains and losses: if there is no room for all lines, these come first
    slight: Collection[str] = ()  # lines that repeat the standing: if room is short, they are left out first
    restating: Collection[str] = ()  # lines that repeat the order sentence, so posts leave them out
    # lines that tell what is new: a card, a round. A summary has the newest line of each kind, at the place
    # where the card or round began
    opening: Collection[str] = ()
    # lines that begin a turn, such as the line of its Event. A summary begins a new part there
    starting: Collection[str] = ()
    # lines that may only repeat an answer. Previews leave out those whose names and numbers are all in the
    # order's answers so far
    echoing: Collection[str] = ()
    # lines that tell that a seat (their part `seat`) is out of the game. A post mentions the seat's player
    leaving: Collection[str] = ()
    summed: Collection[str] = ()  # lines that a later line or the result repeats, so posts leave them out

    # keys of answers that decline something. Summaries and boards leave out an act that has only such
    # answers, unless it brings gains or losses, or nothing else happened
    trifling: Collection[str] = ()

    # keys of answers that only introduce later acts, for example which of two steps comes first. A
    # summary leaves them out if it has no room for details
    framing: Collection[str] = ()
    # kinds of questions whose answers reply to another seat's act, such as a retreat. A summary tells the
    # reply together with that act
    replies: Collection[str] = ()
    # kinds of questions. A summary that tells the results of an order leaves out the acts that answer these
    # questions. The results already tell some of these acts, such as marches. The other acts, such as
    # purchases, matter less than any result
    retold: Collection[str] = ()

    # indices of parts of a `Stand` that don't count as changes. Either everybody gets them back (workers at a
    # new round), or they follow from other changes (upkeep from lost units)
    unchanging: Collection[int] = ()
    # {kind of a question: index of the part of a `Stand` that an answer spends}, such as Cavalry in a battle.
    # The seat that answers spends it, even if another seat's order led to the question
    spent: Mapping[str, int] = field(default_factory=dict)

    # texts that are shown before an order is confirmed

    # (state, seat, pending): lines on what may come, with exact odds, for this seat
    forecast: Callable[[S_in, str, Ask | Roll | Draw | None], Sequence[Said]] = _nothing
    # (before, after, seat): what this seat risks, loses or wastes with an order, the gravest first. `before`
    # and `after` are the states around the order. The warnings reveal only what the seat may know
    warnings: Callable[[S_in, S_in, str], Sequence[Warned]] = _no_warnings
    # (state, seat, pending): what this seat risks with the dice or draw that come next
    risks: Callable[[S_in, str, Ask | Roll | Draw | None], Sequence[Warned]] = _no_warnings
    # (state, question, key): a clause that is shown under an answer's label. It tells what is at the place or
    # what the answer brings. Everybody who sees the options (`Ask.eyes`) may know it
    entry: Callable[[S_in, Ask, str], Words | None] = _no_clause
    # (state, question, key): what was at the place where an order's pieces go; None: what `entry` says
    reached: Callable[[S_in, Ask, str], Words | None] | None = None
    # (state): the text of the open card; one line for each side of the card
    open_card: Callable[[S_in], Sequence[Said]] = _nothing

    # texts on what happened

    # (before, after, seat): clauses to the player on what this seat gained and lost ("you lost Control of
    # Andhra"), the most important first. `before` and `after` are views of a spectator. Changes of the
    # standing are left out
    changes: Callable[[V_in, V_in, str], Sequence[Said]] = _nothing
    # (before, after, seat): clauses to the player on what other seats took from this seat for good, if its
    # standing doesn't show it. They come before all other changes, even if a text below them tells the same
    losses: Callable[[V_in, V_in, str], Sequence[Said]] = _nothing
    # (line, seat): the cause that a story line tells of ("the card Zenith of the Delhi Sultanate"); None if
    # the line changes nothing for this seat, or if an order names the cause
    cause: Callable[[Line, str], Words | None] = _no_clause
    # (view): the title of the chapter to which a turn belongs. `view`: the last view before the turn
    chapter: Callable[[V_in], Said] = _silent
    # (view): the chapter in a word or two, for a picture with little room; "": use its title or its number
    chapter_mark: Callable[[V_in], Said] = _silent
    # (view): the number that the game gives to the chapter; 0 for a preparation. None: chapters are numbered
    # from 1
    chapter_number: Callable[[V_in], int] | None = None
    # (view): whether this chapter is certainly the last; False in a game whose end nobody can foresee
    is_last_chapter: Callable[[V_in], bool] = _never
    # (before, after, story, own): what happened between two views, in paragraphs, the most important first.
    # The index of a paragraph is its rank. If an act brings nothing of rank 0, paragraph 0 is empty. A
    # digest of several acts compares these ranks. Among equally important things, those of the seat `own`
    # come first; "": no seat comes first
    digest: Callable[[V_in, V_in, Sequence[Line], str], Sequence[Sequence[Said]]] = _no_digest
    # {index of a paragraph of the digest: keys of places}: the sentences of this paragraph say who or what is
    # now in these places. A later sentence on the same place makes an earlier one out of date, so a summary
    # never has the earlier one alone
    holders: Mapping[int, Collection[str]] = field(default_factory=dict)
    # indices of paragraphs of the digest whose sentences stand each in a line of its own, such as a line for
    # each player
    listed: Collection[int] = ()
    # indices of paragraphs of the digest that decide the game, such as battles and places that changed hands.
    # A summary tells their sentences before small orders, and before all other results that don't concern its
    # reader
    decisive: Collection[int] = ()
    # (view, seat): the keys of the places where this seat has pieces. If an act has many places, a summary
    # for this seat names these first
    held: Callable[[V_in, str], Collection[str]] = _no_places
    # (line): a line of `opening` in short, for an older card in a summary with little room; None: the line
    # stays as it is
    opened: Callable[[Line], Words | None] = _no_clause
    # (before, after, story, seat): what seats gained and spent between two views, such as money. This text
    # stands in the same line as the order of `seat`, just after it. There is a sentence for each seat. The
    # sentence on `seat` comes first and has no subject. If `seat` is "", each sentence has a subject. A
    # digest of many acts leaves the text out
    means: Callable[[V_in, V_in, Sequence[Line], str], Sequence[Said]] = _nothing
    # (before, after): what changed for all seats together, such as points. It stands once, near the end of a
    # summary
    totals: Callable[[V_in, V_in], Sequence[Said]] = _nothing
    # (after, story): what seats score only because the game has ended, such as for their cards. The last
    # order did not bring these points, so a summary tells them in a paragraph of their own below that order
    final_scores: Callable[[V_in, Sequence[Line]], Sequence[Said]] = _nothing
    # (after, story): how the game ended; empty while it goes on. A summary ends with this text, so the digest
    # leaves it out
    ending: Callable[[V_in, Sequence[Line]], Sequence[Said]] = _nothing
