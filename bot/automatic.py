"""What is played for people by what they have said before: standing answers and plans.

A standing answer goes on until it is changed; a plan is played once. Both are looked at again at the moment
they are needed, and told to the table when they are used.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.draft import Draft
from bot.seated import Seated, titled
from bot.words import say
from db.records import Note
from rules import kernel, notation
from rules.extras import holds, policies
from rules.kernel import InputError, Step

STANDING = "standing:"  # opens the names of the notes that are standing answers
PLAN = "plan"  # the name of the note that is a plan
MOST = 50  # answers in one go


@dataclass
class Played:
    """A submission with what was played by itself after it: `told` for the table, `notes` to be written."""

    step: Step[Any]
    told: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def play_on(at: Seated, step: Step[Any], notes: Sequence[Note]) -> Played:
    """From `at`, where a submission has led to `step`, on as far as standing answers and plans go."""
    done, mine = Played(step), [note for note in notes if _is_valid(at, note)]
    for _ in range(MOST):
        now = at.after(done.step)
        found = _standing(now, mine) or _plan(now, mine, done)
        if found is None:
            break
        keys, line = found
        more = kernel.submit(now.rules, now.position, now.asked, keys)
        closed = (*done.step.closed, *more.closed)
        done.step = Step(more.game, more.live, closed, done.step.entered + more.entered)
        done.told.append(line)
        spent = {note.seat for note in done.notes}
        mine = [note for note in mine if note.name != PLAN or note.seat not in spent]
    return done


def _is_valid(at: Seated, note: Note) -> bool:
    """True for what the person has written who holds the seat now."""
    holder = at.stored.seat(note.seat)
    return holder is not None and holder.user_id == note.user_id


def _standing(now: Seated, notes: Sequence[Note]) -> tuple[list[str], str] | None:
    """The key that a standing answer gives to the question that waits, and what the table reads."""
    if (ask := now.ask) is None:
        return None
    values = {note.name: note.text for note in notes if note.seat == ask.seat}
    for policy in policies(now.rules):
        value = values.get(STANDING + policy.key)
        words = {} if value is None else policy.values(ask.seat)
        if value is None or value not in words:
            continue
        key = policy.answer(now.live.state, ask, value)
        if key is not None and key in ask.menu():
            told = say(
                "standing.used", seat=titled(now.rules, ask.seat), title=policy.title, words=words[value]
            )
            return [key], told
    return None


def _plan(now: Seated, notes: Sequence[Note], done: Played) -> tuple[list[str], str] | None:
    """The keys of the first line of a plan that applies, which is spent then. One that does not fit any more
    is disarmed, and nothing comes in its place."""
    note = next((note for note in notes if (note.seat, note.name) == (now.asked, PLAN)), None)
    if note is None or not Draft(now).opens_turn:
        return None
    plan = json.loads(note.text)
    if plan.get("failed"):
        return None
    for condition, order in plan["lines"]:
        if not holds(now.rules, now.live.state, note.seat, condition):
            continue
        seat = titled(now.rules, note.seat)
        try:
            keys = whole(now, order)
        except InputError as error:
            text = json.dumps({**plan, "failed": str(error)})
            done.notes.append(replace(note, text=text))
            done.told.append(say("plan.disarmed", seat=seat))
            return None
        done.notes.append(replace(note, text=""))
        return keys, say("plan.used", seat=seat)
    return None


def whole(now: Seated, order: str) -> list[str]:
    """The keys of an order that leaves its seat nothing to decide. Raises `InputError`."""
    keys = notation.parse(now.rules, now.position, now.asked, order)
    draft = Draft(now, keys)
    if not draft.complete:
        ask = draft.now.ask
        question = "" if ask is None else ask.prompt.read(now.rules.name)
        raise InputError(say("plan.half", order=order, question=question))
    kernel.submit(now.rules, now.position, now.asked, draft.keys)
    return list(draft.keys)
