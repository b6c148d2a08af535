"""Identify clients, and limit how often each may ask."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aiohttp import web

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
CLIENTS = 10_000  # the most clients that are remembered
BURST = 4  # a client may send 1/BURST of a minute's requests all at once
STREAMS = 10  # a client may have one open stream for every STREAMS requests that it may send a minute
IPV6_PREFIX = 64  # IPv6 addresses with the same first IPV6_PREFIX bits count as one client


def read_networks(text: str) -> tuple[Network, ...]:
    """Return the networks of a list such as "127.0.0.1, 10.0.0.0/8". Raises `ValueError`."""
    return tuple(ipaddress.ip_network(each, strict=False) for each in text.replace(",", " ").split())


class Clients:
    """Counts the requests of clients. `limit`: requests per minute; `proxies`: our own proxies."""

    def __init__(self, limit: int, proxies: Sequence[Network] = ()) -> None:
        self.limit, self.proxies = limit, proxies
        # by client: the requests left, and the time of the last request
        self._left = OrderedDict[str, tuple[float, float]]()
        self._streams = Counter[str]()

    def identify(self, request: web.Request) -> str:
        """Return the client that asks: an IPv4 address, or an IPv6 network.

        If one of our proxies asks, the client is the last address in X-Forwarded-For that is not our proxy.
        X-Forwarded-For of anybody else is ignored.
        """
        found = _read_address(request.remote or "")
        told = [part for each in request.headers.getall("X-Forwarded-For", ()) for part in each.split(",")]
        while told and found is not None and any(found in network for network in self.proxies):
            before = _read_address(told.pop().strip())
            if before is None:
                break
            found = before
        if found is None:
            return request.remote or ""
        if found.version == 6:
            return str(ipaddress.ip_network(f"{found}/{IPV6_PREFIX}", strict=False))
        return str(found)

    def take(self, client: str) -> float:
        """Count a request. Return 0 if it is allowed, else how many seconds the client must wait."""
        now, most = time.monotonic(), max(1.0, self.limit / BURST)
        left, since = self._left.pop(client, (most, now))
        left = min(most, left + (now - since) * self.limit / 60)
        wait = 0.0 if left >= 1 else (1 - left) * 60 / self.limit
        self._left[client] = (left if wait else left - 1), now
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return wait

    @contextmanager
    def streaming(self, client: str) -> Iterator[bool]:
        """Count a stream of a client while it is open. Yield whether the client may open it."""
        self._streams[client] += 1
        try:
            yield self._streams[client] <= max(1, self.limit // STREAMS)
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]


def _read_address(text: str) -> Address | None:
    """Return an address; None if the text is no address. An IPv4 address mapped into IPv6 becomes IPv4."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
