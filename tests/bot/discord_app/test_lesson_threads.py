"""Lessons for all in a simulated Discord: opened in a thread, continued by others, and possible obstacles."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import simcord

from bot.discord_app.client import Durbar
from bot.discord_app.lesson_threads import run_in_thread
from bot.discord_app.services import build_services
from bot.posting.layouts import read
from bot.posting.pictures import Pictures
from bot.replies.reply import Refused, Reply
from db.store import Store
from rules.lessons.lesson import read_course
from rules.loading.games import GAMES
from tests.bot.discord_app.test_discord import Hall, hall, paint, said, shown
from tests.phrases import pattern, phrase, says

__all__ = ["hall"]
GAME = "aadu_huli"


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    return Durbar(build_services(store, {GAME: GAMES[GAME]}), pictures=Pictures(paint=paint))


async def opened(hall: Hall) -> simcord.InteractionResult:
    """Let Asha open a lesson for all."""
    mine = await hall.asha.slash(hall.channel, "learn", game=GAME, lesson="goats")
    asked = await hall.asha.click(shown(mine), label=phrase("button.together"))
    assert says(said(asked), "class.ask", lesson="1. Save a Goat")
    assert hall.channel.threads == [], "nobody else reads anything yet"
    return await hall.asha.click(shown(asked), label=phrase("button.open_thread"))


def lesson(hall: Hall) -> discord.Message:
    [thread] = hall.channel.threads
    message = thread.last_message
    assert message is not None
    return message


async def test_a_lesson_for_all_stands_in_a_thread_and_others_go_on_with_it(hall: Hall) -> None:
    answer = await opened(hall)
    [thread] = hall.channel.threads
    assert thread.name == phrase("class.title", title="Aadu-Huli aata", lesson="1. Save a Goat")
    assert says(said(answer), "class.begun")
    first = lesson(hall)
    assert says(read(first), "class.by")
    assert len(first.attachments) == 1
    await hall.guest.click(first, label=phrase("button.task"))
    await hall.bala.click(lesson(hall), label=phrase("button.hint"))
    now = lesson(hall)
    assert now.id == first.id, "it is edited where it stands"
    assert says(read(now), "class.by")
    assert "Which point does the Tiger need to land on?" in read(now)
    looked = await hall.guest.click(now, label=phrase("button.look"))
    assert says(said(looked), "learn.task")
    assert read(lesson(hall)) == read(now), "what one looks up is for them alone"
    await hall.bala.click(now, label=phrase("button.hint"))
    await hall.guest.click(lesson(hall), label=phrase("button.show"))
    assert says(read(lesson(hall)), "class.by")
    assert phrase("button.next") in hall.labels(lesson(hall))
    await hall.bala.click(lesson(hall), label=phrase("button.next"))
    assert says(read(lesson(hall)), "learn.head", n=2, count=len(read_course(GAMES["aadu_huli"])))


async def test_where_no_thread_may_be_opened_it_is_said_what_helps(hall: Hall) -> None:
    hall.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    answer = await opened(hall)
    assert says(said(answer), "class.forbidden")
    assert hall.channel.threads == []


class Thread(discord.Thread):
    """A thread that is archived or locked. `forbidden`: it can't be reopened."""

    def __init__(self, *, locked: bool = False, archived: bool = False, forbidden: bool = False) -> None:
        self.id, self.locked, self.archived, self.forbidden = 1, locked, archived, forbidden

    async def edit(self, **changed: Any) -> Any:
        if self.forbidden:
            response: Any = SimpleNamespace(status=403, reason="no")
            raise discord.Forbidden(response, "no")
        self.archived = changed["archived"]


async def done() -> Reply:
    return Reply("Done.")


async def test_a_thread_that_was_put_away_is_taken_out_again() -> None:
    thread = Thread(archived=True)
    assert (await run_in_thread(cast(Any, SimpleNamespace(channel=thread)), done())).text == "Done."
    assert not thread.archived


@pytest.mark.parametrize(
    ("thread", "why"),
    [
        (Thread(locked=True, archived=True), "class.locked"),
        (Thread(archived=True, forbidden=True), "class.archived"),
    ],
)
async def test_a_thread_that_takes_nothing_says_so(thread: Thread, why: str) -> None:
    with pytest.raises(Refused, match=pattern(why)):
        await run_in_thread(cast(Any, SimpleNamespace(channel=thread)), done())
