"""Suggest values while a person types. If the suggestions take too long, send an empty list."""

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
IN_TIME = 2.0  # seconds until an empty list is sent; Discord drops a list after 3 seconds
Interaction = discord.Interaction[Any]
Choices = list[discord.app_commands.Choice[Any]]


class HasResponder(Protocol):
    """A group of commands that has a responder."""

    responder: Responder


Cog = TypeVar("Cog", bound=HasResponder)
Suggest = Callable[[Cog, Interaction, str], Awaitable[Choices]]


def answer_autocomplete(suggest: Suggest[Cog]) -> Callable[[Cog, Interaction, str], Any]:
    """Wrap a function that makes suggestions, so that an error or a delay gives an empty list.

    Log the error, unless it is an `InputError`. Without the wrapper, discord.py would drop an error, and
    Discord would wait for a list that never comes.
    """

    @wraps(suggest)
    async def suggest_or_explain(cog: Cog, interaction: Interaction, typed: str) -> Choices:
        about = log.bind(number=name_fault(interaction), interaction=interaction.id)
        try:
            async with asyncio.timeout(IN_TIME):
                await cog.responder.greet(interaction)
                return await suggest(cog, interaction, typed)
        except InputError:
            return []  # no refusal, because the person is still typing
        except TimeoutError:
            about.warning("suggestions took too long", suggest=suggest.__qualname__)
        except Exception:
            about.exception("suggestions can't be made", suggest=suggest.__qualname__)
        return []

    return suggest_or_explain
