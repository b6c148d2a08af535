"""Open new tables in the home channel of a server. If a table can't be opened, post that."""

from __future__ import annotations

import discord
import structlog

from bot.posting.clubs.ready_posts import send_ready_post
from bot.posting.outbox import NOT_INSTALLED, NotYet
from bot.posting.threads.table_threads import NotOpened, TableThreads
from bot.seating.homes import NOT_OPENED, TABLE, HomeTables, PlannedTable
from db.records import Delivery, Repeated

log = structlog.get_logger(__name__)
KINDS = (TABLE, NOT_OPENED)


class HomePosts:
    """Opens tables in home channels with a Discord client."""

    def __init__(self, client: discord.Client, homes: HomeTables, threads: TableThreads) -> None:
        self.client, self.homes, self.threads = client, homes, threads

    async def post(self, delivery: Delivery) -> int | None:
        """Open a table and return the id of its thread, or post that it can't be opened.

        Raises `NotYet` if the game is not installed, and errors of Discord.
        """
        if delivery.kind == NOT_OPENED:
            return await send_ready_post(self.client, delivery)
        plan = PlannedTable.model_validate_json(delivery.content)
        if (opened := await self.homes.find_thread(plan)) is not None:
            return opened  # an earlier attempt set up the table before the bot was stopped
        rules = self.homes.orders.games.get(plan.game)
        if rules is None:
            raise NotYet(NOT_INSTALLED)
        try:
            thread_id = await self.threads.open(
                delivery,
                rules,
                self.homes.name_thread(plan),
                self.homes.write_opening(plan),
                [plan.host],
            )
        except NotOpened as error:
            log.info("a table can't be opened in the home of its server", error=str(error))
            await self.homes.give_up(plan, delivery.channel_id, gone=error.gone)
            return error.message_id
        try:
            await self.homes.lay_out(plan, thread_id)
        except Repeated:
            log.info("a table is laid out already", thread=thread_id)
        return thread_id
