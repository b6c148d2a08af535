"""Acting: the user's Commands, Decrees and Events, any order typed, undo, and trades.

`/command`, `/decree`, `/event`, `/limited` and `/pass` put their own word in front of an order like any
other.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.lobby import choices
from bot.desk import Desk, caller

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
LONGEST = 1500  # characters of an order
Order = app_commands.Range[str, 1, LONGEST]


class PlayCog(commands.Cog):
    """The commands that move a game on."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Any order; a ? at its end lists what is legal there")
    @app_commands.describe(order="Your order, as far as you like")
    async def do(self, interaction: Interaction, order: Order) -> None:
        await self.desk.respond(interaction, self.desk.table.order(caller(interaction), order))

    @app_commands.command(description="A Command: which one, where, with what")
    @app_commands.describe(order="What follows the word “command”")
    async def command(self, interaction: Interaction, order: Order) -> None:
        await self._worded(interaction, "command", order)

    @app_commands.command(description="A Decree: which one, where, with what")
    @app_commands.describe(order="What follows the word “decree”")
    async def decree(self, interaction: Interaction, order: Order) -> None:
        await self._worded(interaction, "decree", order)

    @app_commands.command(description="The Event of the card")
    @app_commands.describe(order="What follows the word “event”")
    async def event(self, interaction: Interaction, order: Order | None = None) -> None:
        await self._worded(interaction, "event", order or "")

    @app_commands.command(description="A Limited Command: which one, where, with what")
    @app_commands.describe(order="What follows the word “limited”")
    async def limited(self, interaction: Interaction, order: Order | None = None) -> None:
        await self._worded(interaction, "limited", order or "")

    @app_commands.command(name="pass", description="Pass")
    async def pass_(self, interaction: Interaction) -> None:
        await self._worded(interaction, "pass", "")

    @app_commands.command(description="Take back your last choice, while nothing has come of it")
    async def undo(self, interaction: Interaction) -> None:
        await self.desk.respond(interaction, self.desk.table.undo(caller(interaction)))

    @app_commands.command(description="Offer, accept or decline a trade, at any time")
    @app_commands.describe(act="What you offer, or what you answer")
    async def trade(self, interaction: Interaction, act: Order) -> None:
        await self.desk.respond(interaction, self.desk.table.side(caller(interaction), act))

    @do.autocomplete("order")
    async def _any(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggested(interaction, "", typed)

    @command.autocomplete("order")
    async def _commands(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggested(interaction, "command ", typed)

    @decree.autocomplete("order")
    async def _decrees(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggested(interaction, "decree ", typed)

    @event.autocomplete("order")
    async def _events(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggested(interaction, "event ", typed)

    @limited.autocomplete("order")
    async def _limited(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggested(interaction, "limited ", typed)

    @trade.autocomplete("act")
    async def _trades(self, interaction: Interaction, typed: str) -> list[Choice]:
        by = caller(interaction)
        found = choices(typed, await self.desk.table.side_acts(by))
        return found or await self._suggested(interaction, "", typed)

    async def _worded(self, interaction: Interaction, word: str, order: str) -> None:
        await self.desk.respond(interaction, self.desk.table.worded(caller(interaction), word, order))

    async def _suggested(self, interaction: Interaction, word: str, typed: str) -> list[Choice]:
        """Whole orders that go on from what is typed, without the word that the command itself says."""
        found = await self.desk.table.suggestions(caller(interaction), word + typed)
        return [
            app_commands.Choice(name=suggestion.label, value=suggestion.text[len(word) :])
            for suggestion in found
            if len(suggestion.text) > len(word)
        ]
