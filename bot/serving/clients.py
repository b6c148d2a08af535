"""Who asks, and how much each client may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aiohttp import web

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
CLIENTS = 10_000  # that are remembered, at most
BURST = 4  # parts of a minute's requests that may come at once
STREAMS = 10  # parts of a minute's requests that a client may have as open streams
HOME = 64  # bits of an IPv6 address that one client has, with all the addresses behind them


def read_networks(text: str) -> tuple[Network, ...]:
    """Return the networks of a list such as "127.0.0.1, 10.0.0.0/8". Raises `ValueError`."""
    return tuple(ipaddress.ip_network(each, strict=False) for each in text.replace(",", " ").split())


class Clients:
    """Counts the requests of clients. `limit`: a minute; `proxies`: whose word on addresses counts."""

    def __init__(self, limit: int, proxies: Sequence[Network] = ()) -> None:
        self.limit, self.proxies = limit, proxies
        self._left = OrderedDict[str, tuple[float, float]]()  # by client: requests left, and when that was
        self._streams = Counter[str]()

    def identify(self, request: web.Request) -> str:
        """Return who asks: an address, or the network of a home.

        The word of a proxy counts only if it is one of ours: the last address in X-Forwarded-For that is no
        proxy of ours.
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
            return str(ipaddress.ip_network(f"{found}/{HOME}", strict=False))
        return str(found)

    def take(self, client: str) -> float:
        """Count a request; return 0, or after how many seconds the client may ask again."""
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
        """Count an open stream; yield whether the client may have it."""
        self._streams[client] += 1
        try:
            yield self._streams[client] <= max(1, self.limit // STREAMS)
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]


def _read_address(text: str) -> Address | None:
    """Return an address; one of IPv4 in IPv6 as what it is. None for anything else."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
