"""Define `/club`: what the people of a server share, such as its notice board."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.responder import Responder, list_missing_permissions
from bot.discord_app.services import Services
from bot.people.caller import Caller
from bot.replies.reply import Reply

Interaction = discord.Interaction[Any]


class ClubCog(commands.GroupCog, group_name="club", group_description="What the people of this server share"):
    """The commands under `/club`."""

    def __init__(self, responder: Responder, services: Services) -> None:
        super().__init__()
        self.responder, self.services = responder, services

    @app_commands.command(
        description="Post a notice board with the tables of this server (empty: show the setting)"
    )
    @app_commands.describe(channel="Channel for the notice board")
    async def board(self, interaction: Interaction, channel: discord.TextChannel | None = None) -> None:
        await self.responder.run(interaction, self._set_board, channel)

    async def _set_board(self, by: Caller, channel: discord.TextChannel | None) -> Reply:
        boards = self.services.notice_boards
        if channel is None:
            return await boards.show(by)
        lacks = list_missing_permissions(channel.permissions_for(channel.guild.me))
        return await boards.set(by, channel.id, lacks)
