"""Provide a bot with two started games. The one in the second channel has real rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord_app.client import Durbar
from bot.discord_app.services import build_services
from bot.posting.pictures import Pictures
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, TOY, caller
from tests.bot.discord_app.test_discord import paint
from tests.kernel import toy
from tests.stores import quick_store

REAL = CHANNEL + 1
GAME = "vijayanagara"


@pytest.fixture
async def bot(blank: Path, tmp_path: Path) -> AsyncIterator[Durbar]:
    """Yield the bot, not connected to anything, with a game of two people in each of two channels."""
    async with quick_store(blank, tmp_path) as store:
        bot = Durbar(build_services(store, {toy.KEY: TOY, GAME: GAMES[GAME]}), pictures=Pictures(paint=paint))
        lobby = bot.services.seating.lobby
        lobby.new_seed = lambda: SEED
        bot.outbox.wake = bot.bot_moves.wake = lambda: None  # type: ignore[method-assign]
        await bot._add_cogs()
        await lobby.create(caller(), toy.KEY)
        await lobby.join(caller(NORTH), "north")
        await lobby.join(caller(SOUTH), "south")
        await lobby.start(caller())
        await lobby.create(caller(channel=REAL), GAME)
        await lobby.join(caller(channel=REAL), "*")
        await lobby.start(caller(channel=REAL))
        yield bot
        await bot.close()
