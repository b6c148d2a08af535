"""The bot as a process: it ends when it is told to, whatever it is waiting for."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from pydantic import SecretStr

from bot.discord_app.client import Durbar
from bot.discord_app.environment import Environment
from bot.discord_app.serve import CONNECTION_ERRORS, explain_login, serve
from sandbox.driver import PATIENCE
from tests.bot.posting.test_outbox import response

IN_VAIN = 10 * PATIENCE  # seconds until the next attempt to reach Discord


def closed(code: int) -> discord.ConnectionClosed:
    """Return the error of a gateway that has closed the connection for good."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None)


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


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (discord.LoginFailure("x"), "does not know this token"),
        (discord.HTTPException(response(403), "Missing\nAccess"), "refuses this bot ("),
        (discord.HTTPException(response(503), "<html>" + "x" * 5000), "is out of order ("),
        (discord.HTTPException(response(429), "banned"), "is out of order ("),
        (aiohttp.ClientConnectionError(), "can't be reached (ClientConnectionError)"),
        (TimeoutError(), "can't be reached (TimeoutError)"),
        (closed(4011), "ends the connection ("),
    ],
)
def test_a_login_in_vain_is_explained_in_one_line(error: Exception, says: str) -> None:
    assert isinstance(error, CONNECTION_ERRORS)
    said = explain_login(error)
    assert said.startswith(f"Discord {says}")
    assert "\n" not in said
    assert len(said) < 400


async def test_a_login_in_vain_ends_the_process_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: Durbar, token: str, *, reconnect: bool = True) -> None:
        raise closed(4004)

    monkeypatch.setattr(Durbar, "start", start)
    settings = Environment(token=SecretStr("nobody"), database=f"sqlite+aiosqlite:///{tmp_path}/durbar.db")
    with pytest.raises(SystemExit, match="DURBAR_SHARDS"):
        await serve(settings)
