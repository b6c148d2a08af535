"""A table that was removed before its game began: no command speaks of it any more."""

from __future__ import annotations

import discord

from bot.discord_app.client import Durbar
from bot.discord_app.cogs import look
from tests.bot.discord_app.test_discord import Hall, hall, labels, said, shown, simcord_bot
from tests.phrases import phrase

__all__ = ["hall", "simcord_bot"]


def list_views(bot: Durbar) -> list[str]:
    """Return the commands that only look at a game, and that can be sent without an argument."""
    return [
        command.qualified_name
        for command in bot.tree.walk_commands()
        if isinstance(command, discord.app_commands.Command)
        and command.module == look.__name__
        and not any(parameter.required for parameter in command.parameters)
    ]


async def ask_all(hall: Hall, commands: list[str]) -> dict[str, str]:
    return {each: said(await hall.asha.slash(hall.channel, each)) for each in commands}


async def test_after_a_removed_table_every_view_shows_the_last_game(hall: Hall, simcord_bot: Durbar) -> None:
    commands = [*list_views(simcord_bot), "game status", "notes", "aid"]
    assert len(commands) > 10
    await hall.begin()
    sure = await hall.asha.slash(hall.channel, "game end")
    await hall.asha.click(shown(sure), label=phrase("end.yes"))
    await ask_all(hall, commands)  # a view that posts, as the index does, has posted
    before = await ask_all(hall, commands)
    await hall.asha.slash(hall.channel, "game new", game="toy")
    sure = await hall.asha.slash(hall.channel, "game end")
    assert phrase("end.yes_table") in labels(sure)
    await hall.asha.click(shown(sure), label=phrase("end.yes_table"))
    assert await ask_all(hall, commands) == before
