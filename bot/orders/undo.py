"""Find out what a player can undo with one tap, and who must agree to other undos.

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
    name_seat,
    undo_last_order,
)
from db.records import StoredGame
from rules.chance import Draw, Roll
from rules.errors import NoUndo
from rules.kernel import CHANCE, FINAL, Game, InputError
from rules.players.outlook import is_certain


class UndoStep(NamedTuple):
    """The seat that undoes, the turn with the seat's last order, and the same turn cut before this order."""

    seat: str
    whole: Game
    to: Game


class UndoTerms(NamedTuple):
    """The conditions of an undo: the people who must agree, and whether one tap is enough."""

    concerned: frozenset[int]
    at_once: bool


def find_terms(stored: StoredGame, seats: Collection[str], *, everyone: bool, without: int) -> UndoTerms:
    """Return the conditions of an undo. The user `without` asks for the undo.

    `seats` have acted since the order. The people in these seats must agree. `everyone` is whether dice,
    cards or a final answer came after the order began. If so, all other people with a seat must agree. One
    tap is enough if only bot players have acted and `everyone` is False.
    """
    holders = (seat for seat in stored.seats if everyone or seat.seat in seats)
    bots = {seat.seat for seat in stored.seats if seat.level}
    concerned = frozenset(seat.user_id for seat in holders if not seat.level) - {without}
    return UndoTerms(concerned, not everyone and {*seats} <= bots)


def describe_terms(
    at: LoadedGame, seat: str, *, everyone: bool, asked: str, chance: Roll | Draw | None = None
) -> str:
    """Return a sentence on the conditions to undo an order.

    The sentence stays true when a bot player answers the order at once.

    Args:
        at: the game before the order
        seat: the seat that gives the order
        everyone: whether everyone must agree; `find_terms` explains it
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
            return say("undo.terms.drawn")
        return say("undo.terms.rolled") if chance is not None else say("undo.terms.alone")
    seats = join_names([at.rules.name(each.seat) for each in at.stored.seats if each.user_id in anybody])
    if terms.concerned:
        return say("undo.terms.agreed", seats=seats)
    if is_certain(at.rules):
        return say("undo.terms.answered_sure" if answers else "undo.terms.until_acts")
    return say("undo.terms.answered", seats=seats) if answers else say("undo.terms.until")


def find_undo(caller: Caller, at: LoadedGame, previous: Game | None) -> UndoStep:
    """Return what the caller may undo without the agreement of others. Raises `InputError`.

    `previous` is the last closed turn, with all its entries.
    """
    seats = sorted(at.stored.seats_of(caller.user_id), key=lambda seat: seat != at.asked)
    refused: InputError = Refused(explain_spectating(at.rules, at.stored, caller.user_id))
    for index, seat in enumerate(seats):
        try:
            whole, to = undo_last_order(at.rules, at.position, seat, previous)
        except NoUndo as error:
            refused = NoUndo(_explain_refusal(at, error.since), error.since) if index == 0 else refused
        else:
            return UndoStep(seat, whole, to)
    raise refused


def _explain_refusal(at: LoadedGame, since: str) -> str:
    """Return in a sentence why one tap can't undo a seat's last choice.

    `since` says what prevents the undo. It is the seat that acted after the choice, `CHANCE` for dice or
    cards, or `FINAL` if the choice is final. It is "" if the seat has made no choice in this turn.
    """
    if not since:
        return say("undo.earlier")
    if since == FINAL:
        return say("undo.final")
    return (
        say("undo.chance")
        if since == CHANCE
        else say("undo.other", seat=name_seat(at.rules, since, at.position))
    )


def reopen_draft(back: LoadedGame, whole: Game) -> Draft:
    """Return an undone order as a draft.

    `back` is the game after the undo, and `whole` the turn before the undo. If the order was a single answer,
    the draft is empty, because the player can give this answer again with one tap.
    """
    entered = takewhile(
        lambda entry: entry.seat == back.asked and not is_side_act(entry),
        whole.log[len(back.position.log) :],
    )
    keys = [entry.key for entry in entered]
    return Draft(back, keys if len(keys) > 1 else (), restoring=True)
