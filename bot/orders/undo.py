"""Find what one tap can undo, and who must agree to any other undo.

One tap undoes a whole order, or a side act (such as a trade).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import NamedTuple

from bot.language.words import join_names, say
from bot.orders.draft import Draft
from bot.people.caller import Caller
from bot.replies.reply import Refused
from bot.session.loaded_game import (
    LoadedGame,
    explain_spectating,
    is_side_act,
    title_seat,
    undo_last_order,
)
from db.records import StoredGame
from rules.chance import Draw, Roll
from rules.errors import NoUndo
from rules.kernel import CHANCE, FINAL, Game, InputError, NotAllowed


class UndoStep(NamedTuple):
    """The seat that undoes, the turn with this seat's last order, and the same turn cut before that order."""

    seat: str
    whole: Game
    to: Game


class UndoTerms(NamedTuple):
    """What the undo of an order needs: the people who must agree, and whether one tap is enough."""

    concerned: frozenset[int]
    at_once: bool


def find_terms(stored: StoredGame, seats: Collection[str], *, everyone: bool, without: int) -> UndoTerms:
    """Return what an undo needs for which the user `without` asks.

    The people who hold one of `seats`, which have acted since the order, must agree. With `everyone` (dice,
    cards or a final answer came after the order began), all other people with a seat must agree. One tap is
    enough if only bot players have acted.
    """
    holders = (seat for seat in stored.seats if everyone or seat.seat in seats)
    bots = {seat.seat for seat in stored.seats if seat.level}
    concerned = frozenset(seat.user_id for seat in holders if not seat.level) - {without}
    return UndoTerms(concerned, not everyone and {*seats} <= bots)


def describe_terms(
    at: LoadedGame, seat: str, *, everyone: bool, asked: str, chance: Roll | Draw | None = None
) -> str:
    """Return a sentence on what an undo needs, after an order of this seat and the answer of a bot player.

    Args:
        at: the game before the order
        seat: the seat that gives the order
        everyone: as for `find_terms`, which decides about the undo itself
        asked: the seat that is asked after the order; "" for none
        chance: the dice or the draw that follow the order

    Returns:
        the sentence; "" if the undo needs nothing special
    """
    holder, answering = at.stored.seat(seat), at.stored.seat(asked)
    user = 0 if holder is None else holder.user_id
    answers = answering is not None and answering.level != ""
    terms = find_terms(at.stored, [asked] if answers else [], everyone=everyone, without=user)
    anybody = find_terms(at.stored, (), everyone=True, without=user).concerned
    if not anybody and terms.at_once:
        return ""
    if not anybody:
        if isinstance(chance, Draw):
            return say("undo.terms.drawn", what=chance.prompt.read(at.rules.name))
        return say("undo.terms.rolled") if chance is not None else say("undo.terms.alone")
    seats = join_names([at.rules.name(each.seat) for each in at.stored.seats if each.user_id in anybody])
    if terms.concerned:
        return say("undo.terms.agreed", seats=seats)
    return say("undo.terms.answered", seats=seats) if answers else say("undo.terms.until")


def find_undo(caller: Caller, at: LoadedGame, previous: Game | None) -> UndoStep:
    """Return what the caller may undo without the others' agreement. Raises `InputError`.

    `previous` is the last closed turn with all entries.
    """
    seats = sorted(at.stored.seats_of(caller.user_id), key=lambda seat: seat != at.asked)
    refused: InputError = Refused(explain_spectating(at.rules, at.stored, caller.user_id))
    for index, seat in enumerate(seats):
        try:
            whole, to = undo_last_order(at.rules, at.position, seat, previous)
        except NoUndo as error:
            refused = NotAllowed(_explain_refusal(at, error.since)) if index == 0 else refused
        else:
            return UndoStep(seat, whole, to)
    raise refused


def _explain_refusal(at: LoadedGame, since: str) -> str:
    """Return why one tap can't undo a seat's last choice.

    `since` tells what happened after the choice: the seat that acted, `CHANCE` for dice or cards, or `FINAL`
    if the choice is final. It is "" if the seat has made no choice in this turn.
    """
    if not since:
        return say("undo.earlier")
    if since == FINAL:
        return say("undo.final")
    return (
        say("undo.chance")
        if since == CHANCE
        else say("undo.other", seat=title_seat(at.rules, since, at.position))
    )


def reopen_draft(back: LoadedGame, whole: Game) -> Draft:
    """Return the undone order as a draft: what the seat asked at `back` entered in the turn `whole`.

    The draft is empty if the order was a single answer, because one tap can give that again.
    """
    entered = takewhile(
        lambda entry: entry.seat == back.asked and not is_side_act(entry),
        whole.log[len(back.position.log) :],
    )
    keys = [entry.key for entry in entered]
    return Draft(back, keys if len(keys) > 1 else (), restoring=True)
