"""Run a minimal discord.py bot, as a yardstick for clicks.

The minimal bot answers each click in private, and posts the same picture with the same buttons. It stores
nothing, applies no rules and draws nothing. It runs as its own process (`python -m lab.bench.bare PICTURE`)
with Durbar's settings.
"""

from __future__ import annotations

import asyncio
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.discord_app.environment import Environment, use_api

LABELS = ("Pass", "Command", "Event")
COMMAND = "bare"


class Buttons(discord.ui.View):
    """The buttons under a board. All of them do the same."""

    def __init__(self, picture: bytes) -> None:
        super().__init__(timeout=None)
        self.picture = picture
        for label in LABELS:
            button: discord.ui.Button[Any] = discord.ui.Button(label=label, custom_id=label)
            button.callback = self.answer  # type: ignore[method-assign]
            self.add_item(button)

    async def answer(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the click, then post the next board."""
        await interaction.response.send_message("Done.", ephemeral=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.channel.send("What next?", file=self.file(), view=self)

    def file(self) -> discord.File:
        """Return the picture as a new file. Each message needs a new one."""
        return discord.File(BytesIO(self.picture), "board.png")


class Bare(discord.Client):
    """The client of the minimal bot."""

    def __init__(self, picture: bytes) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree, self.picture = app_commands.CommandTree(self), picture

    async def setup_hook(self) -> None:
        buttons = Buttons(self.picture)

        @self.tree.command(name=COMMAND, description="The first board")
        async def begin(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("Here it is.", ephemeral=True)
            assert isinstance(interaction.channel, discord.abc.Messageable)
            await interaction.channel.send("What next?", file=buttons.file(), view=buttons)

        await self.tree.sync()


def main() -> None:
    """Run the bot until the process is killed."""
    settings = Environment()
    if settings.api is not None:
        use_api(settings.api)
    bot = Bare(Path(sys.argv[1]).read_bytes())
    asyncio.run(bot.start(settings.token.get_secret_value()))


if __name__ == "__main__":
    main()
