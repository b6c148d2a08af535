"""The bot looks after itself: how it does, for `/healthz` and `/metrics`, and who is not welcome."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import discord
import structlog
from aiohttp import web
from discord.ext import tasks
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.engine import metrics
from db.store import Store
from db.unusable import Unusable

log = structlog.get_logger(__name__)
EVERY = 15.0  # seconds between two looks
PULSE = 0.5  # seconds: how late the event loop comes to it is how late it is
SETTLED = 300.0  # seconds from the start to the first tidying up
LATE = 600.0  # seconds that a post may be overdue, and
LAGGING = 5.0  # that the event loop may be late, in a bot that is well


class AddressTaken(Exception):
    """The address of `/healthz` can't be had; the text says why."""


class Maintenance:
    """Checks the bot now and then, and answers health checks."""

    def __init__(
        self,
        bot: discord.Client,
        store: Store,
        tidy: Callable[[], Awaitable[None]],
        check_clock: Callable[[], Awaitable[None]],
        *,
        without_gateway: bool = False,
    ) -> None:
        """`tidy`: what is done four times a day; `check_clock`: with each look. `without_gateway`: it needs
        none to be well."""
        self.bot, self.store, self.without_gateway = bot, store, without_gateway
        self.tidy, self.check_clock = tidy, check_clock
        self.blocked = frozenset[int]()
        self.lag, self.overdue, self.sending, self.usable = 0.0, 0.0, 0, True
        self._felt = 0.0  # when the pulse was, on the clock that never goes back; 0: not yet
        self._latest = 0.0  # by how many seconds it was late at worst since the last look
        self._runner: web.AppRunner | None = None

    async def start(self, address: str | None) -> None:
        """Begin; `address`: where to answer, "127.0.0.1:9100". Raises `AddressTaken`."""
        await self.look()  # before anybody is answered: who is blocked
        self._watch.start()
        self._pulse.start()
        self._tidying.start()
        if address is None:
            return
        host, _, port = address.rpartition(":")
        app = web.Application()
        app.add_routes([web.get("/healthz", self._health), web.get("/metrics", self._metrics)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, int(port)).start()
        except (OSError, OverflowError) as error:
            raise AddressTaken(f"DURBAR_HEALTH: {address} can't be had ({error}): give another.") from None
        log.info("answering how it is", address=address)

    async def close(self) -> None:
        """Stop both."""
        self._watch.cancel()
        self._pulse.cancel()
        self._tidying.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def look(self) -> None:
        """See how the database stands, and who is blocked; servers among them are left."""
        try:
            await self.store.pulse()
            health = await self.store.check_health()
            self.blocked = frozenset(each.id for each in await self.store.list_blocked())
            self.usable = True
        except Unusable as refused:
            log.error("the database can't be used", why=str(refused))
            self.usable = False
            return
        except Exception:
            log.exception("the database can't be looked at")
            self.usable = False
            return
        self.overdue = 0.0 if health.oldest is None else (datetime.now(UTC) - health.oldest).total_seconds()
        self.sending = health.sending
        metrics.WAITING.set(self.overdue)
        metrics.SENDING.set(self.sending)
        metrics.FAILED.set(health.failed)
        metrics.RUNNING.set(health.running)
        metrics.QUEUE.set(self.store.queue)
        for guild in self.bot.guilds:
            if guild.id in self.blocked:
                log.info("a blocked server is left", guild=guild.id)
                await guild.leave()

    def report(self) -> dict[str, Any]:
        """Return how the bot is: `well`, and what that is made of."""
        ready = self.bot.is_ready() or self.without_gateway
        well = ready and self.usable and self.lag < LAGGING and self.overdue < LATE
        return {
            "well": well,
            "gateway": ready,
            "database": self.usable,
            "loop_lag": round(self.lag, 3),
            "oldest_due": round(self.overdue, 1),
            "sending": self.sending,
        }

    @tasks.loop(seconds=EVERY)
    async def _watch(self) -> None:
        self.lag, self._latest = self._latest, 0.0
        metrics.LAG.set(self.lag)
        metrics.GATEWAY.set(self.bot.is_ready())
        if not self._watch.current_loop:
            return  # `start` has looked just now
        try:
            await self.look()
            await self.check_clock()
        except Exception:
            log.exception("the bot can't look after itself")

    @tasks.loop(seconds=PULSE)
    async def _pulse(self) -> None:
        now, self._felt = time.monotonic(), self._felt or time.monotonic() - PULSE
        self._latest, self._felt = max(self._latest, now - self._felt - PULSE), now

    @tasks.loop(hours=6)
    async def _tidying(self) -> None:
        try:
            await self.tidy()
        except Exception:
            log.exception("the bot can't tidy up")

    @_tidying.before_loop
    async def _settled(self) -> None:
        await asyncio.sleep(SETTLED)

    async def _health(self, _: web.Request) -> web.Response:
        report = self.report()
        return web.Response(
            text=json.dumps(report), status=200 if report["well"] else 503, content_type="application/json"
        )

    async def _metrics(self, _: web.Request) -> web.Response:
        metrics.GATEWAY.set(self.bot.is_ready())
        return web.Response(
            body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )
