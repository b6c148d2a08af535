"""What is played for people: what makes no difference, and what they have said before: answers given ahead,
standing answers and plans.

A standing answer goes on until it is changed; a plan is played once. Both are looked at again at the moment
they are needed, and told to the table when they are used. An answer given ahead is the seat's own act.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.language.words import say
from bot.orders.draft import Draft
from bot.plans import question_plans
from bot.session.loaded_game import LoadedGame, seat_title
from db.records import Note
from rules import kernel
from rules.asking import DONE
from rules.kernel import Ask, Entry, InputError, Rules, Step
from rules.orders import notation, sentences
from rules.orders.tokenizer import echoed
from rules.words import told, within

PLAN = "plan"  # the name of the note that is a plan
MOST = 50  # answers in one go


@dataclass
class PlayedOn:
    """A submission with what was played by itself after it: `told` for the table, `notes` to be written;
    `why`: the reason for the submission."""

    step: Step
    told: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    why: str = ""


def play_on(at: LoadedGame, step: Step, notes: Sequence[Note]) -> PlayedOn:
    """From `at`, where a submission has led to `step`, on as far as standing answers and plans go."""
    done, mine = PlayedOn(step), [note for note in notes if _is_valid(at, note)]
    for _ in range(MOST):
        now = at.after(done.step)
        found = _moot(now) or _ahead(now, mine, done) or _standing(now, mine) or _plan(now, mine, done)
        if found is None:
            break
        keys, line = found
        more = kernel.submit(now.rules, now.position, now.asked, keys)
        closed = (*done.step.closed, *more.closed)
        done.step = Step(more.game, more.live, closed, done.step.entered + more.entered)
        done.told += [line] if line else []
        mine = _left(mine, done.notes)
    done.notes += question_plans.lapsed(at.after(done.step), mine)
    done.notes = list({(note.seat, note.name): note for note in done.notes}.values())
    return done


def _left(notes: Sequence[Note], written: Sequence[Note]) -> list[Note]:
    """The notes that may still be used: of answers ahead what is left of them, and no plan twice."""
    changed = {(note.seat, note.name): note for note in written}
    found = [changed.get((note.seat, note.name), note) for note in notes]
    return [note for note in found if note.text and (note.name == question_plans.NAME or note not in written)]


def _is_valid(at: LoadedGame, note: Note) -> bool:
    """True for what the person has written who holds the seat now."""
    holder = at.stored.seat(note.seat)
    return holder is not None and holder.user_id == note.user_id


def _moot(now: LoadedGame) -> tuple[list[str], str] | None:
    """Nothing, where no answer would make a difference: nobody is asked, and nothing is told of it."""
    return ([DONE], "") if now.ask is not None and now.ask.moot else None


def _ahead(now: LoadedGame, notes: Sequence[Note], done: PlayedOn) -> tuple[list[str], str] | None:
    """The key with which the asked seat has answered ahead, which is its own act: nothing is told of it."""
    if (found := question_plans.given(now, notes)) is None:
        return None
    note, key = found
    done.notes.append(note)
    return [key], ""


def _standing(now: LoadedGame, notes: Sequence[Note]) -> tuple[list[str], str] | None:
    """The key that a standing answer gives to the question that waits, and what the table reads."""
    if (ask := now.ask) is None or (found := question_plans.standing_answer(now, ask, notes)) is None:
        return None
    policy, value, key = found
    if not _is_public(ask):
        return [key], ""
    name = now.rules.name
    title, means = told(policy.title, name), within(policy.values(ask.seat)[value], name)
    return [key], say("standing.used", seat=name(ask.seat), title=title, words=means)


def _plan(now: LoadedGame, notes: Sequence[Note], done: PlayedOn) -> tuple[list[str], str] | None:
    """The keys of the first line of a plan that applies, which is spent then. One that does not fit any more
    is disarmed, and nothing comes in its place; where no line applies that is written down for its owner."""
    note = next((note for note in notes if (note.seat, note.name) == (now.asked, PLAN)), None)
    if note is None or not Draft(now).opens_turn:
        return None
    plan = json.loads(note.text)
    if plan.get("failed"):
        return None
    for condition, order in plan["lines"]:
        if not now.rules.EXTRAS.plans.meets(now.live.state, note.seat, condition):
            continue
        seat = seat_title(now.rules, note.seat)
        try:
            keys = complete_order(now, order)
        except InputError as error:
            text = json.dumps({**plan, "failed": str(error), "untold": now.position.turn})
            done.notes.append(replace(note, text=text))
            if now.ask is not None and _is_public(now.ask):  # else it would tell what could not be answered
                done.told.append(say("plan.disarmed", seat=seat))
            return None
        done.notes.append(replace(note, text=""))
        return keys, say("plan.used", seat=seat, line=_public_line(now, keys) or order)
    done.notes.append(replace(note, text=json.dumps({**plan, "untold": now.position.turn})))
    return None


def _is_public(ask: Ask) -> bool:
    """True where all may see the question with its menu and its answer."""
    return not ask.secret and ask.face is None


def _public_line(now: LoadedGame, keys: Sequence[str]) -> str:
    """These answers as the table may read them; "" where all of them go without saying."""
    entered = [Entry(now.asked, key) for key in keys]
    game = replace(now.position, log=(*now.position.log, *entered))
    rows = sentences.sentences(now.rules, game, len(now.position.log))
    return " ".join(row.text for row in rows if row.text)


def lapse_plans(rules: Rules, notes: Sequence[Note]) -> tuple[list[Note], list[str]]:
    """The notes to be written when a host has changed the game, and what the table reads of it: plans were
    made for another one."""
    changed, lapsed = question_plans.dropped(notes), list[str]()
    for note in notes:
        if note.name == PLAN and not (plan := json.loads(note.text)).get("failed"):
            changed.append(replace(note, text=json.dumps({**plan, "failed": say("plan.overtaken")})))
            lapsed.append(say("plan.disarmed", seat=seat_title(rules, note.seat)))
    return changed, lapsed


def find_untold(now: LoadedGame, notes: Sequence[Note], user_id: int) -> tuple[Note, str] | None:
    """What the owner of a plan has not read yet: that it was not played in this turn, and why. With the
    note to be written when he has."""
    note = next((note for note in notes if (note.seat, note.name) == (now.asked, PLAN)), None)
    if note is None or note.user_id != user_id:
        return None
    plan = json.loads(note.text)
    if plan.pop("untold", None) != now.position.turn:
        return None
    said = say("plan.failed", why=plan["failed"]) if "failed" in plan else say("plan.idle")
    return replace(note, text=json.dumps(plan)), said


def complete_order(now: LoadedGame, order: str) -> list[str]:
    """The keys of an order that leaves its seat nothing to decide. Raises `InputError`."""
    keys = notation.parse(now.rules, now.position, now.asked, order)
    draft = Draft(now, keys)
    if not draft.complete:
        ask = draft.now.ask
        question = "" if ask is None else ask.prompt.read(now.rules.name)
        raise InputError(say("plan.half", order=echoed(order), question=question))
    kernel.submit(now.rules, now.position, now.asked, draft.keys)
    return list(draft.keys)
