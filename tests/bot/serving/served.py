"""Serve the page of a stored game that was recorded, for tests with aiohttp's client."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp.test_utils import TestClient, TestServer

from bot.analysis.hints import Analysis
from bot.engine.job_queue import JobQueue
from bot.orders.service import OrderService
from bot.posting.pictures import Pictures
from bot.serving.chances import Chances
from bot.serving.clients import Clients, Network
from bot.serving.live_pages import LivePages
from bot.serving.server import WebServer
from bot.serving.streams import Streams
from bot.settings.game_settings import GameSettings
from bot.settings.page_links import PageLinks
from db.records import Kind, NewAct, Seat, StoredGame
from db.store import Store
from rules.kernel import Game
from rules.loading.games import GAMES
from rules.records.record import replay
from tests.bot.callers import CHANNEL, NAMES, NORTH, SEED
from tests.web.pages import read_golden

BASE = "http://127.0.0.1/durbar"
ACT = NewAct(Kind.HOST, "import", NORTH)


@dataclass
class Recorded:
    """A recorded game that is played on in a store, as far as a test wants. `person`: who holds all seats."""

    store: Store
    game: str
    channel: int = CHANNEL
    person: str = NAMES[NORTH]
    turns: list[Game] = field(default_factory=list)
    id: int = 0

    async def begin(self, turns: int, **settings: Any) -> StoredGame:
        """Bring the first turns into a channel; 0: all of them."""
        record, rules = read_golden(self.game), GAMES[self.game]
        self.turns = [each for each, _ in replay(rules, record)]
        stored = await self.store.create_game(
            self.game,
            channel_id=self.channel,
            guild_id=1,
            host_id=NORTH,
            options=json.dumps(dict(record.options)),
            settings=GameSettings.for_new_table(**settings).to_json(),
            seed=SEED,
            act=ACT,
        )
        self.id = stored.id
        for seat in rules.seats(rules.Options.model_validate(dict(record.options))):
            stored = await self.store.take_seat(
                stored.id, Seat(seat, NORTH, f"{self.person} {seat}"), act=ACT
            )
        *closed, last = self.turns[: turns or len(self.turns)]
        over = "over" if last is self.turns[-1] else None
        return await self.store.start_game(
            stored, last, closed, commitment=record.commitment, act=ACT, result=over
        )

    async def play(self, to: int, *, over: bool = False) -> StoredGame:
        """Play on until turn `to` is over."""
        stored = await self.store.load(self.id)
        assert stored.position is not None
        *closed, last = self.turns[stored.position.turn - 1 : to]
        return await self.store.commit(stored, last, closed, act=ACT, result="over" if over else None)

    async def settle(self, **changed: Any) -> StoredGame:
        """Change the settings."""
        stored = await self.store.load(self.id)
        settings = GameSettings.of(stored).with_(**changed)
        return await self.store.set_settings(stored, settings.to_json(), act=ACT)


@dataclass
class House:
    """A web server with a client."""

    server: WebServer
    client: TestClient[Any, Any]

    async def get(self, path: str, status: int = 200, *, encoding: str = "gzip") -> bytes:
        """Return the body at a path."""
        headers = {"Accept-Encoding": encoding}
        async with self.client.get(path, headers=headers) as answer:
            assert answer.status == status, await answer.text()
            return await answer.read()


@asynccontextmanager
async def serving(
    store: Store,
    *,
    limit: int = 10_000,
    proxies: tuple[Network, ...] = (),
    frames: str = "'none'",
    pictures: Pictures | None = None,
    queue: JobQueue | None = None,
) -> AsyncIterator[House]:
    """Yield a server of the pages of a store. `queue`: where it thinks about games that have ended."""
    links = PageLinks(BASE)
    orders = OrderService(store, GAMES, lambda: None, page_links=links)
    chances = None if queue is None else Chances(Analysis(orders, queue))
    pages = LivePages(orders, pictures or Pictures(), links, chances=chances)
    streams = Streams(pages)
    server = WebServer(pages, streams, Clients(limit, proxies), BASE, frames)
    store.listen(lambda stored: server.change(stored.id))
    async with TestClient(TestServer(server.make_app())) as client:
        yield House(server, client)
    if chances is not None:
        await chances.close()


def path_of(stored: StoredGame) -> str:
    """Return the path of a game's page."""
    return PageLinks(BASE).find(stored).removeprefix(BASE)


def steps_of(meta: Mapping[str, Any]) -> list[str]:
    """Return the hashes of a page's steps."""
    return [each[2] for each in meta["steps"]]
