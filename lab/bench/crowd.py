"""Simulate a crowd on pages of games, in its own process: spectators of one page, and visitors of all pages.

`python -m lab.bench.crowd FILE` reads orders to the crowd as lines of JSON, and prints `done` after each
order. It writes its observations to the file. Like a browser, it loads the files that a page or a change
needs. Each person has their own network address. A header contains this address, as if a proxy had sent the
request.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import aiohttp

PATIENCE = 30.0  # if a page takes more seconds to load, a visitor leaves, and a spectator loads it again
ARRIVING = 40.0  # spectators who arrive per second
AGAIN = 1.0  # seconds until the next attempt after an error or a temporary refusal
TRIES = 60  # at most this many attempts
META = re.compile(r'<script type="application/json" id="meta">(.*?)</script>', re.DOTALL)
FILES = re.compile(r'(?:href|src)="((?:\.\./assets|[^"/:]+)/[^"]+\.(?:css|js))"')


class Refused(Exception):
    """The server did not answer as expected."""


class Looker:
    """A person with a browser. Their address is made from `number`."""

    def __init__(self, session: aiohttp.ClientSession, number: int, link: str) -> None:
        self.session, self.link = session, link
        self.headers = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        self.kept = set[str]()
        self.stamp, self.shape, self.asked, self.bytes = "", "", 0, 0

    async def get(self, address: str) -> bytes:
        """Return the body at an address; b"" if this browser has it in its cache. Raises `Refused`."""
        if address in self.kept:
            return b""
        for _ in range(TRIES):
            self.asked += 1
            async with self.session.get(address, headers=self.headers) as answer:
                body = await answer.read()
                self.bytes += int(answer.headers.get("Content-Length", len(body)))
                if answer.status == 200:
                    if "immutable" in answer.headers["Cache-Control"]:
                        self.kept.add(address)
                    return body
                if answer.status != 503:
                    raise Refused(f"{answer.status} for {address.rpartition('/')[2]}")
            await asyncio.sleep(AGAIN)
        raise Refused(f"503 for {address.rpartition('/')[2]}")

    async def open(self) -> None:
        """Load the page and the files that it shows first."""
        text, meta = await self.read_page()
        base = self.link.rpartition("/")[0]
        for file in FILES.findall(text):
            await self.get(f"{base}/{file}")
        await self.show(meta, "whole", "lit")

    async def renew(self) -> None:
        """Load the page again, and the two pictures of its newest step."""
        _, meta = await self.read_page()
        await self.show(meta, "plain", "lit")

    async def hear(self, kind: str, said: str) -> bool:
        """Process an event of the stream; return whether it brought anything new."""
        change = json.loads(said) if kind == "change" else {"from": "", "stamp": said}
        if change["stamp"] == self.stamp:
            return False
        if change["from"] == self.stamp:
            self.stamp = change["stamp"]
            self.bytes += len(said)
        else:
            await self.renew()
        return True

    async def read_page(self) -> tuple[str, Any]:
        """Return the page, and the data for its script."""
        text = (await self.get(self.link)).decode()
        found = META.search(text)
        assert found is not None
        self.stamp = text.partition('data-stamp="')[2].partition('"')[0]
        return text, json.loads(found[1])

    async def show(self, meta: Any, *parts: str) -> None:
        """Load the files of the newest step."""
        turn, _, hashed = meta["steps"][-1]
        self.shape = meta["boards"][0]["name"]
        await self.get(f"{self.link}/{meta['words'][str(turn)]}")
        for part in parts:
            await self.get(f"{self.link}/{hashed}.{self.shape}.{part}")


class Crowd:
    """The whole crowd. `file`: where its observations are written."""

    def __init__(self, session: aiohttp.ClientSession, file: TextIO) -> None:
        self.session, self.file = session, file
        self.number = 0
        self.staying = list[asyncio.Task[None]]()
        self.there = 0

    def note(self, kind: str, *what: object) -> None:
        """Write down an observation."""
        self.file.write(json.dumps([kind, time.time(), *what]) + "\n")

    def come(self, link: str) -> Looker:
        """Return a new person."""
        self.number += 1
        return Looker(self.session, self.number, link)

    async def gather(self, link: str, spectators: int, links: Sequence[str], a_minute: float) -> None:
        """Start the spectators of a page one by one. When all are there, start the visitors of `links`."""
        self.there = 0
        for number in range(spectators):
            self.staying.append(asyncio.create_task(self.look_on(link, number)))
            await asyncio.sleep(1 / ARRIVING)
        while self.there < spectators:
            await asyncio.sleep(0.1)
        self.staying.append(asyncio.create_task(self.visit(links, a_minute)))

    async def look_on(self, link: str, number: int) -> None:
        """Watch a page and record each visible change. After an error, connect again."""
        looker, new = self.come(link), True
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await looker.open()
                address = f"{link}/events?board={looker.shape}"
                async with self.session.get(address, headers=looker.headers) as stream:
                    if stream.status != 200:
                        raise Refused(f"{stream.status} for the stream")
                    self.there += new
                    new = False
                    await self.follow(stream, looker, number)
            except (Refused, aiohttp.ClientError, TimeoutError, ValueError) as error:
                self.note("fault", f"{type(error).__name__}: {error}"[:150])
            await asyncio.sleep(AGAIN)

    async def follow(self, stream: aiohttp.ClientResponse, looker: Looker, number: int) -> None:
        """Record each change of a page from its stream."""
        kind = ""
        while line := await stream.content.readline():
            name, _, value = line.decode().strip().partition(": ")
            if name == "event":
                kind = value
            if name == "data" and kind in ("page", "change"):
                asked, taken = looker.asked, looker.bytes
                if await looker.hear(kind, value):
                    self.note("changed", number, looker.stamp, looker.asked - asked, looker.bytes - taken)

    async def visit(self, links: Sequence[str], a_minute: float) -> None:
        """Open pages at random, `a_minute` times a minute, until cancelled."""
        chance, due, visits = random.Random(1), time.monotonic(), set[asyncio.Task[None]]()
        try:
            while True:
                due += 60 / a_minute
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                visit = asyncio.create_task(self.open(chance.choice(links)))
                visits.add(visit)
                visit.add_done_callback(visits.discard)
        finally:
            for visit in visits:
                visit.cancel()

    async def open(self, link: str) -> None:
        """Open a page as a new visitor, and record how long it took."""
        looker, began = self.come(link), time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await looker.open()
        except (Refused, aiohttp.ClientError, TimeoutError) as error:
            self.note("fault", f"a visit, {type(error).__name__}: {error}"[:150])
        else:
            self.note("visit", time.perf_counter() - began, looker.asked, looker.bytes)

    async def leave(self) -> None:
        """Let all spectators and visitors leave."""
        for task in self.staying:
            task.cancel()
        await asyncio.gather(*self.staying, return_exceptions=True)
        self.staying.clear()
        self.file.flush()

    async def obey(self, order: Mapping[str, Any]) -> None:
        """Carry out one order: the arguments of `gather`, or {} to let everybody leave."""
        await (self.gather(**order) if order else self.leave())


async def main(path: str) -> None:
    """Carry out orders until the input ends."""
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=PATIENCE)
    with Path(path).open("w", encoding="utf-8") as file:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(timeout=timeout, connector=connector, read_bufsize=2**22) as session:
            crowd = Crowd(session, file)
            with suppress(EOFError):
                while line := await asyncio.to_thread(sys.stdin.readline):
                    await crowd.obey(json.loads(line))
                    print("done", flush=True)
            await crowd.leave()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
