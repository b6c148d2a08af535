"""Skip questions with no real choice, and play plans, until a player must decide.

A plan for a kind of question is used again and again until its owner changes it. A plan for a question or a
turn is played once. The bot checks each plan again just before it plays the plan. When the bot plays a plan
for a turn, it posts a line in the channel. For a plan for a kind of question, it posts a line unless the
question is secret. For a plan for one question, it posts no such line, because the answer counts as the
seat's own act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.language.words import say
from bot.orders.draft import Draft
from bot.plans.plan import (
    Plan,
    Scope,
    answer_kind,
    fail_turn,
    find_first_met,
    list_turn_plans,
    read_valid_plans,
    write_plans,
)
from bot.plans.question_plans import answer_question, drop_lapsed
from bot.session.loaded_game import LoadedGame, title_seat
from db.records import Note
from rules import kernel
from rules.asking import DONE
from rules.kernel import Ask, Entry, InputError, NotAllowed, Step
from rules.orders import notation, sentences
from rules.orders.tokenizer import echo
from rules.words import read_said, within

MAX_ANSWERS = 50  # one call of `play_on` plays plans and skips questions at most this many times in all


@dataclass
class PlayedOn:
    """A submitted order, and the answers that the bot has entered after it.

    Attributes:
        step: the step of the order and of all answers after it
        told: lines for the channel
        notes: the notes to write
        why: a bot player's reason for the order, as it is stored
    """

    step: Step
    told: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    why: str = ""


@dataclass
class _PlanMove:
    """The effects of one plan or of one skipped question.

    Attributes:
        keys: the keys to enter; empty if the plan is not played
        line: the line for the channel; "" for no line
        left: the plans that the seat still has afterwards
    """

    keys: list[str]
    line: str
    left: Sequence[Plan]


def play_on(at: LoadedGame, step: Step, notes: Sequence[Note], *, turns: bool = True) -> PlayedOn:
    """Play plans after `step` until a player must decide. `at` is the game before the step.

    With `turns`, play plans for a turn too.
    """
    done, plans = PlayedOn(step), dict(stored := read_valid_plans(at, notes))
    for _ in range(MAX_ANSWERS):
        now = at.move_to_step(done.step)
        mine = plans.get(now.asked, ())
        found = _skip_moot(now, mine) or _answer_question(now, mine) or _answer_kind(now, mine)
        if found is None and turns:
            found = _order_turn(now, mine)
        if found is None:
            break
        plans[now.asked] = tuple(found.left)
        done.told += [found.line] if found.line else []
        if not found.keys:
            break
        more = kernel.submit(now.rules, now.position, now.asked, found.keys)
        closed = (*done.step.closed, *more.closed)
        done.step = Step(more.game, more.live, closed, done.step.entered + more.entered)
    end = at.move_to_step(done.step)
    for holder in at.stored.seats:
        seat = holder.seat
        left = tuple(drop_lapsed(end, seat, plans.get(seat, ())))
        if left != stored.get(seat, ()):
            done.notes.append(write_plans(seat, holder.user_id, left))
    return done


def _skip_moot(now: LoadedGame, plans: Sequence[Plan]) -> _PlanMove | None:
    """Return the answer that closes the open question, if all answers to it have the same effect.

    The bot posts nothing about this answer.
    """
    return _PlanMove([DONE], "", plans) if now.ask is not None and now.ask.moot else None


def _answer_question(now: LoadedGame, plans: Sequence[Plan]) -> _PlanMove | None:
    """Return a plan's answer to the open question, without a line for the channel."""
    if (plan := answer_question(now, plans)) is None:
        return None
    left = [each for each in plans if not each.is_for(Scope.QUESTION, plan.about)]
    return _PlanMove([plan.order], "", left)


def _answer_kind(now: LoadedGame, plans: Sequence[Plan]) -> _PlanMove | None:
    """Return a plan's answer to this kind of question, without a line if the question is secret."""
    if (ask := now.ask) is None or (found := answer_kind(now, ask, plans)) is None:
        return None
    policy, value, key = found
    if not _is_public(ask):
        return _PlanMove([key], "", plans)
    name = now.rules.name
    title, means = read_said(policy.title, name), within(policy.values(ask.seat)[value], name)
    return _PlanMove([key], say("plan.used_kind", seat=name(ask.seat), title=title, words=means), plans)


def _order_turn(now: LoadedGame, plans: Sequence[Plan]) -> _PlanMove | None:
    """Return the order of a plan for this turn, and drop all plans for a turn.

    Play the first plan whose condition is met. If its order no longer fits, keep all plans, and mark this
    plan as failed. If no condition is met, keep all plans too. In both cases, the owner learns with the next
    question that no plan was played. Return None if there are no plans for a turn, or if somebody has decided
    something in this turn.
    """
    turns = list_turn_plans(plans)
    if not turns or not Draft(now).opens_turn:
        return None
    if (plan := find_first_met(now, now.asked, turns)) is None:
        idle = turns[0].model_copy(update={"untold": now.position.turn})
        return _PlanMove([], "", [idle if each is turns[0] else each for each in plans])
    seat = title_seat(now.rules, now.asked)
    try:
        keys = complete_order(now, plan.order)
    except InputError as error:
        # At a secret question, a line would reveal that an answer was not possible.
        public = now.ask is not None and _is_public(now.ask)
        line = say("plan.disarmed", seat=seat) if public else ""
        return _PlanMove([], line, fail_turn(plans, plan, str(error), now.position.turn))
    line = say("plan.used", seat=seat, line=_write_public_line(now, keys) or plan.order)
    return _PlanMove(keys, line, [each for each in plans if each.scope != Scope.TURN])


def _is_public(ask: Ask) -> bool:
    """Return whether everybody may see the question, its options and its answer."""
    return not ask.secret and ask.face is None


def _write_public_line(now: LoadedGame, keys: Sequence[str]) -> str:
    """Return these answers in sentences for the channel; "" if there are no sentences for them."""
    entered = [Entry(now.asked, key) for key in keys]
    game = replace(now.position, log=(*now.position.log, *entered))
    rows = sentences.write_sentences(now.rules, game, len(now.position.log))
    return " ".join(row.text for row in rows if row.text)


def complete_order(now: LoadedGame, order: str) -> list[str]:
    """Return the keys of a typed order. Raises `InputError` if the order is wrong or not complete."""
    keys = notation.parse(now.rules, now.position, now.asked, order)
    draft = Draft(now, keys)
    if not draft.complete:
        ask = draft.now.ask
        question = "" if ask is None else ask.prompt.read(now.rules.name)
        raise NotAllowed(say("plan.half", order=echo(order), question=question))
    kernel.submit(now.rules, now.position, now.asked, draft.keys)
    return list(draft.keys)
