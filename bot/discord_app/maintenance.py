"""Check the health of the bot for `/healthz` and `/metrics`, leave blocked servers, and tidy regularly."""

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
from bot.engine.listening import listen
from db.connection.unusable import Unusable
from db.store import Store

log = structlog.get_logger(__name__)
EVERY = 15.0  # seconds between two checks
PULSE = 0.5  # seconds between two measurements of how late the event loop is
SETTLED = 300.0  # seconds from the start of the bot to the first tidying
LATE = 600.0  # seconds that a post may be overdue in a healthy bot
LAGGING = 5.0  # seconds that the event loop may be late in a healthy bot


class Maintenance:
    """Checks and tidies the bot regularly, and answers health checks."""

    def __init__(
        self,
        bot: discord.Client,
        store: Store,
        tidy: Callable[[], Awaitable[None]],
        check_clock: Callable[[], Awaitable[None]],
        *,
        without_gateway: bool = False,
    ) -> None:
        """Set up the checks.

        Args:
            bot: the Discord client
            store: the database
            tidy: a function to call every 6 hours
            check_clock: a function to call at each check except the first
            without_gateway: whether the bot is healthy without a gateway connection
        """
        self.bot, self.store, self.without_gateway = bot, store, without_gateway
        self.tidy, self.check_clock = tidy, check_clock
        self.blocked = frozenset[int]()
        self.reconnecting = False  # whether the gateway is lost; `bot.is_ready` stays true meanwhile
        self.lag, self.overdue, self.sending, self.usable = 0.0, 0.0, 0, True
        self._measured = 0.0  # the monotonic time of the last measurement of the lag; 0 before the first
        self._latest = 0.0  # the most seconds that the event loop was late since the last check
        self._runner: web.AppRunner | None = None

    async def start(self, address: str | None) -> None:
        """Start the checks, and answer health checks on `address`, such as "127.0.0.1:9100".

        Raises `AddressTaken`.
        """
        await self.look()  # load the list of blocked ids before the first answer to a person
        self._check.start()
        self._measure_lag.start()
        self._tidy.start()
        if address is None:
            return
        app = web.Application()
        app.add_routes([web.get("/healthz", self._answer_health), web.get("/metrics", self._answer_metrics)])
        self._runner = web.AppRunner(app, access_log=None)
        await listen(self._runner, address, "DURBAR_HEALTH")
        log.info("answering health checks", address=address)

    async def close(self) -> None:
        """Stop checking and answering."""
        self._check.cancel()
        self._measure_lag.cancel()
        self._tidy.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def look(self) -> None:
        """Check the database, load the list of blocked ids, and leave blocked servers."""
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
            log.exception("the database can't be checked")
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
                log.info("leaving a blocked server", guild=guild.id)
                await guild.leave()

    def report(self) -> dict[str, Any]:
        """Return the health of the bot: `well`, and what was measured."""
        ready = self._is_connected() or self.without_gateway
        well = ready and self.usable and self.lag < LAGGING and self.overdue < LATE
        return {
            "well": well,
            "gateway": ready,
            "database": self.usable,
            "loop_lag": round(self.lag, 3),
            "oldest_due": round(self.overdue, 1),
            "sending": self.sending,
        }

    def _is_connected(self) -> bool:
        """Return whether the gateway is connected, and has sent what the client needs."""
        return self.bot.is_ready() and not self.reconnecting

    @tasks.loop(seconds=EVERY)
    async def _check(self) -> None:
        self.lag, self._latest = self._latest, 0.0
        metrics.LAG.set(self.lag)
        metrics.GATEWAY.set(self._is_connected())
        if not self._check.current_loop:
            return  # `start` has just called `look`
        try:
            await self.look()
            await self.check_clock()
        except Exception:
            log.exception("the check of the bot failed")

    @tasks.loop(seconds=PULSE)
    async def _measure_lag(self) -> None:
        now, self._measured = time.monotonic(), self._measured or time.monotonic() - PULSE
        self._latest, self._measured = max(self._latest, now - self._measured - PULSE), now

    @tasks.loop(hours=6)
    async def _tidy(self) -> None:
        try:
            await self.tidy()
        except Exception:
            log.exception("tidying failed")

    @_tidy.before_loop
    async def _wait_before_tidying(self) -> None:
        await asyncio.sleep(SETTLED)

    async def _answer_health(self, _: web.Request) -> web.Response:
        report = self.report()
        return web.Response(
            text=json.dumps(report), status=200 if report["well"] else 503, content_type="application/json"
        )

    async def _answer_metrics(self, _: web.Request) -> web.Response:
        metrics.GATEWAY.set(self._is_connected())
        return web.Response(
            body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )
