"""Define plans: orders that a seat gives before it is asked, with or without a condition.

A plan has a target: one question, a kind of question, or the seat's next turn. Several plans can have the
same target and different conditions. When the target comes, the bot tries these plans one by one, and plays
the first plan whose condition is met. The plans with a condition come first, the oldest at the front. A plan
without a condition comes last. One private note stores all plans of a seat.
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
    """The target of a plan: one question, each question of a kind, or the seat's next turn."""

    QUESTION = "question"
    KIND = "kind"
    TURN = "turn"


class Plan(BaseModel, frozen=True):
    """One plan.

    Attributes:
        scope: what the plan is for
        order: for one question, the key of the answer; for a kind of question, the value that the player
            chose; for a turn, a typed order
        about: for one question, its place, such as "5 north 0 trade"; for a kind of question, the key of the
            kind; for a turn, ""
        when: the condition; "" for always
        failed: why the plan could not be played; "" if it has not failed
        untold: the number of the turn in which the plan was due but not played, if its owner doesn't know
            this yet; else None
    """

    scope: Scope
    order: str
    about: str = ""
    when: str = ""
    failed: str = ""
    untold: int | None = None

    @property
    def check(self) -> str:
        """Return a hash of the plan. Buttons use it to say which plan they mean."""
        told = "\n".join((self.scope, self.about, self.when, self.order))
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    def is_for(self, scope: Scope, about: str = "") -> bool:
        """Return whether the plan has this target."""
        return (self.scope, self.about) == (scope, about)


class KindAnswer(NamedTuple):
    """An answer that a plan for a kind of question gives.

    Attributes:
        policy: the kind of question
        value: the value that the player chose in the plan
        key: the key of the answer
    """

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
    """Return a dict from seats to their plans. Leave out plans by players who no longer have the seat."""
    plans = {seat.seat: read_plans(notes, seat.seat, seat.user_id) for seat in at.stored.seats}
    return {seat: mine for seat, mine in plans.items() if mine}


def write_plans(seat: str, user_id: int, plans: Sequence[Plan]) -> Note:
    """Return the note that stores these plans."""
    text = _PLANS.dump_json(tuple(plans), exclude_defaults=True).decode() if plans else ""
    return Note(seat, NAME, user_id, text)


def add_plan(plans: Sequence[Plan], new: Plan) -> list[Plan]:
    """Return the plans with a new plan added.

    Leave out an old plan with the same target if it has the same condition or has failed.
    """
    kept = [
        plan
        for plan in plans
        if not plan.is_for(new.scope, new.about) or (plan.when != new.when and not plan.failed)
    ]
    return sorted([*kept, new], key=lambda plan: not plan.when)


# Finding plans that apply


def find_first_met(now: LoadedGame, seat: str, plans: Iterable[Plan]) -> Plan | None:
    """Return the first plan whose condition is met; None if no condition is met."""
    meets = now.rules.EXTRAS.plans.meets
    return next((plan for plan in plans if meets(now.live.state, seat, plan.when)), None)


def answer_kind(now: LoadedGame, ask: Ask, plans: Sequence[Plan]) -> KindAnswer | None:
    """Return the answer that a plan for a kind of question gives here; None if no such plan fits."""
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

    These notes drop two things: the plans for single questions, and the lines that are not posted yet
    (`batching`).
    """
    told = [replace(note, text="") for note in notes if note.name in batching.NAMES]
    return told + _change_notes(notes, lambda plans: [plan for plan in plans if plan.scope != Scope.QUESTION])


def overtake_plans(rules: Rules, notes: Sequence[Note]) -> tuple[list[Note], list[str]]:
    """Return the notes to write after a host has changed the game, and lines for the channel.

    Besides what `drop_answers` drops, plans for a turn fail, because they were made for another position.
    """
    changed, told = drop_answers(notes), list[str]()
    current = {(note.seat, note.name): note for note in (*notes, *changed)}
    failed = _change_notes([note for note in current.values() if note.text], _fail_turns)
    told += [say("plan.disarmed", seat=title_seat(rules, note.seat)) for note in failed]
    return [*changed, *failed], told


def fail_turn(plans: Sequence[Plan], which: Plan, why: str, untold: int | None = None) -> list[Plan]:
    """Return the plans. The plan `which` has failed for the reason `why`, and gets this `untold`."""
    failed = which.model_copy(update={"failed": why, "untold": untold})
    return [failed if plan is which else plan for plan in plans]


def _fail_turns(plans: Sequence[Plan]) -> Sequence[Plan]:
    """Mark the first plan for a turn as failed. Then no plan for a turn is played. Return all plans."""
    turns = list_turn_plans(plans)
    return fail_turn(plans, turns[0], say("plan.overtaken")) if turns else plans


def list_turn_plans(plans: Sequence[Plan]) -> list[Plan]:
    """Return the plans for the next turn. If one of them has failed, return an empty list."""
    found = [plan for plan in plans if plan.scope == Scope.TURN]
    return [] if any(plan.failed for plan in found) else found


def find_untold(plans: Sequence[Plan], turn: int) -> Plan | None:
    """Return the plan whose `untold` is this turn; None if there is none."""
    return next((plan for plan in plans if plan.untold == turn), None)


def _change_notes(notes: Sequence[Note], change: Callable[[Sequence[Plan]], Sequence[Plan]]) -> list[Note]:
    """Call `change` with the plans of each note. Return a new note for each note whose plans have changed."""
    found = []
    for note in notes:
        if note.name == NAME:
            plans = read_plans([note], note.seat, note.user_id)
            if (left := tuple(change(plans))) != plans:
                found.append(write_plans(note.seat, note.user_id, left))
    return found


def map_keys(plans: Iterable[Plan]) -> Mapping[str, str]:
    """Return a dict from questions to planned answers, such as `{"5 north 0 trade": "yes"}`.

    The key is the place of the question, and the value is the key of the answer. If a question has several
    plans, the last plan counts.
    """
    return {plan.about: plan.order for plan in plans if plan.scope == Scope.QUESTION}
