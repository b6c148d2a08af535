"""Close private questions that are out of date: remove their buttons, and say what happened.

Discord lets the bot edit a private message for 15 minutes after the last click on it. Older messages keep
their buttons; a click on one of them is refused.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

import aiohttp
import discord
import structlog

from bot.language.words import get_language, say, speak_within
from bot.posting import layouts
from bot.posting.unreachable import FAILING
from bot.replies.mark import Mark
from bot.replies.reply import Reply
from db.records import Status, StoredGame

MAX_QUESTIONS = 2000  # the most messages in memory; the oldest is dropped first
log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False, weakref_slot=True)
class PrivateQuestion:
    """A private reply with buttons that are valid only until the game goes on.

    Attributes:
        user_id: the person who sees the message
        mark: the place in the game that its buttons carry
        asks: whether the reply asks a question; a hint, for example, only offers orders
        since: the place of the game when the reply was made; None if it was not known
        language: the language of the message
        lesson: whether it is the task of a lesson. Then the mark has the number of the lesson, and only
            another task closes the message
        outdated: whether the game has gone on since the reply was made
        interaction: the click or command that the message answers, once the message is sent
        view: the layout of the message, once it is sent
    """

    user_id: int
    mark: Mark
    asks: bool
    since: Mark | None
    language: str
    lesson: bool = False
    outdated: bool = False
    interaction: discord.Interaction[Any] | None = None
    view: layouts.View | None = None

    def is_of(self, stored: StoredGame) -> bool:
        """Return whether the message is about this game."""
        return not self.lesson and self.mark.game == stored.id

    def is_outdated(self, stored: StoredGame) -> bool:
        """Return whether the game has gone on since the reply was made."""
        if stored.status is not Status.RUNNING or stored.position is None:
            return True
        now = Mark.of(stored.id, stored.position)
        if self.since is not None:
            return now != self.since
        # A draft's mark counts the entries of the draft too.
        return now.turn != self.mark.turn or now.entry > self.mark.entry


class PrivateQuestions:
    """Remembers private questions by message, and closes those that are out of date."""

    def __init__(self) -> None:
        self._made = WeakSet[PrivateQuestion]()  # a question that can't be sent drops out by itself
        self._open = OrderedDict[int, PrivateQuestion]()  # by the id of the message
        self._marks = OrderedDict[int, Mark]()  # by game: its place after its last change
        self._tasks = set[asyncio.Task[None]]()

    def make(self, user_id: int, reply: Reply) -> PrivateQuestion | None:
        """Return the question of a reply that was just made; None if its buttons stay valid."""
        panel = reply.panel
        mark, lesson = (reply.mark, False) if panel is None else (panel.mark, panel.lesson)
        if mark is None or reply.public:
            return None
        since = None if lesson else self._marks.get(mark.game)
        question = PrivateQuestion(user_id, mark, panel is not None, since, get_language(), lesson)
        self._made.add(question)
        return question

    def keep(
        self,
        question: PrivateQuestion,
        message_id: int,
        interaction: discord.Interaction[Any],
        view: layouts.View,
    ) -> None:
        """Remember a question that was sent, and close the person's older questions of the same game.

        The task of a lesson closes the person's older tasks, of all lessons.
        """
        question.interaction, question.view = interaction, view
        if question.outdated:
            self._start(_close(question))
            return
        if question.asks:
            for other_id, other in [*self._open.items()]:
                replaced = other.asks and other.user_id == question.user_id and other_id != message_id
                same = question.lesson or other.mark.game == question.mark.game
                if replaced and same and other.lesson == question.lesson:
                    del self._open[other_id]
                    self._start(_close(other, replaced=True))
        self._open[message_id] = question
        while len(self._open) > MAX_QUESTIONS:
            self._open.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """Forget the question of a message, because another reply takes its place."""
        self._open.pop(message_id, None)

    def see_change(self, stored: StoredGame) -> None:
        """Close the questions that a change of their game has made out of date."""
        for question in self._made:
            if question.is_of(stored):
                question.outdated |= question.is_outdated(stored)
        for message_id, question in [*self._open.items()]:
            if question.is_of(stored) and question.is_outdated(stored):
                del self._open[message_id]
                self._start(_close(question))
        self._marks.pop(stored.id, None)
        if stored.status is Status.RUNNING and stored.position is not None:
            self._marks[stored.id] = Mark.of(stored.id, stored.position)
            while len(self._marks) > MAX_QUESTIONS:
                self._marks.popitem(last=False)

    def _start(self, closing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(closing, name="close a private question")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _close(question: PrivateQuestion, *, replaced: bool = False) -> None:
    """Replace the buttons of a message by a line that says why, if Discord still lets the bot edit it.

    `replaced`: whether a newer message took its place; otherwise the game has gone on.
    """
    interaction, view = question.interaction, question.view
    assert interaction is not None, "only a sent message is closed"
    assert view is not None, "a sent message has a layout"
    if interaction.is_expired():
        return
    with speak_within(question.language):
        note = say("private.replaced") if replaced else say("private.over")
        closed = layouts.replace_buttons(view, note)
    try:
        await interaction.edit_original_response(view=closed)
    except (*FAILING, aiohttp.ClientError, OSError) as error:
        log.info("a private question can't be closed", interaction=interaction.id, error=repr(error))
