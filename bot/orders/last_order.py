"""As last time: the order that a seat gave the last time that it was asked the same, as one button, where all
of it is legal again. It goes into the draft, and counts like any other when it is confirmed."""

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
NAMED = 60  # characters of the order on the button


def note_order(at: LoadedGame, whole: Game) -> list[Note]:
    """What is to be kept of the order with which the seat asked at `at` began to decide in the turn `whole`;
    nothing of one answer alone, which a tap gives again."""
    holder, began = at.stored.seat(at.asked), len(at.position.log)
    entered = list(takewhile(lambda entry: entry.seat == at.asked, whole.log[began:]))
    keys = [entry.key for entry in entered if not entry.key.startswith(SIDE)]
    told = sum(key != DONE for key in keys)
    if at.ask is None or holder is None or holder.level or at.find_order_start() < began or told < 2:
        return []
    topics = _topics(at, whole, began + len(entered))
    orders = {**_kept(at), at.ask.kind: {"keys": keys, "topics": topics}}
    return [Note(at.asked, LAST, holder.user_id, json.dumps(orders))]


def find_repeat(at: LoadedGame) -> Draft | None:
    """Return the draft of that order.

    It is None where there is none, not all of it is legal, it would do nothing, or what it answered is about
    something else now: the Event of another card.
    """
    if (
        at.ask is None
        or (last := _kept(at).get(at.ask.kind)) is None
        or at.find_order_start() < len(at.position.log)
    ):
        return None
    try:
        draft = Draft(at, last["keys"], origins=KeyOrigins(taps=(0,)))
    except NotAllowed:
        return None
    if not draft.complete or is_hollow(draft) or list_idle(draft):
        return None
    return draft if _topics(at, turn := draft.now.position, len(turn.log)) == last["topics"] else None


def _topics(at: LoadedGame, turn: Game, end: int) -> list[list[str]]:
    """What was asked of the seat in the turn from `at` up to an entry, as far as there was a choice."""
    made = [each for each in list_choices(at.rules, turn) if len(at.position.log) <= each.entry < end]
    return [list(each.topic) for each in made if each.seat == at.asked and not each.aside]


def label_repeat(at: LoadedGame) -> str:
    """Return what the button for it says; "" where something of it is not for all eyes."""
    draft = find_repeat(at)
    if draft is None or draft.lasting is not None or any(map(_hides, (given.ask for given in draft.answers))):
        return ""
    line = turn_text.write_order(at.rules, draft.now.position, len(at.position.log), draft.seat)
    if len(line) > NAMED:
        line = clip_label(name_changes(draft), NAMED)
    return say("button.as_before", order=line.rstrip("."))


def _hides(ask: Ask[object]) -> bool:
    return ask.secret or ask.face is not None


def _kept(at: LoadedGame) -> dict[str, dict[str, Any]]:
    """Return the last orders of the seat that is asked, by the kind of question, if they are its holder's."""
    holder = at.stored.seat(at.asked)
    for note in at.stored.notes:
        if holder is not None and (note.seat, note.name, note.user_id) == (at.asked, LAST, holder.user_id):
            kept = json.loads(note.text)  # a list: of before the topics were kept
            return {kind: order for kind, order in kept.items() if isinstance(order, dict)}
    return {}
