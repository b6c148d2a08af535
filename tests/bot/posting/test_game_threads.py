"""The title of a game's thread, whenever the bot is killed."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.game_threads import GameThreads
from bot.posting.threads.new_threads import WEEK
from db.store import Store
from tests.bot.callers import CHANNEL, NAMES
from tests.bot.hours import Clock
from tests.phrases import phrase

CHOSEN, HOUR = "The Road to Daulatabad", timedelta(hours=1)


class Killed(BaseException):
    """The process is killed. No handler of errors catches this."""


class Thread(discord.Thread):
    """A thread. The process dies right before or right after each rename while `deadly`."""

    def __init__(self, *, before: bool) -> None:
        self.id, self.name, self.archived, self.locked = CHANNEL, CHOSEN, False, False
        self.auto_archive_duration, self.parent_id = WEEK, 1
        self.guild: Any = SimpleNamespace(get_channel=lambda _: None)
        self.before, self.deadly = before, False

    async def edit(self, **changes: Any) -> Thread:
        if self.deadly and self.before:
            raise Killed
        self.name = changes["name"]
        if self.deadly:
            raise Killed
        return self


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
async def test_a_kill_at_a_rename_spoils_no_title(both: Store, before: bool) -> None:
    clock, thread = await Clock(both).begin(), Thread(before=before)
    client: Any = SimpleNamespace(get_channel=lambda _: thread)

    async def update() -> None:
        """Let a new process bring the thread up to date."""
        threads = GameThreads(client, clock.room.table, ForumTags(client), lambda: clock.time)
        await threads.update(await clock.game())

    for _ in range(2):
        thread.deadly = True
        with pytest.raises(Killed):
            await update()
        thread.deadly = False
        await update()
        asked = NAMES[await clock.silent()]
        assert thread.name == phrase("thread.title", people=asked, title=CHOSEN)
        clock.time += HOUR
        await clock.room.choose("pass")
        await clock.posted()
