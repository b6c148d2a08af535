"""Give all tests of a file one sandbox and one bot, and each test its own channel."""

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
    """Yield the program that starts the bots."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def building(
    tmp_path_factory: pytest.TempPathFactory, nursery: Nursery, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    """Yield the sandbox, the bot connected to it, and the people: three, unless the file names others.

    The database is that of DURBAR_E2E, or a SQLite file.
    """
    people = getattr(request.module, "PEOPLE", PEOPLE)
    wanted = getattr(request.module, "DATABASE", os.environ.get("DURBAR_E2E"))
    base = Server(*request.getfixturevalue("postgres")) if wanted == "postgres" else None
    async with built(tmp_path_factory.mktemp("bot"), nursery, people, base) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(building: House, request: pytest.FixtureRequest) -> House:
    """Return the house with everybody in a new channel."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower()).strip("-")
    await building.enter(name)
    return building
