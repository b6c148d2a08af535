"""Delay the requests of a bot so that they obey Discord's global rate limit.

discord.py waits for the limits of single routes, but notices the global limit only when Discord answers with
429. Answers to interactions don't count and never wait here. Several processes of one bot share the limit.
The leader may send the most requests, because only the leader posts.
"""

from __future__ import annotations

from asyncio import Lock, sleep
from time import monotonic
from types import SimpleNamespace

import aiohttp
from discord.http import Route
from yarl import URL

from bot.engine import metrics
from bot.posting.outbox import TOO_MANY

REQUESTS_A_SECOND = 50  # requests per second that Discord accepts from a bot
ALONE = REQUESTS_A_SECOND - 1  # for a single process; 1 to spare, because requests may arrive in bunches
LEADING = 38  # the leader of several processes sends at most this many requests per second
FOLLOWING = 4  # a process that doesn't lead sends at most this many; the limit has room for 3 of them
SECOND = 1.01  # the bot sends at most `RateLimit.most` requests within this many seconds
PART = 24  # 1/24 of a second's requests may go out together; the other requests are spread evenly
APART = ("/interactions/", "/webhooks/")  # the paths of requests that don't count


class RateLimit:
    """Delays requests, so that at most `most` go out per second, few of them together, and all in order."""

    def __init__(self, most: int = ALONE) -> None:
        self.most = most
        self._even = 0.0  # the monotonic time of the next request at an even pace
        self._turn = Lock()  # keeps waiting requests in order

    def trace(self) -> aiohttp.TraceConfig:
        """Return a hook for discord.py's HTTP session. The hook delays each attempt at a request."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._delay_request)
        trace.on_request_end.append(self._count_refusal)
        return trace

    async def wait(self) -> None:
        """Wait until one more request may be sent."""
        async with self._turn:
            burst = max(1, self.most // PART)
            pace = SECOND / (self.most - burst + 1)
            if (early := self._even - (burst - 1) * pace - monotonic()) > 0:
                await sleep(early)
            self._even = max(self._even, monotonic()) + pace

    async def _delay_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_counted(asked.url):
            await self.wait()

    async def _count_refusal(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestEndParams
    ) -> None:
        if asked.response.status == TOO_MANY:
            metrics.TOO_SOON.inc()


def is_counted(url: URL) -> bool:
    """Return whether a request counts: all requests to Discord do, except answers to interactions."""
    below = str(url).removeprefix(Route.BASE)
    return below != str(url) and not below.startswith(APART)
