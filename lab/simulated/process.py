"""Run one process of the bot in a simulation: all of its services, its outbox, and its bot players.

The process posts with the poster of the real bot, but without pictures and reviews. It never waits by
itself: the simulation calls it when something is due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NoReturn, cast

from bot.deadlines.reminders import find_waiting_since
from bot.deadlines.schedule import ReminderState
from bot.discord_app.posters import build_poster
from bot.discord_app.services import build_services
from bot.engine.job_queue import JobQueue
from bot.engine.thinking import Task
from bot.players.bot_moves import BotMoves
from bot.posting.drawing_places import GivenUp
from bot.posting.outbox import Outbox
from bot.posting.review_posts import ReviewPosts
from bot.story.post import Post
from db.connection.database import OneFile
from db.store import Store
from lab.simulated.discord_stub import Client, Discord, Life
from rules import kernel
from rules.kernel import Ask, Rules
from rules.player import Advice

BRIEF = 0.01  # seconds that an estimate of chances may take


class NoPictures:
    """Draws no pictures, like a bot that is too busy."""

    crowded = True

    async def draw(self, *_: object) -> NoReturn:
        raise GivenUp


class Reminded:
    """Reminders that processes have begun to post.

    `dropped`: those that were dropped although their question was still open.
    """

    def __init__(self) -> None:
        self.begun, self.dropped = set[tuple[int, str]](), set[tuple[int, str]]()


class Process:
    """One process of the bot."""

    def __init__(
        self,
        store: Store,
        there: Discord,
        games: Mapping[str, Rules],
        draw: Random,
        life: Life,
        reminded: Reminded,
        *,
        leads: bool,
    ) -> None:
        self.store, self.games, self.draw, self.life, self.reminded = store, games, draw, life, reminded
        self._make_writes_risky()
        client: Any = Client(there, life)
        pictures: Any = NoPictures()
        self.services = services = build_services(store, games, job_queue=JobQueue(self._think))
        services.seating.lobby.new_seed = services.seating.rematches.new_seed = lambda: (
            f"{draw.getrandbits(128):032x}"
        )
        self._ring = services.deadlines.reminders.ring
        services.deadlines.reminders.ring = self._note_ring  # type: ignore[method-assign]
        self.poster = build_poster(client, services, pictures)
        self.poster.reviews = ReviewPosts(None, pictures)  # no reviews: they take long, and mention nobody
        self.outbox = Outbox(store, self.poster)  # never started, because `catch_up` does the same work
        self.bots = BotMoves(services.orders.service, self._choose, watched=0, on=leads, listens=True)

    @classmethod
    async def open(cls, url: str, *rest: Any, leads: bool) -> Process:
        """Open the database, and return a process on it."""
        store = await Store.open(url)
        database = store._database
        if isinstance(database, OneFile):  # a simulation need not survive a power cut
            await database._run_in_thread(lambda: database._file.execute("PRAGMA synchronous = OFF"))
        return cls(store, *rest, leads=leads)

    def _make_writes_risky(self) -> None:
        """Let the process die right before or right after any transaction."""
        run: Callable[..., Awaitable[Any]] = self.store._database.run

        async def run_or_die(*args: Any, **kwargs: Any) -> Any:
            self.life.risk()
            done = await run(*args, **kwargs)
            self.life.risk()
            return done

        cast(Any, self.store._database).run = run_or_die

    async def lead(self) -> None:
        """Become the leader: let bot players play, and give each running game a reminder if it has none.

        Also release the deliveries that the previous leader had claimed.
        """
        self.bots.on = True
        await self.store.release_deliveries()
        await self.services.deadlines.reminders.start()

    async def look(self) -> None:
        """Look for things that are due at this time, as the bot does regularly."""
        await self.services.clubs.seekers.look()
        await self.services.competitions.look()
        await self.services.deadlines.adjournment.look()

    async def catch_up(self) -> None:
        """Let the bot players play, and post all messages that are due, until nothing is left to do."""
        while True:
            self.bots.wake()
            await self._rest()
            self.life.risk()
            claimed = (await self.store.claim_due()).claimed
            if not claimed:
                return
            for delivery in claimed:
                message_id, error = await self.outbox._attempt(delivery)
                self.life.risk()
                await self.outbox._mark_result(delivery, message_id, error)
                await self._rest()
                self.life.risk()

    async def _rest(self) -> None:
        """Wait for the bot players, and for the work that the poster has put off."""
        while under_way := [
            task
            for task in (self.bots._looking, *self.bots._playing.values(), *self.poster._later)
            if task is not None and not task.done()
        ]:
            await asyncio.wait(under_way)

    async def bury(self) -> None:
        """Stop the tasks of a dead process. Nothing that they do reaches the database or Discord."""
        self.life.over = True
        if self.outbox._alarm is not None:
            self.outbox._alarm.cancel()
        await self._rest()
        await self.store.close()

    async def _think(self, work: Callable[..., Any], task: Any) -> Any:
        """Do a job of the queue, such as an estimate of chances, in a short time."""
        return await asyncio.to_thread(partial(work, games=self.games), replace(task, seconds=BRIEF))

    async def _choose(self, task: Task) -> Advice:
        """Choose a random answer for a bot player."""
        pending = kernel.resume(self.games[task.game], task.position).pending
        assert isinstance(pending, Ask), "a bot player is asked"
        return Advice((self.draw.choice(list(pending.menu())),))

    async def _note_ring(self, game_id: int, call: ReminderState, *, again: bool = False) -> Post | None:
        """Make a reminder as the bot does.

        Note each reminder that is dropped while its question is open, if a process has begun to post it.
        """
        key = game_id, call.model_dump_json()
        post = await self._ring(game_id, call, again=again)
        if post is not None:
            self.reminded.begun.add(key)
        elif key in self.reminded.begun:
            stored = await self.store.load(game_id)
            if stored.position is not None and not stored.over:
                at = self.services.orders.service.load_seated(stored)
                if at.asked == call.seat and find_waiting_since(stored) <= call.since:
                    self.reminded.dropped.add(key)
        return post
