"""Before the bot sends a post again, find out whether the post is already in the channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord
import structlog

from bot.deadlines.reminders import CALL
from bot.posting.layouts import read
from bot.seating.starting import BEGIN
from bot.settings.page_links import remove_link
from bot.story.post import BOARD, CLOSE, INDEX, LOBBY, LOWER, THREAD, Post
from bot.story.pushes import remove_signs
from db.records import Delivery

log = structlog.get_logger(__name__)
WRITTEN_LATE = (LOBBY, LOWER, CALL, INDEX, BEGIN, THREAD, CLOSE)  # deliveries of these kinds store no text
REMEMBERED = timedelta(minutes=2)  # at least for this time, Discord recognizes a nonce that it has seen
MAYBE_ARRIVED = "may have arrived: "  # errors begin with this if the channel may have the post nevertheless
LOOKED_AT = 200  # search at most this many messages for a post


async def find_arrived(
    client: discord.Client, delivery: Delivery, text: str = "", *, dropped: bool = False
) -> discord.Message | None:
    """Return the message that an earlier attempt posted; None if none is found.

    The message can also be only the first half of a post: the plain text for notifications.

    Args:
        client: the Discord client
        delivery: the delivery to look for
        text: the text of the post, if the delivery does not contain it
        dropped: whether the bot gives up the post. If the bot will try again, there is no search in two
            cases: Discord still recognizes the nonce (`REMEMBERED`), or the kind is in `WRITTEN_LATE`.
    """
    uncertain = dropped or delivery.error.startswith(MAYBE_ARRIVED)
    tried_before = delivery.attempts > 1 or (uncertain and delivery.error)
    if not tried_before or delivery.first_tried is None:
        return None
    written_late = delivery.kind in WRITTEN_LATE
    ago = datetime.now(UTC) - delivery.first_tried  # negative if the system's clock was set back
    if not dropped and (written_late or timedelta() <= ago < REMEMBERED):
        return None
    read_post = delivery.kind == BOARD or not (text or written_late)
    post = Post.model_validate_json(delivery.content) if read_post else Post(text="")
    text = text or post.words

    def is_post(message: discord.Message) -> bool:
        return (
            str(message.nonce) == delivery.nonce
            or bool(text and remove_link(read(message)).startswith((text, remove_signs(text))))
            or bool(post.push and message.content == post.push)
        )

    return await search_channel(client, delivery, is_post)


async def search_channel(
    client: discord.Client, delivery: Delivery, is_post: Callable[[discord.Message], bool]
) -> discord.Message | None:
    """Return the bot's first message for which `is_post` is true; None if none is found.

    Only messages since the first attempt at the delivery are looked at, and at most `LOOKED_AT` of them. If
    the channel can't be read, only log this.
    """
    if delivery.first_tried is None:
        return None
    channel = client.get_partial_messageable(delivery.channel_id)
    since = discord.Object(discord.utils.time_snowflake(delivery.first_tried - REMEMBERED))
    set_back = datetime.now(UTC) < delivery.first_tried  # the system's clock
    try:
        async for message in channel.history(limit=LOOKED_AT, after=None if set_back else since):
            if client.user is not None and message.author.id == client.user.id and is_post(message):
                return message
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("a channel can't be read, so nobody knows whether a post has arrived", error=str(error))
    return None


def is_half(delivery: Delivery, message: discord.Message) -> bool:
    """Return whether a message is only the first half of a post: the plain text for a notification."""
    post = Post.model_validate_json(delivery.content)
    if post.asks:
        return not message.flags.components_v2
    plain = post.push or remove_signs(post.text)
    return message.content.startswith(plain) and not message.content.startswith(post.text)
