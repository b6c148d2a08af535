"""Advice: hints for whoever is asked, and the chances of all seats, where the table wants them.

What is weighed is what a seat sees (`bot.games.advising`); it is thought elsewhere, in turn with all other
thinking. The orders of a hint are a note of their seat until it has moved on: a button puts one into its
draft.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import blake2b

from bot.games.advising import Estimate, Hint, Hints, advise
from bot.games.thinking import Task
from bot.games.thoughts import Busy, Thoughts, Urgency
from bot.language.words import say
from bot.table import announce
from bot.table.agreement import Agreement, counts, hints_of
from bot.table.announce import LIMIT
from bot.table.answers import Answer, Caller, Knob, Mark, Refused, cut
from bot.table.draft import Draft
from bot.table.orders import Table
from bot.table.position import Situation, reader_of, titled
from bot.table.preview import changes
from bot.table.typed import asked_of
from db.records import Kind, NewAct, Note
from rules.players import Unreadable
from rules.words import within

NAME = "hint"  # of the note that keeps the orders
SURE = 1.96  # standard errors on each side of a chance
ORDER = 300  # characters of an order


class Counsel:
    """Gives hints over one table. `seconds`: of thinking about each."""

    def __init__(self, table: Table, thoughts: Thoughts, seconds: float = 4.0) -> None:
        self.table, self.thoughts, self.seconds = table, thoughts, seconds

    async def hint(self, caller: Caller) -> Answer:
        """The best orders for the caller, who is asked, each with a button that puts it into his draft.
        Raises `Refused` where the table has no hints."""
        at = await self.table.at(caller)
        asked_of(caller, at)
        self._allowed(at)
        hints = await self._thought(at)
        async with self.table.acting(caller):
            now = await self.table.at(caller, at.stored.id)
            if now.mark != at.mark:
                raise Refused(say("raced"))
            await self._used(caller, now)
            orders = json.dumps({"at": _place(now.mark), "orders": [each.keys for each in hints.best]})
            await self.table.store.write_notes(now.stored.id, Note(now.asked, NAME, caller.user_id, orders))
        knobs = [
            Knob("hint", f"{at.stored.id}:{number}:{at.mark.turn}:{at.mark.entry}:{at.mark.check}", label)
            for number, label in enumerate(
                (say("button.hint", n=number) for number in range(1, len(hints.best) + 1)), 1
            )
        ]
        return Answer(cut("\n".join(told(at, caller, hints)), LIMIT), knobs=tuple(knobs))

    async def take(self, caller: Caller, game: int, number: int, mark: str) -> Answer:
        """Put one of the orders of a hint into the caller's draft, instead of what is in it."""
        async with self.table.acting(caller):
            at = await self.table.at(caller, game)
            asked_of(caller, at)
            kept = {(note.seat, note.name, note.user_id): note for note in at.stored.notes}
            note = kept.get((at.asked, NAME, caller.user_id))
            data = {} if note is None else json.loads(note.text)
            if data.get("at") != _place(at.mark) or mark != ":".join(map(str, _place(at.mark))):
                raise Refused(say("hint.late"))
            return await self.table.advance(caller, Draft(at, data["orders"][number - 1]), at_once=False)

    def _allowed(self, at: Situation) -> None:
        """Raises `Refused` where there are no hints."""
        rules, stored = at.rules, at.stored
        if not rules.AUTOMATIC:
            raise Refused(say("hint.no_players", title=rules.TITLE))
        if counts(rules, stored):
            raise Refused(say("hint.rated"))
        if hints_of(rules, stored) == "off":
            raise Refused(say("hint.off"))

    async def _thought(self, at: Situation) -> Hints:
        """The hints for the seat that is asked. The same each time at one position, but for how far the time
        goes."""
        position = replace(at.position, seed="", loaded=None)
        luck = int.from_bytes(blake2b(repr((at.stored.id, position)).encode(), digest_size=8).digest(), "big")
        level, server = list(at.rules.AUTOMATIC)[-1], at.stored.guild_id or 0
        task = Task(at.rules.KEY, position, at.asked, level, self.seconds, luck, server)
        try:
            return await self.thoughts.think(Urgency.HINT, advise, task)
        except Busy as busy:
            raise Refused(say("hint.busy", n=max(1, round(busy.wait / 60)))) from None
        except Unreadable:
            raise Refused(say("hint.hidden")) from None

    async def _used(self, caller: Caller, at: Situation) -> None:
        """Keep that this seat has had a hint: the game says so when it is over."""
        manners = Agreement.of(at.stored)
        if at.asked not in manners.hinted:
            after = manners.with_(hinted=(*manners.hinted, at.asked))
            act = NewAct(Kind.TABLE, "hint", caller.user_id, at.asked)
            await self.table.store.set_manners(at.stored, after.text(), act=act)


def told(at: Situation, caller: Caller, hints: Hints) -> list[str]:
    """The hints in lines."""
    head = say("hint.head", seat=titled(at.rules, at.asked), chance=chance(hints.now))
    lines = [head]
    for number, each in enumerate(hints.best, 1):
        lines += _order(at, caller, number, each)
    return [*lines, say("hint.foot", n=hints.playouts)]


def _order(at: Situation, caller: Caller, number: int, hint: Hint) -> list[str]:
    """An order of a hint, what it is for or what it changes at once, and what comes of it."""
    rules, seat = at.rules, at.asked
    draft = Draft(at, hint.keys)
    whole = draft.now.position
    line = announce.said(rules, whole, len(at.position.log), seat, reader_of(at.stored, caller.user_id))
    lines = [say("hint.order", n=number, line=cut(line or " ".join(hint.keys), ORDER))]
    if reason := within(hint.reason, rules.name):
        lines.append(say("hint.reason", reason=reason))
    else:
        before, after = (rules.view(each.live.state, seat) for each in (at, draft.seen))
        lines += changes(rules, before, after)
    better = say("hint.equal") if hint.equal else change(hint.change)
    return [*lines, say("hint.chance", chance=chance(hint.chance), change=better)]


def chance(found: Estimate) -> str:
    """A chance with its range, in hundredths."""
    low, high = (min(1.0, max(0.0, found.mean + side * SURE * found.error)) for side in (-1, 1))
    return say("chance", n=round(100 * found.mean), low=round(100 * low), high=round(100 * high))


def change(found: Estimate) -> str:
    """By how much a chance changes, in hundredths, as far as that is more than noise."""
    points = round(100 * abs(found.mean))
    if found.is_zero or not points:
        return say("change.none")
    return say("change.better", n=points) if found.mean > 0 else say("change.worse", n=points)


def _place(mark: Mark) -> list[object]:
    return [mark.turn, mark.entry, mark.check]
