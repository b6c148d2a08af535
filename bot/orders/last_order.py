"""Repeat a seat's last order with one button.

An order is stored under the kind of its first question. The button stands under a later question of this
kind, if `label_repeat` has a label for it. The button enters the order into the draft. Like any
order, the repeated order counts once the player confirms it.
"""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from bot.language.words import say
from bot.orders.draft import Draft, KeyOrigins
from bot.orders.preview import is_hollow, list_idle, name_changes
from bot.replies.text import clip_label
from bot.session.loaded_game import LoadedGame, list_choices
from bot.story import turn_text
from db.records import Note
from rules.ask import Ask
from rules.asking import DONE
from rules.kernel import SIDE, Game, NotAllowed

LAST = "last"  # the name of the note
MAX_NAMED = 60  # the most characters of the order on the button


def make_order_note(at: LoadedGame, whole: Game) -> list[Note]:
    """Return the note that stores the order of the seat asked at `at`. `whole` is the turn with that order.

    Return no note for a bot player, for an order that began before `at`, or for a single answer, which one
    tap repeats.
    """
    holder, began = at.stored.seat(at.asked), len(at.position.log)
    entered = list(takewhile(lambda entry: entry.seat == at.asked, whole.log[began:]))
    keys = [entry.key for entry in entered if not entry.key.startswith(SIDE)]
    told = sum(key != DONE for key in keys)
    if at.ask is None or holder is None or holder.level or at.find_order_start() < began or told < 2:
        return []
    topics = _list_topics(at, whole, began + len(entered))
    orders = {**_read_last_orders(at), at.ask.kind: {"keys": keys, "topics": topics}}
    return [Note(at.asked, LAST, holder.user_id, json.dumps(orders))]


def find_repeat(at: LoadedGame) -> Draft | None:
    """Return the last order as a draft; None if it can't be repeated.

    An order can't be repeated if the seat has begun an order, or if a part is not legal, is missing or has no
    effect. Nor can it be repeated if its questions are now about something else, such as the Event of another
    card.
    """
    if (
        at.ask is None
        or (last := _read_last_orders(at).get(at.ask.kind)) is None
        or at.find_order_start() < len(at.position.log)
    ):
        return None
    try:
        draft = Draft(at, last["keys"], origins=KeyOrigins(taps=(0,)))
    except NotAllowed:
        return None
    if not draft.complete or is_hollow(draft) or list_idle(draft):
        return None
    return draft if _list_topics(at, turn := draft.now.position, len(turn.log)) == last["topics"] else None


def _list_topics(at: LoadedGame, turn: Game, end: int) -> list[list[str]]:
    """Return the topics (kind, subject) of the questions that the seat answered after `at`, before `end`."""
    made = [each for each in list_choices(at.rules, turn) if len(at.position.log) <= each.entry < end]
    return [list(each.topic) for each in made if each.seat == at.asked and not each.aside]


def label_repeat(at: LoadedGame) -> str:
    """Return the label of the button that repeats the last order; "" if there is no such button.

    There is none if the order can't be repeated, or if part of it is final or secret.
    """
    draft = find_repeat(at)
    if draft is None or draft.lasting is not None or any(map(_hides, (given.ask for given in draft.answers))):
        return ""
    line = turn_text.write_order(at.rules, draft.now.position, len(at.position.log), draft.seat)
    if len(line) > MAX_NAMED:
        line = clip_label(name_changes(draft), MAX_NAMED)
    return say("button.as_before", order=line.rstrip("."))


def _hides(ask: Ask[object]) -> bool:
    """Return whether a question or its answer is secret."""
    return ask.secret or ask.face is not None


def _read_last_orders(at: LoadedGame) -> dict[str, dict[str, Any]]:
    """Return the last orders of the asked seat by kind of question; none if the seat's player has changed."""
    holder = at.stored.seat(at.asked)
    for note in at.stored.notes:
        if holder is not None and (note.seat, note.name, note.user_id) == (at.asked, LAST, holder.user_id):
            kept = json.loads(note.text)  # in older notes an order is a list, without topics
            return {kind: order for kind, order in kept.items() if isinstance(order, dict)}
    return {}
