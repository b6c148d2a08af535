"""The Discord client: it holds the parts together, and starts and stops them in order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot import ui
from bot.artist import Artist
from bot.cogs.lobby import LobbyCog
from bot.cogs.look import LookCog
from bot.cogs.play import PlayCog
from bot.desk import Desk
from bot.lobby import Lobby
from bot.look import Look
from bot.outbox import Outbox
from bot.poster import DiscordPoster
from bot.sync import sync
from bot.table import Table
from db.store import Store
from rules.kernel import Rules

log = structlog.get_logger(__name__)


class Durbar(commands.Bot):
    """The bot. It reads no messages: all it needs to see of a server is that it is there."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Rules[Any]],
        *,
        guild: int | None = None,
        artist: Artist | None = None,
    ) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.store, self.home, self.artist = store, guild, artist or Artist()
        self.table = Table(store, games, self._saved)
        lobby, look = Lobby(self.table), Look(self.table)
        self.desk = Desk(self.table, lobby, look, self.artist)
        self.outbox = Outbox(store, DiscordPoster(self, self.table, look, self.artist))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(ui.Press, ui.Pick)
        for cog in (LobbyCog(self.desk), PlayCog(self.desk), LookCog(self.desk)):
            await self.add_cog(cog)
        await sync(self, self.home)
        await self.outbox.start()
        self._warming = asyncio.create_task(self._warm())

    async def on_ready(self) -> None:
        log.info("ready", user=str(self.user), servers=len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.desk.leftover(interaction)

    async def close(self) -> None:
        await self.outbox.close()
        await super().close()

    async def _warm(self) -> None:
        """Draw each game once: the first picture of a process takes a hundred times as long as the next."""
        for rules in self.table.games.values():
            try:
                await self.artist.draw(rules.view(rules.setup(rules.Options()), None))
            except Exception:
                log.exception("a game can't be drawn", rules=rules.KEY)

    def _saved(self) -> None:
        self.outbox.wake()
