"""Post the daily puzzle: the last puzzle's solution, then the new puzzle with its picture and button."""

from __future__ import annotations

import discord
import structlog

from bot.learning.daily_puzzle import Asked, PuzzleOfTheDay
from bot.posting.buttons import make_button_view
from bot.posting.delivery_check import find_arrived
from bot.posting.drawing_places import GivenUp, Work
from bot.posting.pictures import Drawing, Pictures
from db.records import Delivery
from render.worker import Job

log = structlog.get_logger(__name__)


class DailyPosts:
    """Posts the daily puzzle of a channel."""

    def __init__(self, client: discord.Client, daily: PuzzleOfTheDay, pictures: Pictures) -> None:
        self.client, self.daily, self.pictures = client, daily, pictures

    async def post(self, delivery: Delivery) -> int | None:
        """Post the puzzle and return the message's id; None if there is no puzzle to post.

        Raises what Discord raises.
        """
        asked = await self.daily.prepare(delivery)
        if asked is None or asked.message_id is not None:
            return None if asked is None else asked.message_id
        found = await find_arrived(self.client, delivery, asked.text)
        message_id = found.id if found is not None else await self._send(delivery, asked)
        await self.daily.record_posted(delivery.channel_id, asked, message_id)
        return message_id

    async def _send(self, delivery: Delivery, asked: Asked) -> int:
        drawing = await self._draw(asked)
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

    async def _draw(self, asked: Asked) -> Drawing | None:
        """Return the picture of the puzzle as the seat to play sees it; None if it can't be drawn."""
        try:
            return await self.pictures.draw(Job(asked.view), Work.POST)
        except GivenUp:
            log.info("the picture of a puzzle is given up", day=asked.day)
            return None
        except Exception:
            log.exception("a puzzle of the day can't be drawn", day=asked.day)
            return None
