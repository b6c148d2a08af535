"""Threads in which lessons are taken together: opened, and in use again when somebody goes on in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import structlog

from bot.language.words import say, speak_within, spoken_language
from bot.people.preferences import Preferences
from bot.posting import layouts
from bot.replies.reply import Refused, Reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from bot.learning.group_lessons import GroupLessons
    from bot.people.caller import Caller
    from bot.posting.pictures import Drawing

    Drawn = Callable[[Reply, Preferences], Awaitable[Drawing | None]]

log = structlog.get_logger(__name__)
NEEDED = ("create_public_threads", "send_messages_in_threads")
NAME = 100  # characters of a thread's name
Interaction = discord.Interaction[Any]


async def begun(
    group_lessons: GroupLessons, drawn: Drawn, interaction: Interaction, by: Caller, number: int
) -> Reply:
    """A lesson opened for all: in a new thread, or in the one where this was asked. Raises `Refused`."""
    where = interaction.channel
    if isinstance(where, discord.Thread):
        await _wake(where)
        thread = where
    else:
        thread = await _new_thread(interaction, await group_lessons.titled(by, number))
    answer = await group_lessons.begin(by, number, thread.id)
    with speak_within(answer.public):
        view, files = layouts.answered(answer, await drawn(answer, Preferences()))
    await thread.send(view=view, files=files, allowed_mentions=discord.AllowedMentions.none())
    return Reply(say("class.begun", thread=thread.id))


async def in_use(interaction: Interaction, work: Coroutine[Any, Any, Reply]) -> Reply:
    """The work, in a thread that takes messages; one that was put away is taken out again. Raises
    `Refused`."""
    if isinstance(interaction.channel, discord.Thread):
        try:
            await _wake(interaction.channel)
        except Refused:
            work.close()
            raise
    return await work


async def _wake(thread: discord.Thread) -> None:
    if thread.locked:
        raise Refused(say("class.locked"))
    if thread.archived:
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:
            log.info("a thread stays put away", thread=thread.id, error=str(error))
            raise Refused(say("class.archived")) from None


async def _new_thread(interaction: Interaction, title: str) -> discord.Thread:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused(say("class.nowhere"))
    if not all(getattr(interaction.app_permissions, name) for name in NEEDED):
        raise Refused(say("class.forbidden"))
    try:
        return await channel.create_thread(name=title[:NAME], type=discord.ChannelType.public_thread)
    except discord.HTTPException as error:
        log.info("a thread can't be opened", channel=channel.id, error=str(error), language=spoken_language())
        raise Refused(say("class.forbidden")) from None
