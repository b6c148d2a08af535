"""Lessons that are taken together, in a thread: text, picture and buttons are for all, everybody may answer
and is named, and what is learnt counts for each who took part.

For `Lessons` the thread is one more learner, under its own id; this module records who answered for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.language.words import join_names, say, speak_within, spoken_language
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

KEPT = 500  # threads whose turns are kept apart


class GroupLessons:
    """What the buttons of lessons do where a thread takes them."""

    def __init__(self, service: LessonService) -> None:
        self.service = service
        self._turns: dict[int, asyncio.Lock] = {}

    @property
    def lessons(self) -> Lessons:
        """What people and threads have learnt."""
        return self.service.orders.store.lessons

    async def find_title(self, caller: Caller, number: int) -> str:
        """Return what a thread for this lesson of the caller's is called. Raises `Refused`."""
        record = await self._own(caller, number)
        rules = self.service.orders.games[record.game]
        return say("class.title", title=rules.TITLE, lesson=_titled(rules, record.lesson))

    async def begin(self, caller: Caller, number: int, thread: int) -> Reply:
        """Open the caller's own lesson with this number for a thread, in their language. Raises `Refused`."""
        record = await self._own(caller, number)
        await self.lessons.begin_class(thread, spoken_language())
        return await self.open(replace(caller, channel_id=thread), f"{record.game}:{record.lesson}")

    @action("together", "{about}", lesson=True)
    async def open(self, caller: Caller, about: str) -> Reply:
        """Return a lesson, "game:key", for the thread in which the caller is. Raises `Refused`."""
        language = await self.lessons.find_class_language(caller.channel_id)
        if language is None:
            raise Refused(say("learn.gone"))
        with speak_within(language):
            return self._shared(caller, await self.service.open(_thread(caller), about), language)

    async def take(
        self,
        caller: Caller,
        number: int,
        deed: Callable[[Caller], Awaitable[Reply]],
        *,
        looking: bool = False,
    ) -> Reply:
        """Carry out an act on a lesson: in private the caller's own, in a thread the shared one.

        In a thread one act comes after the other. `looking`: others need not see it. Raises `Refused`.
        """
        record = await self.lessons.find(number)
        if record is None or record.user_id != caller.channel_id:
            return await deed(caller)
        if looking:
            answer = await deed(_thread(caller))
            return replace(
                answer,
                panel=None,
                buttons=tuple(k for k in answer.buttons if k.verb == LessonService.meaning.verb),
            )
        language = await self.lessons.find_class_language(caller.channel_id) or spoken_language()
        async with self._turn(caller.channel_id):
            try:
                with speak_within(language):
                    answer = await deed(_thread(caller))
            except InputError as refused:
                raise Refused(str(refused)) from None  # for his eyes: the lesson stands where it stood
            await self.service.orders.store.see_user(caller.user_id, caller.name)
            await self.lessons.attend(record.id, caller.user_id)
            with speak_within(language):
                told = await self._counted(record)
                return self._shared(caller, replace(answer, text="\n".join([answer.text, *told])), language)

    async def _own(self, caller: Caller, number: int) -> Record:
        """Return a lesson of the caller's own. Raises `Refused`."""
        record = await self.lessons.find(number)
        if record is None or record.user_id != caller.user_id or record.game not in self.service.orders.games:
            raise Refused(say("learn.gone"))
        return record

    async def _counted(self, before: Record) -> list[str]:
        """Return what the thread has just learnt counts for each who took part; they are named."""
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
    def _shared(caller: Caller, answer: Reply, language: str) -> Reply:
        """Return an answer for all in the thread, with who gave it; its buttons go on there."""
        here, alone = GroupLessons.open.verb, LessonService.open.verb
        buttons = [each._replace(verb=here) if each.verb == alone else each for each in answer.buttons]
        if answer.panel is not None:
            buttons.append(button(LessonService.order_form.call(answer.panel.mark.game), say("button.type")))
        text = cut_text("\n".join([say("class.by", user=caller.user_id), answer.text]), MAX_TEXT)
        return replace(answer, text=text, buttons=tuple(buttons), public=language)

    def _turn(self, thread: int) -> asyncio.Lock:
        """Let one person answer after the other."""
        turn = self._turns.pop(thread, None) or asyncio.Lock()
        self._turns[thread] = turn
        for other in [key for key, lock in self._turns.items() if not lock.locked()][:-KEPT]:
            del self._turns[other]
        return turn


def _thread(caller: Caller) -> Caller:
    """Return the thread in which somebody is, as a learner."""
    return replace(caller, user_id=caller.channel_id, name="", preferences=Preferences())


def _titled(rules: Rules, lesson: str) -> str:
    """Return a lesson as lists have it."""
    return next((title for title, key in list_titles(rules) if key == lesson), "")
