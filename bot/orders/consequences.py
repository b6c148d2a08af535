"""What follows from an act: the posts that it causes, what is noted with it, and what its player reads.

Nothing is saved here; `OrderService` does that, in one transaction.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.language.words import say
from bot.orders import last_order
from bot.orders.draft import Draft
from bot.orders.play_plans import PlayedOn
from bot.orders.preview import show_handed_on
from bot.people.caller import Caller
from bot.replies.reply import Reply
from bot.session.loaded_game import LoadedGame
from bot.story import announce, reasons, turn_text
from db.records import Kind, NewAct, NewDelivery, Note
from rules.kernel import Game


class Consequences(NamedTuple):
    """The game `now`, the act as it is stored, with its posts and notes, the `result` of a game that is over,
    and the answer to its player."""

    now: LoadedGame
    act: NewAct
    posts: list[NewDelivery]
    notes: list[Note]
    result: str | None
    answer: Reply


def follow(
    caller: Caller, at: LoadedGame, seat: str, played: PlayedOn, typed: str, *, aside: bool = False
) -> Consequences:
    """Find what follows from the step a seat has played at `at`.

    `typed`: its keys, where it has no other words; `aside`: it was done out of turn.
    """
    step = played.step
    turn, now, start = (*step.closed, step.game)[0], at.move_to_step(step), len(at.position.log)
    order = turn_text.write_typed_order(at.rules, turn, start, seat) or typed
    kind = Kind.SIDE if aside else Kind.ORDER
    act = NewAct(kind, order, caller.user_id, seat, caller.interaction_id, played.why)
    why = played.why or reasons.find_waiting_reasons(at, seat)
    told = announce.make_posts(at, step, caller.user_id, played.told, why)
    posts, moved = announce.gather_moves(at, now, told)
    notes = [] if aside else _list_notes(at, seat, turn, played, why, told=bool(told))
    return Consequences(
        now,
        act,
        posts,
        [*notes, *moved],
        None if now.asked else now.view(None).headline,
        _answer(caller, at, now, seat, played, typed, aside=aside),
    )


def _list_notes(
    at: LoadedGame, seat: str, turn: Game, played: PlayedOn, why: str, *, told: bool
) -> list[Note]:
    """Return what is noted: the draft is used up, and the order can be repeated."""
    reason = reasons.note_reason(seat, why, told=told)
    return [Draft(at).to_note(), *last_order.note_order(at, turn), *reason, *played.notes]


def _answer(
    caller: Caller, at: LoadedGame, now: LoadedGame, seat: str, played: PlayedOn, typed: str, *, aside: bool
) -> Reply:
    """Return what the player reads: what was done, and what comes next."""
    closed, own = played.step.closed, frozenset((seat,))
    turn = (*closed, played.step.game)[0]
    line = turn_text.write_order(at.rules, turn, len(at.position.log), seat) or typed  # as all may read it
    if aside:
        return Reply(say("done", line=line), now.build_panel(caller.user_id))
    if seat == now.asked and not closed:
        so_far = turn_text.tell_turn(at.rules, turn, at.find_order_start(), reader=own)
        return Reply("\n".join(so_far) or say("done", line=line), now.build_panel())
    whole = turn_text.write_order(at.rules, turn, at.find_order_start(), seat, own) or line
    return show_handed_on(caller, now, seat, whole, closed[-1] if closed else None)
