"""Open a thread from a message, such as the message that calls the people of a new table."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.posting.outbox import TOO_MANY
from bot.replies.text import MAX_THREAD_TITLE, cut_text

log = structlog.get_logger(__name__)
WEEK: Final = (
    10_080  # the minutes without a message until Discord archives a thread; the most that Discord allows
)
HAS_THREAD = 160004  # Discord's error code for a message that has a thread
FAULT = 500  # this HTTP status and higher ones mean an error in Discord


async def open_thread_from(client: discord.Client, channel_id: int, message_id: int, name: str) -> bool:
    """Open a thread from a message. Return whether the thread exists. The thread has the message's id.

    If an earlier attempt has opened the thread, return True. Raises Discord's temporary errors.
    """
    try:
        await client.http.start_thread_with_message(
            channel_id, message_id, name=cut_text(name, MAX_THREAD_TITLE), auto_archive_duration=WEEK
        )
    except discord.HTTPException as error:
        if may_pass(error):
            raise
        if error.code != HAS_THREAD:
            log.info("a thread for a table can't be opened", channel=channel_id, error=str(error))
            return False
    return True


def may_pass(error: discord.HTTPException) -> bool:
    """Return whether another attempt may succeed."""
    return error.status >= FAULT or error.status == TOO_MANY
