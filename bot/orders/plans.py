"""Make, list and drop plans (`/plan`). A plan is an order for later. Only its owner sees a plan.

The order is for a question that has not come, for the seat's next turn, or for all questions of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.language.typed_line import split_line
from bot.language.words import join_names, say
from bot.orders.planned_orders import write_planned_order
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.plans.plan import MOST, Plan, Scope, add_plan, answer_kind, read_plans, write_plans
from bot.plans.question_plans import QuestionPlans, list_asked_beside, list_questions_beside
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.mark import Mark
from bot.replies.reply import ActionButton, EntryForm, FormField, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame, explain_spectating, title_seat
from rules.extras import Policy
from rules.kernel import Option
from rules.orders.buttons.controls import LONGEST
from rules.orders.tokenizer import echo
from rules.words import read_said, within

TURN = "turn"  # a player types this word to plan for the next turn
QUESTION = "question"  # a player types this word to plan for the open question
ALWAYS = "always"  # a player types this word for a plan without a condition
OFF = "off"  # a player types this word instead of an order to drop plans
_BREAKS = re.compile(r"\s*\n\s*")
_OLD_FIELDS = ("0", "1")  # old forms had fields for two plans, such as "order0" and "order1"


class Target(NamedTuple):
    """Something that a seat can plan for: a question, its next turn or a kind of question.

    Attributes:
        seat: the seat
        scope: whether the target is a question, a turn or a kind of question
        word: the target's name in a typed command
        title: the target's name on the screen
        policy: the kind of question, as the rules define it; None for a question or a turn
    """

    seat: str
    scope: Scope
    word: str
    title: str
    policy: Policy | None = None

    @property
    def value(self) -> str:
        """Return the seat and the word, such as "south turn".

        If a person has several seats, the word alone could mean several targets.
        """
        return f"{self.seat} {self.word}"

    @property
    def about(self) -> str:
        """Return the value of `Plan.about` for a kind of question; "" for a turn or a question.

        In a plan for a question, `Plan.about` is not this value, but the place of the question.
        """
        return self.word if self.policy is not None else ""


class Plans:
    """Makes, lists and drops plans."""

    def __init__(self, orders: OrderService) -> None:
        self.orders, self.questions = orders, QuestionPlans(orders)

    async def plan(
        self, caller: Caller, what: str | None = None, order: str | None = None, when: str | None = None
    ) -> Reply:
        """Make a plan for the caller's next turn, or for the target that `what` names.

        Examples of `what` are "south turn" and "turn". The order "off" drops the plans for the target.
        Without an order, show all plans. Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            at, seats = await self._load_seats(caller)
            if not order or not order.strip():
                return await self._list(caller, at)
            order, condition = _BREAKS.sub("; ", order.strip()), self._read_condition(at, when)
            target = self._find_target(at, seats, what or TURN)
            if target.scope == Scope.QUESTION and order.casefold() != OFF:
                group = await self.questions.load_group(caller, at, of=target.seat)
                answer = await self.questions.answer(caller, at, group, split_line(order), condition)
                return await self._list(caller, at) if condition else answer
            kept = await self._load_plans(caller, at, target.seat)
            if order.casefold() == OFF:
                left = [
                    plan
                    for plan in kept
                    if plan.scope != target.scope or (target.about and plan.about != target.about)
                ]
                return await self._write(caller, at, target.seat, left)
            return await self._add(caller, at, target, kept, order, condition)

    @action("unplan", "{game}:{seat}:{check}")
    async def drop(self, caller: Caller, game: int, seat: str, check: str) -> Reply:
        """Drop the plan with the hash `check`. Raises `Refused`.

        If the plan is for a question, drop all plans of the seat for questions.
        """
        async with self.orders.lock_channel(caller):
            at = self.orders.load_seated(await self.orders.find_game(caller, game))
            kept = await self._load_plans(caller, at, seat)
            gone = next((plan for plan in kept if plan.check == check), None)
            left = [plan for plan in kept if plan is not gone]
            if gone is not None and gone.scope == Scope.QUESTION:
                left = [plan for plan in left if plan.scope != Scope.QUESTION]
            return await self._write(caller, at, seat, left)

    @action("settle", "{mark}:{seat}:{policy}:{value}")
    async def settle(self, caller: Caller, mark: Mark, seat: str, policy: str, value: str) -> Reply:
        """Use a plan for a kind of question to answer the open question. If the plan is gone, make it again.

        If the game has moved on since the button was posted, ask the caller once more.
        """
        async with self.orders.lock_channel(caller):
            at, seats = await self._load_seats(caller)
            target, kept = (
                self._find_target(at, seats, f"{seat} {policy}"),
                await self._load_plans(caller, at, seat),
            )
            if not any(plan.is_for(Scope.KIND, policy) and plan.order == value for plan in kept):
                return await self._add(caller, at, target, kept, value, "", seen=mark)
            return await self._offer_at_once(caller, at, target, kept, value, seen=mark)

    # The form

    @action("plan")
    async def open_form(self, caller: Caller) -> EntryForm:
        """Return the form for a plan. Raises `Refused` if there is nothing to plan."""
        return EntryForm(say("plan.title"), await self.write_form(caller), Plans.submit_form.call())

    async def write_form(self, caller: Caller) -> list[FormField]:
        """Return the fields of the form: the target, the condition and the order. Raises `Refused`."""
        at, seats = await self._load_seats(caller)
        targets = self._list_targets(at, seats)
        if not targets:
            raise Refused(say("plan.now"))
        what = [Option(value, shown) for shown, value in self._name_targets(at, targets)]
        when = [Option(value, shown) for shown, value in self._list_conditions(at, seats)]
        return [
            FormField("what", say("plan.what"), what[:LONGEST]),
            FormField("when", say("plan.when"), when[:LONGEST]),
            FormField("order", say("plan.order"), hint=say("modal.hint")),
        ]

    @action("form.plan", fresh=True)
    async def submit_form(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Make the plan that was entered in the form. Raises `Refused`."""
        for number in _OLD_FIELDS:
            if order := entered.get(f"order{number}", "").strip():
                await self.plan(caller, TURN, order, entered.get(f"when{number}"))
        return await self.plan(caller, entered.get("what"), entered.get("order"), entered.get("when"))

    # Suggestions

    async def suggest_targets(self, caller: Caller) -> list[tuple[str, str]]:
        """Return a pair (label, value) for each target that the caller can plan for."""
        at, seats = await self._load_seats(caller)
        return self._name_targets(at, self._list_targets(at, seats))

    async def suggest_orders(self, caller: Caller, what: str) -> list[tuple[str, str]]:
        """Return a pair (label, value) for each order that the game lists for this target, and for "off"."""
        at, seats = await self._load_seats(caller)
        found = self._list_orders(at, self._find_target(at, seats, what or TURN))
        return [*found, (say("plan.ask_me"), OFF)]

    async def suggest_conditions(self, caller: Caller) -> list[tuple[str, str]]:
        """Return a pair (label, value) for each condition that the game offers."""
        return self._list_conditions(*await self._load_seats(caller))

    # Helpers

    async def _load_seats(self, caller: Caller) -> tuple[LoadedGame, tuple[str, ...]]:
        """Return the caller's game and their seats in it. Raises `Refused`."""
        at = self.orders.load_seated(await self.orders.find_game(caller))
        seats = at.stored.seats_of(caller.user_id)
        if not seats:
            raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
        return at, seats

    async def _load_plans(self, caller: Caller, at: LoadedGame, seat: str) -> tuple[Plan, ...]:
        """Return the caller's plans for a seat."""
        return read_plans(await self.orders.store.load_notes(at.stored.id), seat, caller.user_id)

    async def _write(self, caller: Caller, at: LoadedGame, seat: str, plans: Sequence[Plan]) -> Reply:
        """Replace the plans of a seat if the caller holds the seat. Return the list of the caller's plans."""
        if seat in at.stored.seats_of(caller.user_id):
            await self.orders.store.write_notes(at.stored.id, write_plans(seat, caller.user_id, plans))
        return await self._list(caller, at)

    async def _add(
        self,
        caller: Caller,
        at: LoadedGame,
        target: Target,
        kept: Sequence[Plan],
        order: str,
        when: str,
        *,
        seen: Mark | None = None,
    ) -> Reply:
        """Save one more plan for a turn or a kind of question. Raises `Refused`.

        If the caller has agreed to use the plan at once, `seen` is the game's mark at that time; otherwise,
        `seen` is None.
        """
        if target.scope == Scope.TURN and target.seat == at.asked:
            raise Refused(say("plan.now"))
        values = target.policy.values(target.seat) if target.policy is not None else {}
        if values and order not in values:
            raise Refused(say("plan.values", values=join_names([*values, OFF], "or")))
        new = Plan(scope=target.scope, about=target.about, order=order, when=when)
        if len(plans := add_plan(kept, new)) > MOST:
            raise Refused(say("plan.most", n=MOST))
        answer = await self._write(caller, at, target.seat, plans)
        return await self._offer_at_once(caller, at, target, plans, order, seen=seen, else_=answer)

    async def _offer_at_once(
        self,
        caller: Caller,
        at: LoadedGame,
        target: Target,
        plans: Sequence[Plan],
        value: str,
        *,
        seen: Mark | None,
        else_: Reply | None = None,
    ) -> Reply:
        """Return the reply to a new plan. If the plan fits the open question, ask whether to use it at once.

        The bot asks because the plan gets no preview. If the caller has agreed, `seen` is the game's mark at
        that time, and the plan is used if the mark is still the same; otherwise, `seen` is None. `else_` is
        the reply if the plan doesn't fit; None stands for the list of plans.
        """
        answer = else_ or await self._list(caller, at)
        of_kind = [plan for plan in plans if plan.is_for(Scope.KIND, target.about)]
        if at.ask is None or at.asked != target.seat or not of_kind:
            return answer
        if (found := answer_kind(at, at.ask, of_kind)) is None or found.value != value:
            return answer
        if seen == at.mark and (done := await self.orders.play_kind_plan(caller, at)) is not None:
            return replace(done, text=say("plan.at_once", done=done.text))
        sure = say("plan.sure", line=at.ask.read(found.key, at.rules.name))
        settle = Plans.settle.call(at.mark, target.seat, target.word, value)
        return Reply(
            cut_text(f"{sure}\n{answer.text}", MAX_TEXT),
            buttons=(button(settle, say("button.settle"), "good"), *answer.buttons),
        )

    def _list_targets(self, at: LoadedGame, seats: Sequence[str]) -> list[Target]:
        """Return the targets that these seats can plan for."""
        asked = {ask.seat: ask for ask in list_asked_beside(at)}
        found = list[Target]()
        for seat in seats:
            if seat in asked:
                prompt = asked[seat].prompt.read(at.rules.name)
                found.append(Target(seat, Scope.QUESTION, QUESTION, prompt))
            if seat != at.asked:
                found.append(Target(seat, Scope.TURN, TURN, say("plan.next_turn")))
            for policy in at.rules.EXTRAS.plans.policies:
                if policy.values(seat):
                    title = read_said(policy.title, at.rules.name)
                    found.append(Target(seat, Scope.KIND, policy.key, title, policy))
        return found

    def _list_orders(self, at: LoadedGame, target: Target) -> list[tuple[str, str]]:
        """Return pairs (label, value) of the orders for a target; [] if the game can't list them."""
        if target.policy is not None:
            values = target.policy.values(target.seat)
            return [(read_said(said, at.rules.name), value) for value, said in values.items()]
        if target.scope == Scope.QUESTION and (group := list_questions_beside(at, target.seat, {})):
            return [(option.label, option.key) for option in group[0].question.legal]
        return []

    def _name_targets(self, at: LoadedGame, targets: Sequence[Target]) -> list[tuple[str, str]]:
        """Return a pair (label, value) for each of these targets."""
        return [
            (say("plan.target", seat=title_seat(at.rules, each.seat), what=each.title), each.value)
            for each in targets
        ]

    def _find_target(self, at: LoadedGame, seats: Sequence[str], what: str) -> Target:
        """Return the target that "seat word" or "word" names. Raises `Refused`."""
        targets = self._list_targets(at, seats)
        for target in targets:
            if what.casefold() in (target.value.casefold(), target.word.casefold()):
                return target
        if what.split()[-1:] == [TURN]:
            raise Refused(say("plan.now"))
        if what.split()[-1:] == [QUESTION]:
            raise Refused(say("plan.answer_none"))
        raise Refused(
            say(
                "plan.unknown",
                names=join_names(list(dict.fromkeys([TURN, *(target.word for target in targets)]))),
            )
        )

    def _read_condition(self, at: LoadedGame, when: str | None) -> str:
        """Return a typed condition in the form that a plan stores.

        Raises `Refused` for an unknown condition.
        """
        condition = (when or "").strip()
        if condition in ("", ALWAYS):
            return ""
        if why := read_said(at.rules.EXTRAS.plans.why_not(condition), at.rules.name):
            raise Refused(say("plan.condition", condition=echo(condition), why=why))
        return condition

    def _list_conditions(self, at: LoadedGame, seats: Sequence[str]) -> list[tuple[str, str]]:
        """Return a pair (label, value) for each condition that the game offers these seats."""
        found = {ALWAYS: say("plan.always")}
        for seat in seats:
            for key, said in at.rules.EXTRAS.plans.offered(at.live.state, seat).items():
                found.setdefault(key, within(said, at.rules.name))
        return [(shown, key) for key, shown in found.items()]

    async def _list(self, caller: Caller, at: LoadedGame) -> Reply:
        """Return the caller's plans. One button opens the form, and for each plan a button drops the plan."""
        notes, seats = await self.orders.store.load_notes(at.stored.id), at.stored.seats_of(caller.user_id)
        lines, buttons = list[str](), list[ActionButton]()
        for seat in seats:
            plans = read_plans(notes, seat, caller.user_id)
            for plan in plans:
                n = len(lines) + 1
                lines.append(self._write_line(at, seat, plan, n))
                drops = Plans.drop.call(at.stored.id, seat, plan.check)
                buttons.append(button(drops, say("button.unplan", n=n)))
        targets = self._list_targets(at, seats)
        if targets:
            buttons = [button(Plans.open_form.call(), say("button.plan"), "main"), *buttons[: LONGEST - 5]]
        if not lines:
            lines = [say("plan.none"), *self._list_examples(at, targets)] if targets else [say("plan.now")]
            return Reply(cut_text("\n".join(lines), MAX_TEXT), buttons=tuple(buttons))
        return Reply(cut_text("\n".join([say("plan.list"), *lines]), MAX_TEXT), buttons=tuple(buttons))

    def _list_examples(self, at: LoadedGame, targets: Sequence[Target]) -> list[str]:
        """Return a line for each target: what the target is, and how to type a plan for it."""
        several = len({target.seat for target in targets}) > 1
        lines = []
        for target in targets:
            what, title = target.value if several else target.word, target.title
            if target.scope == Scope.TURN:
                line = say("plan.example_turn", what=what)
            else:
                order = next((value for _, value in self._list_orders(at, target)), "")
                if target.policy is not None:
                    title = f"{title} {within(target.policy.values(target.seat)[order], at.rules.name)}"
                line = say("plan.example", title=title, what=what, order=order)
            lines.append(
                say("plan.target", seat=title_seat(at.rules, target.seat), what=line) if several else line
            )
        return [f"- {line}" for line in lines]

    def _write_line(self, at: LoadedGame, seat: str, plan: Plan, n: int) -> str:
        """Return the line about plan number `n` in the owner's list."""
        rules = at.rules
        what = say("plan.next_turn")
        order = write_planned_order(at, seat, plan) if plan.scope == Scope.TURN else plan.order
        for policy in rules.EXTRAS.plans.policies if plan.scope == Scope.KIND else ():
            if policy.key == plan.about:
                what = read_said(policy.title, rules.name)
                order = within(policy.values(seat).get(plan.order, plan.order), rules.name)
        if plan.scope == Scope.QUESTION:
            walked = list_questions_beside(at, seat, {plan.about: plan.order})
            found = next((each for each in walked if each.place == plan.about), None)
            what, order = say("plan.question"), plan.order
            if found is not None:
                what, order = found.question.prompt, found.said or plan.order
        title = title_seat(rules, seat)
        if plan.when:
            offered = rules.EXTRAS.plans.offered(at.live.state, seat)
            when = within(offered[plan.when], rules.name) if plan.when in offered else f"`{plan.when}`"
            line = say("plan.line_if", n=n, seat=title, what=what, order=order, condition=when)
        else:
            line = say("plan.line", n=n, seat=title, what=what, order=order)
        return "\n".join([line, say("plan.why", why=plan.failed)]) if plan.failed else line
