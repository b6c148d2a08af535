"""Find out at the start of the bot whether the database is an old copy.

The database is an old copy if a channel has newer posts than the database. In this case, a post in the
channel says so, and shows the game's board as the database has it.
"""

from __future__ import annotations

import re

import discord
import structlog

from bot.deadlines.reminders import Reminders
from bot.posting.buttons import list_ids
from bot.posting.unreachable import FAILING
from db.records import StoredGame

log = structlog.get_logger(__name__)
LOOKED_AT = 50  # look at no more than this many messages after the last known post


class OlderCopies:
    """Compares the posts in the database with the posts in the channels of running games."""

    def __init__(self, client: discord.Client, reminders: Reminders) -> None:
        self.client, self.reminders, self.store = client, reminders, reminders.store

    async def look(self) -> None:
        """If a channel has a post of its game that is newer than the database, post the board there again."""
        for game_id in await self.store.list_running():
            try:
                stored = await self.store.load(game_id)
                if await self._has_later_post(stored):
                    log.warning("the database is older than a channel", game=game_id)
                    await self.reminders.repeat_board(game_id)
            except FAILING as error:
                log.info("a channel can't be compared with the database", game=game_id, error=str(error))
            except Exception:
                log.exception("a game can't be compared with its channel", game=game_id)

    async def _has_later_post(self, stored: StoredGame) -> bool:
        """Return whether the channel has a post of this game that the database doesn't know."""
        known, under_way = await self.store.find_posted(stored.id, stored.channel_id)
        if known is None or under_way:
            return False
        channel = self.client.get_channel(stored.channel_id)
        last = getattr(channel, "last_message_id", None)
        if last is not None and last <= known:
            return False  # nothing is newer; discord.py knows `last` without a request
        found = await self._find_later(stored, known)
        if found is None:
            return False
        known, under_way = await self.store.find_posted(stored.id, stored.channel_id)
        return not under_way and known is not None and known < found

    async def _find_later(self, stored: StoredGame, known: int) -> int | None:
        """Return the id of a message after `known` that has buttons of this game; None if there is none.

        Skip answers to interactions and silent messages (notice boards). They can have such buttons too, but
        they are no posts of the game.
        """
        of_game = re.compile(rf"[^:]+:{stored.id}(?!\d)")
        place = self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
        async for message in place.history(limit=LOOKED_AT, after=discord.Object(known), oldest_first=False):
            other = message.interaction_metadata is not None or message.flags.silent
            if (
                message.author == self.client.user
                and not other
                and any(map(of_game.match, list_ids(message)))
            ):
                return message.id
        return None
