"""Answers given ahead: where several seats are asked and no answer waits for another (`Ask.beside`), all of
them are asked at once.

An answer given ahead is a private note of the seat. It is played when its turn comes, as the seat's own
act; until then it can be changed and withdrawn, and it is dropped when its question does not come.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.language.words import say
from bot.table.answers import BUTTONS, Answer, Caller, Knob, Refused, short
from bot.table.position import Seated, titled
from bot.table.session import Session
from db.records import Note
from rules import kernel
from rules.kernel import Ask
from rules.orders import questions
from rules.orders.spelling import tokens

NAME = "ahead"  # of the note
SHOW, GIVE, UNSAY = "ahead", "early", "unsay"  # verbs of the buttons


def asked_beside(at: Seated) -> list[Ask[Any]]:
    """The questions to people of other seats that come next whatever is answered now, one a seat."""
    ask = at.ask
    found: dict[str, Ask[Any]] = {}
    for other in () if ask is None else ask.beside:
        holder = at.stored.seat(other.seat)
        of_another = ask is not None and other.seat != ask.seat
        if of_another and holder is not None and not holder.level and not other.forced:
            found.setdefault(other.seat, other)
    return list(found.values())


def given(now: Seated, notes: Sequence[Note]) -> tuple[Note, str] | None:
    """The note with which the asked seat has answered the question that waits ahead, and the key."""
    if (ask := now.ask) is None:
        return None
    for note in notes:
        if (note.seat, note.name) == (ask.seat, NAME):
            kept = json.loads(note.text)
            if kept["question"] == _place(now, ask) and kept["key"] in ask.menu():
                return note, kept["key"]
    return None


def lapsed(now: Seated, notes: Sequence[Note]) -> list[Note]:
    """The notes to be written so that no answer is kept to a question that does not come any more."""
    waiting = {_place(now, ask) for ask in asked_beside(now)}
    kept = [note for note in notes if note.name == NAME]
    return [replace(note, text="") for note in kept if json.loads(note.text)["question"] not in waiting]


def dropped(notes: Sequence[Note]) -> list[Note]:
    """The notes to be written when something is taken back: what comes after it is asked anew."""
    return [replace(note, text="") for note in notes if note.name == NAME]


class Ahead:
    """Shows the questions that may be answered ahead, and keeps the answers."""

    def __init__(self, table: Session) -> None:
        self.table = table

    async def show(self, caller: Caller, about: str) -> Answer:
        """The question that the caller may answer ahead, with its buttons. Raises `Refused`."""
        async with self.table.acting(caller):
            at = await self._at(about)
            return await self._shown(at, self._question(caller, at))

    async def give(self, caller: Caller, about: str) -> Answer:
        """Keep this answer until its turn comes. Raises `Refused`."""
        game, check, key = about.split(":", 2)
        async with self.table.acting(caller):
            at = await self._at(game)
            ask = self._question(caller, at, check)
            keys = [option for option in ask.menu() if short(option) == key]
            if not keys:
                raise Refused(say("ahead.changed"))
            return await self._keep(caller, at, ask, keys[0])

    async def unsay(self, caller: Caller, about: str) -> Answer:
        """Keep no answer any more. Raises `Refused`."""
        game, check, _ = about.split(":", 2)
        async with self.table.acting(caller):
            at = await self._at(game)
            ask = self._question(caller, at, check)
            await self.table.store.write_notes(at.stored.id, Note(ask.seat, NAME, caller.user_id, ""))
            return await self._shown(at, ask)

    async def typed(self, caller: Caller, at: Seated, text: str) -> Answer | None:
        """The same by a typed order; None where nothing of the caller is asked beside."""
        seats, first = at.stored.seats_of(caller.user_id), tokens(text)[:1]
        ask = next((ask for ask in asked_beside(at) if ask.seat in seats), None)
        if ask is None or at.asked in seats or (first and first[0].word in at.rules.SIDE_WORDS):
            return None
        question = questions.question(at.rules, ask)
        typed = [token.word for token in tokens(text.rstrip(" ?"))]
        reading = questions.read(question, typed)
        if text.rstrip().endswith("?") or not reading.key or reading.used < len(typed):
            raise Refused(str(question))
        return await self._keep(caller, at, ask, reading.key)

    # Helpers

    async def _at(self, game: str) -> Seated:
        return self.table.seated(await self.table.store.load(int(game)))

    def _question(self, caller: Caller, at: Seated, check: str | None = None) -> Ask[Any]:
        """The caller's question beside the one that waits, the one with this check. Raises `Refused`."""
        seats = at.stored.seats_of(caller.user_id)
        asks = [ask for ask in asked_beside(at) if ask.seat in seats]
        if at.asked in seats and not asks:
            raise Refused(say("ahead.now"), at.panel(caller.user_id))
        found = next((ask for ask in asks if check in (None, _check(at, ask))), None)
        if found is None:
            raise Refused(say("ahead.changed") if check and asks else say("ahead.none"))
        return found

    async def _keep(self, caller: Caller, at: Seated, ask: Ask[Any], key: str) -> Answer:
        text = json.dumps({"question": _place(at, ask), "key": key})
        await self.table.store.write_notes(at.stored.id, Note(ask.seat, NAME, caller.user_id, text))
        return await self._shown(at, ask)

    async def _shown(self, at: Seated, ask: Ask[Any]) -> Answer:
        seat, prompt = titled(at.rules, ask.seat), ask.prompt.read(at.rules.name)
        legal = kernel.legal_options(at.rules, ask)
        kept: dict[str, str] = next(
            (
                json.loads(note.text)
                for note in await self.table.store.notes(at.stored.id)
                if (note.seat, note.name) == (ask.seat, NAME) and ask.seat in at.stored.seats_of(note.user_id)
            ),
            {},
        )
        said = next(
            (o.label for o in legal if kept.get("question") == _place(at, ask) and o.key == kept["key"]), ""
        )
        lines = [say("ahead.question", seat=seat, question=prompt)]
        lines.append(say("ahead.kept", answer=said) if said else say("ahead.open"))
        about = f"{at.stored.id}:{_check(at, ask)}"
        knobs: list[Knob] = []
        if len(legal) > BUTTONS:
            lines.append(say("ahead.type", options=", ".join(option.label for option in legal)))
        else:
            for option in legal:
                knob = Knob(GIVE, f"{about}:{short(option.key)}", option.label, "main")
                knobs.append(knob._replace(look="good") if option.label == said else knob)
        if said:
            knobs.append(Knob(UNSAY, f"{about}:", say("button.unsay")))
        return Answer("\n".join(lines), knobs=tuple(knobs))


def _place(at: Seated, ask: Ask[Any]) -> str:
    """What tells this question from any other of the game."""
    return f"{at.position.turn} {ask.seat} {' '.join(ask.topic)}"


def _check(at: Seated, ask: Ask[Any]) -> str:
    return hashlib.sha256(_place(at, ask).encode()).hexdigest()[:8]
