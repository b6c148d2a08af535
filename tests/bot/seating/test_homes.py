"""The home of a server's tables: who sets it, what opens there, and kills at each step, on both databases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.orders.service import OrderService
from bot.posting.clubs.home_posts import KINDS, HomePosts
from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.table_threads import TableThreads
from bot.replies.reply import Refused
from bot.seating.homes import NOT_OPENED, TABLE, HomeTables
from bot.seating.lobby import Lobby
from db.records import Delivery, Home, Status
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, caller
from tests.bot.forum import FORUM, OWN, Forum, answer_not_found
from tests.bot.plain import Recorder, Sent
from tests.phrases import pattern, phrase, says

MANAGER = replace(caller(), manages_server=True)


class Discord:
    """A client with one forum. `dies` is the step at which the process is killed next."""

    def __init__(self) -> None:
        self.threads: list[Any] = []
        self.sent = Sent()
        self.dies, self.gone = "", False
        self.user = type("User", (), {"id": OWN})()

    def fail(self, step: str) -> None:
        if step == self.dies:
            self.dies = ""
            raise ConnectionError("killed")

    def get_channel(self, _: int) -> Any:
        if self.gone:
            raise answer_not_found()
        return Forum(self.threads, (GAMES["aadu_huli"].TITLE, phrase("tag.free")), self.fail)

    def get_partial_messageable(self, channel_id: int) -> Any:
        return Recorder(channel_id, self.sent, 7)


class Hall:
    """The service on a store, with a client."""

    def __init__(self, store: Store) -> None:
        self.store, self.client = store, Discord()
        self.homes = HomeTables(Lobby(OrderService(store, GAMES, lambda: None), lambda: SEED))
        client = cast(Any, self.client)
        self.posts = HomePosts(client, self.homes, TableThreads(client, store.homes, ForumTags(client)))

    async def claim(self) -> Delivery:
        """Return the waiting delivery of a table, as the next process gets it after a kill."""
        await self.store.release_deliveries()
        [found] = [each for each in (await self.store.claim_due()).claimed if each.kind in KINDS]
        return found


@pytest.fixture
def hall(both: Store) -> Hall:
    return Hall(both)


async def test_only_managers_set_the_home(hall: Hall) -> None:
    with pytest.raises(Refused, match=pattern("home.not_you")):
        await hall.homes.set(caller(), FORUM)
    with pytest.raises(Refused, match=pattern("tables.nowhere")):
        await hall.homes.set(replace(MANAGER, guild_id=None), FORUM)
    lacking = replace(MANAGER, find_lacks=lambda *_: ("send_messages",))
    with pytest.raises(Refused, match=pattern("thread.lacks", channel=FORUM)):
        await hall.homes.set(lacking, FORUM)
    assert says((await hall.homes.set(MANAGER)).text, "home.none")
    assert says((await hall.homes.set(MANAGER, FORUM)).text, "home.set", channel=FORUM)
    assert says((await hall.homes.set(MANAGER)).text, "home.set", channel=FORUM)
    assert says((await hall.homes.set(MANAGER, off=True)).text, "home.none")


async def test_a_new_table_opens_in_the_home(hall: Hall) -> None:
    await hall.homes.set(MANAGER, FORUM)
    by = caller(SOUTH)
    for _ in range(2):  # Discord repeats the interaction
        assert says((await hall.homes.open(by, "aadu_huli")).text, "home.planned", channel=FORUM)
    delivery = await hall.claim()
    assert (delivery.channel_id, delivery.kind) == (FORUM, TABLE)
    await hall.posts.post(delivery)
    [thread] = hall.client.threads
    assert [user.id for user in thread.given["allowed_mentions"].users] == [SOUTH]
    assert {tag.name for tag in thread.given["applied_tags"]} == {
        GAMES["aadu_huli"].TITLE,
        phrase("tag.free"),
    }
    stored = await hall.store.find_in_channel(thread.id)
    assert stored is not None
    assert (stored.status, stored.host_id, stored.guild_id) == (Status.LOBBY, SOUTH, 1)
    assert await hall.store.find_in_channel(CHANNEL) is None


async def test_a_thread_of_the_home_keeps_its_table(hall: Hall) -> None:
    await hall.homes.set(MANAGER, FORUM)
    await hall.homes.open(replace(caller(), parent_id=FORUM), "aadu_huli")
    assert await hall.store.find_in_channel(CHANNEL) is not None


async def test_a_name_that_a_table_has_is_refused(hall: Hall) -> None:
    await hall.homes.lobby.create(caller(), "aadu_huli", name="The Long Road")
    await hall.homes.set(MANAGER, FORUM)
    with pytest.raises(Refused, match=pattern("table_name.taken")):
        await hall.homes.plan(caller(), "aadu_huli", name="the long road")


@pytest.mark.parametrize("step", ["before", "after", "table", "mark"])
async def test_a_kill_at_any_step_opens_one_table(
    hall: Hall, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.homes.set(MANAGER, FORUM)
    await hall.homes.open(caller(SOUTH), "aadu_huli")
    hall.client.dies = step

    async def die(*_: object) -> None:
        raise ConnectionError("killed")

    delivery = await hall.claim()
    with monkeypatch.context() as broken:
        if step == "table":
            broken.setattr(hall.homes, "lay_out", die)
        if step == "mark":
            await hall.posts.post(delivery)
        else:
            with pytest.raises(ConnectionError):
                await hall.posts.post(delivery)
    again = Hall(hall.store)
    again.client = hall.client
    again.posts = hall.posts
    await again.posts.post(await again.claim())
    [thread] = hall.client.threads
    stored = await hall.store.find_in_channel(thread.id)
    assert stored is not None
    assert len(await hall.store.server_pages.list_tables(1, 0)) == 1


async def test_a_home_that_is_gone_is_forgotten_aloud(hall: Hall) -> None:
    await hall.store.homes.set(Home(1, FORUM, NORTH))
    await hall.homes.open(caller(SOUTH), "aadu_huli")
    hall.client.gone = True
    delivery = await hall.claim()
    for _ in range(2):
        assert await hall.posts.post(delivery) is None
    await hall.store.mark_sent(delivery.id, None)
    told = await hall.claim()
    assert (told.kind, told.channel_id) == (NOT_OPENED, CHANNEL)
    await hall.posts.post(told)
    assert [(channel, called) for channel, _, called in hall.client.sent] == [(CHANNEL, [SOUTH])]
    assert await hall.store.homes.find(1) is None
