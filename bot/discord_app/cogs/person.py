"""Define the commands about one person: `/prefs`, `/mine`, `/follow`, `/away`, `/back`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices
from bot.discord_app.responder import Responder
from bot.discord_app.services import ClubsRoom, SeatingRoom, ViewsRoom
from bot.people.preference_editor import NAMES, PreferenceStore
from bot.people.setting_names import name_setting

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Text = app_commands.Range[str, 1, 100]


class PersonCog(commands.Cog):
    """The commands about one person."""

    def __init__(
        self,
        responder: Responder,
        people: PreferenceStore,
        views: ViewsRoom,
        clubs: ClubsRoom,
        seating: SeatingRoom,
    ) -> None:
        self.responder, self.people, self.views = responder, people, views
        self.clubs, self.seating = clubs, seating

    @app_commands.command(description="Your preferences: notifications, quiet hours, language, boards")
    @app_commands.describe(name="Preference (empty: list them all)", value="New value (empty: choose it)")
    async def prefs(
        self, interaction: Interaction, name: Text | None = None, value: Text | None = None
    ) -> None:
        await self.responder.run(interaction, self.seating.preferences.open, name, value)

    @app_commands.command(description="List your games, and who decides in each")
    async def mine(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.views.my_games.list_mine)

    @app_commands.command(description="Follow a game: get a private message when a chapter or the game ends")
    @app_commands.describe(table="Name or number of a table (default: the one in this channel)")
    async def follow(self, interaction: Interaction, table: Text | None = None) -> None:
        await self.responder.run(interaction, self.clubs.follows.toggle, table)

    @app_commands.command(description="Be away for some days: your games wait, or a caretaker plays")
    @app_commands.describe(days="Number of days", caretaker="Let a caretaker play for you (default: no)")
    async def away(
        self, interaction: Interaction, days: app_commands.Range[int, 1, 60], caretaker: bool = False
    ) -> None:
        await self.responder.run(interaction, self.seating.seats.go_away, days, caretaker)

    @app_commands.command(description="You are back and play your seats again")
    async def back(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.seating.seats.come_back)

    @follow.autocomplete("table")
    @answer_autocomplete
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice]:
        named = await self.clubs.follows.list_names(self.responder.caller(interaction))
        return filter_choices(typed, named)

    @prefs.autocomplete("name")
    @answer_autocomplete
    async def _names(self, _: Interaction, typed: str) -> list[Choice]:
        return filter_choices(typed, [(name_setting(name), name) for name in NAMES])

    @prefs.autocomplete("value")
    @answer_autocomplete
    async def _values(self, interaction: Interaction, typed: str) -> list[Choice]:
        named = getattr(interaction.namespace, "name", None) or ""
        return filter_choices(typed, [(value, value) for value in self.people.list_values(named)])
