"""Open threads for lessons that people take together, and reopen archived threads."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import discord
import structlog

from bot.language.words import get_language, say, speak_within
from bot.people.preferences import Preferences
from bot.posting import layouts
from bot.posting.pictures import Pictures
from bot.posting.private_images import draw_answer
from bot.replies.reply import Refused, Reply

log = structlog.get_logger(__name__)
NEEDED = ("create_public_threads", "send_messages_in_threads")  # the permissions for opening a thread
NAME = 100  # the most characters of a thread's name
Interaction = discord.Interaction[Any]


class ClickThread:
    """The thread for the lesson of a click (`LessonThread` of `bot.learning.group_lessons`)."""

    def __init__(self, interaction: Interaction, pictures: Pictures) -> None:
        self.interaction, self.pictures = interaction, pictures
        self.thread: discord.Thread | None = None

    async def open(self, title: str) -> int:
        """Reopen the thread of the clicked message, or open a new one. Return its id. Raises `Refused`."""
        if isinstance(where := self.interaction.channel, discord.Thread):
            await _reopen(where)
            self.thread = where
        else:
            self.thread = await _open_thread(self.interaction, title)
        return self.thread.id

    async def post(self, answer: Reply) -> None:
        """Post a lesson in the thread."""
        assert self.thread is not None, "the thread is opened first"
        with speak_within(answer.public):
            drawing = await draw_answer(self.pictures, answer, Preferences())
            view, files = layouts.lay_out_answer(answer, drawing)
        await self.thread.send(view=view, files=files, allowed_mentions=discord.AllowedMentions.none())


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
