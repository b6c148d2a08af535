"""Send the private lines to people who follow a game, as direct messages."""

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
from bot.posting.outbox import NotYet
from db.follows import FOLLOW, read_followed
from db.records import Delivery, StoredGame

log = structlog.get_logger(__name__)
KINDS = (FOLLOW,)
NOT_INSTALLED = 600.0  # seconds between two attempts at a line while its game is not installed


class FollowPosts:
    """Sends with a Discord client."""

    def __init__(self, client: discord.Client, follows: Follows) -> None:
        self.client, self.follows = client, follows
        self.store = follows.store

    async def post(self, delivery: Delivery) -> int | None:
        """Send a line and return the id of its message; None if there is nothing to send.

        A line for a person who takes no direct messages is dropped. Raises what Discord raises.
        """
        followed, user_id = read_followed(delivery.content), delivery.channel_id
        stored = await self.store.load(followed.game)
        if stored.game not in self.follows.orders.games:
            raise NotYet(NOT_INSTALLED)
        line = await self.follows.write(user_id, followed)
        if line is None:
            return None
        if not await self._may_read(stored, user_id):
            await self.store.follows.remove(stored.id, user_id)
            return None
        try:
            channel = await self.client.create_dm(discord.Object(user_id))
            found = await find_arrived(self.client, replace(delivery, channel_id=channel.id), line.text)
            if found is not None:
                return found.id
            view: Any = make_button_view(line.buttons) if line.buttons else discord.utils.MISSING
            message = await channel.send(
                line.text,
                view=view,
                nonce=delivery.nonce,
                silent=not await self.follows.is_loud(user_id),
                allowed_mentions=message_edits.NOBODY,
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a follower can't get a direct message", game=stored.id, error=str(error))
            return None
        return message.id

    async def _may_read(self, stored: StoredGame, user_id: int) -> bool:
        """Return whether a person is still on the server of a game, and sees its channel."""
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
            if isinstance(thread, discord.Thread):  # an archived one
                sight = replace(sight, threads={thread.id: thread})
        return sight.sees(member, stored.channel_id)
