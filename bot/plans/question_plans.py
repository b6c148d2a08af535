"""Keep plans for single questions. With such a plan, a seat answers a question before the question comes.

A seat may answer early if its answer does not depend on the answers of the seats that are asked before it
(`Ask.beside`). The seat and the seats before it then count as asked at the same time. A plan stores the place
of its question, which is a text that names only this question. When the question comes, the bot plays the
plan as an act of the seat. Until then the player can change or withdraw the plan. If the question can no
longer come, the bot drops the plan.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.language.typed_line import TypedLine
from bot.language.words import say
from bot.people.caller import Caller
from bot.plans.plan import (
    Plan,
    Scope,
    add_plan,
    answer_kind,
    find_first_met,
    map_keys,
    read_plans,
    read_valid_plans,
    write_plans,
)
from bot.replies.action import Key, action, button
from bot.replies.mark import shorten_key
from bot.replies.panel import SCREEN
from bot.replies.reply import ActionButton, Refused, Reply
from bot.session.loaded_game import LoadedGame, title_seat
from bot.session.session import Session
from rules import kernel
from rules.kernel import SIDE, Ask, Option
from rules.orders.questions import Question, make_question
from rules.orders.reading import read
from rules.orders.tokenizer import STOPS

MAX_QUESTIONS = 30  # the search for a seat's early questions looks at this many questions at most


class EarlyQuestion(NamedTuple):
    """A question that a seat may answer early.

    Attributes:
        place: the place of the question, as `_name_place` writes it
        question: the question with its options
        key: the key of the planned answer; "" if no answer is planned
    """

    place: str
    question: Question
    key: str = ""

    @property
    def said(self) -> str:
        """Return the planned answer in words; "" if no answer is planned."""
        return next((option.label for option in self.question.legal if option.key == self.key), "")

    @property
    def check(self) -> str:
        """Return a hash of the question's place. Buttons use it to say which question they mean."""
        return hashlib.sha256(self.place.encode()).hexdigest()[:8]


def list_asked_beside(at: LoadedGame) -> list[Ask]:
    """Return the first early question of each seat that may answer early and belongs to a person."""
    ask = at.ask
    found: dict[str, Ask] = {}
    for other in () if ask is None else ask.beside:
        holder = at.stored.seat(other.seat)
        of_another = ask is not None and other.seat != ask.seat
        if of_another and holder is not None and not holder.level and not other.forced:
            found.setdefault(other.seat, other)
    return list(found.values())


def list_called_beside(at: LoadedGame) -> list[Ask]:
    """Return the first early question of each seat that has not yet answered all its early questions.

    A post mentions the players of these seats. A plan with a condition doesn't count as an answer.
    """
    return [ask for ask in list_asked_beside(at) if not _is_answered(at, ask)]


def list_people_beside(at: LoadedGame) -> list[str]:
    """Return a text with person and seat for each person with an early question, answered or not."""
    seats = [(ask.seat, at.stored.seat(ask.seat)) for ask in list_asked_beside(at)]
    return [
        say("asked.person", user=holder.user_id, seat=title_seat(at.rules, seat))
        for seat, holder in seats
        if holder is not None
    ]


def _is_answered(at: LoadedGame, ask: Ask) -> bool:
    """Return whether the seat's plans without a condition answer all of its early questions.

    Return True also if the seat has a plan for the kind of question to which `ask` belongs.
    """
    mine = read_valid_plans(at, at.stored.notes).get(ask.seat, ())
    plans = [plan for plan in mine if not plan.when]
    if answer_kind(at, ask, plans) is not None:
        return True
    kept = map_keys(plans)
    return bool(kept) and all(each.key for each in list_questions_beside(at, ask.seat, kept))


def list_questions_beside(at: LoadedGame, seat: str, kept: Mapping[str, str]) -> list[EarlyQuestion]:
    """Return the early questions of a seat, up to the first one without a planned answer.

    `kept` holds the planned answers, such as `{"5 north 0 trade": "yes"}` (`map_keys`). To find the
    questions, play on in a copy of the turn. There the other seats give their first legal answers. Their real
    answers may differ, but no early question depends on these answers.
    """
    if at.ask is None or at.ask.seat == seat:
        return []
    live = kernel.resume(at.rules, at.position)
    given = sum(entry.seat == seat and not entry.key.startswith(SIDE) for entry in at.position.log)
    group = [(ask.seat, ask.topic) for ask in (at.ask, *at.ask.beside)]
    found: list[EarlyQuestion] = []
    for _ in range(MAX_QUESTIONS):
        ask = live.pending
        if not isinstance(ask, Ask) or not (menu := ask.menu()):
            break
        if (ask.seat, ask.topic) in group:
            group = group[group.index((ask.seat, ask.topic)) + 1 :]
        elif not ask.presentation.part:  # only questions for further parts of an answer may come in between
            break
        if ask.seat != seat:
            live.enter(ask.seat, next(iter(menu)))
            continue
        place = _name_place(at.position.turn, ask, given)
        given += 1
        if ask.forced:
            live.enter(seat, next(iter(menu)))
            continue
        key = kept.get(place, "")
        found.append(EarlyQuestion(place, make_question(at.rules, ask), key if key in menu else ""))
        if key not in menu:
            break
        live.enter(seat, key)
    return found or _find_first_question(at, seat, kept, given)


def _find_first_question(
    at: LoadedGame, seat: str, kept: Mapping[str, str], given: int
) -> list[EarlyQuestion]:
    """Return a list with only the first early question of the seat.

    `list_questions_beside` needs this if its copy of the turn does not reach the question.
    """
    for ask in list_asked_beside(at):
        if ask.seat == seat:
            place = _name_place(at.position.turn, ask, given)
            key = kept.get(place, "")
            return [EarlyQuestion(place, make_question(at.rules, ask), key if key in ask.menu() else "")]
    return []


def answer_question(now: LoadedGame, plans: Sequence[Plan]) -> Plan | None:
    """Return the plan for a single question that answers the open question; None if there is none."""
    if (ask := now.ask) is None:
        return None
    before = sum(e.seat == ask.seat and not e.key.startswith(SIDE) for e in now.position.log)
    place = _name_place(now.position.turn, ask, before)
    plan = find_first_met(now, ask.seat, [plan for plan in plans if plan.is_for(Scope.QUESTION, place)])
    return plan if plan is not None and plan.order in ask.menu() else None


def drop_lapsed(now: LoadedGame, seat: str, plans: Sequence[Plan]) -> list[Plan]:
    """Return the plans of a seat. Leave out plans for single questions that can no longer come."""
    kept = map_keys(plans)
    asked = bool(kept) and any(ask.seat == seat for ask in list_asked_beside(now))
    alive = {each.place for each in list_questions_beside(now, seat, kept) if each.key} if asked else ()
    return [plan for plan in plans if plan.scope != Scope.QUESTION or plan.about in alive]


def _name_place(turn: int, ask: Ask, answered: int) -> str:
    """Return the place of a question, such as "5 north 0 trade". No other question of the game has it.

    The place consists of the turn, the seat, the number of answers that the seat has given in the turn
    (`answered`), and the topic of the question.
    """
    return f"{turn} {ask.seat} {answered} {' '.join(ask.topic)}"


class QuestionPlans:
    """Shows the questions that a player may answer early, and saves the answers as plans."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @action("ahead", "{game}")
    async def show(self, caller: Caller, game: int) -> Reply:
        """Return the caller's early questions, with buttons or a list for the last one. Raises `Refused`."""
        async with self.session.lock_channel(caller):
            at = await self._load_game(game)
            return self._write_questions(at, await self.load_group(caller, at))

    @action("early", "{game}:{check}:{key}")
    async def give(self, caller: Caller, game: int, check: str, key: Key) -> Reply:
        """Save an early answer. Drop the answers to later questions, because these questions can change.

        Raises `Refused`.
        """
        async with self.session.lock_channel(caller):
            at = await self._load_game(game)
            group = await self.load_group(caller, at, check)
            index = next(index for index, each in enumerate(group) if each.check == check)
            keys = [
                option.key
                for option in group[index].question.legal
                if shorten_key(option.key) == shorten_key(key)
            ]
            if not keys:
                raise Refused(say("plan.answer_changed"))
            return await self._save_answers(caller, at, group[:index], [group[index]._replace(key=keys[0])])

    @action("unsay", "{game}:{check}:{}")
    async def drop(self, caller: Caller, game: int, check: str) -> Reply:
        """Drop the caller's early answers for one seat. Raises `Refused`."""
        async with self.session.lock_channel(caller):
            at = await self._load_game(game)
            group = await self.load_group(caller, at, check)
            return await self._save_answers(caller, at, (), [group[0]._replace(key="")])

    async def answer_typed(self, caller: Caller, at: LoadedGame, line: TypedLine) -> Reply | None:
        """Save early answers that were typed. Raises `Refused`.

        Return None in three cases: the caller has no early question, the caller is asked now, or the text is
        a trade. Such a text is no early answer.
        """
        seats = at.stored.seats_of(caller.user_id)
        is_asked = any(ask.seat in seats for ask in list_asked_beside(at))
        if not is_asked or at.asked in seats or line.first in at.rules.EXTRAS.trades.words:
            return None
        return await self.answer(caller, at, await self.load_group(caller, at), line)

    async def answer(
        self, caller: Caller, at: LoadedGame, group: Sequence[EarlyQuestion], line: TypedLine, when: str = ""
    ) -> Reply:
        """Save typed answers to the early questions in `group`. `when` is their condition; "" for none.

        The first typed answer is for the first question without an answer. If all questions have answers, or
        if `when` is a condition, start again at the first question. Raises `Refused`.
        """
        if when or group[-1].key:
            group = list_questions_beside(at, group[0].question.seat, {})
        before, said = group[:-1], list[EarlyQuestion]()
        typed: Sequence[str] = line.words
        while True:
            reading = read(group[-1].question, typed)
            if line.asks or not reading.key:
                raise Refused(str(group[-1].question))
            said.append(group[-1]._replace(key=reading.key))
            typed = typed[reading.used :]
            group = list_questions_beside(
                at, said[0].question.seat, {each.place: each.key for each in (*before, *said)}
            )
            if all(word in STOPS for word in typed):
                return await self._save_answers(caller, at, before, said, when)
            if group[-1].key:  # every question has an answer
                raise Refused(str(group[-1].question))

    async def load_group(
        self, caller: Caller, at: LoadedGame, check: str | None = None, of: str | None = None
    ) -> list[EarlyQuestion]:
        """Return the early questions of one of the caller's seats. Raises `Refused`.

        With `of`, take this seat. With `check`, take the seat with the question that has this hash.
        """
        seats = at.stored.seats_of(caller.user_id)
        asked = [ask.seat for ask in list_asked_beside(at) if ask.seat in seats and of in (None, ask.seat)]
        if at.asked in seats and not asked:
            raise Refused(say("plan.answer_now"), at.build_panel(caller.user_id))
        notes = await self.session.store.load_notes(at.stored.id) if asked else ()
        for seat in asked:
            group = list_questions_beside(at, seat, map_keys(read_plans(notes, seat, caller.user_id)))
            if group and (check is None or any(each.check == check for each in group)):
                return group
        raise Refused(say("plan.answer_changed") if check and asked else say("plan.answer_none"))

    # Helpers

    async def _load_game(self, game: int) -> LoadedGame:
        """Return the game with this id, played up to its open question."""
        return self.session.load_seated(await self.session.store.load(game))

    async def _save_answers(
        self,
        caller: Caller,
        at: LoadedGame,
        before: Sequence[EarlyQuestion],
        said: Sequence[EarlyQuestion],
        when: str = "",
    ) -> Reply:
        """Save the answers `said`, and keep the answers to the questions `before`. Drop the other answers."""
        seat, places = said[0].question.seat, {each.place for each in before}
        mine = read_plans(await self.session.store.load_notes(at.stored.id), seat, caller.user_id)
        if when:  # keep the old answer too; the bot plays it if the condition isn't met
            places.add(said[0].place)
        kept = [plan for plan in mine if plan.scope != Scope.QUESTION or plan.about in places]
        for each in said:
            if each.key:
                new = Plan(scope=Scope.QUESTION, about=each.place, order=each.key, when=when)
                kept = add_plan(kept, new)
        await self.session.store.write_notes(at.stored.id, write_plans(seat, caller.user_id, kept))
        return self._write_questions(at, list_questions_beside(at, seat, map_keys(kept)))

    def _write_questions(self, at: LoadedGame, group: Sequence[EarlyQuestion]) -> Reply:
        """Return the early questions with their answers, and buttons or a list for the last one."""
        lines: list[str] = []
        for each in group:
            seat, prompt = title_seat(at.rules, each.question.seat), each.question.prompt
            lines.append(say("plan.answer_question", seat=seat, question=prompt))
            lines.append(say("plan.answer_kept", answer=each.said) if each.key else say("plan.answer_open"))
        last = group[-1]
        legal = last.question.legal
        buttons: list[ActionButton] = []
        if len(legal) >= SCREEN:
            lines.append(say("plan.answer_type", options=", ".join(option.label for option in legal)))
        else:
            buttons = [self._make_button(at.stored.id, last, option) for option in legal]
        if any(each.key for each in group):
            buttons.append(button(QuestionPlans.drop.call(at.stored.id, group[0].check), say("button.unsay")))
        return Reply("\n".join(lines), buttons=tuple(buttons))

    @staticmethod
    def _make_button(game: int, last: EarlyQuestion, option: Option) -> ActionButton:
        """Return the button that gives this answer early."""
        gives = QuestionPlans.give.call(game, last.check, option.key)
        return button(gives, option.label, "good" if option.key == last.key else "main")
