"""Serve the page of a Discord server. It lists the lobbies and games that have the setting `web` on.

The page is made on request. A browser that has it already doesn't get it again. Unlike the page of a game, it
is not updated live. It has no pictures, because a server can have 40 boards. The board of a game is on the
game's own page.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from aiohttp import web

from bot.language.words import say, speak_within
from bot.posting.drawing_places import Work
from bot.serving.answers import ANEW, answer_packed
from bot.serving.live_pages import FRESH, LivePages
from bot.session.loaded_game import list_seats
from bot.session.table_names import name_public_table
from bot.settings.game_settings import WITH_NAMES, GameSettings
from bot.settings.page_links import can_look_on
from bot.story.game_page import summarize
from bot.story.post import link_board
from db.records import ServerPage, Status, StoredGame
from rules.kernel import Rules
from web.served_page import Packed, pack_text
from web.server_page import Summary, Table, write_server_page
from web.static import make_hash

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
NAME = re.compile(r"[0-9a-f]{32}")
ENDED = 50  # a page lists at most this many finished games, the latest first
AT_ONCE = 10  # games per job, so that other jobs get their turn
SUMMARIES = 2000  # the most summaries that are kept
PAGES = 100  # the most pages that are kept


@dataclass(frozen=True, slots=True)
class _Made:
    """A page, its hash, and the time when its tables were loaded."""

    read: float
    html: Packed
    stamp: str


class ServerPages:
    """Makes and sends the pages of servers. `pages`: the pages of their games."""

    def __init__(self, pages: LivePages) -> None:
        self.pages, self.store, self.games = pages, pages.store, pages.orders.games
        self._summaries = OrderedDict[tuple[int, int, str], Summary]()
        self._made = OrderedDict[str, _Made]()
        self._making = asyncio.Lock()
        self._changes = 0

    def list_routes(self) -> Sequence[tuple[str, Handler]]:
        """Return the address of these pages, and the function that answers requests."""
        return (("/s/{name}", self._send),)

    def forget(self) -> None:
        """Load the tables again before a page is sent the next time."""
        self._changes += 1
        self._made.clear()

    async def _send(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        page = await self.store.server_pages.find_named(name) if NAME.fullmatch(name) else None
        if page is None or page.guild_id in self.pages.blocked():
            raise web.HTTPNotFound
        made = await self._find(page)
        return answer_packed(request, made.html, "text/html", caching=ANEW, etag=made.stamp)

    async def _find(self, page: ServerPage) -> _Made:
        """Return the page, at most `FRESH` seconds old. Simultaneous requests share one page."""
        async with self._making:
            made = self._made.get(page.page)
            if made is None or time.monotonic() - made.read > FRESH:
                changes, now = self._changes, time.monotonic()
                html = await self._write(page)
                made = _Made(now, pack_text(html.encode()), make_hash(html))
                if changes == self._changes:
                    self._made[page.page] = made
                if len(self._made) > PAGES:
                    self._made.popitem(last=False)
            return made

    async def _write(self, page: ServerPage) -> str:
        found = [
            stored
            for stored in await self.store.server_pages.list_tables(page.guild_id, ENDED)
            if stored.game in self.games and can_look_on(stored)
        ]
        begun = [stored for stored in found if self.pages.links.find(stored)]
        summaries = await self._summarize(begun, page.language)
        with speak_within(page.language):
            lobbies = [stored for stored in found if stored.status == Status.LOBBY]
            running = [stored for stored in begun if stored.status == Status.RUNNING]
            ended = [stored for stored in begun if stored.status == Status.ENDED]
            running.sort(key=lambda stored: stored.moved or stored.created, reverse=True)
            ended.sort(key=lambda stored: stored.ended or stored.created, reverse=True)
            return write_server_page(
                page.language,
                read_words(),
                [
                    (
                        "running",
                        say("server_page.running"),
                        [self._tell(each, summaries) for each in running],
                    ),
                    ("open", say("server_page.open"), [self._tell(each, summaries) for each in lobbies]),
                    ("ended", say("server_page.ended"), [self._tell(each, summaries) for each in ended]),
                ],
            )

    async def _summarize(self, begun: Sequence[StoredGame], language: str) -> dict[int, Summary]:
        """Return a summary for each game's number. Make new summaries only for games that have changed."""
        found, missing = dict[int, Summary](), dict[str, list[StoredGame]]()
        for stored in begun:
            if (known := self._summaries.get((stored.id, stored.serial, language))) is not None:
                found[stored.id] = known
            else:
                missing.setdefault(stored.game, []).append(stored)
        for game, those in missing.items():
            for at in range(0, len(those), AT_ONCE):
                some = those[at : at + AT_ONCE]
                turns = [
                    replace(each.position, seed="", chain="", loaded=None) for each in some if each.position
                ]
                made = await self.pages.pictures.work_for_page(Work.PAGE, summarize, game, turns, language)
                for stored, summary in zip(some, made, strict=True):
                    found[stored.id] = self._summaries[stored.id, stored.serial, language] = summary
        while len(self._summaries) > SUMMARIES:
            self._summaries.popitem(last=False)
        return found

    def _tell(self, stored: StoredGame, summaries: dict[int, Summary]) -> Table:
        rules, named = self.games[stored.game], GameSettings.of(stored).web == WITH_NAMES
        name = name_public_table(rules, stored)
        people = dict(_list_people(rules, stored)) if named else {}
        free = [rules.name(seat) for seat in list_seats(rules, stored) if stored.seat(seat) is None]
        if stored.status == Status.LOBBY:
            return Table(
                name,
                rules.TITLE,
                stored.id,
                link_board(replace(stored, panel_id=None)),
                people=list(people.values()),
                free=free,
                times=((say("server_page.since"), stored.created),),
            )
        summary = summaries[stored.id]
        running = stored.status == Status.RUNNING
        begun = (say("server_page.begun"), stored.started or stored.created)
        last = (
            (say("server_page.moved"), stored.moved) if running else (say("server_page.over"), stored.ended)
        )
        return Table(
            name,
            rules.TITLE,
            stored.id,
            self.pages.links.find(stored),
            summary.headline,
            summary.chapter if running else "",
            people.get(summary.asked, "") if running else "",
            list(people.values()),
            free if running else (),
            [(what, moment) for what, moment in (begun, last) if moment is not None],
        )


def read_words() -> dict[str, str]:
    """Return the fixed texts of the page: all except the lists of games."""
    return {
        "title": say("server_page.title"),
        "about": say("server_page.about"),
        "none": say("server_page.none"),
        "table": say("server_page.table"),
        "asked": say("server_page.asked"),
        "free": say("server_page.free"),
        "people": say("server_page.people"),
    }


def _list_people(rules: Rules, stored: StoredGame) -> Iterator[tuple[str, str]]:
    """Yield each seat with a text that names its player. People whose data was deleted are left out."""
    for seat in stored.seats:
        if seat.user_name:
            said = say("server_page.person", person=seat.user_name, seat=rules.name(seat.seat))
            yield seat.seat, said
