"""Post for people who look for a game: open a thread for their party, or say that nobody was found."""

from __future__ import annotations

import discord
import structlog

from bot.clubs.seekers import LAPSED, PARTY, PlannedParty, Seekers
from bot.language.words import speak_within
from bot.posting.clubs.ready_posts import send_ready_post
from bot.posting.outbox import NOT_INSTALLED, NotYet
from bot.posting.threads.table_threads import NotOpened, TableThreads
from db.records import Delivery, Stale

log = structlog.get_logger(__name__)
KINDS = (PARTY, LAPSED)


class SeekPosts:
    """Makes the posts for seekers (people who look for a game) with a Discord client."""

    def __init__(self, client: discord.Client, seekers: Seekers, threads: TableThreads) -> None:
        self.client, self.seekers, self.threads = client, seekers, threads

    async def post(self, delivery: Delivery) -> int | None:
        """Post a delivery and return the id of its message; None if the post is no longer needed.

        Raises `NotYet` if the game is not installed, and errors of Discord.
        """
        if delivery.kind == LAPSED:
            return await send_ready_post(self.client, delivery)
        plan = PlannedParty.model_validate_json(delivery.content)
        people = await self.seekers.store.seeks.list_party(plan.party)
        if not people:
            return None  # an earlier attempt set up the table before the bot was stopped
        rules = self.seekers.orders.games.get(plan.game)
        if rules is None:
            raise NotYet(NOT_INSTALLED)
        try:
            with speak_within(people[0].language):
                thread_id = await self.threads.open(
                    delivery,
                    rules,
                    self.seekers.name_thread(plan, people),
                    self.seekers.write_call(plan, people),
                    [seek.user_id for seek in people],
                )
        except NotOpened as error:
            log.info("the thread of a party can't be opened", party=plan.party, error=str(error))
            await self.seekers.part(plan, people, delivery.channel_id, gone=error.gone)
            return error.message_id
        try:
            await self.seekers.lay_out(plan, people, thread_id)
        except Stale:
            log.info("the table of a party is laid out already", party=plan.party)
        return thread_id
