"""The bot as a process: it ends when it is told to, whatever it waits for."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.discord_app.client import Durbar
from bot.discord_app.environment import Environment
from bot.discord_app.serve import serve
from sandbox.driver import PATIENCE

IN_VAIN = 10 * PATIENCE  # seconds until the next attempt to reach Discord


async def test_it_can_be_stopped_while_discord_is_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: Durbar, token: str, *, reconnect: bool = True) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(IN_VAIN)

    monkeypatch.setattr(Durbar, "start", start)
    settings = Environment(token=SecretStr("nobody"), database=f"sqlite+aiosqlite:///{tmp_path}/durbar.db")
    async with asyncio.timeout(PATIENCE):
        await serve(settings)
