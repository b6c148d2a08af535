"""Post the stored deliveries: in order within a channel, each exactly once, through crashes and failures.

A delivery is stored with the act that causes it, and marked when Discord has accepted it. After a crash it is
sent again with the same nonce: Discord returns the first message instead of posting a second.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

import aiohttp
import discord
import structlog

from bot.engine import metrics

if TYPE_CHECKING:
    from db.records import Delivery, Due
    from db.store import Store

log = structlog.get_logger(__name__)
AT_ONCE = 60  # deliveries at the same time, one a channel; most wait for Discord's rate limits
TOO_MANY = 429  # the HTTP status of a rate-limited request
MAX_ATTEMPTS = 5  # attempts at a post that an error of ours prevents
RETRY_REFUSED_AFTER = (
    timedelta(minutes=5),
    timedelta(hours=6),
)  # first and longest wait
MAX_RETRY_SECONDS = 300.0  # seconds between two attempts
THINKING = 10.0  # seconds until a post that is still computed is tried again
AFTER_TROUBLE = 10.0  # seconds until the database is retried
MAX_POST_SECONDS = 120.0  # seconds for one attempt, with its pictures and Discord's rate limits
ABANDONED = timedelta(minutes=5)  # a delivery claimed for longer was left by a dead process
LEASE = timedelta(seconds=20)  # the same, when this process takes over from another
GONE = (discord.Forbidden, discord.NotFound)
PASSING = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError, discord.RateLimited)


class NotYet(Exception):
    """A post that is still computed: retry it in `wait` seconds; other posts don't wait for it."""

    def __init__(self, wait: float = THINKING) -> None:
        super().__init__(wait)
        self.wait = max(wait, THINKING)


class Poster(Protocol):
    """Posts one delivery and returns the id of its message."""

    async def post(self, delivery: Delivery, /) -> int | None:
        """Post it and return its message's id. Raises what Discord and the network raise."""

    async def must_arrive(self, delivery: Delivery, /) -> bool:
        """Whether the post must arrive some day, though it is refused now."""


class Outbox:
    """Posts the deliveries; idle until `wake` is called or one becomes due."""

    def __init__(self, store: Store, poster: Poster) -> None:
        self.store, self.poster = store, poster
        self._tasks: set[asyncio.Task[None]] = set()
        self._astray: set[asyncio.Task[int | None]] = set()  # attempts that took too long and still run
        self._claiming: asyncio.Task[None] | None = None
        self._again = self._closed = self._looking_back = self._on = False
        self._alarm: asyncio.TimerHandle | None = None
        self._in_hand = set[int]()  # deliveries that this process sends, or has to note
        self._takes_all = False

    async def start(self) -> None:
        """Start with the deliveries that a crash left claimed.

        A process that is alone takes all of them, whatever the clock says. Where several share the database,
        take over only deliveries older than `LEASE`.
        """
        before = None if self.store.alone else datetime.now(UTC) - LEASE
        await self.store.release_deliveries(before, self._in_hand)
        self._on = True
        self.store.send_by(self)
        self.wake()
        if not self.store.alone:
            asyncio.get_running_loop().call_later(LEASE.total_seconds(), self._take_over)

    def _take_over(self) -> None:
        """Take over all that another process was sending when it ended, whatever its clock said."""
        self._takes_all = True
        self._ring()

    def pause(self) -> None:
        """Begin nothing new until the next `start`: another process does."""
        self._on = False

    async def close(self) -> None:
        """Stop; what is being sent may finish, the rest waits for the next start."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self._claiming is not None:
            await self._claiming
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def hasten(self, guild_id: int | None, channel_id: int | None = None) -> None:
        """What was refused in this channel, or in this server, may be posted again: try at once."""
        if await self.store.hasten(guild_id, channel_id):
            self.wake()

    def wake(self) -> None:
        """There may be something to post."""
        self._again = True
        if self._on and not self._closed and (self._claiming is None or self._claiming.done()):
            self._claiming = asyncio.create_task(self._claim(), name="outbox")

    async def _claim(self) -> None:
        while self._again and self._on and not self._closed:
            self._again = False
            try:
                if self._looking_back:
                    self._looking_back = False
                    before = None if self._takes_all else datetime.now(UTC) - ABANDONED
                    await self.store.release_deliveries(before, self._in_hand)
                    self._takes_all = False
                self.take(await self.store.claim_due(AT_ONCE - len(self._tasks)))
            except Exception:
                log.exception("the outbox could not read its deliveries")
                self._alarm_in(AFTER_TROUBLE)

    def room(self, freed: int = 0) -> int:
        """Return how many deliveries a change may claim; `freed`: places that are about to be free.

        Where several processes share the database, one that takes over must know all that it has claimed. So
        there each claim is a transaction of its own.
        """
        free = self._on and not self._closed and self.store.alone
        return AT_ONCE - len(self._tasks) + freed if free else 0

    def take(self, due: Due) -> None:
        """Post what was claimed."""
        for delivery in due.claimed:
            task = asyncio.create_task(self._deliver(delivery), name=f"delivery {delivery.id}")
            self._tasks.add(task)
            self._in_hand.add(delivery.id)
            task.add_done_callback(self._tasks.discard)
        self._set_alarm(due.more)

    def _set_alarm(self, due: datetime | None) -> None:
        """Wake up for the next delivery that is held back or tried again, and now and then to look back."""
        wait = MAX_RETRY_SECONDS if due is None else (due - datetime.now(UTC)).total_seconds()
        if wait > 0:
            self._alarm_in(min(wait, MAX_RETRY_SECONDS))
        elif len(self._tasks) < AT_ONCE:
            self.wake()

    def _alarm_in(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._looking_back = True
        self.wake()

    async def _deliver(self, delivery: Delivery) -> None:
        """Try once, and note how that went, however often the database has to be asked: what is not noted
        holds up its channel."""
        about = log.bind(delivery=delivery.id, game=delivery.game_id, channel=delivery.channel_id)
        message_id, error = await self._attempt(delivery)
        if error is not None:
            _tell(about, delivery, error)
        while not await self._noted(delivery, message_id, error):
            if self._closed:
                return
            await asyncio.sleep(AFTER_TROUBLE)
        self._in_hand.discard(delivery.id)
        if error is not None:
            asyncio.get_running_loop().call_soon(self.wake)  # its place is free then

    async def _attempt(self, delivery: Delivery) -> tuple[int | None, Exception | None]:
        """Return the id of the message, or what went wrong; within a limit, for its channel waits."""
        doing = asyncio.create_task(self.poster.post(delivery), name=f"post {delivery.id}")
        in_time, _ = await asyncio.wait({doing}, timeout=MAX_POST_SECONDS)
        if not in_time:
            # It is left to itself: a request of discord.py that is cancelled while it waits for the limit of
            # all would leave all others waiting. If it comes through yet, the nonce makes both one message.
            self._astray.add(doing)
            doing.add_done_callback(self._came_back)
            return None, TimeoutError(f"no end after {MAX_POST_SECONDS:g} s")
        if doing.cancelled():
            return None, RuntimeError("what the post waited for was cancelled")
        error = doing.exception()
        return (None, error) if isinstance(error, Exception) else (doing.result(), None)

    def _came_back(self, task: asyncio.Task[int | None]) -> None:
        self._astray.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("an attempt that took too long has failed", task=task.get_name(), error=repr(error))

    async def _noted(self, delivery: Delivery, message_id: int | None, error: Exception | None) -> bool:
        """False if the database can't take it now."""
        try:
            if error is None:
                self.take(await self.store.finish(delivery.id, message_id, self.room(freed=1)))
                metrics.POSTED.labels("sent").inc()
            elif isinstance(error, NotYet):
                again = datetime.now(UTC) + timedelta(seconds=error.wait)
                await self.store.put_off(delivery.id, _named(error), again)
            elif _passes(delivery, error):
                await self._failed(delivery, error, _again_at(delivery.attempts))
            else:
                await self._refused(delivery, error)
        except Exception:
            log.exception("how a post went can't be noted", delivery=delivery.id)
            return False
        return True

    async def _failed(self, delivery: Delivery, error: Exception, retry_at: datetime | None) -> None:
        await self.store.mark_failed(delivery.id, _named(error), retry_at)
        metrics.POSTED.labels("failed" if retry_at is None else "tried again").inc()

    async def _refused(self, delivery: Delivery, error: Exception) -> None:
        """Give it up, or, if a game would stand still without it, put it off; the rest does not wait."""
        if not await self.poster.must_arrive(delivery):
            await self._failed(delivery, error, None)
            return
        now = datetime.now(UTC)
        waited = now - (delivery.first_tried or now)
        again = now + min(max(waited, RETRY_REFUSED_AFTER[0]), RETRY_REFUSED_AFTER[1])
        await self.store.put_off(delivery.id, _named(error), again)
        metrics.POSTED.labels("put off").inc()


def _named(error: Exception) -> str:
    return repr(error)[:500]


def _again_at(attempts: int) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=min(0.5 * 2 ** min(attempts, 20), MAX_RETRY_SECONDS))


def _passes(delivery: Delivery, error: Exception) -> bool:
    """True if the next attempt may go well: neither Discord's last word nor a lasting fault of ours."""
    if isinstance(error, PASSING):
        return True
    if isinstance(error, discord.HTTPException):
        # discord.py itself has waited and tried again several times before it gives up on a 429
        return error.status == TOO_MANY
    return delivery.attempts < MAX_ATTEMPTS


def _tell(about: structlog.stdlib.BoundLogger, delivery: Delivery, error: Exception) -> None:
    """Log why nothing was posted; that it is still being thought about is no news."""
    if isinstance(error, GONE):
        about.warning("the channel does not take the post", error=str(error))
    elif isinstance(error, PASSING):
        about.warning("a post will be tried again", error=repr(error), attempts=delivery.attempts)
    elif isinstance(error, discord.HTTPException):
        about.error("Discord refuses the post", error=str(error))
    elif not isinstance(error, NotYet):
        about.error("a post can't be made", attempts=delivery.attempts, exc_info=error)
