"""Post and edit the index of a game. The index is a pinned message with links to the turns."""

from __future__ import annotations

import discord
import structlog

from bot.language.words import say
from bot.views.history import History
from db.records import Delivery, StoredGame

log = structlog.get_logger(__name__)


class IndexPosts:
    """Posts, pins and edits the indexes of games."""

    def __init__(self, client: discord.Client, history: History) -> None:
        self.client, self.history, self.store = client, history, history.store

    async def post(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Post and pin the index of a game, or edit it. Return the message's id."""
        if stored.pinned_id is not None:
            try:
                await self._edit(stored)
            except discord.NotFound:
                log.info("the index of a game was deleted", game=stored.id)
            else:
                return stored.pinned_id
        text = say("index.head", title=self.history.orders.find_title(stored))
        embed = discord.Embed(description=await self.history.write_links(stored))
        message = await self._get_channel(stored).send(text, embed=embed, nonce=delivery.nonce)
        await self.store.set_message(stored.id, "pinned", message.id)
        try:
            await message.pin()
        except discord.Forbidden:
            await message.edit(content="\n".join([text, say("index.not_pinned")]))
        return message.id

    async def grow(self, stored: StoredGame, delivery: Delivery, message_id: int) -> None:
        """Mark the board of a turn as sent, and add the turn to the index. Only log a refusal by Discord.

        If the game has no index, do nothing.
        """
        if stored.pinned_id is None:
            return
        await self.store.mark_sent(delivery.id, message_id)
        try:
            await self._edit(stored)
        except discord.HTTPException as error:
            log.info("the index can't be edited", game=stored.id, error=str(error))

    async def _edit(self, stored: StoredGame) -> None:
        assert stored.pinned_id is not None, "there is an index"
        links = discord.Embed(description=await self.history.write_links(stored))
        await self._get_channel(stored).get_partial_message(stored.pinned_id).edit(embed=links)

    def _get_channel(self, stored: StoredGame) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
