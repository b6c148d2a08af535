"""Open a thread from a message, such as the message that calls the people of a new table."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.posting.outbox import TOO_MANY
from bot.replies.text import MAX_THREAD_TITLE, cut_text

log = structlog.get_logger(__name__)
WEEK: Final = (
    10_080  # minutes without a message until Discord archives a thread; the most that Discord allows
)
HAS_THREAD = 160004  # Discord's error code for a message from which a thread was opened already
FAULT = 500  # HTTP statuses from this one on are errors in Discord


async def open_thread_from(client: discord.Client, channel_id: int, message_id: int, name: str) -> bool:
    """Open a thread from a message, and return whether the thread is there. The thread has the message's id.

    A second attempt finds the thread of the first. Raises Discord's temporary errors.
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
