"""Answers given ahead: where several seats are asked and no answer waits for another (`Ask.beside`), all of
them are asked at once, each as many questions as are his.

What a seat has answered ahead is a private note of it: place of a question to key. It is played when its turn
comes, as the seat's own act; until then it can be changed and withdrawn, and it is dropped when its question
does not come.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.language.words import say
from bot.people.caller import Caller
from bot.replies.action import Key, action, button
from bot.replies.mark import shorten_key
from bot.replies.panel import SCREEN
from bot.replies.reply import ActionButton, Refused, Reply
from bot.session import batching
from bot.session.loaded_game import LoadedGame, seat_title
from bot.session.session import Session
from db.records import Note
from rules import kernel
from rules.extras import Policy
from rules.kernel import SIDE, Ask, Option
from rules.orders import questions
from rules.orders.tokenizer import STOPS, tokens

NAME = "ahead"  # of the note
STANDING = "standing:"  # opens the names of the notes that are standing answers
MOST = 30  # questions of a group that are walked through


class Beside(NamedTuple):
    """A question that a seat may answer ahead, as it would stand: where, with what it offers, and the key
    that is kept for it ("": none)."""

    place: str
    question: questions.Question
    key: str = ""

    @property
    def said(self) -> str:
        """The kept answer in words."""
        return next((option.label for option in self.question.legal if option.key == self.key), "")

    @property
    def check(self) -> str:
        """What buttons carry of the place."""
        return hashlib.sha256(self.place.encode()).hexdigest()[:8]


class StandingAnswer(NamedTuple):
    """What a seat has said once for all, and the key that it gives to a question."""

    policy: Policy
    value: str
    key: str


def asked_beside(at: LoadedGame) -> list[Ask]:
    """The questions to people of other seats that come next whatever is answered now, one a seat."""
    ask = at.ask
    found: dict[str, Ask] = {}
    for other in () if ask is None else ask.beside:
        holder = at.stored.seat(other.seat)
        of_another = ask is not None and other.seat != ask.seat
        if of_another and holder is not None and not holder.level and not other.forced:
            found.setdefault(other.seat, other)
    return list(found.values())


def called_beside(at: LoadedGame) -> list[Ask]:
    """Those of them whose seats have not said in advance what they want, so that they are called."""
    return [ask for ask in asked_beside(at) if not _is_answered(at, ask)]


def people_beside(at: LoadedGame) -> list[str]:
    """Who is asked beside the asked seat, answered or not, each with his seat."""
    seats = [(ask.seat, at.stored.seat(ask.seat)) for ask in asked_beside(at)]
    return [
        say("asked.person", user=holder.user_id, seat=seat_title(at.rules, seat))
        for seat, holder in seats
        if holder is not None
    ]


def _is_answered(at: LoadedGame, ask: Ask) -> bool:
    notes = [note for note in at.stored.notes if ask.seat in at.stored.seats_of(note.user_id)]
    if standing_answer(at, ask, notes) is not None:
        return True
    mine = next((note for note in notes if (note.seat, note.name) == (ask.seat, NAME)), None)
    return mine is not None and all(each.key for each in beside(at, ask.seat, answers(mine)))


def standing_answer(now: LoadedGame, ask: Ask, notes: Sequence[Note]) -> StandingAnswer | None:
    """The standing answer among these notes that answers this question."""
    values = {note.name: note.text for note in notes if note.seat == ask.seat}
    for policy in now.rules.EXTRAS.plans.policies:
        value = values.get(STANDING + policy.key)
        if value is None or value not in policy.values(ask.seat):
            continue
        key = policy.answer(now.live.state, ask, value)
        if key is not None and key in ask.menu():
            return StandingAnswer(policy, value, key)
    return None


def answers(note: Note) -> dict[str, str]:
    """What a note keeps: place of a question to key."""
    found: dict[str, str] = json.loads(note.text).get("answers", {}) if note.text else {}
    return found


def beside(at: LoadedGame, seat: str, kept: Mapping[str, str]) -> list[Beside]:
    """The questions of a seat beside the one that waits, in their order: those with a kept answer, and the
    first without.

    They are asked on a copy of the turn in which the other seats answer anything: what they answer makes no
    difference to these questions.
    """
    if at.ask is None or at.ask.seat == seat:
        return []
    live = kernel.resume(at.rules, at.position)
    given = sum(entry.seat == seat and not entry.key.startswith(SIDE) for entry in at.position.log)
    group = [(ask.seat, ask.topic) for ask in (at.ask, *at.ask.beside)]
    found: list[Beside] = []
    for _ in range(MOST):
        ask = live.pending
        if not isinstance(ask, Ask) or not (menu := ask.menu()):
            break
        if (ask.seat, ask.topic) in group:
            group = group[group.index((ask.seat, ask.topic)) + 1 :]
        elif not ask.presentation.part:  # what goes on with an answer in parts belongs to it
            break
        if ask.seat != seat:
            live.enter(ask.seat, next(iter(menu)))
            continue
        place = _place(at.position.turn, ask, given)
        given += 1
        if ask.forced:
            live.enter(seat, next(iter(menu)))
            continue
        key = kept.get(place, "")
        found.append(Beside(place, questions.question(at.rules, ask), key if key in menu else ""))
        if key not in menu:
            break
        live.enter(seat, key)
    return found or _first(at, seat, kept, given)


def _first(at: LoadedGame, seat: str, kept: Mapping[str, str], given: int) -> list[Beside]:
    """The first question of the seat alone, where it can't be told how the turn comes there."""
    for ask in asked_beside(at):
        if ask.seat == seat:
            place = _place(at.position.turn, ask, given)
            key = kept.get(place, "")
            return [Beside(place, questions.question(at.rules, ask), key if key in ask.menu() else "")]
    return []


def given(now: LoadedGame, notes: Sequence[Note]) -> tuple[Note, str] | None:
    """The key with which the asked seat has answered the question that waits ahead, and what is left of the
    note that keeps it."""
    if (ask := now.ask) is None:
        return None
    for note in notes:
        if (note.seat, note.name) == (ask.seat, NAME):
            kept = answers(note)
            before = sum(e.seat == ask.seat and not e.key.startswith(SIDE) for e in now.position.log)
            key = kept.pop(_place(now.position.turn, ask, before), None)
            if key is not None and key in ask.menu():
                return _noted(note, kept), key
    return None


def lapsed(now: LoadedGame, notes: Sequence[Note]) -> list[Note]:
    """The notes to be written so that no answer is kept to a question that does not come any more."""
    waiting = {ask.seat for ask in asked_beside(now)}
    found = []
    for note in notes:
        if note.name == NAME:
            kept = answers(note)
            left = beside(now, note.seat, kept) if note.seat in waiting else []
            if len(alive := {each.place: each.key for each in left if each.key}) < max(1, len(kept)):
                found.append(_noted(note, alive))
    return found


def dropped(notes: Sequence[Note]) -> list[Note]:
    """The notes to be written when something is taken back: what comes after it is asked anew, and what was
    not told yet never is."""
    return [replace(note, text="") for note in notes if note.name in (NAME, batching.NAME)]


def _noted(note: Note, kept: Mapping[str, str]) -> Note:
    return replace(note, text=json.dumps({"answers": kept}) if kept else "")


def _place(turn: int, ask: Ask, answered: int) -> str:
    """What tells this question from any other: its seat has given so many answers in this turn."""
    return f"{turn} {ask.seat} {answered} {' '.join(ask.topic)}"


class QuestionPlans:
    """Shows the questions that may be answered ahead, and keeps the answers."""

    def __init__(self, table: Session) -> None:
        self.table = table

    @action("ahead", "{game}")
    async def show(self, caller: Caller, game: int) -> Reply:
        """The question that the caller may answer ahead, with its buttons. Raises `Refused`."""
        async with self.table.acting(caller):
            at = await self._at(game)
            return self._shown(at, await self._group(caller, at))

    @action("early", "{game}:{check}:{key}")
    async def give(self, caller: Caller, game: int, check: str, key: Key) -> Reply:
        """Keep this answer until its turn comes; what was answered after it is asked anew. Raises
        `Refused`."""
        async with self.table.acting(caller):
            at = await self._at(game)
            group = await self._group(caller, at, check)
            index = next(index for index, each in enumerate(group) if each.check == check)
            keys = [
                option.key
                for option in group[index].question.legal
                if shorten_key(option.key) == shorten_key(key)
            ]
            if not keys:
                raise Refused(say("ahead.changed"))
            return await self._keep(caller, at, [*group[:index], group[index]._replace(key=keys[0])])

    @action("unsay", "{game}:{check}:{}")
    async def unsay(self, caller: Caller, game: int, check: str) -> Reply:
        """Keep no answer any more. Raises `Refused`."""
        async with self.table.acting(caller):
            at = await self._at(game)
            group = await self._group(caller, at, check)
            return await self._keep(caller, at, [group[0]._replace(key="")])

    async def typed(self, caller: Caller, at: LoadedGame, text: str) -> Reply | None:
        """The same by a typed order of one answer or several; None where nothing of the caller is asked
        beside."""
        seats, first = at.stored.seats_of(caller.user_id), tokens(text)[:1]
        beside_him = any(ask.seat in seats for ask in asked_beside(at))
        if not beside_him or at.asked in seats or (first and first[0].word in at.rules.EXTRAS.trades.words):
            return None
        group = await self._group(caller, at)
        if group[-1].key:  # all is answered, so this is another answer
            group = beside(at, group[0].question.seat, {})
        typed = [token.word for token in tokens(text.rstrip(" ?"))]
        while True:
            reading = questions.read(group[-1].question, typed)
            if text.rstrip().endswith("?") or not reading.key:
                raise Refused(str(group[-1].question))
            said = [*group[:-1], group[-1]._replace(key=reading.key)]
            typed = typed[reading.used :]
            group = beside(at, said[0].question.seat, {each.place: each.key for each in said})
            if all(word in STOPS for word in typed):
                return await self._keep(caller, at, said)
            if group[-1].key:  # nothing more is asked
                raise Refused(str(group[-1].question))

    # Helpers

    async def _at(self, game: int) -> LoadedGame:
        return self.table.seated(await self.table.store.load(game))

    async def _group(self, caller: Caller, at: LoadedGame, check: str | None = None) -> list[Beside]:
        """The questions of a seat of the caller beside the one that waits, among them the one with this
        check. Raises `Refused`."""
        seats = at.stored.seats_of(caller.user_id)
        asked = [ask.seat for ask in asked_beside(at) if ask.seat in seats]
        if at.asked in seats and not asked:
            raise Refused(say("ahead.now"), at.panel(caller.user_id))
        notes = await self.table.store.notes(at.stored.id) if asked else ()
        for seat in asked:
            mine = [note for note in notes if (note.seat, note.name) == (seat, NAME)]
            kept = answers(mine[0]) if mine and mine[0].user_id == caller.user_id else {}
            group = beside(at, seat, kept)
            if group and (check is None or any(each.check == check for each in group)):
                return group
        raise Refused(say("ahead.changed") if check and asked else say("ahead.none"))

    async def _keep(self, caller: Caller, at: LoadedGame, said: Sequence[Beside]) -> Reply:
        seat, kept = said[0].question.seat, {each.place: each.key for each in said if each.key}
        note = _noted(Note(seat, NAME, caller.user_id, ""), kept)
        await self.table.store.write_notes(at.stored.id, note)
        return self._shown(at, beside(at, seat, kept))

    def _shown(self, at: LoadedGame, group: Sequence[Beside]) -> Reply:
        """The questions so far with what was answered, and the buttons of the last."""
        lines: list[str] = []
        for each in group:
            seat, prompt = seat_title(at.rules, each.question.seat), each.question.prompt
            lines.append(say("ahead.question", seat=seat, question=prompt))
            lines.append(say("ahead.kept", answer=each.said) if each.key else say("ahead.open"))
        last = group[-1]
        legal = last.question.legal
        buttons: list[ActionButton] = []
        if len(legal) >= SCREEN:
            lines.append(say("ahead.type", options=", ".join(option.label for option in legal)))
        else:
            buttons = [self._answer(at.stored.id, last, option) for option in legal]
        if any(each.key for each in group):
            buttons.append(
                button(QuestionPlans.unsay.call(at.stored.id, group[0].check), say("button.unsay"))
            )
        return Reply("\n".join(lines), buttons=tuple(buttons))

    @staticmethod
    def _answer(game: int, last: Beside, option: Option) -> ActionButton:
        gives = QuestionPlans.give.call(game, last.check, option.key)
        return button(gives, option.label, "good" if option.key == last.key else "main")
