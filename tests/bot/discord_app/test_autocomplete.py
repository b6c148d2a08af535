"""Autocomplete: one handler guards every suggestion, and always answers in time, even without suggestions."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from structlog.testing import capture_logs

from bot.discord_app import autocomplete as suggesting
from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.client import Durbar
from bot.people.preferences import Preferences
from bot.replies.reply import Refused
from db.store import Store
from tests.bot.discord_app.test_discord import bot_of

TYPING: Any = SimpleNamespace(id=0xABC0000002A)


class Cog:
    """Returns fixed suggestions, or raises an error."""

    def __init__(self, gives: list[str] | Exception) -> None:
        self.gives = gives
        self.responder: Any = self

    async def greet(self, _: object) -> Preferences:
        return Preferences()

    @answer_autocomplete
    async def suggest(self, _: object, typed: str) -> list[discord.app_commands.Choice[Any]]:
        if isinstance(self.gives, Exception):
            raise self.gives
        await asyncio.sleep(len(self.gives) > 1 and 3600)
        return [discord.app_commands.Choice(name=each, value=each) for each in self.gives]


async def test_suggestions_that_come_and_those_that_can_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggesting, "IN_TIME", 0.05)
    [choice] = await Cog(["rally"]).suggest(TYPING, "r")
    assert choice.value == "rally"
    with capture_logs() as logs:
        assert await Cog(Refused("not you")).suggest(TYPING, "r") == []
        assert await Cog(OSError("disk")).suggest(TYPING, "r") == []
        assert await Cog(["too", "late"]).suggest(TYPING, "r") == []
    assert [(line["log_level"], line["number"]) for line in logs] == [
        ("error", "0000002a"),
        ("warning", "0000002a"),
    ]


async def test_all_suggestions_stand_behind_it(store: Store) -> None:
    bot: Durbar = bot_of(store)
    await bot._add_cogs()
    suggest = [
        parameter.autocomplete
        for command in bot.tree.walk_commands()
        if isinstance(command, discord.app_commands.Command)
        for parameter in command._params.values()
        if parameter.autocomplete is not None
    ]
    assert len(suggest) > 20
    assert [each for each in suggest if not hasattr(cast(Any, each), "__wrapped__")] == []
    await bot.close()


async def test_each_command_says_where_it_can_be_used(store: Store) -> None:
    bot = bot_of(store)
    await bot._add_cogs()
    for command in bot.tree.get_commands():
        told: Any = command.to_dict(bot.tree)
        assert told["contexts"] == [0, 1], command.name
        assert told["integration_types"] == [0], command.name
    await bot.close()
