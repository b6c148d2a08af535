"""Post the stored deliveries. Each channel gets its posts in order, and no post twice.

Only a delivery that was put off loses its place in the order. A delivery is stored with the act that causes
it. When Discord has accepted the delivery, the bot marks it as sent. If the bot crashes before it has marked
a delivery, it sends the delivery again with the same nonce. For some minutes, Discord recognizes the nonce
and returns the first message instead of posting a second message. After these minutes, the bot searches the
channel for the message.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

import aiohttp
import discord
import structlog
from structlog.contextvars import clear_contextvars

from bot.engine import metrics
from bot.posting.delivery_check import MAYBE_ARRIVED
from bot.session.signal import Signal

if TYPE_CHECKING:
    from db.records import Delivery, Due
    from db.store import Store

log = structlog.get_logger(__name__)
AT_ONCE = 60  # the most deliveries in progress, 1 per channel; most of them wait for Discord's rate limits
TOO_MANY = 429  # the HTTP status of a rate-limited request
MAX_ATTEMPTS = 5  # if an error in our code prevents a post, try it this many times
# If Discord refuses a post, the first retry comes after 5 minutes. Later waits are longer, up to 6 hours.
RETRY_REFUSED_AFTER = (timedelta(minutes=5), timedelta(hours=6))
MAX_RETRY_SECONDS = 300.0  # the most seconds to a retry after a passing error, or to the next look for posts
THINKING = 10.0  # after `NotYet`, wait at least this many seconds until the next attempt
NOT_INSTALLED = 600.0  # seconds until the next attempt if a post needs a game that is not installed
AFTER_TROUBLE = 10.0  # seconds until the next try if the database fails
MAX_HELD_UP = timedelta(seconds=90)  # if Discord answers a post with 5xx for this long, other posts go first
MAX_POST_SECONDS = 120.0  # the most seconds for an attempt, including pictures and Discord's rate limits
ABANDONED = timedelta(minutes=5)  # after this time, other processes take an unfinished delivery
LEASE = timedelta(seconds=20)  # when a new leader starts, it uses this time instead of `ABANDONED`
GONE = (discord.Forbidden, discord.NotFound)
PASSING = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError, discord.RateLimited)


class NotYet(Exception):
    """A post can't be made yet. The outbox tries again after `wait` seconds. Other posts go first."""

    def __init__(self, wait: float = THINKING) -> None:
        super().__init__(wait)
        self.wait = max(wait, THINKING)


class Poster(Protocol):
    """Posts one delivery and returns the id of its message."""

    async def post(self, delivery: Delivery, /) -> int | None:
        """Post a delivery and return the message's id; None for no post.

        Raises `NotYet`, and errors of Discord and of the network.
        """

    async def must_arrive(self, delivery: Delivery, /) -> bool:
        """Return whether the outbox must retry the post for ever if Discord refuses it."""


class Outbox:
    """Posts the deliveries. Call `start` first, and `wake` after an act that causes a post.

    Args:
        store: the database with the deliveries
        poster: posts a delivery
        saved: the signal after each act of this process; None if the caller calls `wake`
    """

    def __init__(self, store: Store, poster: Poster, saved: Signal[[]] | None = None) -> None:
        self.store, self.poster = store, poster
        if saved is not None:
            saved.listen(self.wake)
        self._tasks: set[asyncio.Task[None]] = set()
        self._astray: set[asyncio.Task[int | None]] = set()  # attempts that still run after their time limit
        self._claiming: asyncio.Task[None] | None = None
        self._again = self._closed = self._looking_back = self._on = False
        self._alarm: asyncio.TimerHandle | None = None
        self._in_hand = set[int]()  # the ids of deliveries that this process is sending or marking
        self._takes_all = False

    async def start(self) -> None:
        """Start to post. Also post the deliveries that another process had claimed when it crashed.

        If no other process uses the database, take all claimed deliveries. Otherwise take the deliveries that
        were claimed more than `LEASE` ago. After another `LEASE`, take the others too.
        """
        before = None if self.store.alone else datetime.now(UTC) - LEASE
        await self.store.release_deliveries(before, self._in_hand)
        self._on = True
        self.store.send_by(self)
        self.wake()
        if not self.store.alone:
            asyncio.get_running_loop().call_later(LEASE.total_seconds(), self._take_over)

    def _take_over(self) -> None:
        """Take all deliveries that the last leader had claimed, because its lease is over."""
        self._takes_all = True
        self._ring()

    def pause(self) -> None:
        """Begin no delivery until the next `start`, because another process is the leader."""
        self._on = False

    async def close(self) -> None:
        """Stop. Deliveries in progress get 5 seconds to finish. Other deliveries wait for the next start."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self._claiming is not None:
            await self._claiming
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def hasten(self, guild_id: int | None, channel_id: int | None = None) -> None:
        """Retry a channel's refused posts at once. Without `channel_id`, retry those of the whole server."""
        if await self.store.hasten(guild_id, channel_id):
            self.wake()

    def wake(self) -> None:
        """Look for due deliveries, and post them."""
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
        """Return how many due deliveries the store may claim for this outbox while it saves a change.

        `freed` is the number of places that the change frees. If several processes share the database, return
        0. The outbox then claims deliveries in a separate transaction. So the process that takes over as the
        leader knows all claims.
        """
        free = self._on and not self._closed and self.store.alone
        return AT_ONCE - len(self._tasks) + freed if free else 0

    def take(self, due: Due) -> None:
        """Begin to post the claimed deliveries."""
        for delivery in due.claimed:
            task = asyncio.create_task(self._deliver(delivery), name=f"delivery {delivery.id}")
            self._tasks.add(task)
            self._in_hand.add(delivery.id)
            task.add_done_callback(self._tasks.discard)
        self._set_alarm(due.more)

    def _set_alarm(self, due: datetime | None) -> None:
        """Look for deliveries again at the time `due`, or in `MAX_RETRY_SECONDS` if that is earlier."""
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
        """Try to post a delivery once. Then try to store the result until the database accepts it.

        A delivery without a stored result holds up all later posts of its channel.
        """
        clear_contextvars()  # another game's act may have begun this task; log lines must not name that game
        about = log.bind(delivery=delivery.id, game=delivery.game_id, channel=delivery.channel_id)
        message_id, error = await self._attempt(delivery)
        if error is not None:
            _log_failure(about, delivery, error)
        while not await self._mark_result(delivery, message_id, error):
            if self._closed:
                return
            await asyncio.sleep(AFTER_TROUBLE)
        self._in_hand.discard(delivery.id)
        if error is not None:
            asyncio.get_running_loop().call_soon(self.wake)  # wake as soon as this task has freed its place

    async def _attempt(self, delivery: Delivery) -> tuple[int | None, Exception | None]:
        """Make one attempt. Return the message's id or the error, after `MAX_POST_SECONDS` at the latest."""
        doing = asyncio.create_task(self.poster.post(delivery), name=f"post {delivery.id}")
        in_time, _ = await asyncio.wait({doing}, timeout=MAX_POST_SECONDS)
        if not in_time:
            # Let the attempt go on. If a request is cancelled while it waits for the global limit, discord.py
            # keeps all other requests waiting. If this attempt and the next one both arrive, the nonce makes
            # them one message.
            self._astray.add(doing)
            doing.add_done_callback(self._log_late_failure)
            return None, TimeoutError(f"no end after {MAX_POST_SECONDS:g} s")
        if doing.cancelled():
            return None, RuntimeError("what the post waited for was cancelled")
        error = doing.exception()
        return (None, error) if isinstance(error, Exception) else (doing.result(), None)

    def _log_late_failure(self, task: asyncio.Task[int | None]) -> None:
        self._astray.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("an attempt that took too long has failed", task=task.get_name(), error=repr(error))

    async def _mark_result(self, delivery: Delivery, message_id: int | None, error: Exception | None) -> bool:
        """Store the result of an attempt. Return False if the database fails."""
        try:
            if error is None:
                self.take(await self.store.finish(delivery.id, message_id, self.room(freed=1)))
                metrics.POSTED.labels("sent").inc()
            elif isinstance(error, NotYet):
                again = datetime.now(UTC) + timedelta(seconds=error.wait)
                await self.store.put_off(delivery.id, _format_error(error), again)
            elif isinstance(error, discord.DiscordServerError) and _holds_up(delivery):
                again = datetime.now(UTC) + timedelta(seconds=MAX_RETRY_SECONDS)
                await self.store.put_off(delivery.id, f"{MAYBE_ARRIVED}{_format_error(error)}", again)
                metrics.POSTED.labels("put off").inc()
            elif _is_temporary(delivery, error):
                await self._mark_failed(delivery, error, _find_retry_time(delivery.attempts))
            else:
                await self._handle_refusal(delivery, error)
        except Exception:
            log.exception("the result of a post can't be saved", delivery=delivery.id)
            return False
        return True

    async def _mark_failed(self, delivery: Delivery, error: Exception, retry_at: datetime | None) -> None:
        await self.store.mark_failed(delivery.id, _format_error(error), retry_at)
        metrics.POSTED.labels("failed" if retry_at is None else "tried again").inc()

    async def _handle_refusal(self, delivery: Delivery, error: Exception) -> None:
        """Give up a refused post. If the post must arrive, retry it later; other posts don't wait for it."""
        if not await self.poster.must_arrive(delivery):
            await self._mark_failed(delivery, error, None)
            return
        now = datetime.now(UTC)
        waited = now - (delivery.first_tried or now)
        again = now + min(max(waited, RETRY_REFUSED_AFTER[0]), RETRY_REFUSED_AFTER[1])
        await self.store.put_off(delivery.id, _format_error(error), again)
        metrics.POSTED.labels("put off").inc()


def _format_error(error: Exception) -> str:
    return repr(error)[:500]


def _find_retry_time(attempts: int) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=min(0.5 * 2 ** min(attempts, 20), MAX_RETRY_SECONDS))


def _holds_up(delivery: Delivery) -> bool:
    """Return whether the attempts at a post have lasted so long that other posts of the channel go first."""
    return delivery.first_tried is not None and datetime.now(UTC) - delivery.first_tried >= MAX_HELD_UP


def _is_temporary(delivery: Delivery, error: Exception) -> bool:
    """Return whether the next attempt may succeed."""
    if isinstance(error, PASSING):
        return True
    if isinstance(error, discord.HTTPException):
        # discord.py retries a request after a 429. It raises the 429 only after several retries.
        return error.status == TOO_MANY
    return delivery.attempts < MAX_ATTEMPTS


def _log_failure(about: structlog.stdlib.BoundLogger, delivery: Delivery, error: Exception) -> None:
    """Log the error that prevented a post. Log nothing if the error is `NotYet`."""
    if isinstance(error, GONE):
        about.warning("the channel does not take the post", error=str(error))
    elif isinstance(error, PASSING):
        about.warning("a post will be retried", error=repr(error), attempts=delivery.attempts)
    elif isinstance(error, discord.HTTPException):
        about.error("Discord refused a post", error=str(error))
    elif not isinstance(error, NotYet):
        about.error("a post can't be made", attempts=delivery.attempts, exc_info=error)
