"""One sandbox and one bot for all tests of a file; a channel of its own for each test."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.e2e.bases import Server
from tests.e2e.house import PEOPLE, House, Nursery, built


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Where the bots come from."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def building(
    tmp_path_factory: pytest.TempPathFactory, nursery: Nursery, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    """The sandbox, the bot connected to it, and the people: three, where the file doesn't name its own. So
    with the database: that of DURBAR_E2E, or a SQLite file."""
    people = getattr(request.module, "PEOPLE", PEOPLE)
    wanted = getattr(request.module, "DATABASE", os.environ.get("DURBAR_E2E"))
    base = Server(*request.getfixturevalue("postgres")) if wanted == "postgres" else None
    async with built(tmp_path_factory.mktemp("bot"), nursery, people, base) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(building: House, request: pytest.FixtureRequest) -> House:
    """The building, with everybody in a new channel."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower()).strip("-")
    await building.enter(name)
    return building
