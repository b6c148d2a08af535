"""Trouble on demand, for tests: refusals, broken connections, late and doubled events."""

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
    """What shall go wrong the next `times` times.

    `429`, `500`: the request is answered so and not applied. `drop`: the connection is reset before the
    request is applied; `drop_after`: after it was applied, before the answer. `delay`: it is applied after
    `seconds`. `late`, `duplicate`, `lose`: the next interactions reach the bot after `seconds`, twice, or
    never. `route` is a regular expression searched in "METHOD /path" (below /api/v10); it is not used for
    the last three.
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
    """The faults that are still to happen."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, description: Json) -> Fault:
        """Arms a fault from its JSON form; ValueError or TypeError when it is none."""
        fault = Fault(**description)
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Disarms everything."""
        self._waiting.clear()

    @property
    def left(self) -> int:
        """How many times something is still to go wrong."""
        return sum(fault.times for fault in self._waiting)

    def for_request(self, line: str) -> Fault | None:
        """Return the fault that strikes this request ("METHOD /path"), counted down.

        It is None when all is well.
        """
        return self._take(
            lambda fault: fault.do in REQUEST_FAULTS and re.search(fault.route, line) is not None
        )

    def for_dispatch(self) -> Fault | None:
        """Return the fault that strikes this interaction on its way to the bot."""
        return self._take(lambda fault: fault.do in DISPATCH_FAULTS)

    def _take(self, strikes: Callable[[Fault], bool]) -> Fault | None:
        for fault in self._waiting:
            if strikes(fault):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None


async def before(fault: Fault | None, request: web.Request) -> web.Response | None:
    """Strikes before the request is applied: the answer to give instead, or None to go on."""
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


def after(fault: Fault | None, request: web.Request) -> None:
    """Strikes after the request was applied."""
    if fault is not None and fault.do == "drop_after":
        reset(request)


def reset(request: web.Request) -> None:
    """Resets the TCP connection under a request (RST, not an orderly end)."""
    if request.transport is None:
        return
    wire: socket.socket = request.transport.get_extra_info("socket")
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()
