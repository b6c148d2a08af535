"""Answer browsers: send pages of games and servers, feeds, files that pages load, and changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from bot.engine import metrics
from bot.engine.listening import allow_open_files, listen
from bot.serving.answers import (
    ANEW,
    FOREVER,
    NOSNIFF,
    SOON,
    answer_bytes,
    answer_packed,
    refuse,
    write_policy,
)
from bot.serving.clients import Clients
from bot.serving.feeds import Feeds
from bot.serving.live_pages import Kept, LivePages
from bot.serving.server_pages import ServerPages
from bot.serving.streams import GONE, MOST, News, Spectator, Streams, write_event
from web.served_page import PARTS, cut_part, pack_text
from web.static import ASSETS, name_asset, read_asset

log = structlog.get_logger(__name__)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
ALIVE = 20.0  # seconds between two comments in an idle stream, so that no proxy closes it
AGAIN = 3000  # milliseconds until a browser opens a lost stream again
LONGEST = 30.0  # the most seconds that a request waits for a page
CLOSING = 2.0  # when the bot stops, unfinished answers get this many seconds to end
KINDS = {"css": "text/css", "js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}


class WebServer:
    """Serves pages.

    Args:
        pages: the pages of games
        streams: the spectators of each page
        clients: limits the requests of each client
        base: the address that people open, such as "https://example.org/durbar"
        frames: the sites that may embed our pages, as in a content security policy
    """

    def __init__(
        self, pages: LivePages, streams: Streams, clients: Clients, base: str, frames: str = "'none'"
    ) -> None:
        self.pages, self.streams, self.clients = pages, streams, clients
        self.headers = {**NOSNIFF, "Content-Security-Policy": write_policy(frames)}
        self.feeds, self.server_pages = Feeds(pages, self._open), ServerPages(pages)
        self.prefix = urlsplit(base).path.rstrip("/")
        self._assets = {name_asset(name): pack_text(read_asset(name).encode()) for name in ASSETS}
        self._runner: web.AppRunner | None = None

    def make_app(self) -> web.Application:
        """Return the application. A proxy may remove the path of `base` from addresses, or keep it."""
        app = web.Application(middlewares=[self._guard])
        for prefix in dict.fromkeys(("", self.prefix)):
            app.add_routes([web.get(f"{prefix}{path}", handler) for path, handler in self._list_routes()])
        app.on_shutdown.append(self._end_streams)
        return app

    def _list_routes(self) -> Sequence[tuple[str, Handler]]:
        return (
            ("/assets/{file}", self._send_asset),
            ("/robots.txt", self._send_robots),
            ("/g/{name}", self._send_page),
            ("/g/{name}/board.png", self._send_board),
            ("/g/{name}/events", self._stream),
            *self.feeds.list_routes(),
            *self.server_pages.list_routes(),
            (r"/g/{name}/{hash:\w+}.{size:\w+}.{part:\w+}", self._send_step),
            ("/g/{name}/{file}", self._send_file),
        )

    async def start(self, address: str) -> None:
        """Listen on an address such as "127.0.0.1:8080". Raises `AddressTaken`."""
        allow_open_files(2 * MOST)
        self._runner = web.AppRunner(self.make_app(), access_log=None, shutdown_timeout=CLOSING)
        await listen(self._runner, address, "DURBAR_WEB")
        log.info("serving pages", address=address)

    async def close(self) -> None:
        """Stop estimates for pages, end all streams, and stop listening."""
        if self.pages.chances is not None:
            await self.pages.chances.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def change(self, game_id: int | None) -> None:
        """Update the pages of a game that has changed. None means all games."""
        self.server_pages.forget()
        self.streams.change(game_id)

    async def _end_streams(self, _: web.Application) -> None:
        self.streams.close()

    # All requests

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count the request, answer it, and add the headers that all answers have."""
        if wait := self.clients.take(self.clients.identify(request)):
            answer: web.StreamResponse = refuse(429, round(wait + 0.5))
        else:
            answer = await self._answer(request, handler)
        metrics.PAGES.labels(str(answer.status)).inc()
        if not answer.prepared:
            for name, value in self.headers.items():
                answer.headers.setdefault(name, value)
        return answer

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except web.HTTPException as error:
            return refuse(error.status)
        except (ConnectionResetError, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("a page can't be served", path=request.path.partition("-")[0])
            return refuse(500)

    # Files of all pages

    async def _send_asset(self, request: web.Request) -> web.StreamResponse:
        file = request.match_info["file"]
        if file not in self._assets:
            raise web.HTTPNotFound
        return answer_packed(request, self._assets[file], KINDS[file.rpartition(".")[2]], caching=FOREVER)

    async def _send_robots(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text="User-agent: *\nDisallow: /\n")

    # The page of a game

    async def _open(self, request: web.Request) -> Kept:
        """Return the page that a request names. Raise 404 for any unknown, disabled or renamed page.

        Raise 503 if making the page takes too long. The work on the page goes on, for the next request.
        """
        try:
            async with asyncio.timeout(LONGEST):
                kept = await self.pages.open(request.match_info["name"])
        except TimeoutError:
            raise web.HTTPServiceUnavailable from None
        if kept is None:
            raise web.HTTPNotFound
        return kept

    async def _send_page(self, request: web.Request) -> web.StreamResponse:
        page = (await self._open(request)).page
        return answer_packed(request, page.html, "text/html", caching=ANEW, etag=page.stamp)

    async def _send_file(self, request: web.Request) -> web.StreamResponse:
        kept, name = await self._open(request), request.match_info["file"]
        file = kept.page.files.get(name) or kept.past.get(name)
        if file is None:
            raise web.HTTPNotFound
        return answer_packed(request, file, KINDS[name.rpartition(".")[2]])

    async def _send_step(self, request: web.Request) -> web.StreamResponse:
        kept, wanted = await self._open(request), request.match_info
        if wanted["part"] not in PARTS:
            raise web.HTTPNotFound
        if self.pages.pictures.page_crowded:
            return refuse(503, SOON)
        picture = await self.pages.draw_step(kept, wanted["hash"], wanted["size"])
        if picture is None:
            raise web.HTTPNotFound
        return answer_bytes(request, cut_part(picture.file, wanted["part"]), "application/octet-stream")

    async def _send_board(self, request: web.Request) -> web.StreamResponse:
        kept = await self._open(request)
        if not kept.page.shapes:
            raise web.HTTPNotFound
        picture = await self.pages.draw_board(kept)
        return answer_bytes(request, picture.file, "image/png", caching=ANEW, etag=kept.page.stamp)

    # Changes

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        if request.method != "GET":  # HEAD would wait for ever
            raise web.HTTPMethodNotAllowed(request.method, ["GET"])
        name, client = request.match_info["name"], self.clients.identify(request)
        game_id = (await self._open(request)).stored.id
        with (
            self.clients.streaming(client) as allowed,
            self.streams.spectating(game_id, request.query.get("board", "")) as spectator,
        ):
            if not allowed or self.streams.full:
                return refuse(503, SOON)
            answer = web.StreamResponse(
                headers={
                    **self.headers,
                    "Content-Type": "text/event-stream",
                    "Cache-Control": "no-store",
                    "X-Accel-Buffering": "no",
                }
            )
            await answer.prepare(request)
            await answer.write(f"retry: {AGAIN}\n\n".encode())
            with suppress(ConnectionResetError):  # the spectator has left
                await self._tell(name, spectator, answer)
            return answer

    async def _tell(self, name: str, spectator: Spectator, answer: web.StreamResponse) -> None:
        """Send a spectator a page's hash, then its changes, until they leave or the page is gone."""
        kept = await self.pages.open(name, newest=True)
        news: News | None = GONE
        if kept is not None:
            self.streams.show(kept)
            news = News({"": write_event("page", kept.page.stamp)})
        while news is not None:
            if news.gone or await self.pages.find(name) is None:
                await answer.write(GONE.read(""))
                break
            await answer.write(news.read(spectator.shape))
            news = await _wait(spectator, answer)


async def _wait(spectator: Spectator, answer: web.StreamResponse) -> News | None:
    """Return the next news for a spectator, or None at the end. Send comments while there is no news."""
    while True:
        try:
            async with asyncio.timeout(ALIVE):
                return await spectator.wait()
        except TimeoutError:
            await answer.write(b":\n\n")
