"""What is changed on messages that stand already; the game goes on without that too."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog

from bot.posting import layouts
from bot.posting.lost import FAILING

log = structlog.get_logger(__name__)
NOBODY = discord.AllowedMentions.none()


async def strip(channel: discord.PartialMessageable, message_id: int, note: str = "") -> None:
    """Take the buttons off a message; old ones do no harm, so trying once is enough. `note`: what stands in
    their place, where the message is a layout."""
    try:
        message = await channel.fetch_message(message_id)
        if message.flags.components_v2:
            await message.edit(view=layouts.settled(message, note), allowed_mentions=NOBODY)
        else:
            await message.edit(view=None)
    except FAILING as error:
        log.info("old buttons stay", message=message_id, error=str(error))


async def close(channel: discord.PartialMessageable, message_id: int, ending: str) -> None:
    """Say under a proposal how it ended, with its buttons gone."""
    try:
        message = await channel.fetch_message(message_id)
        text = "\n".join([message.content, ending])
        await message.edit(content=text, view=None, allowed_mentions=NOBODY)
    except FAILING as error:
        log.info("an old offer stays", message=message_id, error=str(error))


async def hang(channel: discord.PartialMessageable, message_id: int, files: Sequence[discord.File]) -> None:
    """The pictures of a message that could not wait for them."""
    try:
        message = await channel.fetch_message(message_id)
        if message.flags.components_v2:
            view = layouts.hung(message, files)
            await message.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        else:
            await message.edit(attachments=files)
    except FAILING as error:
        log.info("a board stays without its picture", message=message_id, error=str(error))
