"""Define `/club`: what the people of a server share, such as its notice board."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.competitions.service import CompetitionService
from bot.competitions.terms import CUP, LEAGUE
from bot.discord_app.cogs.competitions import CompetitionCommands
from bot.discord_app.responder import Responder
from bot.discord_app.services import ClubsRoom, SeatingRoom
from bot.posting.clubs.rank_roles import read_role

Interaction = discord.Interaction[Any]


class HomeChannel(app_commands.Transformer):
    """Reads an option for a text channel or a forum. The command gets the channel's id."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return the type of the option, a channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Return the types of channels to choose from."""
        return [discord.ChannelType.text, discord.ChannelType.forum]

    async def transform(self, _: Interaction, value: app_commands.AppCommandChannel, /) -> int:
        """Return the channel's id."""
        return value.id


class ClubCog(
    commands.GroupCog,
    group_name="club",
    group_description="Shared by this server: notice board, cups, leagues, ranks and more",
):
    """The commands under `/club`."""

    cup = CompetitionCommands(CUP, "Cups: people play a series of games, and the best wins")
    league = CompetitionCommands(LEAGUE, "Leagues: people play a season in divisions, and then go up or down")

    def __init__(
        self, responder: Responder, clubs: ClubsRoom, seating: SeatingRoom, competitions: CompetitionService
    ) -> None:
        super().__init__()
        self.responder, self.clubs, self.seating, self.competitions = responder, clubs, seating, competitions
        for group in (self.cup, self.league):
            group.connect(responder, competitions)

    @app_commands.command(
        description="Keep a notice board with the tables of this server (without options: show the setting)"
    )
    @app_commands.describe(value="Here: in this channel; off: nowhere")
    async def board(self, interaction: Interaction, value: Literal["here", "off"] | None = None) -> None:
        await self.responder.run(interaction, self.clubs.notice_boards.set, value)

    @app_commands.command(
        description="Show the turn of the day of this server (without options: show the setting)"
    )
    @app_commands.describe(value="Here: in this channel; off: nowhere", hour="Hour of the post (default: 18)")
    async def show(
        self,
        interaction: Interaction,
        value: Literal["here", "off"] | None = None,
        hour: app_commands.Range[int, 0, 23] | None = None,
    ) -> None:
        await self.responder.run(interaction, self.clubs.shows.set, value, hour)

    @app_commands.command(description="Give people roles for their ratings (without options: show the ranks)")
    @app_commands.describe(
        role="The role", points="Lowest rating that gives the role (empty: remove this rank)"
    )
    async def ranks(
        self,
        interaction: Interaction,
        role: discord.Role | None = None,
        points: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        wanted = None if role is None else read_role(role, interaction.user)
        await self.responder.run(interaction, self.clubs.ranks.set, wanted, points)

    @app_commands.command(
        description="Open the new tables of this server in one channel (without options: show the setting)"
    )
    @app_commands.describe(
        channel="A forum (each table is a post) or a text channel (each table is a thread)",
        off="Remove this setting: a new table opens where its command is typed",
    )
    async def home(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[int, HomeChannel] | None = None,
        off: bool = False,
    ) -> None:
        await self.responder.run(interaction, partial(self.seating.homes.set, off=off), channel)

    @app_commands.command(description="Look for players: I open a table when I have found enough people")
    async def seek(self, interaction: Interaction) -> None:
        await self.responder.open_form(interaction, self.clubs.seekers.open)
