"""Look for a post in its channel before sending it again, if an earlier attempt may have arrived."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import structlog

from bot.deadlines.reminders import CALL
from bot.posting.layouts import read
from bot.settings.page_links import remove_link
from bot.story.announce import INDEX, LOBBY, Post
from db.records import Delivery

log = structlog.get_logger(__name__)
REMEMBERED = timedelta(minutes=2)  # the time in which Discord recognizes a nonce for sure
LOOKED_AT = 200  # the most messages to search for a post that may have arrived


async def find_arrived(
    client: discord.Client, delivery: Delivery, text: str = "", *, dropped: bool = False
) -> int | None:
    """Return the id of the message that an earlier attempt posted; None if there is none.

    Args:
        client: the Discord client
        delivery: the delivery to look for
        text: the text of the post, if the delivery does not contain it
        dropped: whether the post is given up. If it will be sent again, no search is needed within
            `REMEMBERED`, because Discord recognizes the nonce.
    """
    tried_before = delivery.attempts > 1 or (dropped and delivery.error)
    if not tried_before or delivery.first_tried is None:
        return None
    written_late = delivery.kind in (LOBBY, CALL, INDEX)
    ago = datetime.now(UTC) - delivery.first_tried  # negative if the system's clock was set back
    if not dropped and (written_late or timedelta() <= ago < REMEMBERED):
        return None
    channel = client.get_partial_messageable(delivery.channel_id)
    text = text or ("" if written_late else Post.model_validate_json(delivery.content).words)
    since = discord.Object(discord.utils.time_snowflake(delivery.first_tried - REMEMBERED))
    try:
        async for message in channel.history(limit=LOOKED_AT, after=since if ago >= timedelta() else None):
            ours = client.user is not None and message.author.id == client.user.id
            if ours and (
                str(message.nonce) == delivery.nonce or (text and remove_link(read(message)).startswith(text))
            ):
                return message.id
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("a channel can't be read, so a post is tried again unseen", error=str(error))
    return None
