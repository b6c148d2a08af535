"""Registers the commands with Discord, and only when they have changed: creations are counted by the day."""

from __future__ import annotations

from typing import Any

import discord
import structlog
from discord.ext import commands

log = structlog.get_logger(__name__)


async def sync(bot: commands.Bot, guild_id: int | None) -> bool:
    """Bring Discord's list of our commands up to date; true if it was not. A refusal is only logged."""
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    assert bot.application_id is not None, "the bot has logged in"
    try:
        if guild is None:
            kept = await bot.http.get_global_commands(bot.application_id)
        else:
            kept = await bot.http.get_guild_commands(bot.application_id, guild.id)
        ours = [command.to_dict(bot.tree) for command in bot.tree.get_commands(guild=guild)]
        if agree(sorted(ours, key=_name), sorted(kept, key=_name)):
            return False
        await bot.tree.sync(guild=guild)
    except (discord.HTTPException, discord.app_commands.CommandSyncFailure):
        log.exception("the commands could not be registered; those that Discord has stay")
        return False
    log.info("commands registered", count=len(ours), guild=guild_id)
    return True


def agree(ours: Any, kept: Any) -> bool:
    """True if Discord keeps what we would send; it may keep more, and leaves out what is empty or false."""
    match ours:
        case dict():
            return isinstance(kept, dict) and all(agree(value, kept.get(key)) for key, value in ours.items())
        case list() if ours:
            return (
                isinstance(kept, list)
                and len(ours) == len(kept)
                and all(agree(one, other) for one, other in zip(ours, kept, strict=True))
            )
        case _:
            return ours == kept or not (ours or kept)


def _name(command: Any) -> str:
    return str(command["name"])
