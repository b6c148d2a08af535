"""Find the consequences of an act: posts in the channel, notes, and the reply to the player.

This module saves nothing. `OrderService` saves all consequences in one transaction.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.language.words import say, speak_within
from bot.orders import last_order
from bot.orders.draft import Draft
from bot.orders.play_plans import PlayedOn
from bot.orders.preview import show_handed_on
from bot.people.caller import Caller
from bot.replies.reply import Reply
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import GameSettings
from bot.story import announce, order_text, reasons, turn_text
from db.records import Kind, NewAct, NewDelivery, Note
from rules.kernel import Game


class Consequences(NamedTuple):
    """What follows from an act.

    Attributes:
        now: the game after the act
        act: the act to store
        posts: the posts that the act causes
        notes: the notes to store
        result: the headline of the last board if the act ended the game, else None
        answer: the reply to the player
    """

    now: LoadedGame
    act: NewAct
    posts: list[NewDelivery]
    notes: list[Note]
    result: str | None
    answer: Reply


def find_consequences(
    caller: Caller, at: LoadedGame, seat: str, played: PlayedOn, typed: str, *, side: bool = False
) -> Consequences:
    """Return the consequences of a seat's step. `at` is the game before the step.

    `typed` is the text to show if the order has no sentence. `side` is whether the step is a side act, such
    as a trade.
    """
    step = played.step
    turn, now, start = (*step.closed, step.game)[0], at.move_to_step(step), len(at.position.log)
    order = order_text.write_typed_order(at.rules, turn, start, seat) or typed
    kind = Kind.SIDE if side else Kind.ORDER
    act = NewAct(kind, order, caller.user_id, seat, caller.interaction_id, played.why)
    why = played.why or reasons.find_waiting_reasons(at, seat)
    with speak_within(GameSettings.of(at.stored).language):
        read = reasons.read_reason(at.rules, why)
    told = announce.make_posts(at, step, caller.user_id, played.told, read)
    posts, moved = announce.gather_moves(at, step, told, caller.user_id)
    posts = [*announce.make_elimination_posts(at, step), *posts]
    notes = [] if side else _list_notes(at, seat, turn, played, why, told=bool(told))
    return Consequences(
        now,
        act,
        posts,
        [*notes, *moved],
        now.find_result(),
        _write_answer(caller, at, now, seat, played, typed, side=side),
    )


def _list_notes(
    at: LoadedGame, seat: str, turn: Game, played: PlayedOn, why: str, *, told: bool
) -> list[Note]:
    """Return the notes to store after an order.

    One note deletes the draft. The other notes store the order (for the button that repeats it), the reason
    of a bot player, and the plans that remain.
    """
    reason = reasons.make_reason_note(seat, why, told=told)
    return [Draft(at).to_note(), *last_order.make_order_note(at, turn), *reason, *played.notes]


def _write_answer(
    caller: Caller, at: LoadedGame, now: LoadedGame, seat: str, played: PlayedOn, typed: str, *, side: bool
) -> Reply:
    """Return the reply to the player: their order, and what comes next."""
    closed, own = played.step.closed, frozenset((seat,))
    turn = (*closed, played.step.game)[0]
    # This line has only what everybody may read.
    line = order_text.write_order(at.rules, turn, len(at.position.log), seat) or typed
    if side:
        return Reply(say("done", line=line), now.build_panel(caller.user_id))
    if seat == now.asked and not closed:
        so_far = turn_text.tell_turn(at.rules, turn, at.find_order_start(), reader=own)
        return Reply("\n".join(so_far) or say("done", line=line), now.build_panel())
    whole = order_text.write_order(at.rules, turn, at.find_order_start(), seat, own) or line
    rolled = turn_text.tell_results(at.rules, turn, len(at.position.log), seat, own)
    whole = "\n".join([whole, *rolled])
    return show_handed_on(caller, now, seat, whole, closed[-1] if closed else None)
