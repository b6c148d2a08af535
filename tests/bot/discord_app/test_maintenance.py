"""Monitoring: what the bot answers about its health, and who is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest

from bot.discord_app.environment import Environment
from bot.discord_app.maintenance import LATE
from db.records import Health
from db.store import Store
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, said, simcord_bot
from tests.phrases import says

__all__ = ["hall", "simcord_bot"]


async def test_how_it_is(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = bot_of(store)
    await bot.maintenance.start("127.0.0.1:0")
    assert bot.maintenance._runner is not None
    host, port = bot.maintenance._runner.addresses[0][:2]
    async with aiohttp.ClientSession(f"http://{host}:{port}") as watcher:
        async with watcher.get("/healthz") as answer:
            assert answer.status == 503, "it is not connected"
            report = await answer.json()
        assert report == {
            "well": False,
            "gateway": False,
            "database": True,
            "loop_lag": 0.0,
            "oldest_due": 0.0,
            "sending": 0,
        }
        monkeypatch.setattr(bot, "is_ready", lambda: True)
        async with watcher.get("/healthz") as answer:
            assert answer.status == 200
        for event, connected in ((bot.on_disconnect, False), (bot.on_resumed, True)):
            await event()
            async with watcher.get("/healthz") as answer:
                assert (await answer.json())["gateway"] is connected
            async with watcher.get("/metrics") as answer:
                assert f"durbar_gateway_ready {float(connected)}" in await answer.text()
        due = Health(oldest=datetime.now(UTC) - timedelta(seconds=LATE + 1), failed=0, running=0, sending=0)
        monkeypatch.setattr(store, "check_health", AsyncMock(return_value=due))
        await bot.maintenance.look()
        async with watcher.get("/healthz") as answer:
            assert answer.status == 503
        async with watcher.get("/metrics") as answer:
            text = await answer.text()
    for name in (
        *("gateway_ready", "loop_lag_seconds", "oldest_due_seconds", "deliveries_failed", "database_queue"),
        *("answer_seconds_bucket", "draw_seconds_bucket", "worker_deaths_total", "games_running"),
        *("rate_limited_total",),
    ):
        assert f"durbar_{name}" in text, name
    await bot.close()


async def test_a_database_that_fails_is_no_health(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = bot_of(store)
    await bot.maintenance.look()
    assert bot.maintenance.usable

    async def failing() -> None:
        raise OSError("disk")

    monkeypatch.setattr(store, "check_health", failing)
    await bot.maintenance.look()
    assert not bot.maintenance.report()["database"]


async def test_blocked_servers_are_left(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, left = bot_of(store), list[int]()

    async def leave() -> None:
        left.append(9)

    guilds: Any = property(lambda _: [SimpleNamespace(id=8), SimpleNamespace(id=9, leave=leave)])
    monkeypatch.setattr(type(bot), "guilds", guilds)
    await store.block(9, "spam")
    await bot.maintenance.look()
    assert left == [9]


async def test_the_blocked_are_answered_once(hall: Hall) -> None:
    await hall.begin()
    who: Any = hall.asked()
    bot: Any = hall.env.bot
    await hall.store.block(who.id, "rude")
    await bot.maintenance.look()
    assert says(said(await who.slash(hall.channel, "pass")), "blocked")
    assert says(said(await who.click(hall.last, label="Pass")), "blocked")
    other = hall.bala if who is hall.asha else hall.asha
    assert not says(said(await other.slash(hall.channel, "game status")), "blocked")


@pytest.mark.parametrize("wrong", ["9100", "x", "127.0.0.1:", "a b:1"])
def test_an_address_that_is_none(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_TOKEN", "x")
    monkeypatch.setenv("DURBAR_HEALTH", wrong)
    with pytest.raises(ValueError, match="DURBAR_HEALTH"):
        Environment()
