"""The pages of games as they are now: found by name, made when somebody looks, and kept until they change."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from hmac import compare_digest

import render
from bot.language.words import speak_within
from bot.orders.service import OrderService
from bot.posting.pictures import Pictures
from bot.settings.game_settings import WITH_NAMES, GameSettings
from bot.settings.page_links import PageLinks, name_page
from bot.story.game_page import tell_on, write_served_page
from bot.views.game_pages import read_source
from db.records import NoGame, StoredGame
from render.worker import Job
from rules.games import GAMES
from web.served_page import ServedPage, StepJob, unpack_view
from web.source import GameSource

NAME = re.compile(r"(\d{1,9})-[0-9a-f]{32}")
TOLD_AT_ONCE = 10  # turns: a worker tells them in some tenths of a second, and takes other work between
ROOM = 64 * 2**20  # bytes of all pages that are kept, at most
FRESH = 1.0  # seconds for which a game that was read is taken as it was, if nobody says that it has changed
READ = 500  # games that were read a moment ago, at most


@dataclass(frozen=True, slots=True)
class Kept:
    """A page with the game that it was made of. `first`: the number of the first turn in it."""

    page: ServedPage
    stored: StoredGame
    first: int

    @property
    def language(self) -> str:
        """Return its language."""
        return GameSettings.of(self.stored).language

    @property
    def chain(self) -> str:
        """Return the hash of the record before the open turn; "" where none is kept."""
        return "" if self.stored.position is None else self.stored.position.chain


class LivePages:
    """Finds and makes the pages of games.

    Args:
        orders: the games
        pictures: what draws
        links: where pages are served
        blocked: the people and servers whose games have no pages
    """

    def __init__(
        self,
        orders: OrderService,
        pictures: Pictures,
        links: PageLinks,
        blocked: Callable[[], Container[int]] = frozenset,
    ) -> None:
        self.orders, self.store, self.pictures, self.links = orders, orders.store, pictures, links
        self.blocked = blocked
        self._kept = OrderedDict[int, Kept]()
        self._read = OrderedDict[int, tuple[float, StoredGame]]()
        self._making = dict[int, asyncio.Task[Kept]]()

    # Finding

    async def open(self, name: str) -> Kept | None:
        """Return the page with this name as it is now; None if there is none, for whatever reason."""
        stored = await self.find(name)
        kept = None if stored is None else await self.get_page(stored)
        # It may have got another name meanwhile, which is not for those who know the old one.
        return kept if kept is not None and compare_digest(name, name_page(kept.stored)) else None

    async def find(self, name: str) -> StoredGame | None:
        """Return the game whose page has this name; None if there is no such page, for whatever reason."""
        found = NAME.fullmatch(name)
        return None if found is None else await self.look_up(int(found[1]), name)

    async def look_up(self, game_id: int, name: str | None = None) -> StoredGame | None:
        """Return a game if it has a page now, of this name; None if it has none."""
        try:
            stored = await self._load(game_id)
        except NoGame:
            return None
        if not self.links.find(stored) or stored.game not in GAMES or stored.game not in self.orders.games:
            return None
        if name is not None and not compare_digest(name, name_page(stored)):
            return None
        return None if stored.guild_id in self.blocked() else stored

    async def _load(self, game_id: int) -> StoredGame:
        now = time.monotonic()
        if (known := self._read.get(game_id)) is not None and now - known[0] < FRESH:
            return known[1]
        stored = await self.store.load(game_id)
        self._read[game_id] = now, stored
        self._read.move_to_end(game_id)
        if len(self._read) > READ:
            self._read.popitem(last=False)
        return stored

    def forget(self, game_id: int | None) -> None:
        """Read this game again before its page is shown the next time; None: all games."""
        if game_id is None:
            self._read.clear()
        else:
            self._read.pop(game_id, None)

    # Making

    async def get_page(self, stored: StoredGame) -> Kept:
        """Return the page of a game as it is now, or newer. All who ask at the same time wait for one."""
        while True:
            kept = self._kept.get(stored.id)
            if kept is not None and _is_as_new(kept.stored, stored):
                self._kept.move_to_end(stored.id)
                return kept
            making = self._making.get(stored.id)
            if making is None:
                making = asyncio.create_task(self._make(stored), name=f"page {stored.id}")
                self._making[stored.id] = making
                making.add_done_callback(lambda _: self._making.pop(stored.id))
                return await asyncio.shield(making)
            await asyncio.wait({making})
            making.result()  # raises what has gone wrong

    async def _make(self, stored: StoredGame) -> Kept:
        language, old = GameSettings.of(stored).language, self._kept.get(stored.id)
        if old is not None and (old.language, old.stored.over) != (language, stored.over):
            old = None
        source = await self._read_source(stored, old)
        if old is not None and old.first != source.record.first:
            old = None
        memory = b"" if old is None else old.page.memory
        for at in range(0, len(source.games), TOLD_AT_ONCE):
            some = replace(source, games=source.games[at : at + TOLD_AT_ONCE])
            memory = await self.pictures.work_for_page(tell_on, stored.game, some, language, memory)
        end = replace(source, games=source.games[-1:])
        address = self.links.find(stored)
        page = await self.pictures.work_for_page(
            write_served_page, stored.game, end, language, memory, address
        )
        kept = Kept(page, stored, source.record.first)
        self._keep(kept)
        return kept

    async def _read_source(self, stored: StoredGame, old: Kept | None) -> GameSource:
        """Return what the page is made of: of a game that has only gone on, its last turns alone."""
        settings = GameSettings.of(stored)
        source = None
        if old is not None and old.chain:
            (first, *_) = await self.store.load_turn_starts(stored.id, old.page.last) or (None,)
            if first is not None and (first.turn, first.chain) == (old.page.last, old.chain):
                source = await read_source(self.store, stored, old.page.last)
        source = source or await read_source(self.store, stored)
        named = settings.web == WITH_NAMES
        record = source.record if named else replace(source.record, seats={})
        return replace(source, record=record, named=named)

    def _keep(self, kept: Kept) -> None:
        self._kept[kept.stored.id] = kept
        self._kept.move_to_end(kept.stored.id)
        room = sum(each.page.size for each in self._kept.values())
        while room > ROOM and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            room -= dropped.page.size

    # Pictures

    async def draw_step(self, kept: Kept, hashed: str, size: str) -> render.Picture | None:
        """Return the pictures of a step as a file of three parts; None if the page has no such step."""
        views = kept.page.steps.get(hashed)
        if views is None or size not in [shape.name for shape in kept.page.shapes]:
            return None
        with speak_within(kept.language):
            job = StepJob(kept.stored.game, views.before, views.view, size)
            return (await self.pictures.draw(job, hurried=False)).picture

    async def draw_board(self, kept: Kept) -> render.Picture:
        """Return the board as a picture by itself."""
        with speak_within(kept.language):
            return (await self.pictures.draw(Job(unpack_view(kept.page.view)), hurried=False)).picture


def _is_as_new(made: StoredGame, stored: StoredGame) -> bool:
    """Return whether a page that was made of one state of a game is right for another, or newer than it.

    Who is forgotten leaves their seat without an act.
    """
    return made.serial > stored.serial or (made.serial, made.status, made.settings, made.seats) == (
        stored.serial,
        stored.status,
        stored.settings,
        stored.seats,
    )
