"""Post, edit and delete the notice board of a server. If somebody deleted its message, post it again."""

from __future__ import annotations

import json

import discord
import structlog

from bot.clubs.notice_board import Notice, NoticeBoards, find_next_edit, find_wait
from bot.language.words import speak_within
from bot.posting import layouts, message_edits
from bot.posting.buttons import make_button
from bot.posting.channel_sight import load_sight
from bot.posting.delivery_check import find_arrived
from bot.posting.outbox import NotYet
from db.clubs.notice_boards import NOTICE, NOTICE_GONE
from db.records import Delivery, NoticeBoard

log = structlog.get_logger(__name__)
KINDS = (NOTICE, NOTICE_GONE)


class NoticePosts:
    """Posts the notice boards with a Discord client."""

    def __init__(self, client: discord.Client, boards: NoticeBoards) -> None:
        self.client, self.boards = client, boards

    async def post(self, delivery: Delivery) -> int | None:
        """Post, edit or delete a notice board, and return its message's id; None if there is no board.

        Raises `NotYet` if the board was edited less than a minute ago, and errors of Discord.
        """
        if delivery.kind == NOTICE_GONE:
            return await self._delete(delivery)
        board = await self.boards.store.find_in_channel(delivery.channel_id)
        if board is None:
            return None
        if wait := find_wait(board, self.boards.now()):
            raise NotYet(wait)
        try:
            return await self._write(delivery, board)
        except discord.NotFound:
            await self.boards.forget_channel(delivery.channel_id)
            raise

    async def _write(self, delivery: Delivery, board: NoticeBoard) -> int:
        sight = await load_sight(self.client, board.guild_id)
        notice = await self.boards.write(
            board, lambda channel_id: sight.is_as_open(channel_id, board.channel_id)
        )
        if board.message_id is not None and board.shown == notice.shown:
            return board.message_id
        message_id = None if board.message_id is None else await self._edit(board, board.message_id, notice)
        if message_id is None:
            found = await find_arrived(self.client, delivery, notice.heading)
            message_id = found.id if found is not None else await self._send(delivery, board, notice)
        await self.boards.store.record_shown(
            board, message_id, notice.shown, find_next_edit(self.boards.now())
        )
        return message_id

    async def _edit(self, board: NoticeBoard, message_id: int, notice: Notice) -> int | None:
        """Edit a board and return its message's id; None if somebody has deleted the message."""
        channel = self.client.get_partial_messageable(board.channel_id, guild_id=board.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(
                view=_lay_out(board, notice), allowed_mentions=message_edits.NOBODY
            )
        except discord.NotFound as error:
            if error.code != message_edits.NO_MESSAGE:
                raise
            log.info("a notice board was deleted and is posted again", channel=board.channel_id)
            return None
        return message_id

    async def _send(self, delivery: Delivery, board: NoticeBoard, notice: Notice) -> int:
        channel = self.client.get_partial_messageable(board.channel_id, guild_id=board.guild_id)
        message = await channel.send(
            view=_lay_out(board, notice),
            nonce=delivery.nonce,
            silent=True,
            allowed_mentions=message_edits.NOBODY,
        )
        return message.id

    async def _delete(self, delivery: Delivery) -> int | None:
        message_id = int(json.loads(delivery.content))
        channel = self.client.get_partial_messageable(delivery.channel_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a notice board can't be deleted", message=message_id, error=str(error))
        return message_id


def _lay_out(board: NoticeBoard, notice: Notice) -> layouts.View:
    with speak_within(board.language):
        rows = layouts.pack_buttons(map(make_button, notice.buttons))
        return layouts.make_layout(notice.text, (), notice.below, rows)
