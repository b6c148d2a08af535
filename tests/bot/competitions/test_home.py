"""Tables of cups in the home of their server: where they open, kills at each step, and deleted homes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.competitions.form import SIZE
from bot.competitions.service import NEWS, TABLE
from bot.competitions.terms import CUP
from bot.posting.clubs.competition_posts import NoThread
from bot.posting.outbox import NotYet
from bot.replies.reply import Refused
from db.records import Delivery, Home
from db.store import Store
from tests.bot.competitions.hall import CHANNEL, GUILD, HOST, MELA, Hall
from tests.bot.forum import FORUM
from tests.phrases import pattern, phrase

TEXT_CHANNEL = 801
THREE = {SIZE: "3"}  # one table at a time


@pytest.fixture
def hall(both: Store) -> Hall:
    return Hall(both)


async def fill(hall: Hall, home: int | None) -> None:
    """Give the server a home, and fill a cup of three."""
    if home is not None:
        await hall.store.homes.set(Home(GUILD, home, HOST))
    cup = await hall.make(THREE)
    await hall.join(cup.id, 1, 2, 3)


async def test_tables_open_as_posts_of_a_forum(hall: Hall) -> None:
    await fill(hall, FORUM)
    await hall.settle()
    [running] = await hall.list_running()
    [post] = hall.client.forum_posts
    assert running.channel_id == post.id
    assert post.given["allowed_mentions"].users == [], "people are called at the start, not twice"
    assert {tag.name for tag in post.given["applied_tags"]} == {MELA.TITLE, phrase("tag.free")}
    assert "Person" in post.name
    assert {each.channel for each in hall.client.messages.values()} == {CHANNEL}, "the standings stay"


async def test_tables_open_in_threads_of_a_text_channel(hall: Hall) -> None:
    await fill(hall, TEXT_CHANNEL)
    await hall.settle()
    [running] = await hall.list_running()
    assert hall.client.messages[running.channel_id].channel == TEXT_CHANNEL
    assert running.channel_id in hall.client.threads


@pytest.mark.parametrize("home", [FORUM, TEXT_CHANNEL])
async def test_rights_are_checked_in_the_home(hall: Hall, home: int) -> None:
    await hall.store.homes.set(Home(GUILD, home, HOST))

    def lack(channel_id: int, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(names[:1]) if channel_id == home else ()

    with pytest.raises(Refused, match=pattern("thread.lacks", channel=home)):
        await hall.service.open(replace(hall.caller(HOST), find_lacks=lack), CUP, None, None, None)
    elsewhere = replace(
        hall.caller(HOST), find_lacks=lambda place, names: lack(home if place == CHANNEL else 0, names)
    )
    await hall.service.open(elsewhere, CUP, None, None, None)


@pytest.mark.parametrize("home", [None, FORUM, TEXT_CHANNEL])
@pytest.mark.parametrize("step", ["before", "after", "table", "mark"])
async def test_a_kill_at_any_step_opens_one_table(
    hall: Hall, home: int | None, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(hall, home)
    table = await hall.reach(TABLE)
    hall.client.dies = step if home == FORUM else ""

    async def die(*_: object) -> None:
        raise ConnectionError("killed")

    with monkeypatch.context() as broken:
        if step == "table":
            broken.setattr(hall.service, "lay_out", die)
        if step == "mark" or (home != FORUM and step != "table"):
            await hall.posts.post(table)
        else:
            with pytest.raises(ConnectionError):
                await hall.posts.post(table)
    hall.start(hall.store, hall.orders.games)
    await hall.posts.post(await reclaim(hall))
    await hall.store.mark_sent(table.id, None)
    await hall.settle()
    assert len(await hall.list_running()) == 1
    assert len(hall.client.forum_posts) + len(hall.client.threads) == 1


async def reclaim(hall: Hall) -> Delivery:
    """Return the delivery of the table as the next process claims it."""
    await hall.store.release_deliveries()
    return await hall.reach(TABLE)


async def test_without_its_home_a_table_opens_beside_the_standings(hall: Hall) -> None:
    await fill(hall, FORUM)
    hall.client.deleted.add(FORUM)
    await hall.settle()
    [running] = await hall.list_running()
    assert hall.client.messages[running.channel_id].channel == CHANNEL
    assert await hall.store.homes.find(GUILD) is None


async def test_a_table_that_waits_goes_to_the_next_home(hall: Hall) -> None:
    await fill(hall, TEXT_CHANNEL)
    hall.client.no_threads = True
    table = await hall.reach(TABLE)
    with pytest.raises(NoThread):
        await hall.posts.post(table)
    told = await hall.reach(NEWS)
    assert f"<#{TEXT_CHANNEL}>" in told.content
    await hall.deliver(told)
    hall.client.no_threads = False
    await hall.store.homes.remove(GUILD)
    hall.client.deleted.add(TEXT_CHANNEL)
    await hall.posts.post(replace(table, error=repr(NoThread())))
    await hall.store.mark_sent(table.id, None)
    await hall.settle()
    [running] = await hall.list_running()
    assert hall.client.messages[running.channel_id].channel == CHANNEL


async def test_a_table_whose_channel_is_taken_is_tried_again(hall: Hall) -> None:
    await fill(hall, None)
    table = await hall.reach(TABLE)
    await hall.lobby.create(replace(hall.caller(1), channel_id=9000 + len(hall.client.messages)), MELA.KEY)
    with pytest.raises(NotYet):
        await hall.posts.post(table)


async def test_the_home_is_read_only_when_a_table_opens(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    homes, reads = hall.store.homes, list[int]()
    choose = homes.choose_channel

    async def count(guild_id: int, channel_id: int) -> int:
        reads.append(channel_id)
        return await choose(guild_id, channel_id)

    monkeypatch.setattr(homes, "choose_channel", count)
    cup = await hall.make(THREE)
    await hall.join(cup.id, 1, 2)
    await hall.service.look()
    assert reads == []
    await hall.join(cup.id, 3)
    assert reads == [CHANNEL], "once for all tables that open"
