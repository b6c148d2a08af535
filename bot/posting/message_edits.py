"""Edit posted messages. If an edit fails, the game goes on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import discord
import structlog

from bot.posting import layouts
from bot.posting.unreachable import FAILING

log = structlog.get_logger(__name__)
NOBODY = discord.AllowedMentions.none()
NO_MESSAGE = 10008  # Discord's error code for a message that was deleted
EDITED_ENOUGH = 30046  # Discord's error code for too many edits of a message older than an hour
KEPT = 500  # the most messages in memory


class RecentBoards:
    """Keeps the messages of the newest boards.

    So the bot can remove the buttons of a message without fetching the message. This saves a third of a
    game's requests.
    """

    def __init__(self) -> None:
        self._kept = OrderedDict[int, discord.Message]()

    def keep(self, message: discord.Message) -> None:
        """Keep a message. Its next edit must be the edit that removes its buttons."""
        self._kept[message.id] = message
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def pop(self, message_id: int) -> discord.Message | None:
        """Return a message and stop keeping it, because an edit follows; None if it is not kept."""
        return self._kept.pop(message_id, None)


async def strip(
    channel: discord.PartialMessageable,
    message_id: int,
    note: str = "",
    standing: discord.Message | None = None,
) -> None:
    """Remove the buttons from a message. Try only once, because old buttons do no harm.

    In a layout, `note` replaces the buttons. `standing` is the message as it is now; None means that it must
    be fetched.
    """
    try:
        message = standing or await channel.fetch_message(message_id)
        if message.flags.components_v2:
            await message.edit(view=layouts.remove_buttons(message, note), allowed_mentions=NOBODY)
        else:
            await message.edit(view=None)
    except FAILING as error:
        log.info("old buttons can't be removed", message=message_id, error=str(error))


async def lay_out(
    message: discord.Message,
    layout: layouts.View,
    files: Sequence[discord.File],
    mentions: discord.AllowedMentions,
) -> discord.Message:
    """Replace the content of a message with a layout, and return the message.

    If the message has all of `files` already, and no others, don't send them again. Raises errors of Discord
    and of the network.
    """
    there = {each.filename for each in message.attachments}
    attachments = discord.utils.MISSING if there == {each.filename for each in files} else files
    return await message.edit(content=None, view=layout, attachments=attachments, allowed_mentions=mentions)


async def close(channel: discord.PartialMessageable, message_id: int, ending: str) -> None:
    """Remove the buttons of a proposal's message, and add the line `ending`."""
    try:
        message = await channel.fetch_message(message_id)
        text = "\n".join([message.content, ending])
        await message.edit(content=text, view=None, allowed_mentions=NOBODY)
    except FAILING as error:
        log.info("an ended proposal can't be edited", message=message_id, error=str(error))


async def add_below_result(channel: discord.PartialMessageable, message_id: int, line: str) -> None:
    """Add a line to the post of a game's end, below the line on who won. The buttons stay."""
    try:
        message = await channel.fetch_message(message_id)
        if message.flags.components_v2:
            await message.edit(view=layouts.add_below_result(message, line), allowed_mentions=NOBODY)
    except FAILING as error:
        log.info("the end of a game can't be edited", message=message_id, error=str(error))


async def attach_pictures(
    channel: discord.PartialMessageable, message_id: int, files: Sequence[discord.File]
) -> None:
    """Add pictures to a message that was posted before they were drawn."""
    try:
        message = await channel.fetch_message(message_id)
        if message.flags.components_v2:
            view = layouts.add_pictures(message, files)
            await message.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        else:
            await message.edit(attachments=files)
    except FAILING as error:
        log.info("late pictures can't be added", message=message_id, error=str(error))
