"""Find pages of games by name, make them on request, and keep them until they change."""

from __future__ import annotations

import asyncio
import json
import re
import time
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Collection, Container, Mapping
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from operator import attrgetter
from typing import TypeVar

import structlog

import render
from bot.language.words import speak_within
from bot.orders.service import OrderService
from bot.posting.drawing_places import Work
from bot.posting.pictures import Pictures
from bot.serving.chances import Chances, find_chances
from bot.session.table_names import name_public_table
from bot.settings.game_settings import WITH_NAMES, GameSettings
from bot.settings.page_links import PageLinks, name_page
from bot.story.game_page import tell_on, write_served_page
from bot.views.game_pages import read_source
from db.records import NoGame, StoredGame
from render.worker import Job
from rules.loading.games import GAMES
from web.changes import write_change
from web.served_page import Packed, ServedPage, StepJob, StepViews, cut_part, unpack_view
from web.source import GameSource

log = structlog.get_logger(__name__)
V = TypeVar("V")
NAME = re.compile(r"(\d{1,9})-[0-9a-f]{32}")
TOLD_AT_ONCE = 10  # turns per job; a job takes some tenths of a second, and then another job may begin
ROOM = 64 * 2**20  # the most bytes of all pages that are kept
FRESH = 5.0  # seconds until a game or a server's tables are loaded again, if no change is reported
BUSY = 2  # while this many pages are being made, a visitor gets the previous page at once
RECENT = 30.0  # if the previous page is older than this many seconds, a newer page is made for later visitors
PAST = 16  # the most files, and the most steps, that are kept from older pages of a game
READ = 500  # at most this many loaded games are kept in memory


@dataclass(frozen=True, slots=True)
class Kept:
    """A page with the game that it was made from.

    `first`: the number of the page's first turn. `made`: the monotonic time when the page was made. `past`
    and `past_steps`: files and steps that this page doesn't need. Browsers that show an older page load them.
    """

    page: ServedPage
    stored: StoredGame
    first: int
    made: float
    past: Mapping[str, Packed] = field(default_factory=dict)
    past_steps: Mapping[str, StepViews] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """Return the language of the page."""
        return GameSettings.of(self.stored).language

    @property
    def chain(self) -> str:
        """Return the hash of the record before the open turn; "" if the game has no such hash."""
        return "" if self.stored.position is None else self.stored.position.chain


class LivePages:
    """Finds and makes the pages of games.

    Args:
        orders: loads and plays the games
        pictures: draws boards
        links: the addresses of pages
        blocked: returns the blocked people and servers; a blocked server's games have no pages
        chances: estimates the chances in finished games; None: pages show only stored chances
    """

    def __init__(
        self,
        orders: OrderService,
        pictures: Pictures,
        links: PageLinks,
        blocked: Callable[[], Container[int]] = frozenset,
        chances: Chances | None = None,
    ) -> None:
        self.orders, self.store, self.pictures, self.links = orders, orders.store, pictures, links
        self.blocked, self.chances = blocked, chances
        self._kept = OrderedDict[int, Kept]()
        self._read = OrderedDict[int, tuple[float, StoredGame]]()
        self._loading = dict[int, asyncio.Task[StoredGame | None]]()
        self._making = dict[int, asyncio.Task[Kept]]()
        self.watched = set[int]()  # games whose page somebody has open; work for these games goes first

    # Finding

    async def open(self, name: str, *, newest: bool = False) -> Kept | None:
        """Return the page with this name; None if there is none, for any reason.

        While many pages are being made, return the game's last page at once. The browser later gets the
        newest page through its stream. With `newest`, always wait for the newest page.
        """
        stored = await self.find(name)
        kept = None if stored is None or newest else self._find_last(stored)
        if stored is not None and kept is None:
            kept = await self.get_page(stored)
        # The page may have been renamed meanwhile. People who know only the old name may not see it.
        return kept if kept is not None and compare_digest(name, name_page(kept.stored)) else None

    async def find(self, name: str) -> StoredGame | None:
        """Return the game whose page has this name; None if there is no such page, for any reason."""
        found = NAME.fullmatch(name)
        return None if found is None else await self.look_up(int(found[1]), name)

    async def look_up(self, game_id: int, name: str | None = None) -> StoredGame | None:
        """Return a game if it has a page now (with this name, if given), else None."""
        stored = await self._load(game_id)
        if (
            stored is None
            or not self.links.find(stored)
            or stored.game not in GAMES
            or stored.game not in self.orders.games
        ):
            return None
        if name is not None and not compare_digest(name, name_page(stored)):
            return None
        return None if stored.guild_id in self.blocked() else stored

    async def _load(self, game_id: int) -> StoredGame | None:
        """Return a game, loaded at most `FRESH` seconds ago and after its last reported change.

        Return None if there is no such game.
        """
        if (known := self._read.get(game_id)) is not None and time.monotonic() - known[0] < FRESH:
            return known[1]
        if (loading := self._loading.get(game_id)) is None:
            loading = self._loading[game_id] = asyncio.create_task(self._load_again(game_id))
        return await asyncio.shield(loading)

    async def _load_again(self, game_id: int) -> StoredGame | None:
        began = time.monotonic()
        try:
            stored = await self.store.load(game_id)
        except NoGame:
            return None
        finally:
            if newest := self._loading.get(game_id) is asyncio.current_task():
                del self._loading[game_id]
        if newest:  # otherwise the game has changed while it was loaded
            self._read[game_id] = began, stored
            self._read.move_to_end(game_id)
            if len(self._read) > READ:
                self._read.popitem(last=False)
        return stored

    def forget(self, game_id: int | None) -> None:
        """Load this game again before its page is shown the next time. None means all games."""
        if game_id is None:
            self._read.clear()
            self._loading.clear()
        else:
            self._read.pop(game_id, None)
            self._loading.pop(game_id, None)

    # Making

    def _find_last(self, stored: StoredGame) -> Kept | None:
        """Return the last page of a game; None if it may not be shown, or if a new page can be made soon.

        The picture of the last page is drawn already, so a visitor gets the whole page at once. If this page
        is outdated and older than `RECENT`, start to make a newer one.
        """
        kept = self._kept.get(stored.id)
        if kept is None or len(self._making) < BUSY:
            return None
        same = attrgetter("status", "settings", "seats")
        if same(kept.stored) != same(stored):  # for example, the game is over, or a person's data was deleted
            return None
        if not _is_as_new(kept.stored, stored) and time.monotonic() - kept.made > RECENT:
            self._start_making(stored)
        return kept

    async def get_page(self, stored: StoredGame) -> Kept:
        """Return the page of a game in this state or a newer state. Simultaneous requests share one job."""
        while True:
            kept = self._kept.get(stored.id)
            if kept is not None and _is_as_new(kept.stored, stored):
                self._kept.move_to_end(stored.id)
                self._want_chances(stored)
                return kept
            if (making := self._making.get(stored.id)) is None:
                return await asyncio.shield(self._start_making(stored))
            await asyncio.wait({making})
            making.result()  # raises the error, if making it failed

    def _start_making(self, stored: StoredGame) -> asyncio.Task[Kept]:
        """Start to make the page of a game, unless it is being made."""
        if (making := self._making.get(stored.id)) is None:
            making = asyncio.create_task(self._make(stored), name=f"page {stored.id}")
            self._making[stored.id] = making
            making.add_done_callback(lambda _: self._making.pop(stored.id))
        return making

    async def _make(self, stored: StoredGame) -> Kept:
        language, last = GameSettings.of(stored).language, self._kept.get(stored.id)
        old = last
        if old is not None and (old.language, old.stored.over) != (language, stored.over):
            old = None
        source = await self._read_source(stored, old)
        if old is not None and old.first != source.record.first:
            old = None
        memory = b"" if old is None else old.page.memory
        starts = range(0, len(source.games), TOLD_AT_ONCE)
        *parts, end = [replace(source, games=source.games[at : at + TOLD_AT_ONCE]) for at in starts]
        for part in parts:
            work = self.rank(stored.id)
            memory = await self.pictures.work_for_page(work, tell_on, stored.game, part, language, memory)
        address = self.links.find(stored)
        page = await self.pictures.work_for_page(
            self.rank(stored.id), write_served_page, stored.game, end, language, memory, address
        )
        kept = Kept(page, stored, source.record.first, time.monotonic())
        if last is not None:
            past = _keep_newest(last.past, last.page.files, page.files)
            kept = replace(
                kept, past=past, past_steps=_keep_newest(last.past_steps, last.page.steps, page.steps)
            )
        await self._draw_first(kept)
        self._keep(kept)
        self._want_chances(stored)
        return kept

    def _want_chances(self, stored: StoredGame) -> None:
        if self.chances is not None:
            self.chances.want(stored)

    def rank(self, game_id: int) -> Work:
        """Return the priority of work for the page of a game."""
        return Work.WATCHED_PAGE if game_id in self.watched else Work.PAGE

    async def _read_source(self, stored: StoredGame, old: Kept | None) -> GameSource:
        """Return the source of a page.

        If the turns of the old page have not changed since, the source begins with the last turn of that
        page.
        """
        settings = GameSettings.of(stored)
        source = None
        if old is not None and old.chain:
            (first, *_) = await self.store.load_turn_starts(stored.id, old.page.last) or (None,)
            if first is not None and (first.turn, first.chain) == (old.page.last, old.chain):
                source = await read_source(self.store, stored, old.page.last)
        source = source or await read_source(self.store, stored)
        named = settings.web == WITH_NAMES
        record = source.record if named else replace(source.record, seats={})
        with speak_within(settings.language):
            name = name_public_table(self.orders.games[stored.game], stored)
        return replace(source, record=record, named=named, chances=find_chances(stored), name=name)

    def _keep(self, kept: Kept) -> None:
        self._kept[kept.stored.id] = kept
        self._kept.move_to_end(kept.stored.id)
        room = sum(each.page.size for each in self._kept.values())
        while room > ROOM and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            room -= dropped.page.size

    async def write_change(self, old: Kept, new: Kept, shapes: Collection[str]) -> dict[str, str]:
        """Return JSON texts, with which a browser makes the new page from the old page.

        There is one text for each size of the board. It has two patches for the picture. The first leads from
        the last board of the old page to the last board of the new page. The second leads from there to the
        board with highlighted changes. The text for the size "" has no patches.
        """
        words = {name: new.page.files[name] for name in new.page.files.keys() - old.page.files.keys()}
        words = {name: file for name, file in words.items() if name.endswith(".json")}
        more = await self.pictures.work_for_page(
            self.rank(new.stored.id), write_change, old.page.html, new.page.html, words
        )
        change = {"from": old.page.stamp, "stamp": new.page.stamp, "more": more, "boards": {}}
        found = {"": json.dumps(change)}
        *_, views = new.page.steps.values()
        for size in [shape.name for shape in new.page.shapes if shape.name in shapes]:
            step = await self._draw(new, views.before, views.view, size)
            jump = await self._draw(new, old.page.view, views.view, size)
            parts = cut_part(jump.file, "plain"), cut_part(step.file, "lit")
            found[size] = json.dumps(
                change | {"boards": {size: [b64encode(part).decode() for part in parts]}}
            )
        return found

    # Pictures

    async def draw_step(self, kept: Kept, hashed: str, size: str) -> render.Picture | None:
        """Return the pictures of a step as a file of three parts; None for an unknown step or size."""
        views = kept.page.steps.get(hashed) or kept.past_steps.get(hashed)
        if views is None or size not in [shape.name for shape in kept.page.shapes]:
            return None
        return await self._draw(kept, views.before, views.view, size)

    async def _draw(self, kept: Kept, before: bytes, view: bytes, size: str) -> render.Picture:
        with speak_within(kept.language):
            job = StepJob(kept.stored.game, before, view, size)
            return (await self.pictures.draw(job, self.rank(kept.stored.id))).picture

    async def _draw_first(self, kept: Kept) -> None:
        """Draw the picture that a phone shows first, so that it is ready when the page is sent.

        A failure is only logged. The page is readable without the picture.
        """
        if not kept.page.shapes or not kept.page.steps:
            return
        *_, last = kept.page.steps.values()
        try:
            await self._draw(kept, last.before, last.view, kept.page.shapes[0].name)
        except Exception:
            log.exception("the first picture of a page can't be drawn", game=kept.stored.id)

    async def draw_board(self, kept: Kept) -> render.Picture:
        """Return the board after the last step as a PNG."""
        with speak_within(kept.language):
            job = Job(unpack_view(kept.page.view))
            return (await self.pictures.draw(job, self.rank(kept.stored.id))).picture


def _keep_newest(past: Mapping[str, V], last: Mapping[str, V], now: Mapping[str, V]) -> dict[str, V]:
    """Return the newest `PAST` items that are on former pages, but not on the new page (`now`)."""
    gone = [(name, each) for name, each in {**past, **last}.items() if name not in now]
    return dict(gone[-PAST:])


def _is_as_new(made: StoredGame, stored: StoredGame) -> bool:
    """Return whether a page is as new as `stored`, or newer. `made`: the game from which it was made.

    The seats are compared too, because deleting a person's data changes their seats but not the serial.
    """
    parts = attrgetter("serial", "status", "settings", "seats")
    return made.serial > stored.serial or (
        parts(made) == parts(stored) and find_chances(made) == find_chances(stored)
    )
