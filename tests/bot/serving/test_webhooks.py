"""Webhooks: who is told what, in which order, how often; by real calls of a server on this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import jsonschema
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from sqlalchemy import update

from bot.orders.service import OrderService
from bot.posting.pictures import Pictures
from bot.serving.live_pages import LivePages
from bot.serving.webhook_calls import Calls, NotAccepted
from bot.serving.webhooks import WebhookSender
from bot.settings.page_links import PageLinks
from bot.settings.webhook_address import Mode, check_address, make_secret, sign
from db.records import HookEvent, HookKind, NewHook, Status
from db.schema import hook_events
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NAMES, NORTH, SEED
from tests.bot.serving.served import ACT, BASE, Recorded, path_of
from tests.e2e.spy import HIDDEN

GAME, CHAPTERS = "aadu_huli", "taj_mahal"
SECRET = make_secret()
LONG = 60.0  # seconds that nothing here takes
TEXT = {"type": "string", "minLength": 1}
BODY = {
    "type": "object",
    "required": ["type", "timestamp", "data"],
    "additionalProperties": False,
    "properties": {
        "type": {"enum": ["game.turn", "game.chapter", "game.end"]},
        "timestamp": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "data": {
            "type": "object",
            "required": ["game", "first_turn", "turn", "link", "title", "text", "headline", "seats"],
            "additionalProperties": False,
            "properties": {
                "game": {
                    "type": "object",
                    "required": ["id", "key", "title", "table", "language", "page", "over"],
                    "additionalProperties": False,
                    "properties": {
                        "id": {"type": "integer"},
                        "key": TEXT,
                        "title": TEXT,
                        "table": TEXT,
                        "language": TEXT,
                        "page": TEXT,
                        "over": {"type": "boolean"},
                    },
                },
                "first_turn": {"type": "integer"},
                "turn": {"type": "integer"},
                "link": TEXT,
                "title": TEXT,
                "text": {"type": "array", "items": {"type": "string"}},
                "headline": {"type": "string"},
                "seats": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["key", "name", "standing"],
                        "additionalProperties": False,
                        "properties": {"key": TEXT, "name": TEXT, "standing": TEXT, "player": TEXT},
                    },
                },
            },
        },
    },
}


@dataclass
class Receiver:
    """A server that is told of events. `answer`: what it answers to a call, from its number on."""

    address: str = ""
    answer: Callable[[int], int] = lambda _: 200
    calls: list[tuple[dict[str, str], str]] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.StreamResponse:
        """Note a call."""
        self.calls.append((dict(request.headers), await request.text()))
        self.changed.set()
        status = self.answer(len(self.calls))
        return web.Response(status=status, headers={"Location": "/elsewhere"} if status == 302 else {})

    async def wait(self, calls: int) -> list[Any]:
        """Wait until it was called so often, and return what it was told."""
        async with asyncio.timeout(LONG):
            while len(self.calls) < calls:
                self.changed.clear()
                await self.changed.wait()
        return [json.loads(body) for _, body in self.calls]

    @property
    def ids(self) -> list[str]:
        """The ids of all calls."""
        return [headers["webhook-id"] for headers, _ in self.calls]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """A server on this machine."""
    found = Receiver()
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", found.take)
    async with TestServer(app) as server:
        found.address = str(server.make_url("/hook"))
        yield found


@asynccontextmanager
async def sending(store: Store, mode: Mode = "local") -> AsyncIterator[WebhookSender]:
    """A process that tells webhooks."""
    links = PageLinks(BASE)
    pages = LivePages(OrderService(store, GAMES, lambda: None, page_links=links), Pictures(), links)
    sender = WebhookSender(pages, Calls(mode))
    store.listen(lambda _: sender.wake())
    sender.start()
    try:
        yield sender
    finally:
        await sender.close()


async def hook(store: Store, receiver: Receiver, game: Recorded | None) -> None:
    """Set the webhook of a game, or (None) of its server."""
    game_id = None if game is None else game.id
    store.webhooks.on = True
    await store.webhooks.set(NewHook(game_id, 1, CHANNEL, NORTH, receiver.address, SECRET))


async def count(store: Store) -> int:
    """How many events wait."""
    return len(await store._database.run(lambda c: c.execute(hook_events.select()).all()))


async def until_told(store: Store) -> None:
    """Wait until no event waits."""
    async with asyncio.timeout(LONG):
        while await count(store):
            await asyncio.sleep(0.01)


async def due_now(store: Store, sender: WebhookSender, tried: datetime | None = None) -> None:
    """Wait until an attempt has failed, and make the next one due; `tried`: since when they were tried."""

    async def make_due() -> int:
        now = datetime.now(UTC)
        values = {"not_before": now} | ({} if tried is None else {"tried": tried})
        put_off = (hook_events.c.attempts > 0) & (hook_events.c.not_before > now)
        late = update(hook_events).where(put_off).values(**values)
        return await store._database.run(lambda c: c.execute(late).rowcount)

    async with asyncio.timeout(LONG):
        while not await make_due():
            await asyncio.sleep(0.01)
    sender.wake()


async def test_turns_chapters_and_the_end(store: Store, receiver: Receiver) -> None:
    """In their order, each once, signed, in the documented form; of a table, and of a whole server."""
    game = Recorded(store, CHAPTERS)
    stored = await game.begin(9)
    await hook(store, receiver, game)
    async with sending(store):
        await game.play(12)
        told = await receiver.wait(4)
        await until_told(store)
        for each in told:
            jsonschema.validate(each, BODY)
        kinds = [(each["type"], each["data"]["turn"]) for each in told]
        assert kinds == [("game.turn", 9), ("game.turn", 10), ("game.chapter", 10), ("game.turn", 11)]
        chapter = told[2]["data"]
        assert chapter["first_turn"] == 2
        assert chapter["link"] == f"{BASE}{path_of(stored)}#t=2"
        await hook(store, receiver, None)
        await store.webhooks.remove(game.id, 1)
        receiver.calls.clear()
        await game.play(len(game.turns) - 1)
        await until_told(store)
        receiver.calls.clear()
        await game.play(len(game.turns), over=True)
        told = await receiver.wait(4)
        await until_told(store)
    last = len(game.turns)
    assert [(each["type"], each["data"]["turn"]) for each in told] == [
        ("game.turn", last - 1),
        ("game.turn", last),
        ("game.chapter", last),
        ("game.end", last),
    ]
    assert told[-1]["data"]["game"]["over"]
    assert len(set(receiver.ids)) == 4
    for headers, body in receiver.calls:
        timestamp = int(headers["webhook-timestamp"])
        assert headers["webhook-signature"] == sign(SECRET, headers["webhook-id"], timestamp, body)


async def test_what_was_not_taken_is_told_again_first(store: Store, receiver: Receiver) -> None:
    """With the same id and the same words; later events wait for it. A redirect is not followed."""
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    receiver.answer = lambda call: {1: 500, 2: 302}.get(call, 200)
    async with sending(store) as sender:
        await game.play(5)
        await receiver.wait(1)
        await due_now(store, sender)
        await receiver.wait(2)
        await due_now(store, sender)
        told = await receiver.wait(4)
        await until_told(store)
    assert [each["data"]["turn"] for each in told] == [3, 3, 3, 4]
    assert len(set(receiver.ids)) == 2
    assert len({body for _, body in receiver.calls[:3]}) == 1


async def test_nothing_is_lost_over_a_kill(store: Store, receiver: Receiver) -> None:
    """A process that ends before the answer came tells it again, under the same id."""
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    await game.play(4)
    assert await count(store) == 1, "it is stored with its act"
    hanging = asyncio.Event()
    taking = receiver.take

    async def hang(request: web.Request) -> web.StreamResponse:
        answer = await taking(request)
        await hanging.wait()
        return answer

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", hang)
    async with TestServer(app) as server:
        slow = NewHook(game.id, 1, CHANNEL, NORTH, str(server.make_url("/hook")), SECRET)
        await store.webhooks.set(slow)
        await game.play(5)
        async with sending(store):
            await receiver.wait(1)
        assert await count(store) == 1
        hanging.set()
        async with sending(store):
            await receiver.wait(2)
            await until_told(store)
    assert len(set(receiver.ids)) == 1


async def test_one_that_takes_nothing_for_a_day_is_removed_and_its_owner_told(
    store: Store, receiver: Receiver
) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    receiver.answer = lambda _: 503
    async with sending(store) as sender:
        await game.play(5)
        await receiver.wait(1)
        await due_now(store, sender, datetime.now(UTC) - timedelta(hours=23))
        await receiver.wait(2)
        assert await store.webhooks.find(game.id, 1) is not None
        await due_now(store, sender, datetime.now(UTC) - timedelta(hours=25))
        await receiver.wait(3)
        await until_told(store)
    assert await store.webhooks.find(game.id, 1) is None
    [post] = (await store.claim_due()).claimed
    assert (post.game_id, post.channel_id) == (game.id, CHANNEL)
    assert f"<@{NORTH}>" in json.loads(post.content)["text"]


async def test_one_that_wants_no_more_is_removed_at_once(store: Store, receiver: Receiver) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    receiver.answer = lambda _: 410
    async with sending(store):
        await game.play(5)
        await until_told(store)
    assert len(receiver.calls) == 1
    assert await store.webhooks.find(game.id, 1) is None


async def test_a_table_that_is_off_tells_nothing(store: Store, receiver: Receiver) -> None:
    """Nor what was stored before; and it goes on when its page is on again."""
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, None)
    await game.play(4)
    await game.settle(web="off")
    await game.play(5)
    async with sending(store):
        await until_told(store)
        assert receiver.calls == []
        await game.settle(web="without-names", page="1" * 32)
        await game.play(6)
        [told] = await receiver.wait(1)
        await until_told(store)
    assert told["data"]["turn"] == 5
    assert told["data"]["game"]["page"].endswith("1" * 32)


async def test_an_undone_turn_is_not_told(store: Store, receiver: Receiver) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    await game.play(5)
    await store.undo_to(await store.load(game.id), game.turns[3], act=ACT)
    async with sending(store):
        await until_told(store)
    assert [json.loads(body)["data"]["turn"] for _, body in receiver.calls] == [3]


async def test_a_name_that_leads_into_a_private_network_is_not_connected_to() -> None:
    """Its address is looked at when it is connected to, so it does not matter what it was before.

    This name is 127.0.0.1 for the resolver, and no number for who reads the address.
    """
    connected = list[int]()

    def connect(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.append(1)
        writer.close()

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    address = f"https://0x7f000001:{server.sockets[0].getsockname()[1]}/hook"
    event = HookEvent(1, "msg_1", 1, 1, datetime.now(UTC), 1, HookKind.TURN, "{}", 0, None)
    modes: tuple[Mode, ...] = ("on", "local")
    async with server:
        for number, mode in enumerate(modes):
            assert check_address(address, mode) == address
            calls = Calls(mode)
            with pytest.raises(NotAccepted):
                await calls.send(NewHook(1, 1, CHANNEL, NORTH, address, SECRET), event)
            await calls.close()
            assert len(connected) == number, mode


async def test_addresses_that_are_allowed_no_more_are_not_called(store: Store, receiver: Receiver) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    async with sending(store, "on") as sender:
        await game.play(4)
        await due_now(store, sender, datetime.now(UTC) - timedelta(hours=25))
        await until_told(store)
    assert receiver.calls == []


async def test_a_game_without_a_webhook_stores_nothing(store: Store, receiver: Receiver) -> None:
    game, other = Recorded(store, GAME), Recorded(store, GAME, channel=9)
    await game.begin(3)
    await other.begin(3)
    await hook(store, receiver, game)
    await other.play(5)
    assert await count(store) == 0
    store.webhooks.on = False
    await game.play(4)
    assert await count(store) == 0, "the operator has not switched them on"
    store.webhooks.on = True
    await store.webhooks.set(NewHook(None, 2, CHANNEL, NORTH, receiver.address, SECRET))
    await other.play(6)
    assert await count(store) == 0


async def test_who_is_forgotten_has_no_webhook(store: Store, receiver: Receiver) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    await hook(store, receiver, game)
    await game.play(4)
    await store.forget(NORTH)
    assert await store.webhooks.find(game.id, 1) is None
    assert await count(store) == 0


async def test_a_game_that_is_dropped_ends(store: Store, receiver: Receiver) -> None:
    game = Recorded(store, GAME)
    stored = await game.begin(3)
    await hook(store, receiver, game)
    async with sending(store):
        await store.end_game(stored, Status.DROPPED, "", act=ACT)
        [told] = await receiver.wait(1)
        await until_told(store)
    assert told["type"] == "game.end"


@pytest.mark.parametrize("web_setting", ["without-names", "with-names"])
async def test_nothing_that_is_told_names_a_hidden_card(
    store: Store, receiver: Receiver, web_setting: str
) -> None:
    """A program that knows the hands reads all bodies; names are there only where the table says so."""
    game, rules, hidden = Recorded(store, CHAPTERS), GAMES[CHAPTERS], HIDDEN[CHAPTERS]()
    await game.begin(2, web=web_setting)
    await hook(store, receiver, game)
    await game.play(12)
    async with sending(store):
        await until_told(store)
    open_ever = set[str]()
    for turn in game.turns[:12]:
        open_ever |= hidden.opened(rules.load(turn.start))
    told = "\n".join(json.dumps(json.loads(body), ensure_ascii=False) for _, body in receiver.calls)
    assert len(receiver.calls) == 11
    assert hidden.told(told) <= open_ever
    assert SEED not in told
    assert (NAMES[NORTH] in told) == (web_setting == "with-names")
