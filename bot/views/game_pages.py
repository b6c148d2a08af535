"""Send the web page of a channel's game as a file. A running game's page has what spectators may see."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import structlog

from bot.analysis.game_review import list_means
from bot.analysis.hints import Analysis
from bot.engine.job_queue import Busy
from bot.engine.workers import Workers
from bot.language.words import get_language, say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action
from bot.replies.reply import Refused, Reply
from bot.session.table_names import name_public_table
from bot.story import record_header
from bot.story.game_page import make_page
from bot.story.post import link_board
from db.records import StoredGame
from db.store import Store
from rules.ask import EVERYTHING, SPECTATOR
from rules.kernel import Game, Rules
from rules.loading.games import GAMES
from web.source import GameSource

log = structlog.get_logger(__name__)
LIMIT = 9_900_000  # a page has at most this many bytes; Discord accepts messages of 10 MB
CHANCES = 30.0  # if the chances to win need more seconds to compute, the page is made without them


def announce_page() -> str:
    """Return the text that is shown until the page is made."""
    return say("page.making")


class GamePages:
    """Makes the web pages of games. The work is done by `workers`; without workers, by threads."""

    def __init__(self, orders: OrderService, analysis: Analysis, workers: Workers | None = None) -> None:
        self.orders, self.analysis, self.workers = orders, analysis, workers

    @action("webpage", "{game_id}", fresh=True, looking=True, meanwhile=announce_page)
    async def send_page(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Return the page of a game as a file. Raises `Refused`."""
        stored = await self.orders.find_begun_game(caller, game_id)
        rules = self.orders.find_rules(stored)
        if stored.game not in GAMES:  # worker processes know only installed games
            raise Refused(say("not_installed", game=stored.game))
        source = await read_source(self.orders.store, stored)
        source = replace(source, name=name_public_table(rules, stored))
        if stored.over:
            source = replace(source, chances=tuple(await self._estimate(stored, rules, source.games)))
        page = await self._make(stored.game, source)
        if page is None:
            raise Refused(say("page.large"))
        text = say("page.whole" if stored.over else "page.so_far")
        return Reply(text, file=(f"{stored.game}-{stored.id}.html", page))

    async def _estimate(
        self, stored: StoredGame, rules: Rules, games: tuple[Game, ...]
    ) -> Sequence[Mapping[str, float]]:
        if not rules.BOT_PLAYERS:
            return ()
        try:
            async with asyncio.timeout(CHANCES):
                return list_means(await self.analysis.estimate_curve(stored, games))
        except (Busy, TimeoutError):
            return ()

    async def _make(self, game: str, source: GameSource) -> str | None:
        """Return the page; None if it is too large for an attachment."""
        making = partial(make_page, game, source, get_language(), limit=LIMIT)
        if self.workers is None:
            page = await asyncio.to_thread(making)
        else:
            page = await self.workers.run(making)
        return page.decode() if len(page) <= LIMIT else None


async def read_source(store: Store, stored: StoredGame, first: int = 1) -> GameSource:
    """Return the source of a game's page. The source has the turns from number `first` on.

    Its page names no players. While the game runs, the page shows only what spectators may know, because a
    spectator is the source's reader.
    """
    header = record_header.write_header(stored)
    history = await store.load_history(stored.id, max(first, header.first))
    games = tuple(replace(game, seed="", chain="", loaded=None) for game in history)
    return GameSource(
        replace(header, words=header.words if stored.over else {}),
        games,
        games[0].start,
        EVERYTHING if stored.over else SPECTATOR,
        over=stored.over,
        named=False,
        channel=link_board(replace(stored, panel_id=None)),
    )
