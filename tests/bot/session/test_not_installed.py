"""A game whose package is missing: it is kept, people are told, and everything else works."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.deadlines.reminders import Reminders
from bot.language.words import say
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.views.board import BoardViews
from bot.views.my_games import MyGames
from tests.bot.callers import CHANNEL, TOY, Room, caller, make_reminders
from tests.kernel import toy

GONE = say("not_installed", game=toy.KEY)


@pytest.fixture
async def bare(game: Room) -> Room:
    """Return a running game on a bot that has started without its package."""
    game.table.games = {}
    return game


def reminders_of(room: Room) -> Reminders:
    return make_reminders(room.table, PreferenceStore(room.store), lambda: datetime.now(UTC))


async def test_everybody_who_asks_reads_it(bare: Room) -> None:
    for ask in (bare.table.question, BoardViews(bare.table).show_board, bare.table.undo):
        with pytest.raises(Refused) as refused:
            await ask(caller())
        assert str(refused.value) == GONE


async def test_it_stands_among_the_games_of_its_people(bare: Room) -> None:
    stored = await bare.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert toy.KEY in (await MyGames(bare.table).list_mine(caller())).text


async def test_its_clock_stands_until_its_package_is_back(bare: Room) -> None:
    await reminders_of(bare).start()
    assert await bare.posted() == []
    bare.table.games = {toy.KEY: TOY}
    assert (await bare.table.question(caller(await bare.decider()))).panel is not None
