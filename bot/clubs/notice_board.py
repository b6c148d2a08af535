"""Keep the notice board of a server: a message that lists free seats, games, seekers and results.

After each act at a table of the server, the store asks the bot to write the board (`db.clubs.notice_boards`).
The bot edits the message only if its text or its buttons would change, and at most once a minute.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog

from bot.clubs.seekers import Seekers
from bot.clubs.table_lines import TableLines, list_free_seats
from bot.clubs.tables import ANY, Tables
from bot.language.words import get_language, say, speak_within
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.action import button
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_BODY, fit_lines
from bot.seating.thread_rights import require_rights
from bot.session.table_names import name_table
from bot.story.post import link_board
from db.records import NoticeBoard, Status, StoredGame

log = structlog.get_logger(__name__)
BETWEEN = timedelta(minutes=1)  # the shortest time between two edits of a board
FREE, ENDED, SEEKERS = 3, 3, 3  # the most tables with free seats, the most results, and the most seekers
RUNNING = 5  # how many running games fit on a phone's screen if no free seats or seekers are listed
# A table with free seats takes as much room in the list as 1.5 running games. A seeker takes as much room as
# half a running game.
FREE_TAKES, SEEKER_TAKES = 1.5, 0.5
HERE = "here"
RESULT = 120  # the most characters of a result


class Notice(NamedTuple):
    """What a board shows: its texts, its buttons, and a hash of the texts and buttons (`shown`)."""

    heading: str
    text: str
    below: str
    buttons: Sequence[ActionButton]
    shown: str


class NoticeBoards:
    """Sets the boards of servers, and writes them."""

    def __init__(self, tables: Tables, seekers: Seekers) -> None:
        self.tables, self.orders, self.now, self.seekers = tables, tables.orders, seekers.now, seekers
        self.store = tables.store.notice_boards
        self.lines = TableLines(tables.orders)

    async def set(self, caller: Caller, value: str | None) -> Reply:
        """Put the board of the caller's server into the caller's channel (`HERE`), or remove it (`OFF`).

        If `value` is None, change nothing. The reply says where the board is. Raises `Refused`.
        """
        if caller.guild_id is None:
            raise Refused(say("tables.nowhere"))
        if not caller.manages_server:
            raise Refused(say("notice.not_you"))
        board = await self.store.find(caller.guild_id)
        if value == OFF and board is not None:
            await self.store.remove(caller.guild_id)
            self.orders.due()
            board = None
        wanted = caller.channel_id, get_language()
        if value == HERE and (board is None or (board.channel_id, board.language) != wanted):
            require_rights(caller)
            board = NoticeBoard(caller.guild_id, caller.channel_id, caller.user_id, get_language())
            await self.store.set(board)
            self.orders.due()
        return Reply(say("notice.off") if board is None else say("notice.set", channel=board.channel_id))

    async def forget_channel(self, channel_id: int) -> None:
        """Remove the board from the store, because its channel was deleted."""
        board = await self.store.find_in_channel(channel_id)
        if board is not None and await self.store.remove(board.guild_id):
            log.info("the channel of a notice board was deleted", channel=channel_id)

    async def write(self, board: NoticeBoard, shows: Callable[[int], bool]) -> Notice:
        """Return what a board shows now. The board lists a table only if `shows` is true for its channel."""
        found = await self.tables.store.server_pages.list_tables(board.guild_id, ENDED * 2)
        found = tuple(each for each in found if each.game in self.orders.games and shows(each.channel_id))
        with speak_within(board.language):
            return self._write(found, await self.seekers.list_lines(board.guild_id))

    def _write(self, found: Sequence[StoredGame], seekers: Sequence[str]) -> Notice:
        open_ = [
            replace(each, panel_id=None) for each in found if each.status in (Status.LOBBY, Status.RUNNING)
        ]
        open_.sort(key=lambda each: each.moved or each.created, reverse=True)
        free = [each for each in open_ if list_free_seats(self.orders.games[each.game], each)]
        running = [each for each in open_ if each.status is Status.RUNNING and each not in free]
        ended = [each for each in found if each.status is Status.ENDED]
        ended.sort(key=lambda each: each.ended or each.created, reverse=True)
        heading = say("notice.head")
        room = MAX_BODY - len(heading)
        with_seats, seats_left = fit_lines([self.lines.write(each) for each in free[:FREE]], room)
        seekers = seekers[:SEEKERS]
        most = max(1, int(RUNNING - FREE_TAKES * len(with_seats) - SEEKER_TAKES * len(seekers)))
        games, _ = fit_lines([self.lines.write(each) for each in running[:most]], seats_left)
        results = [self._write_result(each) for each in ended[:ENDED]]
        hidden = len(free) + len(running) - len(with_seats) - len(games)
        above = [heading]
        if with_seats:
            above += [say("notice.free"), *with_seats]
        if games:
            above += [say("notice.running"), *games]
        if not with_seats and not games:
            above.append(say("notice.none"))
        below = [say("notice.seekers"), *seekers] if seekers else []
        below += [say("notice.results"), *results] if results else []
        below += [say("notice.more", n=hidden)] if hidden else []
        buttons = [
            button(
                Tables.choose_seat.call(each.id),
                say("button.sit_at", table=name_table(self.orders.games[each.game], each)),
            )
            for each in free[: len(with_seats)]
        ]
        buttons.append(button(Seekers.open.call(), say("button.seek")))
        buttons.append(button(Tables.show.call(1, ANY, ANY), say("button.all_tables")))
        text, under = "\n".join(above), "\n".join(below)
        content = "\n".join([text, under, *(each.call.custom_id + each.label for each in buttons)])
        return Notice(heading, text, under, buttons, hashlib.sha256(content.encode()).hexdigest()[:32])

    def _write_result(self, stored: StoredGame) -> str:
        rules = self.orders.games[stored.game]
        places = {"table": name_table(rules, stored), "link": link_board(stored), "title": rules.TITLE}
        return say("notice.result", result=stored.result[:RESULT].rstrip("."), **places)


def find_next_edit(now: datetime) -> datetime:
    """Return when a board that is edited at the time `now` may be edited again."""
    return now + BETWEEN


def find_wait(board: NoticeBoard, now: datetime) -> float:
    """Return how many seconds remain until a board may be edited; 0 if it may be edited now."""
    if board.message_id is None or board.next_edit is None:
        return 0.0
    wait = (min(board.next_edit, find_next_edit(now)) - now).total_seconds()
    return max(wait, 0.0)
