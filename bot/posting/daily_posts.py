"""Puzzles of the day that are posted: what would have been right in the last one, the new one with its
picture, and the button that opens it for each in private."""

from __future__ import annotations

import discord
import structlog

from bot.learning.daily_puzzle import Asked, PuzzleOfTheDay
from bot.posting.buttons import make_button_view
from bot.posting.delivery_check import find_arrived
from bot.posting.pictures import Drawing, Pictures
from db.records import Delivery
from render.worker import Job

log = structlog.get_logger(__name__)


class DailyPosts:
    """Posts the puzzle of a channel's day."""

    def __init__(self, client: discord.Client, daily: PuzzleOfTheDay, pictures: Pictures) -> None:
        self.client, self.daily, self.pictures = client, daily, pictures

    async def post(self, delivery: Delivery) -> int | None:
        """Return the message that asks it; None where there is nothing to ask now.

        Raises what Discord raises.
        """
        asked = await self.daily.prepare(delivery)
        if asked is None or asked.message_id is not None:
            return None if asked is None else asked.message_id
        found = await find_arrived(self.client, delivery, asked.text)
        message_id = found or await self._send(delivery, asked)
        await self.daily.record_posted(delivery.channel_id, asked, message_id)
        return message_id

    async def _send(self, delivery: Delivery, asked: Asked) -> int:
        drawing = await self._drawn(asked)
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

    async def _drawn(self, asked: Asked) -> Drawing | None:
        """Return the position as the seat sees it that is to find the order.

        The post stands without it too.
        """
        try:
            return await self.pictures.draw(Job(asked.view), hurried=False)
        except Exception:
            log.exception("a puzzle of the day can't be drawn", day=asked.day)
            return None
