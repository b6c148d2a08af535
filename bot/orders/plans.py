"""`/standing` and `/plan`: what a seat has decided in advance, shown to its owner and to nobody else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from bot.language.words import join_names, say
from bot.orders.play_plans import PLAN
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.plans.question_plans import STANDING, standing_answer
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.mark import Mark
from bot.replies.reply import ActionButton, EntryForm, FormField, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame, explain_spectating, seat_title
from db.records import Note
from rules.extras import Policy
from rules.kernel import Option, Rules
from rules.orders.tokenizer import echoed
from rules.words import Said, told, within

ALWAYS = "always"  # the choice in it that is no condition
FORM_LINES = 2  # of a plan that a form makes
ASK = "ask"  # the value of a standing answer that is none
OFF = "off"  # the text that drops a plan
MOST_LINES = 12  # of a plan
_BREAKS = re.compile(r"\s*(?:;;|\n)\s*")
_PARTS = re.compile(r";;|\n")
_LINE = re.compile(
    r"(?:else\s+)?if\s+(?P<condition>[^:]+):\s*(?P<order>.+)|(?:else:?\s+)?(?P<always>.+)", re.I
)


class Plans:
    """Keeps and shows standing answers and plans."""

    def __init__(self, table: OrderService) -> None:
        self.table = table

    # Standing answers

    @action("settle", "{mark}:{seat}:{policy}:{value}")
    async def settle(self, caller: Caller, mark: Mark, seat: str, policy: str, value: str) -> Reply:
        """Set the standing answer that a button carries, though it answers what waits; asks once more where
        the game has gone on since."""
        return await self.standing(caller, f"{seat} {policy}", value, seen=mark)

    async def standing(
        self, caller: Caller, question: str | None, value: str | None, *, seen: Mark | None = None
    ) -> Reply:
        """Set a standing answer ("seat policy", or the policy alone); without one, show them all.

        One that would answer what waits is asked about first; `seen`: the place where that was. Raises
        `Refused`.
        """
        async with self.table.acting(caller):
            at, seats = await self._seats(caller)
            if not at.rules.EXTRAS.plans.policies:
                raise Refused(say("standing.none", game=at.rules.TITLE))
            if question is None or value is None:
                return Reply(await self._list(caller, at))
            seat, policy = self._meant(at, seats, question)
            words = policy.values(seat)
            if value != ASK and value not in words:
                raise Refused(say("standing.values", values=join_names([*words, ASK], "or")))
            text = "" if value == ASK else value
            note = Note(seat, STANDING + policy.key, caller.user_id, text)
            if text and seen != at.mark and (line := would_play(at, seat, note)) is not None:
                sure = say("standing.sure", means=_meaning(at, policy, words[value]), line=line)
                settle = Plans.settle.call(at.mark, seat, policy.key, value)
                return Reply(sure, buttons=(button(settle, say("button.settle"), "good"),))
            await self.table.store.write_notes(at.stored.id, note)
            if text and at.asked == seat and (done := await self.table.decided(caller, at)) is not None:
                return replace(done, text=say("standing.at_once", done=done.text))
            return Reply(await self._list(caller, at))

    async def questions(self, caller: Caller) -> list[tuple[str, str]]:
        """What can be answered once for all: what is shown, and the value that stands for it."""
        at, seats = await self._seats(caller)
        return [
            (
                say(
                    "standing.question",
                    seat=seat_title(at.rules, seat),
                    question=told(policy.title, at.rules.name),
                ),
                f"{seat} {policy.key}",
            )
            for seat in seats
            for policy in at.rules.EXTRAS.plans.policies
            if policy.values(seat)
        ]

    async def values(self, caller: Caller, question: str) -> list[tuple[str, str]]:
        """What a standing answer may be: what is shown, and the value that stands for it."""
        at, seats = await self._seats(caller)
        seat, policy = self._meant(at, seats, question)
        words = {value: told(said, at.rules.name) for value, said in policy.values(seat).items()}
        return [(say("standing.ask"), ASK), *((said, value) for value, said in words.items())]

    def _meant(self, at: LoadedGame, seats: tuple[str, ...], question: str) -> tuple[str, Policy]:
        """The seat and the policy of "seat policy" or "policy". Raises `Refused`."""
        *first, key = question.split() or [""]
        for seat in first or seats:
            for policy in at.rules.EXTRAS.plans.policies:
                if policy.key == key and seat in seats and policy.values(seat):
                    return seat, policy
        known = dict.fromkeys(
            policy.key for seat in seats for policy in at.rules.EXTRAS.plans.policies if policy.values(seat)
        )
        raise Refused(say("standing.unknown", names=join_names(list(known))))

    async def _list(self, caller: Caller, at: LoadedGame) -> str:
        kept = {
            (note.seat, note.name): note.text
            for note in await self.table.store.notes(at.stored.id)
            if note.user_id == caller.user_id
        }
        lines = [say("standing.list")]
        for seat in at.stored.seats_of(caller.user_id):
            for policy in at.rules.EXTRAS.plans.policies:
                words = {ASK: say("standing.ask"), **policy.values(seat)}
                value = kept.get((seat, STANDING + policy.key), ASK)
                if len(words) > 1:
                    shown = within(words.get(value, words[ASK]), at.rules.name)
                    title = told(policy.title, at.rules.name)
                    lines.append(
                        say("standing.line", seat=seat_title(at.rules, seat), title=title, words=shown)
                    )
        seats = at.stored.seats_of(caller.user_id)
        examples = [
            say("standing.how", question=policy.key, answer=answer, words=_meaning(at, policy, means))
            for policy in at.rules.EXTRAS.plans.policies
            for seat in seats
            for answer, means in policy.values(seat).items()
        ]
        lines += examples[:1]
        return cut_text("\n".join(lines), MAX_TEXT)

    # Plans

    async def plan(self, caller: Caller, text: str | None) -> Reply:
        """Arm a plan for the caller's seat that is asked next, or drop it ("off"); without a text, show it.

        Raises `Refused`.
        """
        async with self.table.acting(caller):
            at, seats = await self._seats(caller)
            if text is None:
                return Reply(await self._plans(caller, at), buttons=self._buttons(at, seats))
            seat = next((seat for seat in seats if seat != at.asked), None)
            if text.strip().casefold() == OFF:
                gone = [Note(seat, PLAN, caller.user_id, "") for seat in seats]
                await self.table.store.write_notes(at.stored.id, *gone)
                return Reply(say("plan.off"))
            if seat is None:
                raise Refused(say("plan.now"))
            lines = read_plan(at.rules, text)
            note = Note(seat, PLAN, caller.user_id, json.dumps({"lines": lines}))
            await self.table.store.write_notes(at.stored.id, note)
            return Reply(await self._plans(caller, at), buttons=self._buttons(at, seats))

    @action("plan")
    async def open_form(self, caller: Caller) -> EntryForm:
        """The form for a plan. Raises `Refused` where there is nothing to plan."""
        return EntryForm(say("plan.title"), await self.form(caller), Plans.formed.call())

    async def form(self, caller: Caller) -> list[FormField]:
        """Its fields, with what the caller's plan says: twice a condition and an order. Raises `Refused`."""
        at, seats = await self._seats(caller)
        seat = next((seat for seat in seats if seat != at.asked), None)
        if seat is None:
            raise Refused(say("plan.now"))
        known = at.rules.EXTRAS.plans.offered(at.live.state, seat)
        clauses = {
            ALWAYS: say("plan.always"),
            **{key: within(said, at.rules.name) for key, said in known.items()},
        }
        options = [Option(key, clause) for key, clause in clauses.items()]
        notes = await self.table.store.notes(at.stored.id)
        mine = (
            note for note in notes if (note.seat, note.name, note.user_id) == (seat, PLAN, caller.user_id)
        )
        lines: list[tuple[str, str]] = next(
            (json.loads(note.text)["lines"] for note in mine if note.text), []
        )
        found: list[FormField] = []
        over = (say("plan.when"), say("plan.order")), (say("plan.or_when"), say("plan.or_order"))
        for number, (when, ordered) in enumerate(over):
            condition, order = lines[number] if number < len(lines) else ("", "")
            place = list(clauses).index(condition) if condition in clauses else 0
            found.append(FormField(f"when{number}", when, options, place))
            found.append(FormField(f"order{number}", ordered, text=order, needed=not number))
        return found

    @action("form.plan", fresh=True)
    async def formed(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Arm the plan that a form says. Raises `Refused`."""
        lines: list[str] = []
        for number in range(FORM_LINES):
            order = _BREAKS.sub("; ", entered.get(f"order{number}", "").strip())
            condition = entered.get(f"when{number}", ALWAYS)
            if order:
                lines.append(order if condition == ALWAYS else f"if {condition}: {order}")
        return await self.plan(caller, ";; ".join(lines))

    @staticmethod
    def _buttons(at: LoadedGame, seats: Sequence[str]) -> tuple[ActionButton, ...]:
        if all(seat == at.asked for seat in seats):
            return ()
        return (button(Plans.open_form.call(), say("button.plan"), "main"),)

    async def _plans(self, caller: Caller, at: LoadedGame) -> str:
        shown: list[str] = []
        for note in await self.table.store.notes(at.stored.id):
            if (note.name, note.user_id) != (PLAN, caller.user_id):
                continue
            plan = json.loads(note.text)
            lines = [
                say("plan.if", condition=condition, order=order)
                if condition
                else say("plan.else", order=order)
                for condition, order in plan["lines"]
            ]
            seat = seat_title(at.rules, note.seat)
            if failed := plan.get("failed"):
                lines.append(say("plan.why", why=failed))
            shown += [say("plan.armed", seat=seat) if not failed else say("plan.dead", seat=seat), *lines]
        return cut_text("\n".join(shown), MAX_TEXT) if shown else say("plan.none")

    # Helpers

    async def _seats(self, caller: Caller) -> tuple[LoadedGame, tuple[str, ...]]:
        """The caller's game and his seats in it. Raises `Refused`."""
        at = self.table.seated(await self.table.here(caller))
        seats = at.stored.seats_of(caller.user_id)
        if not seats:
            raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
        return at, seats


def would_play(at: LoadedGame, seat: str, note: Note) -> str | None:
    """What this standing answer of the asked seat would enter at once, as its owner reads it; None where it
    answers nothing that waits."""
    if at.ask is None or at.asked != seat or (found := standing_answer(at, at.ask, [note])) is None:
        return None
    return at.ask.read(found[2], at.rules.name)


def _meaning(at: LoadedGame, policy: Policy, means: Said) -> str:
    """A standing answer as a sentence."""
    return f"{told(policy.title, at.rules.name)} {within(means, at.rules.name)}"


def read_plan(rules: Rules, text: str) -> list[tuple[str, str]]:
    """The lines of a plan, each with its condition ("" is always). Raises `Refused`."""
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    if not 0 < len(parts) <= MOST_LINES:
        raise Refused(say("plan.lines", n=MOST_LINES))
    found: list[tuple[str, str]] = []
    for part in parts:
        line = _LINE.fullmatch(part)
        assert line is not None, "any text is a line"
        condition = (line["condition"] or "").strip()
        if condition and (why := told(rules.EXTRAS.plans.why_not(condition), rules.name)):
            raise Refused(say("plan.condition", condition=echoed(condition), why=why))
        found.append((condition, (line["order"] or line["always"]).strip()))
    return found
