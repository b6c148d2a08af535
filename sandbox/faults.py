"""Simulate faults for tests: refusals, broken connections, late, duplicate and lost events."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from sandbox.errors import Json
from sandbox.wire import json_response

REQUEST_FAULTS = ("429", "500", "drop", "drop_after", "delay")
DISPATCH_FAULTS = ("late", "duplicate", "lose")


@dataclass
class Fault:
    """A fault for the next `times` requests or events.

    - `429`, `500`: the request gets this answer and is not applied. A `429` asks to wait for `seconds`.
    - `drop`: the connection is reset, and the request is not applied.
    - `drop_after`: the request is applied, then the connection is reset.
    - `delay`: the request is applied after `seconds`.
    - `late`, `duplicate`, `lose`: an interaction reaches the bot after `seconds`, twice, or never.

    `route` is a regular expression. A request has the fault if the expression matches a part of the request's
    "METHOD /path" (the path below /api/v10). `late`, `duplicate` and `lose` don't use `route`.
    """

    do: str
    route: str = ""
    times: int = 1
    seconds: float = 0.3

    def __post_init__(self) -> None:
        if self.do not in REQUEST_FAULTS + DISPATCH_FAULTS:
            raise ValueError(
                f"no such fault: {self.do}; there are {', '.join(REQUEST_FAULTS + DISPATCH_FAULTS)}"
            )
        re.compile(self.route)


class Faults:
    """The armed faults."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, description: Json) -> Fault:
        """Arm a fault from its JSON form. Raises `ValueError` or `TypeError` if it is not valid."""
        fault = Fault(**description)
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Disarm all faults."""
        self._waiting.clear()

    @property
    def left(self) -> int:
        """Return how many more faults will happen: the sum of `times` over the armed faults."""
        return sum(fault.times for fault in self._waiting)

    def for_request(self, line: str) -> Fault | None:
        """Return the fault for this request ("METHOD /path"), and count it as done; None for no fault."""
        return self._take(
            lambda fault: fault.do in REQUEST_FAULTS and re.search(fault.route, line) is not None
        )

    def for_dispatch(self) -> Fault | None:
        """Return the fault for the next interaction to the bot, and count it as done; None for no fault."""
        return self._take(lambda fault: fault.do in DISPATCH_FAULTS)

    def _take(self, strikes: Callable[[Fault], bool]) -> Fault | None:
        for fault in self._waiting:
            if strikes(fault):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None


async def apply_before(fault: Fault | None, request: web.Request) -> web.Response | None:
    """Apply a fault before a request is handled. Return the fault's answer; None: handle the request."""
    match fault.do if fault else None:
        case "429":
            assert fault is not None
            body = {"message": "You are being rate limited.", "retry_after": fault.seconds, "global": False}
            headers = {"Via": "1.1 sandbox", "Retry-After": str(fault.seconds), "X-RateLimit-Scope": "user"}
            return json_response(body, 429, headers)
        case "500":
            return json_response({"message": "500: Internal Server Error", "code": 0}, 500)
        case "drop":
            reset(request)
            return web.Response(status=500)
        case "delay":
            assert fault is not None
            await asyncio.sleep(fault.seconds)
    return None


def apply_after(fault: Fault | None, request: web.Request) -> None:
    """Apply a fault after a request has been handled."""
    if fault is not None and fault.do == "drop_after":
        reset(request)


def reset(request: web.Request) -> None:
    """Reset the TCP connection of a request (RST)."""
    if request.transport is None:
        return
    wire: socket.socket = request.transport.get_extra_info("socket")
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()
