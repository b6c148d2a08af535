"""Suggest values while a person types. The list comes in time and in their language, or is empty."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

import discord
import structlog

from bot.discord_app.responder import Responder, name_fault
from rules.kernel import InputError

log = structlog.get_logger(__name__)
IN_TIME = 2.0  # seconds; Discord drops a list that comes after 3
Interaction = discord.Interaction[Any]
Choices = list[discord.app_commands.Choice[Any]]


class AtDesk(Protocol):
    """A group of commands with its responder."""

    responder: Responder


Cog = TypeVar("Cog", bound=AtDesk)
Suggest = Callable[[Cog, Interaction, str], Awaitable[Choices]]


def answer_autocomplete(suggest: Suggest[Cog]) -> Callable[[Cog, Interaction, str], Any]:
    """Wrap a function that makes suggestions: a fault gives an empty list and a line in the log.

    discord.py drops such a fault, and Discord would wait for a list that never comes.
    """

    @wraps(suggest)
    async def guarded(cog: Cog, interaction: Interaction, typed: str) -> Choices:
        about = log.bind(number=name_fault(interaction), interaction=interaction.id)
        try:
            async with asyncio.timeout(IN_TIME):
                await cog.responder.greet(interaction)
                return await suggest(cog, interaction, typed)
        except InputError:
            return []  # a person can do nothing about it while typing
        except TimeoutError:
            about.warning("suggestions took too long", suggest=suggest.__qualname__)
        except Exception:
            about.exception("suggestions can't be made", suggest=suggest.__qualname__)
        return []

    return guarded
