"""Provide a server with cups and leagues: a store, the services, a clock, and a client that records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import discord
from sqlalchemy import update

import durbar_mela
from bot.analysis.hints import Analysis
from bot.competitions.form import FORMAT, GAME, PACE, PEOPLE, SIZE, TERMS
from bot.competitions.service import MINUTE, CompetitionService
from bot.competitions.terms import CUP, Format
from bot.engine.job_queue import JobQueue
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.posting.clubs.competition_posts import KINDS, CompetitionPosts
from bot.posting.outbox import NotYet
from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.table_threads import TableThreads
from bot.seating.lobby import Lobby
from bot.seating.starting import BEGIN, PlannedStart
from db.clubs.competition_records import Competition
from db.records import Delivery, Kind, NewAct, Status, StoredGame
from db.schema import deliveries
from db.store import Store
from rules import kernel
from rules.ask import Ask
from rules.kernel import Rules
from tests.bot.forum import FORUM, OWN, Forum, answer_not_found
from tests.bot.plain import check_plain
from tests.bot.presses import press
from tests.phrases import phrase

MELA = cast(Rules, durbar_mela)
GUILD, CHANNEL, HOST = 1, 700, 100
FORM = {GAME: "mela.2", FORMAT: Format.ALL_PLAY, SIZE: "4", PACE: "daily", TERMS: PEOPLE}


@dataclass
class Message:
    """A message in a channel."""

    id: int
    channel: int
    text: str
    called: list[int]
    view: Any = None

    async def edit(self, *, content: str, **_: Any) -> Message:
        self.text = content
        return self


class Discord:
    """A client that records messages and threads. A repeated nonce returns the first message."""

    def __init__(self) -> None:
        self.messages: dict[int, Message] = {}
        self.threads: dict[int, str] = {}
        self.edits = 0
        self.no_threads = False
        self.forum_posts, self.deleted, self.dies = list[Any](), set[int](), ""
        self._by_nonce: dict[tuple[int, str], int] = {}
        self.http, self.user = self, SimpleNamespace(id=OWN)

    def fail(self, step: str) -> None:
        if step == self.dies:
            self.dies = ""
            raise ConnectionError("killed")

    def get_channel(self, channel_id: int) -> Any:
        if channel_id in self.deleted:
            return None
        if channel_id == FORUM:
            return Forum(self.forum_posts, (MELA.TITLE, phrase("tag.free")), self.fail)
        return discord.Object(channel_id)

    async def fetch_channel(self, _: int) -> Any:
        raise answer_not_found()

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Any:
        client = self

        class Channel:
            async def send(self, text: str, *, nonce: str, allowed_mentions: Any, **more: Any) -> Message:
                if (channel_id, nonce) not in client._by_nonce:
                    number = 9000 + len(client.messages)
                    called = [user.id for user in allowed_mentions.users]
                    check_plain(text, called)
                    client.messages[number] = Message(number, channel_id, text, called, more.get("view"))
                    client._by_nonce[channel_id, nonce] = number
                return client.messages[client._by_nonce[channel_id, nonce]]

            def get_partial_message(self, message_id: int) -> Any:
                class Partial:
                    async def edit(self, *, content: str, **_: Any) -> None:
                        client.edits += 1
                        client.messages[message_id].text = content

                return Partial()

        return Channel()

    async def start_thread_with_message(
        self, channel_id: int, message_id: int, *, name: str, auto_archive_duration: int
    ) -> None:
        if self.no_threads:
            answer: Any = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(answer, "no threads here")
        self.threads.setdefault(message_id, name)


class Killed(Exception):
    """The process of the bot was killed."""


class Hall:
    """The services of one process on a store."""

    def __init__(self, store: Store, games: Mapping[str, Rules] | None = None) -> None:
        self.store, self.time, self.client = store, datetime.now().astimezone(), Discord()
        self.dies: Callable[[], bool] = lambda: False  # whether it is killed before it marks a delivery
        self.start(store, games or {MELA.KEY: MELA})

    def start(self, store: Store, games: Mapping[str, Rules]) -> None:
        """Start a process anew; what Discord has stays."""
        self.store = store
        self.orders = OrderService(store, games, lambda: None)
        self.lobby = Lobby(self.orders, now=lambda: self.time)
        analysis = Analysis(self.orders, JobQueue(partial(_think, games)))
        self.service = CompetitionService(self.lobby, analysis, lambda: self.time)
        client = cast(Any, self.client)
        threads = TableThreads(client, store.homes, ForumTags(client))
        self.posts = CompetitionPosts(client, self.service, PreferenceStore(store), threads)
        self.other: list[Delivery] = []

    def caller(self, user: int, interaction: int | None = None) -> Caller:
        """Return a caller in the channel of the competitions."""
        return Caller(user, f"Person {user}", CHANNEL, GUILD, interaction)

    async def make(
        self, changed: Mapping[str, str] = FORM, *, kind: str = CUP, starts: int = 0, days: int = 30
    ) -> Competition:
        """Make a cup or league by its form. `starts` is in seconds since 1970."""
        submit = CompetitionService.submit.call(kind, days, starts // MINUTE, "Winter Cup")
        await press(self.service, self.caller(HOST), submit, entered={**FORM, **changed})
        return (await self.store.competitions.list_of(GUILD))[0]

    async def load(self, number: int) -> Competition:
        return await self.store.competitions.load(number)

    async def join(self, number: int, *users: int) -> None:
        for user in users:
            await self.service.join(self.caller(user), number)

    async def settle(self) -> None:
        """Do what the outbox does, until nothing is due at the hall's time; start the games that are full."""
        while claimed := await self.claim():
            for delivery in claimed:
                await self.deliver(delivery)

    async def claim(self) -> tuple[Delivery, ...]:
        """Claim the deliveries that are due at the hall's time; the store only knows the real time."""
        waiting = (deliveries.c.state == "due") & (deliveries.c.not_before <= self.time)
        now_due = update(deliveries).where(waiting).values(not_before=datetime.now(UTC))
        await self.store._database.run(lambda connection: connection.execute(now_due))
        return (await self.store.claim_due()).claimed

    async def reach(self, kind: str) -> Delivery:
        """Do what the outbox does until it comes to a delivery of this kind, and return that."""
        while claimed := await self.claim():
            found = [each for each in claimed if each.kind == kind]
            for delivery in claimed:
                if delivery not in found:
                    await self.deliver(delivery)
            if found:
                return found[0]
        raise AssertionError(f"there is no delivery {kind}")

    async def deliver(self, delivery: Delivery) -> None:
        """Post a delivery of a competition, start a table, or only mark it."""
        message_id = None
        if delivery.kind in KINDS:
            try:
                message_id = await self.posts.post(delivery)
            except NotYet as later:
                until = self.time + timedelta(seconds=later.wait)
                await self.store.put_off(delivery.id, repr(later), until)
                return
        elif delivery.kind == BEGIN:
            planned = PlannedStart.model_validate_json(delivery.content)
            await self.lobby.start_by_itself(delivery.game_id, planned)
        else:
            self.other.append(delivery)
        if self.dies():
            raise Killed
        await self.store.mark_sent(delivery.id, message_id)

    async def list_running(self) -> list[StoredGame]:
        """Return the games that run."""
        return [await self.store.load(number) for number in await self.store.list_running()]

    async def play_all(self, draw: Random, without: Collection[int] = ()) -> None:
        """Play all running games to their ends, at random, except some."""
        for stored in await self.list_running():
            if stored.id not in without:
                await play(self.store, self.orders.games[stored.game], stored, draw)

    async def pass_days(self, days: float) -> None:
        """Let time pass, and look at what is due then."""
        self.time += timedelta(days=days)
        await self.service.look()
        await self.settle()


async def _think(games: Mapping[str, Rules], work: Callable[..., Any], task: Any) -> Any:
    """Do a job of the queue with these games, in a thread."""
    return await asyncio.to_thread(partial(work, games=games), task)


async def play(store: Store, rules: Rules, stored: StoredGame, draw: Random) -> None:
    """Play a running game to its end, at random, in one act."""
    position = stored.position
    assert position is not None
    closed = list[kernel.Game]()
    while (pending := kernel.resume(rules, position).pending) is not None:
        assert isinstance(pending, Ask)
        keys = list(pending.menu())
        step = kernel.submit(rules, position, pending.seat, [draw.choice(keys)])
        closed += step.closed
        position = step.game
    act = NewAct(Kind.ORDER, "played", stored.seats[0].user_id, stored.seats[0].seat)
    done = await store.commit(stored, position, closed, act=act, result="over")
    assert done.status is Status.ENDED
