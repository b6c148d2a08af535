"""Open and close threads where the players of a table talk (if the setting `talk` is on)."""

from __future__ import annotations

import discord
import structlog

from bot.language.words import say
from bot.orders.service import OrderService
from bot.posting.threads.table_threads import NotOpened, TableThreads
from bot.posting.unreachable import FAILING
from bot.replies.text import MAX_THREAD_TITLE, cut_text
from bot.session.table_names import name_table, title_table
from bot.session.talk import find_talk, make_talk_note
from bot.settings.game_settings import GameSettings
from db.records import Delivery, Status, StoredGame

log = structlog.get_logger(__name__)


class TalkThreads:
    """Opens, reopens and closes threads for talk."""

    def __init__(self, client: discord.Client, orders: OrderService, threads: TableThreads) -> None:
        self.client, self.orders, self.threads = client, orders, threads

    async def update(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Open or reopen a table's thread for talk. If the table no longer wants the thread, close it.

        Return the id of the message that was posted to open a new thread; None if no message was posted.
        """
        thread_id = find_talk(stored)
        wanted = GameSettings.of(stored).talk and stored.status in (Status.LOBBY, Status.RUNNING)
        if thread_id is not None:
            await self._set_archived(stored, thread_id, not wanted)
            return None
        if not wanted:
            return None
        rules = self.orders.find_rules(stored)
        title = cut_text(say("talk.title", table=name_table(rules, stored)), MAX_THREAD_TITLE)
        text = say("talk.opened", table=title_table(rules, stored))
        try:
            thread_id = await self.threads.open(delivery, None, title, text)
        except NotOpened as error:
            log.info("a thread for talk can't be opened", game=stored.id, error=str(error))
            return error.message_id
        await self.orders.store.write_notes(stored.id, make_talk_note(thread_id))
        return thread_id

    async def close(self, stored: StoredGame) -> None:
        """Close the thread for talk of a finished game, if there is one."""
        if (thread_id := find_talk(stored)) is not None:
            await self._set_archived(stored, thread_id, True)

    async def _set_archived(self, stored: StoredGame, thread_id: int, archived: bool) -> None:
        try:
            await self.client.http.edit_channel(thread_id, archived=archived)
        except FAILING as error:
            log.info("a thread for talk can't be changed", game=stored.id, error=str(error))
