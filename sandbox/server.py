"""Run a copy of Discord on this machine, for one bot and some people (four by default).

Everything is on one port of 127.0.0.1:

- `/api/v10`: Discord's REST interface; `/gateway`: its gateway; `/attachments`: files;
- `/`: the web page, and the interface through which the page acts for people (`sandbox.players`);
- `/control`: the control interface for tests (below).

When the sandbox stops, it forgets everything. But if it has a file for channels, the file keeps the text
channels that people made on the sandbox's first server.

To connect an unchanged discord.py bot, run this before its client starts. Any token will do.

    discord.http.Route.BASE = sandbox.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)

Every request of the bot is checked against Discord's published schema and our own rules (`sandbox.limits`). A
request that breaks them is refused as Discord would refuse it, and is added to `violations`. If an answer of
the sandbox breaks the schema, it is added to `violations`, but is sent all the same. Other refusals (too
late, answered twice, unknown message) are added to `refusals`.

The control interface:

- `GET /control/state`: an object with these keys:
  - `online`: whether a bot is connected; `arrivals`: how often a bot has connected;
  - `violations`, `refusals`: see above; `under_way`: how many requests of the bot are being answered;
  - `counted`, `too_soon`: by route, how many requests counted against the rate limits, and how many exceeded
    them;
  - `faults_left`: how many faults are still to happen.
- `DELETE /control/state`: empty the lists `violations` and `refusals`, and the log of requests.
- `POST /control/faults {"do": ..., "route": ..., "times": ..., "seconds": ...}`: see `sandbox.faults.Fault`;
  `DELETE /control/faults` disarms all.
- `POST /control/gateway {"do": "close", "code": 4000}`, `{"do": "reconnect"}` (op 7), `{"do": "invalidate"}`
  (op 9).
- `POST /control/conditions {"do": ...}`: see `sandbox.scenarios`.
- `POST /control/limits {"real": true}`: apply Discord's rate limits (`sandbox.rate_limits`).
- `POST /control/clock {"answer_seconds": 3, "token_seconds": 900}`: change time limits;
  `{"end_tokens": true}` ends the tokens of all interactions so far.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aiohttp import web

from sandbox.errors import Json, Problem, Refusal, invalid_form
from sandbox.faults import Faults, apply_after, apply_before
from sandbox.gateway import Gateway
from sandbox.interactions import ANSWER_SECONDS, Interactions
from sandbox.limits import check_sizes
from sandbox.messages import Workshop
from sandbox.players import Players, readable
from sandbox.rate_limits import Buckets
from sandbox.rest import Call, Rest
from sandbox.scenarios import ARCHIVED, Conditions
from sandbox.schema import Operation, read_schema
from sandbox.storage import Kept
from sandbox.wire import REQUEST_LIMIT, Upload, json_response, read_body
from sandbox.world import PEOPLE, World

PAGE = Path(__file__).with_name("page")
API = "/api/v10"
WITHOUT_TOKEN = ("/interactions/", "/webhooks/")
REMEMBERED_REQUESTS = 10_000

FILE_HEADERS = {
    "Cache-Control": "public, max-age=31536000",
    "Content-Security-Policy": "sandbox",
    "X-Content-Type-Options": "nosniff",
}
PAGE_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: http: https:",
}
NOBODY_S_FAULT = (40060, ARCHIVED)  # codes of refusals that a bot can't avoid
HUNG_UP = 499  # in the log of requests, the status of a request whose connection the bot closed early


CHANNELS = (
    ("durbar-hall", "The first table. Type / to see what the bot can do."),
    ("second-table", "Another game, at the same time."),
    ("garden-court", "A quiet place to try things."),
)


class Sandbox:
    """The whole server. Call `start`, then use it, then `stop`."""

    def __init__(
        self,
        *,
        bot_name: str = "Durbar",
        token: str | None = None,
        heartbeat_ms: int = 41_250,
        answer_seconds: float = ANSWER_SECONDS,
        channels: Path | None = None,
        people: int = PEOPLE,
        welcome: Sequence[str] = (),
    ) -> None:
        """Set up the sandbox without listening.

        Args:
            bot_name: the name of the bot.
            token: the only token that the bot may use; None for any.
            heartbeat_ms: milliseconds between the bot's heartbeats.
            answer_seconds: the time limit of the bot's first answer. Discord gives 3; most tests give more,
                because a busy machine is slow.
            channels: a file that keeps the channels that people make, but no messages. A later sandbox reads
                the file.
            people: how many people there are.
            welcome: lines that the page of an empty channel shows, in Discord's Markdown.
        """
        self.world = World(bot_name, people)
        for number, (name, topic) in enumerate(CHANNELS, 1):
            self.world.add_channel(
                name, topic, channel_id=f"40000000000000000{number}"
            )  # the same id in every run
        kept = Kept(channels)
        for channel_id, name, topic in kept.channels:
            self.world.add_channel(name, topic, channel_id=channel_id)
        self.faults, self.buckets = Faults(), Buckets()
        self.gateway = Gateway(self.world, heartbeat_ms=heartbeat_ms, token=token)
        self.conditions = Conditions(self.world, self.gateway)
        self.workshop = Workshop(self.world)
        self.interactions = Interactions(self.world, self.gateway, self.workshop, self.faults)
        self.interactions.answer_seconds = answer_seconds
        self.rest = Rest(self.world, self.gateway, self.interactions, self.workshop)
        self.players = Players(self.world, self.interactions, self.workshop, kept, welcome)
        self.violations: list[str] = []
        self.refusals: list[str] = []
        self.requests: deque[tuple[str, str, int, float]] = deque(maxlen=REMEMBERED_REQUESTS)
        self.under_way = 0
        self.token = token
        self._runner: web.AppRunner | None = None
        self.base_url = ""

    @property
    def api_base(self) -> str:
        """Return the value for `discord.http.Route.BASE`."""
        return self.base_url + API

    @property
    def gateway_url(self) -> str:
        """Return the value for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`, as `yarl.URL`."""
        return self.base_url.replace("http://", "ws://") + "/gateway"

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen on a port; 0 is any free one. Raises `OSError` if the port is taken."""
        app = web.Application(client_max_size=REQUEST_LIMIT, middlewares=[readable])
        app.add_routes([*self._own_routes(), *self.players.routes()])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        bound_host, bound_port = self._runner.addresses[0][:2]
        self.base_url = f"http://{bound_host}:{bound_port}"
        self.workshop.base_url = self.base_url
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Close all connections."""
        await self.interactions.stop()
        await self.gateway.close_all(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    def _own_routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.get("/gateway", self.gateway.handle),
            web.route("*", API + "/{path:.*}", self._api),
            web.get("/attachments/{channel}/{id}/{name}", self._file),
            web.get("/control/state", self._state),
            web.delete("/control/state", self._forget),
            web.post("/control/faults", self._arm),
            web.delete("/control/faults", self._disarm),
            web.post("/control/gateway", self._shake),
            web.post("/control/clock", self._clock),
            web.post("/control/conditions", self._condition),
            web.post("/control/limits", self._limits),
            web.get("/", self._page),
            web.static("/page", PAGE),
        ]

    # Requests of the bot

    async def _api(self, request: web.Request) -> web.StreamResponse:
        started = time.perf_counter()
        path = "/" + request.match_info["path"]
        line = f"{request.method} {path}"
        fault = self.faults.for_request(line)
        self.under_way += 1
        try:
            response = await apply_before(fault, request) or await self._answer(request, path, line)
        finally:
            self.under_way -= 1
        apply_after(fault, request)
        ms = round((time.perf_counter() - started) * 1000, 3)
        self.requests.append((request.method, path, response.status, ms))
        return response

    async def _answer(self, request: web.Request, path: str, line: str) -> web.Response:
        found = read_schema().find(request.method, path)
        template, params = (found[0].template, found[1]) if found else (path, {})
        headers, too_soon = self.buckets.take(request.method, template, params)
        if too_soon is not None:
            return json_response(too_soon, 429, headers)
        try:
            if found is None:
                raise Refusal(404, 0, "404: Not Found")
            status, body = await self._apply(request, path, *found)
        except Refusal as refusal:
            shown = "; ".join(map(str, refusal.problems)) or refusal.message
            broken = refusal.status in (400, 413) and refusal.code not in NOBODY_S_FAULT
            noted = self.violations if broken else self.refusals
            noted.append(f"{line} {refusal.status} {refusal.code} {shown}")
            if refusal.retry_after is not None:
                headers |= {"Via": "1.1 sandbox", "Retry-After": str(refusal.retry_after)}
            return json_response(refusal.as_json(), refusal.status, headers)
        except ConnectionError:  # the bot closed the connection before its request was complete
            self.refusals.append(f"{line}: the caller hung up")
            return web.Response(status=HUNG_UP)
        except Exception as error:
            self.violations.append(f"{line}: the sandbox itself failed: {error!r}")
            raise
        for event, data in self.rest.announcements:
            await self.gateway.dispatch(event, data)
        self.rest.announcements.clear()
        for problem in found[0].problems_in_response(status, body):
            self.violations.append(f"our answer to {line}: {problem}")
        return (
            web.Response(status=status, headers=headers)
            if body is None
            else json_response(body, status, headers)
        )

    async def _apply(
        self, request: web.Request, path: str, operation: Operation, params: dict[str, str]
    ) -> tuple[int, Any]:
        self._check_token(request, path)
        body, uploads = await read_body(request)
        _check_request(operation, body, uploads)
        self.conditions.check(request.method, operation.template, params, body, bool(uploads))
        if self.conditions.reads_nothing(request.method, operation.template, params):
            return 200, []
        handler = self.rest.routes.get((request.method, operation.template))
        if handler is None:
            raise Refusal(501, 0, f"the sandbox does not have {request.method} {operation.template}")
        return handler(Call(params, dict(request.query), body, uploads))

    def _check_token(self, request: web.Request, path: str) -> None:
        if path.startswith(WITHOUT_TOKEN):
            return
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bot" or not token or (self.token is not None and token != self.token):
            raise Refusal(401, 0, "401: Unauthorized")

    async def _file(self, request: web.Request) -> web.Response:
        stored = self.world.files.get(request.match_info["id"])
        if stored is None or stored.name != request.match_info["name"]:
            return web.Response(status=404, text="This content is no longer available.")
        return web.Response(
            body=stored.data,
            content_type=stored.content_type,
            headers=FILE_HEADERS,
        )

    # The page and the control interface

    async def _page(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html", headers=PAGE_HEADERS)

    async def _state(self, _: web.Request) -> web.Response:
        return json_response(
            {
                "online": self.world.bot_online,
                "arrivals": self.gateway.arrivals,
                "violations": self.violations,
                "refusals": self.refusals,
                "under_way": self.under_way,
                "faults_left": self.faults.left,
                "counted": self.buckets.counted,
                "too_soon": self.buckets.refused,
            }
        )

    async def _forget(self, _: web.Request) -> web.Response:
        self.violations.clear()
        self.refusals.clear()
        self.requests.clear()
        return json_response({})

    async def _arm(self, request: web.Request) -> web.Response:
        try:
            self.faults.add(await request.json())
        except (TypeError, ValueError) as error:
            return json_response({"error": str(error)}, 400)
        return json_response({})

    async def _disarm(self, _: web.Request) -> web.Response:
        self.faults.clear()
        return json_response({})

    async def _shake(self, request: web.Request) -> web.Response:
        wish: Json = await request.json()
        match wish["do"]:
            case "close":
                await self.gateway.close_all(wish.get("code", 4000))
            case "reconnect":
                await self.gateway.ask_to_reconnect()
            case "invalidate":
                await self.gateway.invalidate()
            case other:
                return json_response({"error": f"close, reconnect or invalidate, not {other!r}"}, 400)
        return json_response({})

    async def _condition(self, request: web.Request) -> web.Response:
        try:
            await self.conditions.set(await request.json())
        except (KeyError, ValueError, Refusal) as error:
            return json_response({"error": str(error)}, 400)
        return json_response({})

    async def _limits(self, request: web.Request) -> web.Response:
        self.buckets.real = bool((await request.json())["real"])
        return json_response({})

    async def _clock(self, request: web.Request) -> web.Response:
        wish: Json = await request.json()
        self.interactions.answer_seconds = wish.get("answer_seconds", self.interactions.answer_seconds)
        self.interactions.token_seconds = wish.get("token_seconds", self.interactions.token_seconds)
        if wish.get("end_tokens"):
            self.interactions.end_tokens()
        return json_response({})


def _check_request(operation: Operation, body: Any, uploads: dict[int, Upload]) -> None:
    check_sizes(uploads)
    if operation.request is not None and body is None:
        raise invalid_form([Problem((), "This route needs a body.")])
    if problems := operation.problems_in_request(body):
        raise invalid_form(problems)
