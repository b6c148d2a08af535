"""Discord's limit for all requests of a bot together, kept before it is met: discord.py knows those of the
routes, and waits for them, but of this one it learns by a 429.

Answers to interactions don't count, so they never wait here. Where several processes share one bot, they
share its limit by what they do: the one that has the duty posts, the others hardly ask for anything.
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

REQUESTS_A_SECOND = 50  # requests that Discord takes of a bot in a second
ALONE = REQUESTS_A_SECOND - 1  # the same, with a little for what the network brings together
ON_DUTY, OFF_DUTY = 38, 4  # of one of several: that and three others keep the limit whatever they do
SECOND = 1.01  # in which so many are sent at most
PART = 24  # one of so many parts of them may go at once, the others evenly: a network brings bursts together
APART = ("/interactions/", "/webhooks/")  # what does not count


class RateLimit:
    """Holds requests back, the first first, so that never more than `most` are sent in a second, and not all
    of them at once."""

    def __init__(self, most: int = ALONE) -> None:
        self.most = most
        self._even = 0.0  # when the next one would go if all went evenly
        self._turn = Lock()  # a fair one

    def trace(self) -> aiohttp.TraceConfig:
        """What discord.py hands to its HTTP session, so that each attempt at a request comes by here."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._starts)
        trace.on_request_end.append(self._ends)
        return trace

    async def wait(self) -> None:
        """Until one more may be sent."""
        async with self._turn:
            burst = max(1, self.most // PART)
            pace = SECOND / (self.most - burst + 1)
            if (early := self._even - (burst - 1) * pace - monotonic()) > 0:
                await sleep(early)
            self._even = max(self._even, monotonic()) + pace

    async def _starts(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_counted(asked.url):
            await self.wait()

    async def _ends(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestEndParams
    ) -> None:
        if asked.response.status == TOO_MANY:
            metrics.TOO_SOON.inc()


def is_counted(url: URL) -> bool:
    """True for what counts against the limit: Discord's REST, but for answers to interactions."""
    below = str(url).removeprefix(Route.BASE)
    return below != str(url) and not below.startswith(APART)
