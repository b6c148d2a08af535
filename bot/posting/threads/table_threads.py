"""Open the thread of a table: a post in a forum, or a thread under a message. Open none twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import discord

from bot.posting.delivery_check import REMEMBERED, find_arrived
from bot.posting.plain_first import add_signs, send_plain_first
from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.new_threads import WEEK, may_pass, open_thread_from
from bot.story.pushes import write_notification
from db.clubs.homes import Homes
from db.records import Delivery, Status
from rules.kernel import Rules


class NotOpened(Exception):
    """Discord refuses to open a thread.

    `gone` is whether the channel of the thread no longer exists. `message_id` is the message that the bot
    has posted for the thread; None if there is no such message.
    """

    def __init__(self, *, gone: bool, message_id: int | None = None) -> None:
        super().__init__(gone, message_id)
        self.gone, self.message_id = gone, message_id


class TableThreads:
    """Opens threads with a Discord client."""

    def __init__(self, client: discord.Client, homes: Homes, tags: ForumTags) -> None:
        self.client, self.homes, self.tags = client, homes, tags
        self._lock = asyncio.Lock()  # an attempt waits until an earlier attempt has ended

    async def open(
        self, delivery: Delivery, rules: Rules | None, title: str, text: str, called: Sequence[int] = ()
    ) -> int:
        """Open a thread in a delivery's channel. Return the id, which the thread and its first message share.

        If the delivery's channel is a thread, open the new thread in the same parent channel. Raises
        `NotOpened` if Discord refuses, and other errors of Discord and of the network.

        Args:
            delivery: the delivery that opens the thread; a further attempt to deliver it finds the thread
                that an earlier attempt has opened
            rules: the game, for the tags of a post in a forum; None for a thread without a game
            title: the title of the thread
            text: the first message
            called: the people whom the first message notifies
        """
        try:
            async with self._lock:
                channel = await self._find_channel(delivery.channel_id)
                if isinstance(channel, discord.ForumChannel):
                    return await self._open_post(delivery, channel, rules, title, text, called)
                return await self._open_under_message(delivery, channel.id, title, text, called)
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            raise NotOpened(gone=isinstance(error, discord.NotFound)) from error

    async def _find_channel(self, channel_id: int) -> discord.ForumChannel | discord.abc.Snowflake:
        channel = self.client.get_channel(channel_id) or await self.client.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread):
            return await self._find_channel(channel.parent_id)
        return channel

    async def _open_post(
        self,
        delivery: Delivery,
        forum: discord.ForumChannel,
        rules: Rules | None,
        title: str,
        text: str,
        called: Sequence[int],
    ) -> int:
        found = await self._find_post(delivery, forum, title)
        if found is not None:
            return found
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in called])
        plain = write_notification(text, "", called)
        made = await forum.create_thread(
            name=title,
            content=plain,
            auto_archive_duration=WEEK,
            applied_tags=[]
            if rules is None
            else [*await self.tags.find(forum, rules, Status.LOBBY, full=False)],
            allowed_mentions=mentions,
        )
        if plain != text:
            await add_signs(made.message, text, mentions)
        return made.thread.id

    async def _find_post(self, delivery: Delivery, forum: discord.ForumChannel, title: str) -> int | None:
        """Return the id of the post that an earlier attempt has opened; None if there is none.

        Posts in forums have no nonce. The bot recognizes its post by four facts: it has this title, it has no
        game, the bot has opened it, and it is not older than the first attempt.
        """
        if delivery.first_tried is None or not (delivery.attempts > 1 or delivery.error):
            return None
        first = min(delivery.first_tried, datetime.now(UTC)) - REMEMBERED
        for thread in await forum.guild.active_threads():
            ours = self.client.user is not None and thread.owner_id == self.client.user.id
            young = thread.created_at is not None and thread.created_at >= first
            fits = ours and young and (thread.parent_id, thread.name) == (forum.id, title)
            if fits and not await self.homes.has_game(thread.id):
                return thread.id
        return None

    async def _open_under_message(
        self, delivery: Delivery, channel_id: int, title: str, text: str, called: Sequence[int]
    ) -> int:
        there = delivery if delivery.channel_id == channel_id else replace(delivery, channel_id=channel_id)
        found = await find_arrived(self.client, there, text)
        message = await send_plain_first(
            self.client.get_partial_messageable(channel_id),
            text,
            called,
            discord.AllowedMentions(users=[discord.Object(user) for user in called]),
            arrived=found,
            nonce=delivery.nonce,
            silent=not called,
        )
        if not await open_thread_from(self.client, channel_id, message.id, title):
            raise NotOpened(gone=False, message_id=message.id)
        return message.id
