"""The daily puzzle in a simulated Discord: set by a command, posted once, opened by its button."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest
import simcord

from bot.discord_app.client import Durbar
from bot.discord_app.services import build_services
from bot.posting.layouts import read
from bot.posting.pictures import Pictures
from db.learning.dailies import KIND
from db.records import NewDelivery
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.discord_app.test_discord import Hall, hall, paint, said, shown
from tests.phrases import phrase, says
from tests.until import until

__all__ = ["hall"]
GAME = "aadu_huli"


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    return Durbar(build_services(store, {GAME: GAMES[GAME]}), pictures=Pictures(paint=paint))


def bot_of(hall: Hall) -> Durbar:
    bot = hall.env.bot
    assert isinstance(bot, Durbar)
    return bot


def posted(hall: Hall) -> list[discord.Message]:
    return [each for each in hall.channel.history() if says(read(each), "daily.head")]


async def come_up(hall: Hall) -> None:
    """Let its time come."""
    now = datetime.now(UTC)
    await hall.store.dailies.plan(NewDelivery(hall.channel.id, KIND, f'"{now.date().isoformat()}"', now))
    bot_of(hall).outbox.wake()


async def manager(hall: Hall) -> simcord.MemberActor:
    """Return a member who may manage the channel."""
    role = hall.guild.create_role("keeper", permissions=discord.Permissions(manage_channels=True))
    return hall.guild.add_member(hall.env.create_user("devi"), roles=[role])


async def test_a_puzzle_a_day_is_set_and_posted_once_and_tried_in_private(hall: Hall) -> None:
    refused = await hall.asha.slash(hall.channel, "host puzzle", game=GAME)
    assert says(said(refused), "daily.not_you")
    keeper = await manager(hall)
    answer = await keeper.slash(hall.channel, "host puzzle", game=GAME, hour=0)
    assert phrase("daily.set", title="Aadu-Huli aata", hour="0:00", zone="UTC") in said(answer)
    await come_up(hall)
    await until(lambda: posted(hall))
    [post] = posted(hall)
    assert hall.labels(post) == [phrase("button.try")]
    assert len(post.attachments) == 1
    opened = await hall.bala.click(post, label=phrase("button.try"))
    assert says(said(opened), "puzzle.head", title="Aadu-Huli aata")
    await come_up(hall)
    await until(lambda: not bot_of(hall).outbox._tasks)
    assert [each.id for each in posted(hall)] == [post.id]
    assert phrase("button.no_daily") in said(
        await keeper.click(shown(answer), label=phrase("button.no_daily"))
    )
