"""The message of a notice board: edited in place, at most once a minute, posted again if it was deleted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, cast

import discord
import pytest

from bot.clubs.notice_board import HERE, NoticeBoards
from bot.clubs.seekers import Seekers
from bot.clubs.tables import Tables
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.posting.channel_sight import ChannelSight
from bot.posting.clubs import notice_posts
from bot.posting.clubs.notice_posts import NoticePosts
from bot.posting.message_edits import NO_MESSAGE
from bot.posting.outbox import NotYet
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.views.ratings import Ratings
from db.clubs.notice_boards import NOTICE
from db.records import Delivery
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import SEED, caller, make_reminders
from tests.bot.clubs.test_tables import MANAGER


class Discord:
    """A client that records what is sent and edited. The messages in `gone` were deleted."""

    def __init__(self) -> None:
        self.sent, self.edited, self.gone = list[int](), list[int](), set[int]()

    def get_partial_messageable(self, *_: object, **__: object) -> Any:
        return self

    async def send(self, **_: object) -> Any:
        self.sent.append(100 + len(self.sent))
        return type("Message", (), {"id": self.sent[-1]})()

    def get_partial_message(self, message_id: int) -> Any:
        client = self

        class Message:
            async def edit(self, **_: object) -> None:
                if message_id in client.gone:
                    response: Any = type("Response", (), {"status": 404, "reason": "Not Found"})()
                    raise discord.NotFound(response, {"code": NO_MESSAGE, "message": "Unknown Message"})
                client.edited.append(message_id)

        return Message()


class Hall:
    def __init__(self, store: Store) -> None:
        self.store, self.time, self.client = store, datetime.now().astimezone(), Discord()
        orders, people = OrderService(store, GAMES, lambda: None), PreferenceStore(store)
        self.lobby = Lobby(orders, lambda: SEED)
        tables = Tables(self.lobby, Seats(make_reminders(orders, people)))
        self.boards = NoticeBoards(tables, Seekers(self.lobby, Ratings(orders, people), lambda: self.time))
        self.posts = NoticePosts(cast(Any, self.client), self.boards)

    async def lay(self, channel: int) -> Delivery:
        """Create a table, and return a delivery of the board."""
        await self.lobby.create(caller(channel=channel), "aadu_huli")
        return self.make_delivery()

    def make_delivery(self) -> Delivery:
        row: Any = {"channel_id": 700, "kind": NOTICE, "content": "{}", "id": 1, "nonce": "n", "attempts": 1}
        return cast(Delivery, type("Row", (), row | {"error": "", "first_tried": None})())


@pytest.fixture
async def hall(store: Store, monkeypatch: pytest.MonkeyPatch) -> Hall:
    async def see_all(*_: object) -> ChannelSight:
        return ChannelSight((), {}, {})  # without roles, each channel is as open as any other

    monkeypatch.setattr(notice_posts, "load_sight", see_all)
    hall = Hall(store)
    await hall.boards.set(MANAGER, HERE)
    await hall.posts.post(hall.make_delivery())
    assert hall.client.sent == [100]
    return hall


async def test_a_change_edits_the_message_after_a_minute(hall: Hall) -> None:
    delivery = await hall.lay(10)
    with pytest.raises(NotYet):
        await hall.posts.post(delivery)
    hall.time += timedelta(minutes=1)
    assert await hall.posts.post(delivery) == 100
    assert (hall.client.sent, hall.client.edited) == ([100], [100])
    hall.time += timedelta(minutes=1)
    await hall.posts.post(delivery)
    assert hall.client.edited == [100], "nothing has changed"


async def test_a_deleted_message_is_posted_again(hall: Hall) -> None:
    hall.client.gone.add(100)
    delivery = await hall.lay(10)
    hall.time += timedelta(minutes=1)
    assert await hall.posts.post(delivery) == 101
    board = await hall.store.notice_boards.find_in_channel(700)
    assert board is not None
    assert board.message_id == 101


async def test_a_removed_board_is_not_posted(hall: Hall) -> None:
    await hall.boards.set(MANAGER, "off")
    assert await hall.posts.post(hall.make_delivery()) is None
    assert hall.client.sent == [100]
