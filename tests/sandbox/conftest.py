"""Provide a sandbox with the sample bot, and two people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import yarl

from sandbox.driver import PATIENCE, Player
from sandbox.server import Sandbox
from tests.sandbox.sample_bot import SampleBot


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """Yield an empty sandbox, and check afterwards for unexpected violations of Discord's rules."""
    sandbox = Sandbox(answer_seconds=PATIENCE)
    await sandbox.start()
    yield sandbox
    await sandbox.stop()
    assert sandbox.violations == []


@pytest.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    """Yield the sample bot in this process, connected, with its commands registered."""
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
    bot = SampleBot()
    running = asyncio.create_task(bot.start("any-token"))
    async with Player(sandbox.base_url, "asha") as asha:
        await asha.wait_until_ready()
    yield bot
    await bot.close()
    await running


@pytest.fixture
async def asha(sandbox: Sandbox) -> AsyncIterator[Player]:
    async with Player(sandbox.base_url, "asha") as asha:
        yield asha


@pytest.fixture
async def bala(sandbox: Sandbox) -> AsyncIterator[Player]:
    async with Player(sandbox.base_url, "bala") as bala:
        yield bala
