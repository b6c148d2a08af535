"""Repeat a seat's last order with one button.

The bot stores each seat's last order for each kind of question. The kind of an order is the kind of its first
question. When the seat gets a question of this kind again, the button stands below it, if `label_repeat`
returns a label. The button enters the order as the draft. The player must confirm the draft as usual.
"""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from bot.language.words import say
from bot.orders.draft import Draft, KeyOrigins
from bot.orders.order_name import name_changes
from bot.orders.preview import is_hollow, list_idle
from bot.session.loaded_game import LoadedGame
from bot.story import order_text
from db.records import Note
from rules.ask import Ask
from rules.asking import DONE
from rules.chance import Roll
from rules.kernel import SIDE, Game, NotAllowed
from rules.orders.questions import Question

LAST = "last"  # the name of the note
LATER = "later"  # in a stored order, the key of the single answers that this kind of question got later
MAX_NAMED = 54  # the button shows at most this many characters of the order
MORE = len(", and more")  # roughly the length of the words that say that something is left out


def make_order_note(at: LoadedGame, whole: Game) -> list[Note]:
    """Return the note that stores the order which the asked seat of `at` gave in the turn `whole`.

    Return no note for a bot player or for an order that began before `at`. A single answer is not stored,
    because a player can repeat it with one tap. But then the order before it is no longer the last one, so
    the note hides that order.
    """
    holder, began = at.stored.seat(at.asked), len(at.position.log)
    entered = list(takewhile(lambda entry: entry.seat == at.asked, whole.log[began:]))
    keys = [entry.key for entry in entered if not entry.key.startswith(SIDE)]
    told = sum(key != DONE for key in keys)
    if at.ask is None or holder is None or holder.level or at.find_order_start() < began or not keys:
        return []
    stored = _read_last_orders(at)
    if told < 2:
        if (order := stored.get(at.ask.kind)) is None:
            return []
        hidden = {**order, LATER: [*order.get(LATER, ()), keys]}
        return [Note(at.asked, LAST, holder.user_id, json.dumps({**stored, at.ask.kind: hidden}))]
    topics = _list_answers(at, whole, began + len(entered))
    orders = {**stored, at.ask.kind: {"keys": keys, "topics": topics}}
    return [Note(at.asked, LAST, holder.user_id, json.dumps(orders))]


def make_undone_note(back: LoadedGame, undone: Game) -> list[Note]:
    """Return the note of last orders without the undone order, so that no button repeats this order.

    `back` is the game after the undo. `undone` is the turn as it was before the undo. If a single answer was
    undone, the order before it is the last one again. Return no note if nothing stored was undone.
    """
    holder, orders = back.stored.seat(back.asked), _read_last_orders(back)
    left = undone.log[len(back.position.log) :]
    keys = [entry.key for entry in left if entry.seat == back.asked and not entry.key.startswith(SIDE)]
    kept = {
        kind: _restore_order(order, keys)
        for kind, order in orders.items()
        if order.get(LATER) or keys[: len(order["keys"])] != order["keys"]
    }
    if holder is None or kept == orders:
        return []
    return [Note(back.asked, LAST, holder.user_id, json.dumps(kept))]


def _restore_order(order: dict[str, Any], undone: list[str]) -> dict[str, Any]:
    """Return a stored order without the last of its `LATER` answers, if the keys `undone` begin with it."""
    *earlier, last = order.get(LATER) or [None]
    return {**order, LATER: earlier} if last is not None and undone[: len(last)] == last else order


def find_repeat(at: LoadedGame) -> Draft | None:
    """Return the last order as a draft; None if it can't be repeated.

    An order can't be repeated in these cases:

    - The seat has begun another order.
    - The seat has since answered a question of this kind with a single answer.
    - A part of the order is not legal, is missing or has no effect.
    - A question now has another subject, such as the Event of another card.
    - The label of an answer has changed, for example to another number of units.
    - A roll of dice follows the order, as after an attack.
    """
    if (
        at.ask is None
        or (last := _read_last_orders(at).get(at.ask.kind)) is None
        or last.get(LATER)
        or at.find_order_start() < len(at.position.log)
    ):
        return None
    try:
        draft = Draft(at, last["keys"], origins=KeyOrigins(taps=(0,)))
    except NotAllowed:
        return None
    if not draft.complete or is_hollow(draft) or list_idle(draft):
        return None
    if isinstance(draft.now.live.pending, Roll):
        return None
    return draft if _list_answers(at, turn := draft.now.position, len(turn.log)) == last["topics"] else None


def _list_answers(at: LoadedGame, turn: Game, end: int) -> list[list[str]]:
    """Return the seat's answers from `at` to entry `end`.

    Each answer is a list [kind, subject, label]: the question's kind and subject, and the answer's label.
    """
    made = order_text.play_turn(at.rules, turn).made[len(at.position.log) : end]
    return [
        [*each.asked.topic, _label_in_english(each.asked, each.key)]
        for each in made
        if each.seat == at.asked and each.asked is not None and not each.asked.forced
    ]


def _label_in_english(asked: Question, key: str) -> str:
    """Return the English label of an answer, whatever the reader's language; its key if it has no label."""
    return next((option.english for option in asked.options if option.key == key), key)


def label_repeat(draft: Draft) -> str:
    """Return the label of the button that repeats the last order; "" for no button.

    `draft` is the last order, from `find_repeat`. There is no button if a part of the order is final or
    secret.
    """
    at = draft.base
    if draft.lasting is not None or any(map(_hides, (given.ask for given in draft.answers))):
        return ""
    line = order_text.write_order(at.rules, draft.now.position, len(at.position.log), draft.seat)
    if len(line) > MAX_NAMED:
        line = name_changes(draft, MAX_NAMED - MORE)
    return say("button.as_before", order=line.rstrip("."))


def _hides(ask: Ask[object]) -> bool:
    """Return whether the question or its answer is secret."""
    return ask.secret or ask.face is not None


def _read_last_orders(at: LoadedGame) -> dict[str, dict[str, Any]]:
    """Return the last orders that the asked seat's present player gave: `{kind of question: order}`."""
    holder = at.stored.seat(at.asked)
    for note in at.stored.notes:
        if holder is not None and (note.seat, note.name, note.user_id) == (at.asked, LAST, holder.user_id):
            kept = json.loads(note.text)  # old notes have orders as lists without topics; ignore these
            return {kind: order for kind, order in kept.items() if isinstance(order, dict)}
    return {}
