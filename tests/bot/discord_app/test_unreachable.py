"""Channels that refuse posts, are gone, or come back: the game is found again, and nothing is lost."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.discord_app.client import Durbar
from bot.posting.layouts import read
from bot.settings.game_settings import GameSettings
from db.records import StoredGame
from tests.bot.discord_app.test_discord import Hall, hall, requests, said, shown, simcord_bot
from tests.phrases import begins, phrase, says
from tests.until import until

__all__ = ["hall", "simcord_bot"]
MESSAGES = "/channels/*/messages"


async def game(hall: Hall) -> StoredGame:
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    return stored


def bot(hall: Hall) -> Durbar:
    assert isinstance(hall.env.bot, Durbar)
    return hall.env.bot


@pytest.mark.parametrize("status", [403, 404])
async def test_a_channel_that_takes_no_posts_stops_the_clock_until_it_does(hall: Hall, status: int) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    await hall.asha.slash(hall.channel, "game options", name="pace", value="live")
    hall.env.inject_error("POST", MESSAGES, status=status, times=2 if status == 403 else 1)
    done = await who.slash(hall.channel, "pass")
    assert said(done).startswith(phrase("done", line="Pass."))
    stored = await game(hall)
    assert stored.position is not None
    assert GameSettings.of(stored).unreachable
    assert await hall.store.list_running(without="call") == (stored.id,)
    await bot(hall).services.deadlines.reminders.start()
    assert await hall.store.list_running(without="call") == (), "nobody is called, and that is known"
    other = hall.bala if who is hall.asha else hall.asha
    await other.slash(hall.channel, "pass")
    assert hall.last.id != board.id
    assert not GameSettings.of(await game(hall)).unreachable
    assert await hall.store.list_running(without="call") == ()


async def test_a_board_that_was_refused_is_posted_when_its_channel_takes_posts_again(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    hall.env.inject_error("POST", MESSAGES, status=403, times=2)
    await who.slash(hall.channel, "pass")
    [told] = [
        body
        for method, path, body in requests(hall)
        if isinstance(body, dict) and says(str(body.get("content")), "lost.host", title="Toy Deccan")
    ]
    assert says(told["content"], "lost.host")
    other = hall.bala if who is hall.asha else hall.asha
    asked = await other.slash(hall.channel, "game status")
    assert says(said(asked), "lost.note")
    again: Any = discord.Object(hall.channel.id)
    again.guild = hall.guild
    await bot(hall).on_guild_channel_update(None, again)
    await until(lambda: ": Pass." in read(hall.last))
    await until(lambda: not bot(hall).outbox._tasks)
    assert not GameSettings.of(await game(hall)).unreachable


async def test_where_pictures_are_forbidden_the_words_are_posted(hall: Hall) -> None:
    await hall.begin()
    hall.env.inject_error("POST", MESSAGES, status=403)
    await hall.asked().slash(hall.channel, "pass")
    assert ": Pass." in read(hall.last)
    assert hall.last.attachments == []
    assert not GameSettings.of(await game(hall)).unreachable


async def test_a_board_that_is_refused_is_told_in_its_words_and_the_game_goes_on(hall: Hall) -> None:
    await hall.begin()
    hall.env.inject_error("POST", MESSAGES, status=400)
    who = hall.asked()
    await who.slash(hall.channel, "pass")
    assert hall.last.attachments == []
    assert says(read(hall.last), "board.refused")
    other = hall.bala if who is hall.asha else hall.asha
    assert read(hall.last).startswith(other.mention), "it still says who is asked"
    assert not GameSettings.of(await game(hall)).unreachable
    await other.slash(hall.channel, "pass")
    assert hall.last.attachments


async def test_a_board_that_is_refused_altogether_stops_the_clock(hall: Hall) -> None:
    await hall.begin()
    hall.env.inject_error("POST", MESSAGES, status=400, times=2)
    await hall.asked().slash(hall.channel, "pass")
    assert GameSettings.of(await game(hall)).unreachable


async def test_a_bot_that_comes_back_asks_again(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    guild: Any = discord.Object(hall.guild.id)
    await bot(hall).on_guild_join(guild)
    await who.slash(hall.channel, "about")
    assert hall.last.id != board.id
    assert says(read(hall.last), "found")
    step = await who.click(hall.last, label="Pass")
    await who.click(shown(step), label=phrase("button.confirm", order="Pass"))
    assert ": Pass." in read(hall.last)


async def test_a_game_of_a_deleted_channel_is_brought_to_another(hall: Hall) -> None:
    await hall.begin()
    stored = await game(hall)
    hall.env.inject_error("POST", MESSAGES, status=404)
    await hall.asked().slash(hall.channel, "pass")
    mine = await hall.asha.slash(hall.channel, "mine")
    assert says(said(mine), "mine.other", game=stored.id, title="Toy Deccan")
    other = hall.guild.create_text_channel("another")
    done = await hall.asha.slash(other, "host bring", game=stored.id)
    assert said(done) == phrase("host.done")
    board = other.last_message
    assert board is not None
    assert says(read(board), "host.brought", channel=hall.channel.id)
    moved = await hall.store.load(stored.id)
    assert moved.channel_id == other.id
    assert not GameSettings.of(moved).unreachable
    nothing = await hall.asha.slash(hall.channel, "pass")
    assert begins(said(nothing), "no_game")


async def test_what_the_bot_may_not_do_is_said_on_entry(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.begin()
    monkeypatch.setattr("bot.discord_app.responder._find_missing_permissions", lambda _: ("send_messages",))
    status = await hall.guest.slash(hall.channel, "game status")
    assert said(status).endswith(phrase("lacks.note", lacks=phrase("permission.send_messages")))
    assert requests(hall)
