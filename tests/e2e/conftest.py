"""One sandbox and one bot for all tests of a file; a channel of its own for each test."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from sandbox.driver import PATIENCE, Player
from sandbox.server import Sandbox
from tests.e2e.bases import File, Server
from tests.e2e.house import PEOPLE, Bot, House, Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Where the bots come from."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def building(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, nursery: Nursery
) -> AsyncIterator[House]:
    """The sandbox, the bot connected to it, three people; the database is that of the module, or of
    DURBAR_E2E. The sandbox has patience with a bot that has to
    wait for a busy machine."""
    sandbox = Sandbox(answer_seconds=PATIENCE)
    await sandbox.start()
    folder = tmp_path_factory.mktemp("bot")
    wanted = getattr(request.module, "DATABASE", os.environ.get("DURBAR_E2E", "sqlite"))
    base = Server(*request.getfixturevalue("postgres")) if wanted == "postgres" else File(folder)
    bot = Bot(sandbox, folder, base, nursery)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(sandbox.stop)
        people = {who: await stack.enter_async_context(Player(sandbox.base_url, who)) for who in PEOPLE}
        stack.push_async_callback(bot.kill)
        house = House(sandbox, bot, people)
        await house.start()
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(building: House, request: pytest.FixtureRequest) -> House:
    """The building, with everybody in a new channel."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower()).strip("-")
    await building.enter(name)
    return building
