"""Give lessons that several people take together in a thread.

Everybody in the thread sees the text, the picture and the buttons, and may answer. The reply names the person
who answered. A solved lesson counts for all people who took part. In the store (`Lessons`), the thread counts
as a learner: its id stands in place of a user's id. This module also records who answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from bot.language.words import get_language, join_names, say, speak_within
from bot.learning.courses import list_titles
from bot.learning.lessons import LessonService
from bot.people.caller import Caller
from bot.people.preferences import Preferences
from bot.replies.action import action, button
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from db.learning.lessons import Lessons
from db.records import Lesson as Record
from db.records import Progress
from rules.kernel import InputError, Rules

KEPT = 500  # at most this many unused locks of Discord threads are kept


class LessonThread(Protocol):
    """The thread for the lesson of a click: the thread of the clicked message, or a new one."""

    async def open(self, title: str) -> int:
        """Open the thread and return its id. `title` is the title of a new thread. Raises `Refused`."""

    async def post(self, answer: Reply) -> None:
        """Post the lesson in the thread that `open` has opened."""


class GroupLessons:
    """Carries out the buttons of lessons in a thread."""

    def __init__(self, service: LessonService) -> None:
        self.service = service
        self._turns: dict[int, asyncio.Lock] = {}

    @property
    def lessons(self) -> Lessons:
        """Return the part of the store that has the progress of people and threads."""
        return self.service.orders.store.lessons

    async def find_title(self, caller: Caller, number: int) -> str:
        """Return the title for a thread about this lesson of the caller. Raises `Refused`."""
        record = await self._load_own(caller, number)
        rules = self.service.orders.games[record.game]
        return say("class.title", title=rules.TITLE, lesson=_find_lesson_title(rules, record.lesson))

    @action("class", "{number}", lesson=True)
    async def ask(self, caller: Caller, number: int) -> Reply:
        """Ask the caller whether to open their lesson for everybody in the channel. Raises `Refused`."""
        record = await self._load_own(caller, number)
        lesson = _find_lesson_title(self.service.orders.games[record.game], record.lesson)
        text, opens = say("class.ask", lesson=lesson), say("button.open_thread")
        if caller.parent_id is not None:
            text, opens = say("class.ask_here", lesson=lesson), say("button.open_here")
        back = button(LessonService.open.call(f"{record.game}:{record.lesson}"), say("button.alone"))
        return Reply(text, buttons=(button(GroupLessons.begin.call(number), opens, "main"), back))

    @action("class.open", "{number}", fresh=True, lesson=True)
    async def begin(self, caller: Caller, number: int, *, thread: LessonThread | None = None) -> Reply:
        """Open the caller's lesson for everybody in the thread of this click. Raises `Refused`."""
        assert thread is not None, "only a click opens a thread"
        opened = await thread.open(await self.find_title(caller, number))
        await thread.post(await self.open_for(caller, number, opened))
        return Reply(say("class.begun", thread=opened))

    async def open_for(self, caller: Caller, number: int, thread: int) -> Reply:
        """Open the caller's lesson for a thread, in the caller's language. Raises `Refused`."""
        record = await self._load_own(caller, number)
        await self.lessons.begin_class(thread, get_language())
        return await self.open(replace(caller, channel_id=thread), f"{record.game}:{record.lesson}")

    @action("together", "{about}", lesson=True)
    async def open(self, caller: Caller, about: str) -> Reply:
        """Open a lesson, given as "game:key", for the caller's thread. Raises `Refused`."""
        language = await self.lessons.find_class_language(caller.channel_id)
        if language is None:
            raise Refused(say("learn.gone"))
        with speak_within(language):
            return self._share(caller, await self.service.open(_as_thread(caller), about), language)

    async def take(
        self,
        caller: Caller,
        number: int,
        act: Callable[[Caller], Awaitable[Reply]],
        *,
        looking: bool = False,
    ) -> Reply:
        """Carry out an act in a lesson of the caller or of their thread. Raises `Refused`.

        In the lesson of a thread, acts that change something happen one after the other.

        Args:
            caller: the person who acts
            number: the number of the lesson
            act: a function that carries out the act for the learner (the caller or the thread)
            looking: whether the act only looks something up, so that the reply is private
        """
        record = await self.lessons.find(number)
        if record is None or record.user_id != caller.channel_id:
            return await act(caller)
        if looking:
            answer = await act(_as_thread(caller))
            return replace(
                answer,
                panel=None,
                buttons=tuple(k for k in answer.buttons if k.verb == LessonService.meaning.verb),
            )
        language = await self.lessons.find_class_language(caller.channel_id) or get_language()
        async with self._get_lock(caller.channel_id):
            try:
                with speak_within(language):
                    answer = await act(_as_thread(caller))
            except InputError as refused:
                raise Refused(str(refused)) from None  # only the caller reads a refusal
            await self.service.orders.store.see_user(caller.user_id, caller.name)
            await self.lessons.attend(record.id, caller.user_id)
            with speak_within(language):
                told = await self._credit_people(record)
                return self._share(caller, replace(answer, text="\n".join([answer.text, *told])), language)

    async def _load_own(self, caller: Caller, number: int) -> Record:
        """Return the lesson with this number, if it is the caller's. Raises `Refused`."""
        record = await self.lessons.find(number)
        if record is None or record.user_id != caller.user_id or record.game not in self.service.orders.games:
            raise Refused(say("learn.gone"))
        return record

    async def _credit_people(self, before: Record) -> list[str]:
        """If the thread has just finished a lesson, record the result for each person who took part.

        Return a line about these people if the lesson is solved, else no line.
        """
        record = await self.lessons.find(before.id)
        if record is None or record.text or record.state not in (Progress.SOLVED, Progress.SHOWN):
            return []
        if record == before:
            return []
        people = await self.lessons.list_attendees(record.id)
        for user in people:
            own = await self.lessons.open(user, record.game, record.lesson)
            if own.state is not Progress.SOLVED:
                await self.lessons.keep(replace(own, state=record.state, text=""))
        if record.state is not Progress.SOLVED:
            return []
        return [say("class.counts", people=join_names([f"<@{user}>" for user in people]))]

    @staticmethod
    def _share(caller: Caller, answer: Reply, language: str) -> Reply:
        """Return a public answer that names the caller, with buttons that open lessons for the thread."""
        here, alone = GroupLessons.open.verb, LessonService.open.verb
        buttons = [each._replace(verb=here) if each.verb == alone else each for each in answer.buttons]
        if answer.panel is not None:
            buttons.append(button(LessonService.order_form.call(answer.panel.mark.game), say("button.type")))
        text = cut_text("\n".join([say("class.by", user=caller.user_id), answer.text]), MAX_TEXT)
        return replace(answer, text=text, buttons=tuple(buttons), public=language)

    def _get_lock(self, thread: int) -> asyncio.Lock:
        """Return the lock of a thread. An act that changes something holds the lock."""
        turn = self._turns.pop(thread, None) or asyncio.Lock()
        self._turns[thread] = turn
        for other in [key for key, lock in self._turns.items() if not lock.locked()][:-KEPT]:
            del self._turns[other]
        return turn


def _as_thread(caller: Caller) -> Caller:
    """Return a caller that stands for the caller's thread, so that the thread is the learner."""
    return replace(caller, user_id=caller.channel_id, name="", preferences=Preferences())


def _find_lesson_title(rules: Rules, lesson: str) -> str:
    """Return the title of a lesson with its number."""
    return next((title for title, key in list_titles(rules) if key == lesson), "")
