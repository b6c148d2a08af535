"""Post the daily puzzle: the solution of the last puzzle, and the new puzzle with a picture and a button."""

from __future__ import annotations

import discord

from bot.learning.daily_puzzle import Asked, PuzzleOfTheDay
from bot.posting.buttons import make_button_view
from bot.posting.delivery_check import find_arrived
from bot.posting.pictures import Pictures
from db.records import Delivery
from render.worker import Job


class DailyPosts:
    """Posts the daily puzzle of a channel."""

    def __init__(self, client: discord.Client, daily: PuzzleOfTheDay, pictures: Pictures) -> None:
        self.client, self.daily, self.pictures = client, daily, pictures

    async def post(self, delivery: Delivery) -> int | None:
        """Post the puzzle and return the message's id; None if there is no puzzle to post.

        Raises errors of Discord.
        """
        asked = await self.daily.prepare(delivery)
        if asked is None or asked.message_id is not None:
            return None if asked is None else asked.message_id
        found = await find_arrived(self.client, delivery, asked.text)
        message_id = found.id if found is not None else await self._send(delivery, asked)
        await self.daily.record_posted(delivery.channel_id, asked, message_id)
        return message_id

    async def _send(self, delivery: Delivery, asked: Asked) -> int:
        drawing = await self.pictures.draw_for_post(Job(asked.view), kind=delivery.kind, day=asked.day)
        channel = self.client.get_partial_messageable(delivery.channel_id)
        try:
            message = await channel.send(
                asked.text,
                view=make_button_view(asked.buttons),
                files=[drawing.file()] if drawing is not None else discord.utils.MISSING,
                nonce=delivery.nonce,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound:
            await self.daily.forget_channel(delivery.channel_id)
            raise
        return message.id
