"""Register the commands with Discord if they have changed. Discord limits registrations per day."""

from __future__ import annotations

from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands
from discord.http import Route

from bot.language.catalogue import read_catalogue

log = structlog.get_logger(__name__)


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions of commands and parameters. Names stay English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description in this language; None if there is no translation or the text is a name."""
        where = app_commands.TranslationContextLocation
        described = (where.command_description, where.group_description, where.parameter_description)
        if context.location not in described:
            return None
        language = locale.value.partition("-")[0]  # "es-ES" is Spanish
        return read_catalogue("bot.language", "slash.po", language).translate(string.message)


async def sync(bot: commands.Bot, guild_id: int | None) -> bool:
    """Register the bot's commands if they have changed. Return whether they were registered.

    A refusal by Discord is only logged.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    assert bot.application_id is not None, "the bot has logged in"
    try:
        translator = CommandTranslator()
        await bot.tree.set_translator(translator)
        kept = await _fetch_commands(bot, guild_id)
        commands_here = bot.tree.get_commands(guild=guild)
        ours = [await command.get_translated_payload(bot.tree, translator) for command in commands_here]
        if agree(sorted(ours, key=_read_name), sorted(kept, key=_read_name)):
            return False
        await bot.tree.sync(guild=guild)
    except (discord.HTTPException, discord.app_commands.CommandSyncFailure):
        log.exception("the commands could not be registered; those that Discord has stay")
        return False
    log.info("commands registered", count=len(ours), guild=guild_id)
    return True


async def _fetch_commands(bot: commands.Bot, guild_id: int | None) -> Any:
    """Return the commands as Discord has them, in all languages. discord.py's methods omit the languages."""
    server = "" if guild_id is None else f"/guilds/{guild_id}"
    route = Route("GET", f"/applications/{bot.application_id}{server}/commands")
    return await bot.http.request(route, params={"with_localizations": "true"})


def agree(ours: Any, kept: Any) -> bool:
    """Return whether two descriptions of commands, or of parts of commands, mean the same.

    `ours` is the bot's description. `kept` is Discord's: it may have more fields, and it lacks empty and
    false fields.
    """
    match ours:
        case dict() if ours:
            return isinstance(kept, dict) and all(agree(value, kept.get(key)) for key, value in ours.items())
        case list() if ours:
            return (
                isinstance(kept, list)
                and len(ours) == len(kept)
                and all(agree(one, other) for one, other in zip(ours, kept, strict=True))
            )
        case _:
            return ours == kept or not (ours or kept)


def _read_name(command: Any) -> str:
    return str(command["name"])
