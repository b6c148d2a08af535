"""Update the thread of a game. The title says who is asked. The thread stays open until the game ends.

In a forum channel, each table's thread is a post with tags (`bot.posting.threads.forum_tags`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import discord
import structlog
from pydantic import BaseModel, ConfigDict

from bot.language.words import join_names, say, speak_within
from bot.orders.service import OrderService
from bot.plans.question_plans import list_asked_beside
from bot.posting.outbox import NotYet
from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.new_threads import WEEK
from bot.posting.unreachable import FAILING
from bot.replies.text import MAX_THREAD_TITLE, cut_text
from bot.seating.starting import is_full
from bot.session.talk import find_talk
from bot.settings.game_settings import GameSettings
from bot.story.post import CLOSE, THREAD
from db.records import NewDelivery, Note, Status, StoredGame

log = structlog.get_logger(__name__)
NOTE = "thread"  # the name of the note about a game's thread
RENAMES = 2  # Discord renames a thread at most this many times in 10 minutes
WITHIN = timedelta(minutes=10, seconds=10)  # Discord's 10 minutes, and 10 seconds more to be safe
CLOSE_AFTER = timedelta(days=1)  # the time from a game's last post until the bot closes its thread
KEPT = 10_000  # the most channels in memory


class ThreadNote(BaseModel):
    """The note about what the bot has done with a thread.

    Attributes:
        base: the title that people gave the thread; "" while the bot has not renamed it
        title: the last title that the bot gave the thread
        before: the title that `title` replaces; the thread still has it if the bot was killed before the
            rename
        renamed: when the bot last renamed the thread; Discord's limit counts these renames
    """

    model_config = ConfigDict(frozen=True)

    base: str = ""
    title: str = ""
    before: str = ""
    renamed: tuple[datetime, ...] = ()


class GameThreads:
    """Updates the threads of games. `now` returns the time."""

    def __init__(
        self, client: discord.Client, orders: OrderService, tags: ForumTags, now: Callable[[], datetime]
    ) -> None:
        self.client, self.tags = client, tags
        self.orders, self.store, self.now = orders, orders.store, now
        self._others = OrderedDict[int, None]()  # channels that are no threads

    async def plan(self, stored: StoredGame, *, over: bool = False) -> None:
        """If the game has a thread, plan an update of the thread.

        With `over`, also plan to close two threads later: the game's thread, and the table's thread for talk.
        """
        try:
            in_thread = await self._find(stored) is not None
            if in_thread:
                await self.store.schedule(stored.id, NewDelivery(stored.channel_id, THREAD, "{}"))
            if over and (in_thread or find_talk(stored) is not None):
                closes = NewDelivery(stored.channel_id, CLOSE, "{}", self.now() + CLOSE_AFTER)
                await self.store.schedule(stored.id, closes)
            self.orders.due()
        except FAILING as error:
            log.info("a channel can't be looked up", game=stored.id, error=str(error))

    async def keep_open(self, thread_id: int) -> None:
        """Plan to reopen a thread that was archived, if its game is running."""
        stored = await self.store.find_in_channel(thread_id)
        if stored is not None and stored.status is Status.RUNNING:
            await self.plan(stored)

    async def update(self, stored: StoredGame) -> None:
        """Update a thread: its title, its tags and whether it is open. Raises `NotYet` at Discord's limit."""
        try:
            thread = await self._find(stored)
            if thread is not None and not thread.locked:
                await self._update(stored, thread)
        except discord.RateLimited as limited:
            raise NotYet(limited.retry_after) from None
        except FAILING as error:
            log.info("a game's thread can't be changed", game=stored.id, error=str(error))

    async def close(self, stored: StoredGame) -> None:
        """Close the thread of a finished game, unless another game uses the thread."""
        if await self.store.find_in_channel(stored.channel_id) is not None:
            return
        try:
            thread = await self._find(stored)
            if thread is not None and not thread.archived:
                await thread.edit(archived=True)
        except FAILING as error:
            log.info("a game's thread can't be closed", game=stored.id, error=str(error))

    async def _find(self, stored: StoredGame) -> discord.Thread | None:
        """Return the game's channel if it is a thread, else None. Remember channels that are no threads."""
        if stored.guild_id is None or stored.channel_id in self._others:
            return None
        channel = self.client.get_channel(stored.channel_id)
        if channel is None:
            channel = await self.client.fetch_channel(stored.channel_id)
        if isinstance(channel, discord.Thread):
            return channel
        self._others[stored.channel_id] = None
        if len(self._others) > KEPT:
            self._others.popitem(last=False)
        return None

    async def _update(self, stored: StoredGame, thread: discord.Thread) -> None:
        over = stored.status not in (Status.LOBBY, Status.RUNNING)
        if thread.archived and not over:
            thread = await thread.edit(archived=False)
        note = _read_note(stored)
        title, base = self._write_title(stored, thread.name, note)
        recent = tuple(at for at in note.renamed if self.now() - at < WITHIN)
        changes: dict[str, object] = {}
        if title != thread.name and len(recent) < RENAMES:
            changes["name"] = title
            recent = (*recent, self.now())
        elif title != thread.name:
            later = NewDelivery(stored.channel_id, THREAD, "{}", recent[-RENAMES] + WITHIN)
            await self.store.schedule(stored.id, later)
            self.orders.due()
        if not over and thread.auto_archive_duration != WEEK:
            changes["auto_archive_duration"] = WEEK
        tags = await self._find_tags(stored, thread)
        if tags is not None and [tag.id for tag in tags] != [tag.id for tag in thread.applied_tags]:
            changes["applied_tags"] = tags
        if not changes:
            return
        if "name" in changes:  # store the new title first: then the bot knows it after a crash
            noted = ThreadNote(base=base, title=title, before=thread.name, renamed=recent)
            await self.store.write_notes(stored.id, Note("", NOTE, 0, noted.model_dump_json()))
        await thread.edit(**changes)  # type: ignore[arg-type]

    def _write_title(self, stored: StoredGame, present: str, note: ThreadNote) -> tuple[str, str]:
        """Return the title that a thread should have, and the part of the title that people chose."""
        ours = note.title and present in (note.title, note.before)
        base = note.base if ours else present
        if stored.status is not Status.RUNNING:
            return base, base
        rules, at = self.orders.find_rules(stored), self.orders.load_seated(stored)
        keys = dict.fromkeys((at.asked, *(ask.seat for ask in list_asked_beside(at))))
        with speak_within(GameSettings.of(stored).language):
            names = [
                holder.user_name if (holder := stored.seat(key)) and not holder.level else rules.name(key)
                for key in keys
                if key
            ]
            asked = say("thread.title", people=join_names(names), title="") if names else ""
        return cut_text(asked + base, MAX_THREAD_TITLE), base

    async def _find_tags(
        self, stored: StoredGame, thread: discord.Thread
    ) -> Sequence[discord.ForumTag] | None:
        """Return the tags that a post in a forum should have; None outside forums."""
        forum = thread.parent
        if not isinstance(forum, discord.ForumChannel):
            return None
        rules = self.orders.find_rules(stored)
        with speak_within(GameSettings.of(stored).language):
            return await self.tags.find(
                forum, rules, stored.status, thread.applied_tags, full=is_full(rules, stored)
            )


def _read_note(stored: StoredGame) -> ThreadNote:
    text = next((note.text for note in stored.notes if (note.seat, note.name) == ("", NOTE)), "{}")
    return ThreadNote.model_validate_json(text)
