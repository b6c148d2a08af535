"""The token and the seeds of games: in no `repr`, in no argument of a worker, in no error message."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.discord_app.client import Durbar
from bot.discord_app.environment import Environment
from bot.engine.thinking import RANDOM
from bot.session.bot_seats import make_bot_seat
from tests.bot.callers import CHANNEL, SEED, caller

TOKEN = "MTIzNDU2Nzg5.tell.nobody"


def test_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_TOKEN", TOKEN)
    settings = Environment()
    assert settings.token.get_secret_value() == TOKEN
    assert TOKEN not in repr(settings) + str(settings) + settings.model_dump_json()


async def test_the_seed_in_reprs(bot: Durbar) -> None:
    stored = await bot.store.find_in_channel(CHANNEL)
    assert stored is not None
    at = bot.services.orders.service.load_seated(stored)
    for each in (stored, at, at.position, at.live, await bot.store.load_history(stored.id)):
        assert SEED not in repr(each), type(each)


async def test_what_a_player_thinks_with(bot: Durbar) -> None:
    """No seed goes to a worker of a bot player, or into the log when the worker fails."""
    tasks: list[Any] = []

    async def think(task: Any) -> Any:
        tasks.append(task)
        raise OSError("no")

    bot.bot_moves.think = think
    stored = await bot.store.find_in_channel(CHANNEL)
    assert stored is not None
    at = bot.services.orders.service.load_seated(stored)
    with capture_logs() as logs:
        await bot.bot_moves._act(at, make_bot_seat(at.asked, RANDOM))
    assert SEED.encode() not in pickle.dumps(tasks)
    assert tasks
    assert SEED not in repr(logs) + repr(tasks)


async def test_a_fault_with_the_seed_in_its_hands(bot: Durbar, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = await bot.store.find_in_channel(CHANNEL)

    async def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError(f"what a database says of {stored!r}")

    assert stored is not None
    holder = stored.seat(bot.services.orders.service.load_seated(stored).asked)
    assert holder is not None
    asked = caller(holder.user_id)
    monkeypatch.setattr(bot.store, "commit", broken)
    with pytest.raises(RuntimeError) as fault:
        await bot.services.orders.service.order(asked, "pass!")
    assert SEED not in str(fault.value)
