"""Send events to webhooks: signed, without redirects, and never into a private network."""

from __future__ import annotations

import socket
import time
from typing import Any

import aiohttp

from bot.settings.webhook_address import Mode, check_address, may_call, sign
from bot.version import read_version
from db.records import HookEvent, NewHook
from rules.errors import NotAllowed

SECONDS = 10.0  # the most seconds that a call may take
GONE = 410  # the status with which a receiver says that it wants no more events


class NotAccepted(Exception):
    """A receiver did not accept an event. `gone`: it wants no more events."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class Calls:
    """Sends events to the addresses of webhooks, all in one HTTP session."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()

    async def send(self, hook: NewHook, event: HookEvent) -> None:
        """Send an event. Raises `NotAccepted` unless the receiver accepts it."""
        try:
            address = check_address(hook.address, self.mode)
        except NotAllowed as error:  # the operator allows fewer addresses than when the webhook was set
            raise NotAccepted(str(error)) from None
        timestamp = int(time.time())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"Durbar/{read_version()}",
            "webhook-id": event.name,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": sign(hook.secret, event.name, timestamp, event.body),
        }
        try:
            async with self._open().post(
                address, data=event.body.encode(), headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status  # the body of the answer is not read
                answer.close()
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
            raise NotAccepted(type(error).__name__) from None
        if not 200 <= status < 300:
            raise NotAccepted(f"status {status}", gone=status == GONE)

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(socket_factory=self._make_socket, force_close=True),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=SECONDS),
                trust_env=False,
                auto_decompress=False,
            )
        return self._session

    def _make_socket(self, info: Any) -> socket.socket:
        """Return a socket for a connection. Raises `OSError` if webhooks may not call its IP address.

        This check comes after the name lookup, so a changed name can't lead into a private network.
        """
        family, kind, protocol, _, place = info
        if not may_call(str(place[0]), self.mode):
            raise OSError("webhooks may not call this address")
        return socket.socket(family, kind, protocol)
