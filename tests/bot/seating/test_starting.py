"""A full table calls its host and starts by itself after a pause, unless somebody asks it to wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from bot.replies.reply import Refused
from bot.seating.starting import BEGIN, PlannedStart
from bot.settings.game_settings import GameSettings
from db.records import Kind, Status, StoredGame
from db.schema import deliveries
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.phrases import begins, pattern, says

NOW = datetime(2100, 11, 28, 12, tzinfo=UTC)  # later than any run of the tests, so nothing planned is due


@pytest.fixture
def table(room: Room) -> Room:
    """Return a channel whose lobby has a fixed time."""
    room.lobby.now = lambda: NOW
    return room


async def planned(room: Room, state: str = "due") -> list[tuple[PlannedStart, datetime]]:
    """Return the planned starts with their times."""
    query = select(deliveries).where(deliveries.c.kind == BEGIN, deliveries.c.state == state)
    rows = await room.store._database.run(lambda connection: connection.execute(query).all())
    return [(PlannedStart.model_validate_json(row.content), row.not_before) for row in rows]


async def lay(room: Room, **options: str) -> None:
    """Create a table of Asha's in which she holds the North."""
    await room.lobby.create(caller(), "toy")
    for name, value in options.items():
        await room.options.set(caller(), name, value)
    await room.lobby.join(caller(NORTH), "north")
    await room.posted()


async def here(room: Room) -> StoredGame:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored


async def test_the_host_is_called_once_when_the_table_is_full(table: Room) -> None:
    await lay(table)
    await table.lobby.join(caller(SOUTH), "south")
    (_, card), (kind, post) = await table.posted()
    assert (kind, post.news, post.ping) == ("text", (NORTH,), ())
    assert begins(post.text, "news", users="<@1>")
    assert says(post.text, "full.starts", title="Toy Deccan", n=15)
    assert [each.verb for each in post.buttons] == ["start", "wait"]
    assert not card.news


async def test_a_host_who_takes_the_last_seat_is_not_called(table: Room) -> None:
    await lay(table)
    await table.lobby.join(caller(NORTH), "south")
    assert [kind for kind, _ in await table.posted()] == ["lobby"]
    assert await planned(table)


async def test_a_full_table_starts_at_its_time(table: Room) -> None:
    await lay(table, start="60")
    await table.lobby.join(caller(SOUTH), "south")
    await table.posted()
    [(start, at)] = await planned(table)
    assert start.at == at == NOW + timedelta(hours=1)
    stored = await here(table)
    await table.lobby.start_by_itself(stored.id, start)
    await table.lobby.start_by_itself(stored.id, start)  # after a crash, the delivery comes again
    posts = await table.posted()
    assert [kind for kind, _ in posts] == ["lobby", "text", "board"]
    assert {*posts[1][1].news, *posts[2][1].ping} == {NORTH, SOUTH}
    assert len(posts[1][1].news) == len(posts[2][1].ping) == 1, "nobody is called twice"
    assert (await here(table)).status is Status.RUNNING


async def test_a_table_that_waits_does_not_start(table: Room) -> None:
    await lay(table)
    await table.lobby.join(caller(SOUTH), "south")
    [(start, _)] = await planned(table)
    stored = await here(table)
    with pytest.raises(Refused, match=pattern("lobby.not_seated")):
        await table.lobby.wait(caller(GUEST), stored.id)
    await table.posted()
    await table.lobby.wait(caller(SOUTH), stored.id)
    await table.lobby.wait(caller(SOUTH), stored.id)
    assert [kind for kind, _ in await table.posted()] == ["lobby", "text"]
    await table.lobby.start_by_itself(stored.id, start)
    assert (await here(table)).status is Status.LOBBY
    await table.lobby.start(caller())
    assert (await here(table)).status is Status.RUNNING


async def test_a_seat_that_is_left_stops_the_start(table: Room) -> None:
    await lay(table)
    await table.lobby.join(caller(SOUTH), "south")
    [(start, _)] = await planned(table)
    await table.lobby.leave(caller(SOUTH))
    stored = await here(table)
    await table.lobby.start_by_itself(stored.id, start)
    table.lobby.now = lambda: NOW + timedelta(minutes=1)
    await table.lobby.join(caller(GUEST), "south")
    await table.lobby.start_by_itself(stored.id, start)
    assert (await here(table)).status is Status.LOBBY
    assert GameSettings.of(await here(table)).starts_at == NOW + timedelta(minutes=16)


async def test_a_start_by_hand_cancels_the_planned_one(table: Room) -> None:
    await lay(table)
    await table.lobby.join(caller(SOUTH), "south")
    await table.lobby.start(caller())
    assert not await planned(table)
    assert len(await planned(table, "cancelled")) == 1


async def test_a_table_may_switch_it_off(table: Room) -> None:
    await lay(table, start="off")
    await table.lobby.join(caller(SOUTH), "south")
    assert not await planned(table)
    _, (_, post) = await table.posted()
    assert says(post.text, "full", title="Toy Deccan")
    assert [each.verb for each in post.buttons] == ["start"]


async def test_whoever_ends_a_game_calls_the_others(game: Room) -> None:
    stored = await here(game)
    await game.lobby.end(caller(NORTH), stored.id)
    [(_, post)] = await game.posted()
    assert post.news == (SOUTH,)
    acts = await game.store.list_acts(stored.id)
    assert acts.acts[-1].kind is Kind.END
