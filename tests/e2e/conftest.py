"""One sandbox and one bot for all tests of a file; a channel of its own for each test."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from sandbox.driver import Player
from sandbox.server import Sandbox
from tests.e2e.house import PEOPLE, Bot, House


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def building(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """The sandbox, the bot connected to it, three people."""
    sandbox = Sandbox()
    await sandbox.start()
    bot = Bot(sandbox, tmp_path_factory.mktemp("bot"))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(sandbox.stop)
        people = {who: await stack.enter_async_context(Player(sandbox.base_url, who)) for who in PEOPLE}
        await bot.start()
        stack.push_async_callback(bot.kill)
        house = House(sandbox, bot, people)
        await house.asha.wait_until_ready()
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(building: House, request: pytest.FixtureRequest) -> House:
    """The building, with everybody in a new channel."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower()).strip("-")
    await building.enter(name)
    return building
