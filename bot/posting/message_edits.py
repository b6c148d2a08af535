"""What is changed on messages that stand already; the game goes on without that too."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import discord
import structlog

from bot.posting import layouts
from bot.posting.unreachable import FAILING

log = structlog.get_logger(__name__)
NOBODY = discord.AllowedMentions.none()
KEPT = 500  # messages


class RecentBoards:
    """The newest boards as they were posted: to take the buttons off one of these Discord need not be asked
    how it stands. That is a third of all that a game would ask of it."""

    def __init__(self) -> None:
        self._kept = OrderedDict[int, discord.Message]()

    def keep(self, message: discord.Message) -> None:
        """One that nobody changes until its buttons go."""
        self._kept[message.id] = message
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def pop(self, message_id: int) -> discord.Message | None:
        """Return the message, which is about to be changed; None if it is not known."""
        return self._kept.pop(message_id, None)


async def strip(
    channel: discord.PartialMessageable,
    message_id: int,
    note: str = "",
    standing: discord.Message | None = None,
) -> None:
    """Take the buttons off a message. Old buttons do no harm, so it tries once.

    `note`: what takes their place in a layout; `standing`: the message as it is, if known.
    """
    try:
        message = standing or await channel.fetch_message(message_id)
        if message.flags.components_v2:
            await message.edit(view=layouts.remove_buttons(message, note), allowed_mentions=NOBODY)
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


async def attach_pictures(
    channel: discord.PartialMessageable, message_id: int, files: Sequence[discord.File]
) -> None:
    """The pictures of a message that could not wait for them."""
    try:
        message = await channel.fetch_message(message_id)
        if message.flags.components_v2:
            view = layouts.add_pictures(message, files)
            await message.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        else:
            await message.edit(attachments=files)
    except FAILING as error:
        log.info("a board stays without its picture", message=message_id, error=str(error))
