"""Serve the feeds of games. A feed is made on request, and reused until the game's page changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from bot.language.words import speak_within
from bot.posting.drawing_places import Work
from bot.serving.answers import ANEW, ELSEWHERE, SOON, answer_bytes, answer_packed, refuse
from bot.serving.live_pages import Kept, LivePages
from bot.session.table_names import name_public_table
from bot.settings.game_settings import WITH_NAMES, GameSettings
from bot.story.game_page import write_served_feed
from db.records import Status
from web.feed import ATOM_FILE, ATOM_KIND, JSON_FILE, JSON_KIND, FeedFacts, ServedFeed
from web.served_page import StillJob

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
MOST = 200  # the most feeds that are kept, about 20 KB each


class Feeds:
    """Answers requests for feeds. `open_page` returns the page of a request, or raises 404 or 503."""

    def __init__(self, pages: LivePages, open_page: Callable[[web.Request], Awaitable[Kept]]) -> None:
        self.pages, self.open_page = pages, open_page
        self._kept = OrderedDict[int, tuple[str, str, ServedFeed]]()

    def list_routes(self) -> Sequence[tuple[str, Handler]]:
        """Return the addresses of feeds and their pictures, all below the address of the page."""
        return (
            (f"/g/{{name}}/{JSON_FILE}", self._send_json),
            (f"/g/{{name}}/{ATOM_FILE}", self._send_atom),
            (r"/g/{name}/{hash:\w+}.png", self._send_picture),
        )

    async def _send_json(self, request: web.Request) -> web.StreamResponse:
        feed = await self._find(await self.open_page(request))
        return answer_packed(request, feed.json, JSON_KIND, caching=ANEW, etag=feed.json_stamp)

    async def _send_atom(self, request: web.Request) -> web.StreamResponse:
        feed = await self._find(await self.open_page(request))
        return answer_packed(request, feed.atom, ATOM_KIND, caching=ANEW, etag=feed.atom_stamp)

    async def _send_picture(self, request: web.Request) -> web.StreamResponse:
        """Send the board of an entry. Feed readers on the web may show it too."""
        kept = await self.open_page(request)
        hashed = request.match_info["hash"]
        if f"{hashed}.png" not in (await self._find(kept)).pictures or hashed not in kept.page.steps:
            raise web.HTTPNotFound
        if self.pages.pictures.page_crowded:
            return refuse(503, SOON)
        with speak_within(kept.language):
            job = StillJob(kept.stored.game, kept.page.steps[hashed].view)
            picture = (await self.pages.pictures.draw(job, Work.PAGE)).picture
        answer = answer_bytes(request, picture.file, "image/png")
        answer.headers.update(ELSEWHERE)
        return answer

    async def _find(self, kept: Kept) -> ServedFeed:
        """Return the feed that belongs to a page."""
        stored, address = kept.stored, self.pages.links.find(kept.stored)
        known = self._kept.get(stored.id)
        if known is not None and known[:2] == (kept.page.stamp, address):
            self._kept.move_to_end(stored.id)
            return known[2]
        facts = await read_facts(self.pages, kept)
        feed = await self.pages.pictures.work_for_page(
            Work.PAGE, write_served_feed, stored.game, kept.language, kept.page.memory, facts
        )
        self._kept[stored.id] = kept.page.stamp, address, feed
        self._kept.move_to_end(stored.id)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return feed


async def read_facts(pages: LivePages, kept: Kept) -> FeedFacts:
    """Return what feeds and webhooks need to know about a game, and the game's page does not have."""
    stored = kept.stored
    named = GameSettings.of(stored).web == WITH_NAMES
    with speak_within(kept.language):
        name = name_public_table(pages.orders.games[stored.game], stored)
    return FeedFacts(
        pages.links.find(stored),
        stored.started or stored.created,
        (stored.ended or stored.created) if stored.over else None,
        stored.status == Status.ENDED,
        await pages.store.list_turn_times(stored.id),
        {seat.seat: seat.user_name for seat in stored.seats} if named else {},
        name,
    )
