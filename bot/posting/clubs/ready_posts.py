"""Send a post whose text is stored in the delivery, such as the news that nobody was found."""

from __future__ import annotations

from typing import Any

import discord

from bot.posting.buttons import make_button_view
from bot.posting.delivery_check import find_arrived
from bot.posting.plain_first import send_plain_first
from bot.story.post import Post
from db.records import Delivery


async def send_ready_post(client: discord.Client, delivery: Delivery) -> int:
    """Send the post of a delivery, unless an earlier attempt has arrived. Return the message's id.

    The post notifies the people in its `ping`. Raises errors of Discord.
    """
    found = await find_arrived(client, delivery)
    post = Post.model_validate_json(delivery.content)
    view: Any = make_button_view(post.buttons) if post.buttons else discord.utils.MISSING
    message = await send_plain_first(
        client.get_partial_messageable(delivery.channel_id),
        post.text,
        post.ping,
        discord.AllowedMentions(users=[discord.Object(user) for user in post.ping]),
        arrived=found,
        view=view,
        nonce=delivery.nonce,
    )
    return message.id
