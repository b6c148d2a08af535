"""Discord's rate limits, counted as Discord counts them and told in the same headers.

What the limits of each route are Discord does not publish; these are the ones that are seen. A sandbox has
plenty, since waiting makes tests slow, unless it is asked for the real ones (`POST /control/limits`).
"""

from __future__ import annotations

import time
import zlib
from collections import defaultdict, deque
from dataclasses import dataclass, field

from sandbox.errors import Json

GLOBAL = 50, 1.0  # requests of a bot, in so many seconds
OTHERS = 10, 10.0
ROUTES = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("GET", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PUT", "/channels/{channel_id}/messages/pins/{message_id}"): (5, 4.0),
}
APART = ("/interactions/", "/webhooks/")  # these have limits of their own, which a bot like ours never meets
MAJOR = ("channel_id", "guild_id", "webhook_id")


@dataclass
class Window:
    """Requests of the last seconds."""

    most: int
    seconds: float
    times: deque[float] = field(default_factory=deque)

    def left(self, now: float) -> int:
        """How many more are allowed now."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        return self.most - len(self.times)

    def wait(self, now: float) -> float:
        """Seconds until the next is allowed, or until all are forgotten."""
        return max(self.times[0] + self.seconds - now, 0.0) if self.times else self.seconds


class Buckets:
    """The limits of one bot."""

    def __init__(self) -> None:
        self.real = False
        self.refused = 0
        self._all = Window(*GLOBAL)
        self._windows: defaultdict[tuple[str, ...], Window] = defaultdict(lambda: Window(*OTHERS))

    def take(self, method: str, template: str, params: dict[str, str]) -> tuple[dict[str, str], Json | None]:
        """Counts a request: the headers of its answer, and the body of a 429 if it comes too soon."""
        name = f"{zlib.crc32(f'{method} {template}'.encode()):08x}"
        if not self.real or template.startswith(APART):
            return _headers(name, Window(50, 1.0, deque([time.time()])), time.time()), None
        now = time.time()
        key = (method, template, *(params.get(major, "") for major in MAJOR))
        if key not in self._windows:
            self._windows[key] = Window(*ROUTES.get((method, template), OTHERS))
        window = self._windows[key]
        if self._all.left(now) <= 0:
            return self._refuse({}, self._all.wait(now), everywhere=True)
        if window.left(now) <= 0:
            return self._refuse(_headers(name, window, now), window.wait(now), everywhere=False)
        self._all.times.append(now)
        window.times.append(now)
        return _headers(name, window, now), None

    def _refuse(
        self, headers: dict[str, str], wait: float, *, everywhere: bool
    ) -> tuple[dict[str, str], Json]:
        self.refused += 1
        headers |= {
            "Via": "1.1 sandbox",
            "Retry-After": f"{wait:.3f}",
            "X-RateLimit-Scope": "global" if everywhere else "user",
        }
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": everywhere}
        return headers, body


def _headers(bucket: str, window: Window, now: float) -> dict[str, str]:
    wait = window.wait(now)
    return {
        "X-RateLimit-Limit": str(window.most),
        "X-RateLimit-Remaining": str(max(window.left(now), 0)),
        "X-RateLimit-Reset": f"{now + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": bucket,
    }
