"""Two processes over one PostgreSQL serve the pages of all games: each hears what the other has changed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from pathlib import Path
from types import TracebackType
from typing import Self

import aiohttp
import pytest

from lab.bench.bots import free_port
from sandbox.driver import PATIENCE
from tests.e2e.house import House

DATABASE = "postgres"
pytestmark = [
    pytest.mark.postgres,
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
LINK = re.compile(r"\]\(<http://[^>]+?(/g/[^>]+)>\)")


class Stream:
    """What a process tells somebody who looks at a page."""

    def __init__(self, server: str, path: str) -> None:
        self.server, self.path = server, path

    async def __aenter__(self) -> Self:
        self.session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=PATIENCE), read_bufsize=2**22
        )
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    self.answer = await self.session.get(f"http://{self.server}{self.path}/events")
                    return self
                except aiohttp.ClientConnectionError:  # it is just starting
                    await asyncio.sleep(0.1)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.answer.close()
        await self.session.close()

    async def read(self) -> tuple[str, str]:
        """Return the next event: its kind, and the stamp of the page; "" for none."""
        kind = ""
        while line := (await self.answer.content.readline()).decode():
            name, _, value = line.strip().partition(": ")
            if name == "event":
                kind = value
            if name.startswith("data"):
                return kind, json.loads(value)["stamp"] if kind == "change" else value
        raise EOFError

    async def hear(self, wanted: str) -> None:
        """Read until this is told: the stamp of a page, or that it is gone. One act may be told in parts."""
        while wanted not in await self.read():
            pass

    async def look(self) -> tuple[int, str]:
        """Return how the process answers who asks for the page, and the stamp of the page."""
        async with self.session.get(f"http://{self.server}{self.path}") as answer:
            found = re.search(r'data-stamp="(\w+)"', await answer.text())
            return answer.status, "" if found is None else found[1]


async def test_each_process_serves_what_the_other_has_changed(house: House, tmp_path: Path) -> None:
    one, two = (f"127.0.0.1:{free_port()}" for _ in range(2))
    await house.restart(DURBAR_WEB=one, DURBAR_WEB_URL=f"http://{one}", DURBAR_SHARDS="0/1")
    more = {
        "DURBAR_TOKEN": "sandbox",
        "DURBAR_API": house.sandbox.base_url,
        "DURBAR_DATABASE": house.bot.base.url,
        "DURBAR_SHARDS": "none",
        "DURBAR_WEB": two,
        "DURBAR_WEB_URL": f"http://{one}",
    }
    second = await house.bot.nursery.begin(more, tmp_path / "second.log", fresh=False)
    try:
        board = await house.begin()
        found = LINK.search(board.text)
        assert found is not None, board.text
        async with Stream(one, found[1]) as first_stream, Stream(two, found[1]) as second_stream:
            streams = first_stream, second_stream
            (_, begun), _ = [await stream.read() for stream in streams]
            board = await house.decide(board)
            _, stamp = await first_stream.look()
            assert stamp != begun
            for stream in streams:  # the one that did not handle the act streams it too
                await stream.hear(stamp)
            await house.asha.slash("game options", name="web", value="off")
            for stream in streams:
                await stream.hear("gone")
            assert [await stream.look() for stream in streams] == [(404, ""), (404, "")]
            shown = await house.asha.slash("game options", name="web", value="without-names")
            assert shown.message is not None
        board = await house.decide(board)
        found = LINK.search(board.text)
        assert found is not None, board.text
        async with Stream(two, found[1]) as stream:
            await stream.read()
            await house.bot.kill()
            status, stamp = await stream.look()
            assert status == 200, "it serves on alone"
            await house.start(DURBAR_WEB=one, DURBAR_WEB_URL=f"http://{one}", DURBAR_SHARDS="0/1")
            await house.decide(board)
            kind, newer = await stream.read()
            assert (kind, newer != stamp) == ("change", True)
    finally:
        os.kill(second, signal.SIGKILL)
        await house.bot.nursery.ended(second)
    await house.check()
