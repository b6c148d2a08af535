"""Post a server's turn of the day, with its picture."""

from __future__ import annotations

import asyncio

import discord

from bot.clubs.show import Shows, Telling
from bot.engine.job_queue import Busy
from bot.posting import message_edits
from bot.posting.channel_sight import load_sight
from bot.posting.delivery_check import find_arrived
from bot.posting.outbox import NotYet
from bot.posting.pictures import Pictures
from db.clubs.shows import SHOW
from db.records import Delivery, Show, ShownTurn
from render.worker import Job

KINDS = (SHOW,)
PATIENCE = 1.0  # one attempt to post waits at most this many seconds for the choice of the turn


class ShowPosts:
    """Posts the turn of the day with a Discord client. Choosing the turn does not hold up other posts."""

    def __init__(self, client: discord.Client, shows: Shows, pictures: Pictures) -> None:
        self.client, self.shows, self.pictures = client, shows, pictures
        self._tasks = dict[int, asyncio.Task[ShownTurn | None]]()

    async def post(self, delivery: Delivery) -> int | None:
        """Post the turn of the day and return the message's id; None if there is nothing to show.

        Raises `NotYet` while the turn is being chosen, and errors of Discord.
        """
        show = await self.shows.store.find_in_channel(delivery.channel_id)
        if show is None:
            return None
        shown = await self.shows.find_today(show)
        if shown is not None and shown.message_id is not None:
            return shown.message_id
        if shown is None and self.shows.is_due(show):
            shown = await self._choose(show)
        told = None if shown is None else await self.shows.write(show, shown)
        if shown is None or told is None:
            await self.shows.put_off(show)
            return None
        found = await find_arrived(self.client, delivery, told.text)
        message_id = found.id if found is not None else await self._send(delivery, told)
        await self.shows.store.record_posted(shown, message_id)
        return message_id

    def close(self) -> None:
        """Cancel all choices in progress."""
        for task in self._tasks.values():
            task.cancel()

    async def _choose(self, show: Show) -> ShownTurn | None:
        """Return the turn to show today. Raises `NotYet` while it is being chosen."""
        if (task := self._tasks.get(show.guild_id)) is None:
            sight = await load_sight(self.client, show.guild_id)
            work = self.shows.choose(show, lambda channel_id: sight.is_as_open(channel_id, show.channel_id))
            task = self._tasks[show.guild_id] = asyncio.create_task(work, name=f"show {show.guild_id}")
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            raise NotYet
        del self._tasks[show.guild_id]
        try:
            return task.result()
        except Busy as busy:
            raise NotYet(busy.wait) from None

    async def _send(self, delivery: Delivery, told: Telling) -> int:
        drawing = await self.pictures.draw_for_post(Job(told.after, since=told.before), kind=delivery.kind)
        channel = self.client.get_partial_messageable(delivery.channel_id)
        try:
            message = await channel.send(
                told.text,
                files=[drawing.file()] if drawing is not None else discord.utils.MISSING,
                nonce=delivery.nonce,
                suppress_embeds=True,
                allowed_mentions=message_edits.NOBODY,
            )
        except discord.NotFound:
            await self.shows.forget_channel(delivery.channel_id)
            raise
        return message.id
