"""Send posts that notify people: first without the signs of markdown. An edit follows and adds the signs.

A phone's notification shows the content as it was sent first, and would show signs such as "**". The edit
notifies nobody again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord
import structlog

from bot.story.pushes import remove_signs, write_notification

log = structlog.get_logger(__name__)


async def send_plain_first(
    channel: discord.abc.Messageable,
    text: str,
    called: Collection[int],
    mentions: discord.AllowedMentions,
    *,
    push: str = "",
    arrived: discord.Message | None = None,
    **sent: Any,
) -> discord.Message:
    """Send a post and return its message. Raises errors of Discord if the first half can't be sent.

    Args:
        channel: where to send it
        text: the text of the post
        called: the people whom the post notifies; if there are none, the text is sent with its signs at once
        mentions: the mentions that notify people
        push: the sentence for the notification; "" means the text without signs
        arrived: the message that an earlier attempt has sent; if there is one, only add the missing signs
        sent: other arguments of discord.py's `send`, such as buttons
    """
    if arrived is not None:
        half = arrived.content in {push, remove_signs(text)} - {"", text}
        return await add_signs(arrived, text, mentions) if half else arrived
    plain = write_notification(text, push, called)
    message = await channel.send(plain, allowed_mentions=mentions, **sent)
    return message if plain == text else await add_signs(message, text, mentions)


async def add_signs(
    message: discord.Message, text: str, mentions: discord.AllowedMentions
) -> discord.Message:
    """Edit a message to the text with markdown, and return the message. Only log a failure."""
    try:
        return await message.edit(content=text, allowed_mentions=mentions)
    except discord.HTTPException as error:
        log.info("a post keeps the words of its notification", message=message.id, error=str(error))
        return message
