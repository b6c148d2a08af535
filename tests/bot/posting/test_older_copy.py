"""A bot on an older copy of its database: the channel is told once, and gets its board again."""

from __future__ import annotations

from typing import Any, cast

import pytest
from sqlalchemy import delete

from bot.discord_app.client import Durbar
from bot.posting.layouts import read
from bot.posting.older_copy import OlderCopies
from db.schema import deliveries
from tests.bot.discord_app.test_discord import Hall, hall, simcord_bot
from tests.bot.discord_app.test_economy import quiet
from tests.phrases import says
from tests.until import until

__all__ = ["hall", "simcord_bot"]


def told(hall: Hall) -> list[str]:
    """Return the posts that say so."""
    return [text for message in hall.channel.history() if says(text := read(message), "older_copy")]


def copies(hall: Hall) -> OlderCopies:
    bot: Any = hall.env.bot
    return cast(Durbar, bot).older_copies


async def go_back(hall: Hall) -> None:
    """Forget the last board and its reminder, as if the database were a copy made before it."""
    [stored] = [await hall.store.load(game) for game in await hall.store.list_running()]
    known, _ = await hall.store.find_posted(stored.id, stored.channel_id)
    last = delete(deliveries).where(deliveries.c.message_id == known)
    await hall.store._database.run(lambda connection: connection.execute(last))
    await hall.store.set_message(stored.id, "panel", None)


async def test_nothing_is_said_on_the_newest_copy(hall: Hall) -> None:
    await hall.begin()
    await copies(hall).look()
    assert not told(hall)


async def test_the_channel_is_told_once_and_has_its_board(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    await hall.asked().slash(hall.channel, "pass")
    lost = hall.last
    await go_back(hall)
    monkeypatch.setattr(copies(hall).client, "get_channel", lambda _: None)
    await copies(hall).look()
    await until(lambda: hall.last.id != lost.id and hall.labels())
    await quiet(cast(Durbar, cast(Any, hall.env.bot)))
    await copies(hall).look()
    await quiet(cast(Durbar, cast(Any, hall.env.bot)))
    assert len(told(hall)) == 1


async def test_what_people_say_is_no_post_of_a_game(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.begin()
    monkeypatch.setattr(copies(hall).client, "get_channel", lambda _: None)
    await hall.asha.send(hall.channel, "a button of game:1")
    await hall.asha.slash(hall.channel, "board")
    await copies(hall).look()
    assert not told(hall)
