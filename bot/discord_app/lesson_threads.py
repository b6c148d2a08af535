"""Open threads for lessons that people take together, and reopen archived threads."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import discord
import structlog

from bot.language.words import get_language, say, speak_within
from bot.learning.group_lessons import OPEN_THREAD, GroupLessons
from bot.people.caller import Caller
from bot.people.preferences import Preferences
from bot.posting import layouts
from bot.posting.pictures import Pictures
from bot.posting.private_images import draw_answer
from bot.replies.reply import Refused, Reply

log = structlog.get_logger(__name__)
NEEDED = ("create_public_threads", "send_messages_in_threads")  # the permissions for opening a thread
NAME = 100  # the most characters of a thread's name
Interaction = discord.Interaction[Any]


class LessonThreads:
    """Opens threads for lessons."""

    def __init__(self, group_lessons: GroupLessons, pictures: Pictures) -> None:
        self.group_lessons, self.pictures = group_lessons, pictures

    @OPEN_THREAD.carried_out(fresh=True, lesson=True)
    async def begin(self, caller: Caller, number: int, *, interaction: Interaction | None = None) -> Reply:
        """Open a lesson for everybody, in the current thread or in a new one. Raises `Refused`."""
        assert interaction is not None, "only a click opens a thread"
        where = interaction.channel
        if isinstance(where, discord.Thread):
            await _reopen(where)
            thread = where
        else:
            thread = await _open_thread(interaction, await self.group_lessons.find_title(caller, number))
        answer = await self.group_lessons.begin(caller, number, thread.id)
        with speak_within(answer.public):
            drawing = await draw_answer(self.pictures, answer, Preferences())
            view, files = layouts.lay_out_answer(answer, drawing)
        await thread.send(view=view, files=files, allowed_mentions=discord.AllowedMentions.none())
        return Reply(say("class.begun", thread=thread.id))


async def run_in_thread(interaction: Interaction, work: Coroutine[Any, Any, Reply]) -> Reply:
    """If the interaction's thread is archived, reopen the thread. Then do the work. Raises `Refused`."""
    if isinstance(interaction.channel, discord.Thread):
        try:
            await _reopen(interaction.channel)
        except Refused:
            work.close()
            raise
    return await work


async def _reopen(thread: discord.Thread) -> None:
    if thread.locked:
        raise Refused(say("class.locked"))
    if thread.archived:
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:
            log.info("an archived thread can't be reopened", thread=thread.id, error=str(error))
            raise Refused(say("class.archived")) from None


async def _open_thread(interaction: Interaction, title: str) -> discord.Thread:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused(say("class.nowhere"))
    if not all(getattr(interaction.app_permissions, name) for name in NEEDED):
        raise Refused(say("class.forbidden"))
    try:
        return await channel.create_thread(name=title[:NAME], type=discord.ChannelType.public_thread)
    except discord.HTTPException as error:
        log.info("a thread can't be opened", channel=channel.id, error=str(error), language=get_language())
        raise Refused(say("class.forbidden")) from None
