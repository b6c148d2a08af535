"""Provide a server of pages in a thread of its own, for tests that look at the pages with a browser."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from db.store import Store
from render.games import PAINTERS
from rules.loading.games import GAMES
from sandbox.driver import PATIENCE
from tests.bot.serving.served import BASE, House, Recorded, path_of, serving

T = TypeVar("T")
MOST = 30  # turns of a running game
HOSTILE = {  # names of people who mean no good
    "html": '</script><img src="http://127.0.0.1:9/x" onerror="window.hit = 1"><b>bold</b>',
    "marks": "\u202egnihton\u2066\u2067 \u0635\u0644\u0627\u062d \u05d0\u05d1\u05d2",
    "long": "x" * 300,
}


@dataclass
class Site:
    """A running server. `games` and `paths`: by the names of the pages."""

    loop: asyncio.AbstractEventLoop
    store: Store
    house: House
    games: dict[str, Recorded] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)

    def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in the server's event loop, and return the result."""

        async def doing() -> T:
            return await work()

        return asyncio.run_coroutine_threadsafe(doing(), self.loop).result(PATIENCE)

    @property
    def host(self) -> str:
        """The host and port at which the server listens."""
        return f"127.0.0.1:{self.house.client.port}"

    def address(self, name: str) -> str:
        """Return the address of the page of this name."""
        return f"http://{self.host}{self.paths[name]}"

    async def add(
        self, name: str, game: str, turns: int | None = None, person: str = "", language: str = "en"
    ) -> None:
        """Bring a recorded game, or its first turns, to the server."""
        recorded = Recorded(self.store, game, channel=1000 + len(self.games), person=person or "Asha")
        stored = await recorded.begin(0 if turns is None else turns, web="with-names", language=language)
        self.games[name], self.paths[name] = recorded, path_of(stored)


@contextmanager
def opened_site(folder: Path) -> Iterator[Site]:
    """Yield a server with each drawn game's page, finished and running, a French one, and hostile ones."""
    ready, found = threading.Event(), list[Site]()
    stop = list[Callable[[], object]]()

    async def serve() -> None:
        async with (
            await Store.open(f"sqlite+aiosqlite:///{folder}/site.db") as store,
            serving(store) as house,
        ):
            site, ended = Site(asyncio.get_running_loop(), store, house), asyncio.Event()
            for game in (key for key in GAMES if key in PAINTERS):
                await site.add(game, game)
                await site.add(f"running/{game}", game, MOST)
            await site.add("french", "taj_mahal", language="fr")
            for name, person in HOSTILE.items():
                await site.add(f"hostile/{name}", "aadu_huli", 6, person=person)
            found.append(site)
            stop.append(partial(site.loop.call_soon_threadsafe, ended.set))
            ready.set()
            await ended.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="site")
    thread.start()
    ready.wait()
    if not found:
        thread.join()
        raise AssertionError(f"no site at {BASE}")
    try:
        yield found[0]
    finally:
        stop[0]()
        thread.join()
