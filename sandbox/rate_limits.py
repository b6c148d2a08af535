"""Count requests against Discord's rate limits, and report the limits in headers.

Discord does not publish the limits of routes, so we observed them. Each limit is a leaky bucket.
`Reset-After` says when the bucket is empty again. `Retry-After` says when the next request is allowed.
Waiting makes tests slow, so the sandbox refuses no request, unless a test asks for the real limits with
`POST /control/limits`.
"""

from __future__ import annotations

import time
import zlib
from collections import Counter, deque
from dataclasses import dataclass, field

from sandbox.errors import Json

GLOBAL = 50, 1.0  # at most this many requests of a bot, in this many seconds
OTHERS = 10, 10.0  # the limit of each route that is not in `ROUTES`
ROUTES = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("GET", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PUT", "/channels/{channel_id}/messages/pins/{message_id}"): (5, 4.0),
}
APART = ("/interactions/", "/webhooks/")  # routes with limits that our bot never reaches
PLENTY = 50, 1.0  # the limit in the headers of a request to which no real limit is applied
MAJOR = ("channel_id", "guild_id", "webhook_id")
ROUNDED = 1e-6  # added to the free part of a bucket, because rounding can make this part a little too small


@dataclass
class Bucket:
    """A leaky bucket. It holds `most` requests. A full bucket is empty again after `seconds`."""

    most: int
    seconds: float
    level: float = 0.0
    at: float = 0.0

    def leak(self, now: float) -> None:
        """Lower the level by the amount that has leaked since the last call."""
        self.level = max(self.level - (now - self.at) * self.most / self.seconds, 0.0)
        self.at = now

    @property
    def count_left(self) -> int:
        """Return how many more requests are allowed now."""
        return int(self.most - self.level + ROUNDED)

    @property
    def next_after(self) -> float:
        """Return the seconds until one more request is allowed."""
        return max(self.level + 1 - self.most, 0.0) * self.seconds / self.most

    @property
    def dry_after(self) -> float:
        """Return the seconds until the bucket is empty."""
        return self.level * self.seconds / self.most


@dataclass
class Window:
    """A limit of `most` requests in `seconds` seconds. `times`: when the last requests came."""

    most: int
    seconds: float
    times: deque[float] = field(default_factory=deque)

    def count_left(self, now: float) -> int:
        """Return how many more requests are allowed now."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        return self.most - len(self.times)

    def wait(self, now: float) -> float:
        """Return the seconds until the next request is allowed."""
        return max(self.times[0] + self.seconds - now, 0.0)


class Buckets:
    """The limits of one bot, and the counts of its requests."""

    def __init__(self) -> None:
        self.real = False
        self.counted = Counter[str]()  # requests that count against the bot's limit, by route
        self.refused = Counter[str]()  # refused requests, by route and by the limit that was exceeded
        self._all = Window(*GLOBAL)
        self._buckets: dict[tuple[str, ...], Bucket] = {}

    def take(self, method: str, template: str, params: dict[str, str]) -> tuple[dict[str, str], Json | None]:
        """Count a request. Return the headers of its answer, and the body of a 429 if the bot must wait."""
        route, now = f"{method} {template}", time.time()
        name = f"{zlib.crc32(route.encode()):08x}"
        if not self.real or template.startswith(APART):
            return _make_headers(name, Bucket(*PLENTY, level=1), now), None
        self.counted[route] += 1
        key = (method, template, *(params.get(major, "") for major in MAJOR))
        bucket = self._buckets.setdefault(key, Bucket(*ROUTES.get((method, template), OTHERS), at=now))
        bucket.leak(now)
        if self._all.count_left(now) <= 0:
            self.refused[f"{route}, global"] += 1
            return _make_refusal({}, self._all.wait(now), everywhere=True)
        if bucket.count_left <= 0:
            self.refused[f"{route}, user"] += 1
            return _make_refusal(_make_headers(name, bucket, now), bucket.next_after, everywhere=False)
        self._all.times.append(now)
        bucket.level += 1
        return _make_headers(name, bucket, now), None


def _make_refusal(headers: dict[str, str], wait: float, *, everywhere: bool) -> tuple[dict[str, str], Json]:
    headers |= {
        "Via": "1.1 sandbox",
        "Retry-After": f"{wait:.3f}",
        "X-RateLimit-Scope": "global" if everywhere else "user",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": everywhere}
    return headers, body


def _make_headers(name: str, bucket: Bucket, now: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(bucket.most),
        "X-RateLimit-Remaining": str(bucket.count_left),
        "X-RateLimit-Reset": f"{now + bucket.dry_after:.3f}",
        "X-RateLimit-Reset-After": f"{bucket.dry_after:.3f}",
        "X-RateLimit-Bucket": name,
    }
