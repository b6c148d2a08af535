"""Several processes on one PostgreSQL: one is the leader, all are notified, and kills lose nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update
from sqlalchemy.util import await_only

from bot.discord_app import leader as duties
from bot.discord_app.leader import Leadership
from db.records import Note
from db.schema import games
from db.store import Store
from lab.bench.several import several
from tests.db.table import act, post, started
from tests.until import until

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(blank_postgres: str) -> str:
    """Return the URL of a PostgreSQL database with empty tables."""
    return blank_postgres


@pytest.fixture
async def stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    async with await Store.open(url) as one, await Store.open(url) as other:
        yield one, other


async def test_a_reader_sees_no_half_of_what_another_process_writes(stores: tuple[Store, Store]) -> None:
    one, other = stores
    game = await started(one)

    def read_twice(connection: Connection) -> list[str | None]:
        name = select(games.c.name).where(games.c.id == game.id)
        before = connection.scalar(name)
        await_only(other._database.run(lambda at: at.execute(update(games).values(name=games.c.name + "!"))))
        return [before, connection.scalar(name)]

    for read in (one._database.read, one._database.read_many):
        before, after = await read(read_twice)
        assert before == after
    assert (await one.load(game.id)).name == f"{game.name}!!"


async def test_one_has_the_duty_until_it_ends(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "EVERY", 0.05)
    begun: list[str] = []

    def process(name: str, store: Store) -> Leadership:
        async def begin() -> None:
            begun.append(name)

        return Leadership(
            store,
            begin,
            lambda: begun.append(f"{name} stops"),
            lambda _: begun.append(f"{name} hears"),
            told.append,
        )

    told: list[int] = []
    first, second = process("first", stores[0]), process("second", stores[1])
    await first.start()
    await until(lambda: first.ours)
    await second.start()
    await until(lambda: second._watch is not None)
    assert not second.ours
    game = await started(stores[1])
    await stores[1].see_user(7, "Asha")
    await stores[1].set_preferences(7, "{}")
    await until(lambda: told == [7, 7])
    await until(lambda: "first hears" in begun)
    assert first._watch is not None
    first._watch._driver.terminate()  # as when the process is killed, or the wire is cut
    await until(lambda: second.ours or first.ours)
    await until(lambda: "first stops" in begun)
    assert not (first.ours and second.ours)
    await first.close()
    await until(lambda: second.ours)
    before = begun.count("second hears")
    await stores[0].record_act(game.id, act=act(), deliveries=[post("one")])
    await until(lambda: begun.count("second hears") > before)
    await second.close()


async def test_two_processes_claim_nothing_twice_and_plan_one_call(stores: tuple[Store, Store]) -> None:
    games = [await started(stores[0], channel) for channel in range(6)]
    for game in games:
        await stores[0].record_act(game.id, act=act(), deliveries=[post("x", game.channel_id)])
    claimed = await asyncio.gather(*(store.claim_due() for store in stores * 3))
    ids = [delivery.id for due, _ in claimed for delivery in due]
    assert len(ids) == len(set(ids)) == 6
    call = post("call")
    await asyncio.gather(*(store.schedule(games[0].id, call) for store in stores * 4))
    assert await stores[0].cancel(games[0].id, call.kind) == 1
    notes = [Note("red", "draft", user, str(user)) for user in range(8)]
    await asyncio.gather(*(stores[note.user_id % 2].write_notes(games[0].id, note) for note in notes))
    [kept] = await stores[0].load_notes(games[0].id)
    assert kept in notes


async def test_killed_again_and_again(url: str, tmp_path: Path) -> None:
    """The short form of `durbar bench several`."""
    outcome = await several(url, tmp_path, processes=2, games=4, acts=12, kills=2, every=(0.3, 0.9))
    assert (outcome.lost, outcome.doubled, outcome.disordered, outcome.kills) == (0, 0, 0, 2)
    assert outcome.acts == 4 * 9
