"""List a person's open games and the games that they follow."""

from __future__ import annotations

from bot.deadlines.reminders import find_waiting_since
from bot.language.words import join_names, say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import name_seat
from bot.session.table_names import name_table
from bot.story.board_posts import format_time
from bot.story.post import link_board
from db.records import Status, StoredGame


class MyGames:
    """Lists the games of a person in all channels."""

    def __init__(self, orders: OrderService) -> None:
        self.orders, self.store = orders, orders.store

    @action("mine")
    async def list_mine(self, caller: Caller) -> Reply:
        """Return the open games in which the caller has a seat, and the games that the caller follows.

        The games in which the caller must act come first.
        """
        rows = []
        for stored in await self.store.list_games_of(caller.user_id):
            waits, row = await self._write_row(caller, stored)
            rows.append((not waits, row))
        rows.sort(key=lambda row: row[0])
        waiting = sum(1 for later, _ in rows if not later)
        head = say("mine.head", n=waiting) if waiting else say("mine.head_none" if rows else "mine.none")
        followed = await self._list_followed(caller)
        return Reply(cut_text("\n".join([head, *(row for _, row in rows), *followed]), MAX_TEXT))

    async def _list_followed(self, caller: Caller) -> list[str]:
        """Return a heading and a line for each game that the caller follows; [] if they follow none."""
        followed = await self.store.follows.list_games(caller.user_id)
        lines = [
            say("mine.follow", game=each.id, title=self.orders.find_title(each), link=link_board(each))
            for each in followed
        ]
        return [say("mine.followed"), *lines] if lines else []

    async def _write_row(self, caller: Caller, stored: StoredGame) -> tuple[bool, str]:
        if stored.game not in self.orders.games:
            return False, say(
                "mine.not_installed", game=stored.id, title=stored.game, link=link_board(stored)
            )
        rules = self.orders.find_rules(stored)
        own = join_names(
            [name_seat(rules, seat, stored.position) for seat in stored.seats_of(caller.user_id)]
        )
        places = {
            "game": stored.id,
            "table": name_table(rules, stored),
            "title": rules.TITLE,
            "link": link_board(stored),
            "seats": own,
        }
        page = self.orders.page_links.find(stored)
        web = say("mine.web", link=page) if page else ""
        if stored.status is Status.LOBBY:
            return False, say("mine.lobby", **places)
        asked = self.orders.load_seated(stored).asked
        since = format_time(find_waiting_since(stored))
        if asked in stored.seats_of(caller.user_id):
            return True, say("mine.you", since=since, **places) + web
        return False, say(
            "mine.other", since=since, asked=name_seat(rules, asked, stored.position), **places
        ) + web
