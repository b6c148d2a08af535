"""Send direct messages to people who follow a game, and to owners of notebooks after a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import structlog

from bot.clubs.follows import Follows
from bot.posting import message_edits
from bot.posting.buttons import make_button_view
from bot.posting.channel_sight import load_sight
from bot.posting.delivery_check import find_arrived
from bot.posting.members import UNKNOWN_MEMBER
from bot.posting.outbox import NOT_INSTALLED, NotYet
from bot.posting.plain_first import send_plain_first
from bot.story.post import Post
from bot.views.notebook import NotebookViews
from db.follows import FOLLOW, read_followed
from db.notebooks import ASK, read_game
from db.records import Delivery, StoredGame

log = structlog.get_logger(__name__)
KINDS = (FOLLOW, ASK)


class DirectMessages:
    """Sends direct messages. In these deliveries, `channel_id` is the id of a person."""

    def __init__(self, client: discord.Client, follows: Follows, notebooks: NotebookViews) -> None:
        self.client, self.follows, self.notebooks = client, follows, notebooks
        self.store = follows.store

    async def post(self, delivery: Delivery) -> int | None:
        """Send a message and return its id; None if there is nothing to send.

        If the person takes no direct messages, send nothing. If they may not see the game's channel, send
        nothing, and they no longer follow the game. Raises `NotYet` if the game is not installed, and errors
        of Discord.
        """
        user_id, follow = delivery.channel_id, delivery.kind == FOLLOW
        followed = read_followed(delivery.content) if follow else None
        stored = await self.store.load(followed.game if followed else read_game(delivery.content))
        if stored.game not in self.follows.orders.games:
            raise NotYet(NOT_INSTALLED)
        if followed is not None:
            post = await self.follows.write(stored, user_id, followed)
        else:
            post = await self.notebooks.write_request(stored, user_id)
        if post is None:
            return None
        if not await self._may_read(stored, user_id):
            await self.store.follows.remove(stored.id, user_id)
            return None
        try:
            return await self._send(delivery, post)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a person can't get a direct message", game=stored.id, error=str(error))
            return None

    async def _send(self, delivery: Delivery, post: Post) -> int:
        channel = await self.client.create_dm(discord.Object(delivery.channel_id))
        found = await find_arrived(self.client, replace(delivery, channel_id=channel.id), post.text)
        view: Any = make_button_view(post.buttons) if post.buttons else discord.utils.MISSING
        loud = await self.follows.is_loud(delivery.channel_id)
        message = await send_plain_first(
            channel,
            post.text,
            [delivery.channel_id] if loud else (),
            message_edits.NOBODY,
            arrived=found,
            view=view,
            nonce=delivery.nonce,
            silent=not loud,
        )
        return message.id

    async def _may_read(self, stored: StoredGame, user_id: int) -> bool:
        """Return whether a person is still on the server of a game and can see the game's channel."""
        if stored.guild_id is None:
            return True
        try:
            guild = self.client.get_guild(stored.guild_id) or await self.client.fetch_guild(stored.guild_id)
            member = await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MEMBER:
                raise
            return False
        sight = await load_sight(self.client, stored.guild_id)
        if stored.channel_id not in sight.channels and stored.channel_id not in sight.threads:
            try:
                thread = await self.client.fetch_channel(stored.channel_id)
            except (discord.Forbidden, discord.NotFound):
                return False
            if isinstance(thread, discord.Thread):  # an archived thread
                sight = replace(sight, threads={thread.id: thread})
        return sight.sees(member, stored.channel_id)
