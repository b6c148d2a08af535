"""A program is told of a real game, and its server has a page: commands, calls, and a kill between them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from rules.loading.games import GAMES
from sandbox.driver import PATIENCE
from tests.e2e.house import House
from tests.e2e.test_spectators import LINK, free_port
from tests.until import until

pytestmark = pytest.mark.asyncio(loop_scope="module")
PEOPLE = ("asha", "bala")
GAME = "aadu_huli"


class Receiver:
    """A program that is told of events. While `hangs`, it gives no answer."""

    def __init__(self) -> None:
        self.address, self.hangs = "", False
        self.calls = list[tuple[str, str]]()
        self._freed = asyncio.Event()

    async def take(self, request: web.Request) -> web.StreamResponse:
        """Note a call."""
        self.calls.append((request.headers["webhook-id"], await request.text()))
        if self.hangs:
            await self._freed.wait()
        return web.Response()

    def free(self) -> None:
        """Answer from now on."""
        self.hangs = False
        self._freed.set()


@pytest_asyncio.fixture(loop_scope="module")
async def receiver() -> AsyncIterator[Receiver]:
    """A program on this machine."""
    found = Receiver()
    app = web.Application()
    app.router.add_post("/hook", found.take)
    async with TestServer(app) as server:
        found.address = str(server.make_url("/hook"))
        yield found
        found.free()


async def test_a_program_is_told_of_a_game_through_a_kill(house: House, receiver: Receiver) -> None:
    address = f"127.0.0.1:{free_port()}"
    await house.restart(DURBAR_WEB=address, DURBAR_WEBHOOKS="local")
    board = await house.begin(GAME)
    refused = await house.people["bala"].slash("host webhook", address=receiver.address)
    assert "whsec_" not in refused.shown.text
    answer = await house.asha.slash("host webhook", address=receiver.address)
    assert "whsec_" in answer.shown.text
    assert answer.shown.ephemeral
    board = await house.decide(board)
    while not receiver.calls:
        board = await house.decide(board)
    receiver.hangs = True
    before = len(receiver.calls)
    while len(receiver.calls) == before:
        board = await house.decide(board)
    await house.restart(DURBAR_WEB=address, DURBAR_WEBHOOKS="local")
    receiver.free()
    name, body = receiver.calls[-1]
    await until(lambda: receiver.calls[-1:] != [] and receiver.calls.count((name, body)) > 1)
    turns = [json.loads(each)["data"]["turn"] for each in dict(receiver.calls).values()]
    assert turns == sorted(set(turns)), "each turn under one id"
    await house.check()


async def test_the_page_of_a_server_and_a_feed(house: House) -> None:
    await house.restart(DURBAR_WEB=f"127.0.0.1:{free_port()}")
    board = await house.begin(GAME)
    found = LINK.search(board.text)
    assert found is not None
    answer = await house.asha.slash("host page", value="on")
    link = re.search(r"<(http[^>]+/s/[^>]+)>", answer.shown.text)
    assert link is not None, answer.shown.text
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(timeout=timeout, raise_for_status=True) as session:
        async with session.get(link[1]) as page:
            text = await page.text()
        async with session.get(f"{found[1]}/feed.json") as feed:
            items = (await feed.json(content_type=None))["items"]
    assert GAMES[GAME].TITLE in text
    assert f'href="{found[1]}"' in text
    assert items[-1]["url"] == found[1]
    await house.check()
