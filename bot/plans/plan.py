"""Define plans: orders that a seat gives before it is asked, with or without a condition.

A plan is for one question, for a kind of question, or for the seat's next turn. The bot checks the condition
of a plan just before it plays the plan. One private note stores all plans of a seat. Of the plans with the
same target, the bot uses the first whose condition is met. Plans with a condition come first, the oldest
first, and the plan without a condition comes last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from pydantic import BaseModel, TypeAdapter

from bot.language.words import say
from bot.session import batching
from bot.session.loaded_game import LoadedGame, title_seat
from db.records import Note
from rules.extras import Policy
from rules.kernel import Ask, Rules

NAME = "plans"  # the name of the note
MOST = 12  # the most plans of a seat


class Scope(StrEnum):
    """What a plan is for: one question, each question of a kind, or the seat's next turn."""

    QUESTION = "question"
    KIND = "kind"
    TURN = "turn"


class Plan(BaseModel, frozen=True):
    """One plan.

    Attributes:
        scope: whether the plan is for a question, a kind of question or a turn
        order: the key of an answer (question), the chosen value (kind of question), or a typed order (turn)
        about: which question it is (turn, seat, number and topic), or the key of the kind; "" for a turn
        when: the condition; "" for always
        failed: why the plan could not be played; "" if it has not failed
        untold: the turn in which the plan was due but not played, if its owner isn't told yet; else None
    """

    scope: Scope
    order: str
    about: str = ""
    when: str = ""
    failed: str = ""
    untold: int | None = None

    @property
    def check(self) -> str:
        """Return the hash by which buttons name the plan."""
        told = "\n".join((self.scope, self.about, self.when, self.order))
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    def is_for(self, scope: Scope, about: str = "") -> bool:
        """Return whether the plan is for this target."""
        return (self.scope, self.about) == (scope, about)


class KindAnswer(NamedTuple):
    """An answer from a plan for a kind of question: the kind, the plan's value, and the key of the answer."""

    policy: Policy
    value: str
    key: str


_PLANS = TypeAdapter(tuple[Plan, ...])


# Reading and writing


def read_plans(notes: Iterable[Note], seat: str, user_id: int) -> tuple[Plan, ...]:
    """Return the plans that this person has made for a seat."""
    owned = (note for note in notes if (note.seat, note.name, note.user_id) == (seat, NAME, user_id))
    return next((_PLANS.validate_json(note.text) for note in owned if note.text), ())


def read_valid_plans(at: LoadedGame, notes: Iterable[Note]) -> dict[str, tuple[Plan, ...]]:
    """Return, by seat, the plans that the seat's present holder has made."""
    plans = {seat.seat: read_plans(notes, seat.seat, seat.user_id) for seat in at.stored.seats}
    return {seat: mine for seat, mine in plans.items() if mine}


def write_plans(seat: str, user_id: int, plans: Sequence[Plan]) -> Note:
    """Return the note that stores these plans."""
    text = _PLANS.dump_json(tuple(plans), exclude_defaults=True).decode() if plans else ""
    return Note(seat, NAME, user_id, text)


def add_plan(plans: Sequence[Plan], new: Plan) -> list[Plan]:
    """Return the plans with a new one, which replaces the plan for the same target and condition.

    It also replaces plans for the same target that have failed.
    """
    kept = [
        plan
        for plan in plans
        if not plan.is_for(new.scope, new.about) or (plan.when != new.when and not plan.failed)
    ]
    return sorted([*kept, new], key=lambda plan: not plan.when)


# Finding plans that apply


def find_first_met(now: LoadedGame, seat: str, plans: Iterable[Plan]) -> Plan | None:
    """Return the first plan whose condition is met."""
    meets = now.rules.EXTRAS.plans.meets
    return next((plan for plan in plans if meets(now.live.state, seat, plan.when)), None)


def answer_kind(now: LoadedGame, ask: Ask, plans: Sequence[Plan]) -> KindAnswer | None:
    """Return the answer to this question from a plan for a kind of question; None if no such plan fits."""
    for policy in now.rules.EXTRAS.plans.policies:
        values = policy.values(ask.seat)
        fitting = [plan for plan in plans if plan.is_for(Scope.KIND, policy.key) and plan.order in values]
        if (plan := find_first_met(now, ask.seat, fitting)) is None:
            continue
        key = policy.answer(now.live.state, ask, plan.order)
        if key is not None and key in ask.menu():
            return KindAnswer(policy, plan.order, key)
    return None


# Dropping plans


def drop_answers(notes: Sequence[Note]) -> list[Note]:
    """Return the notes to write when choices are undone or a host changes the game.

    The notes drop the plans for single questions, and the lines that wait for a post (`batching`).
    """
    told = [replace(note, text="") for note in notes if note.name in batching.NAMES]
    return told + _change_notes(notes, lambda plans: [plan for plan in plans if plan.scope != Scope.QUESTION])


def overtake_plans(rules: Rules, notes: Sequence[Note]) -> tuple[list[Note], list[str]]:
    """Return the notes to write after a host has changed the game, and lines for the channel.

    Plans for a turn fail, because they were made for another position.
    """
    changed, told = drop_answers(notes), list[str]()
    current = {(note.seat, note.name): note for note in (*notes, *changed)}
    failed = _change_notes([note for note in current.values() if note.text], _fail_turns)
    told += [say("plan.disarmed", seat=title_seat(rules, note.seat)) for note in failed]
    return [*changed, *failed], told


def fail_turn(plans: Sequence[Plan], which: Plan, why: str, untold: int | None = None) -> list[Plan]:
    """Return the plans, with `which` marked as failed for the reason `why`. `untold` is as in `Plan`."""
    failed = which.model_copy(update={"failed": why, "untold": untold})
    return [failed if plan is which else plan for plan in plans]


def _fail_turns(plans: Sequence[Plan]) -> Sequence[Plan]:
    """Return the plans with the first turn plan marked as failed. A failed plan blocks other turn plans."""
    turns = list_turn_plans(plans)
    return fail_turn(plans, turns[0], say("plan.overtaken")) if turns else plans


def list_turn_plans(plans: Sequence[Plan]) -> list[Plan]:
    """Return the plans for the next turn; none if one of them has failed."""
    found = [plan for plan in plans if plan.scope == Scope.TURN]
    return [] if any(plan.failed for plan in found) else found


def find_untold(plans: Sequence[Plan], turn: int) -> Plan | None:
    """Return the plan that was due but not played in this turn, if its owner isn't told yet; else None."""
    return next((plan for plan in plans if plan.untold == turn), None)


def _change_notes(notes: Sequence[Note], change: Callable[[Sequence[Plan]], Sequence[Plan]]) -> list[Note]:
    """Return the notes whose plans `change` alters, with the altered plans."""
    found = []
    for note in notes:
        if note.name == NAME:
            plans = read_plans([note], note.seat, note.user_id)
            if (left := tuple(change(plans))) != plans:
                found.append(write_plans(note.seat, note.user_id, left))
    return found


def map_keys(plans: Iterable[Plan]) -> Mapping[str, str]:
    """Return, by the place of each question with a plan, the answer's key in its last plan."""
    return {plan.about: plan.order for plan in plans if plan.scope == Scope.QUESTION}
