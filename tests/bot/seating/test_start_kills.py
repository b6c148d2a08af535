"""A bot that is killed before or after each write, while a table fills up and starts by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from bot.orders.service import OrderService
from bot.replies.reply import Refused
from bot.seating.lobby import Lobby
from bot.seating.starting import BEGIN, PlannedStart
from bot.story.post import Post
from db.records import Delivery, Kind, Status
from db.store import Store
from tests.bot.callers import NORTH, SEED, SOUTH, TOY, caller
from tests.kernel import toy

AGO = timedelta(hours=1)  # the table fills up so long ago that its start is due at once


class Killed(Exception):
    """The process was killed."""


@dataclass
class Discord:
    """What the channels show: the posts by nonce, because Discord posts a nonce once."""

    posts: dict[str, Post] = field(default_factory=dict)

    def count_calls(self) -> Counter[int]:
        """Return how many posts have called each person."""
        return Counter(user for post in self.posts.values() for user in {*post.ping, *post.news})


class Process:
    """A process of the bot, with an outbox that posts one delivery after the other."""

    def __init__(self, store: Store, discord: Discord) -> None:
        self.store, self.discord = store, discord
        self.lobby = Lobby(OrderService(store, {toy.KEY: TOY}, lambda: None), lambda: SEED)
        self.lobby.now = lambda: datetime.now(UTC) - AGO

    async def fill(self, channel: int) -> None:
        """Let Bala click for the last seat of a table, again if the answer got lost."""
        with suppress(Refused):  # the seat is theirs already
            await self.lobby.join(caller(SOUTH, channel), "south")

    async def deliver(self) -> None:
        """Post what an earlier process has left, and what is due."""
        await self.store.release_deliveries()
        due = (await self.store.claim_due()).claimed
        while due:
            for delivery in due:
                await self._post(delivery)
                await self.store.mark_sent(delivery.id, 1)
            due = (await self.store.claim_due()).claimed

    async def _post(self, delivery: Delivery) -> None:
        if delivery.kind == BEGIN:
            planned = PlannedStart.model_validate_json(delivery.content)
            await self.lobby.start_by_itself(delivery.game_id, planned)
        else:
            self.discord.posts.setdefault(delivery.nonce, Post.model_validate_json(delivery.content))


def kill_at(write: int, *, before: bool, run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that writes as `run` does, and dies before or after the write of this number."""
    numbers = count()

    async def run_or_die(*args: Any, **kwargs: Any) -> Any:
        number = next(numbers)
        if number == write and before:
            raise Killed
        found = await run(*args, **kwargs)
        if number == write:
            raise Killed
        return found

    return run_or_die


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
async def test_a_kill_at_any_write_starts_the_game_once(
    both: Store, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for write in count():
        channel, discord = 7000 + write, Discord()
        process = Process(both, discord)
        await process.lobby.create(caller(NORTH, channel), toy.KEY)
        await process.lobby.join(caller(NORTH, channel), "north")
        await process.deliver()
        discord.posts.clear()
        whole = True
        with monkeypatch.context() as dying:
            dying.setattr(both._database, "run", kill_at(write, before=before, run=both._database.run))
            try:
                await process.fill(channel)
                await process.deliver()
            except Killed:
                whole = False
        process = Process(both, discord)
        await process.fill(channel)
        await process.deliver()
        stored = await both.find_in_channel(channel)
        assert stored is not None
        assert stored.status is Status.RUNNING, write
        acts = (await both.list_acts(stored.id, size=100)).acts
        assert [act.kind for act in acts].count(Kind.START) == 1
        assert [act.line for act in acts].count("join south") == 1
        calls = discord.count_calls()
        # Asha hosts: she is called when the table is full, and when the game starts.
        assert calls == {NORTH: 2, SOUTH: 1}, write
        if whole:
            assert write > 5, "there are several writes"
            return
