"""Frequent queries use small indexes, however many games are stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, event, text

from db.records import Kind, NewAct, NewDelivery, Seat, StoredGame
from db.store import Store
from tests.db.table import ASHA, GUILD, act, at, enter, move, post, started

GAMES, POSTS = 4, 5  # the plans are made without looking at how many there are
WHOLE = tuple(
    f"SCAN {table}" for table in ("games", "seats", "deliveries", "row", "other", "acts", "entries", "notes")
)
Deed = Callable[[Store, StoredGame], Awaitable[object]]


async def deed_act(store: Store, game: StoredGame) -> object:
    again = await store.load(game.id)
    await store.load_notes(game.id)
    position = enter(at(again), "b")
    return await store.commit(again, position, act=act("b", once=5), deliveries=[post("one")])


HOT: dict[str, Deed] = {
    "work off": lambda store, _: store.claim_due(),
    "release": lambda store, _: store.release_deliveries(datetime.now(UTC)),
    "sent": lambda store, _: store.mark_sent(1, 1),
    "failed": lambda store, _: store.mark_failed(1, "no", None),
    "act": deed_act,
    "left": lambda store, game: store.find_turn_after_own(game.id, 9, "red"),
    "channel": lambda store, game: store.find_in_channel(game.channel_id),
    "channel, over": lambda store, game: store.find_in_channel(game.channel_id, ended=True),
    "mine": lambda store, _: store.list_games_of(ASHA),
    "call": lambda store, game: store.schedule(game.id, NewDelivery(game.channel_id, "call", "{}")),
    "quiet": lambda store, game: store.set_quiet(game, "call"),
    "is due": lambda store, game: store.is_due(game.id, "call"),
    "is coming": lambda store, game: store.is_coming(game.id, "call"),
    "last act": lambda store, game: store.find_last_act(game.id, (Kind.ORDER,)),
    "last delivery": lambda store, game: store.find_last_delivery(game.id, "turn"),
    "posted": lambda store, game: store.list_posted(game.id, "turn", 9),
    "automatic": lambda store, _: store.list_with_bots(),
    "automatic, one": lambda store, game: store.list_with_bots({game.id}),
    "stats": lambda store, _: store.list_ended_games(GUILD + 5),
    "known": lambda store, _: store.has_ended_game(GUILD + 5, [ASHA]),
    "health": lambda store, _: store.check_health(),
    "prune": lambda store, _: store.prune(datetime(2020, 1, 1, tzinfo=UTC)),
    "server": lambda store, _: store.list_running(guild_id=GUILD + 5),
}


async def filled(store: Store) -> StoredGame:
    """Store many games, with most posts sent and one pending reminder each; return the first game."""
    for channel in range(GAMES):
        posts = [post(str(number), channel) for number in range(POSTS)]
        game = await move(store, await started(store, channel), "a", posts=posts)
        await store.schedule(game.id, NewDelivery(channel, "call", "{}", datetime(2099, 1, 1, tzinfo=UTC)))
    await store._database.run(
        lambda c: c.execute(text("UPDATE deliveries SET state = 'sent' WHERE kind = 'turn' AND id > 3"))
    )
    return await store.load(1)


def plans(asked: list[tuple[str, Any]]) -> Callable[[Connection], list[str]]:
    """Return the steps of the database's plan for these queries."""

    def explained(connection: Connection) -> list[str]:
        found: list[str] = []
        sqlite = connection.dialect.name == "sqlite"
        if not sqlite:  # so few rows are read whole wherever that is allowed
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        for statement, given in asked:
            how = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "
            rows = connection.exec_driver_sql(how + statement, given)
            found += [f"{row[-1].strip()}   of   {statement}" for row in rows]
        return found

    return explained


async def explained(store: Store, deed: Deed, game: StoredGame) -> list[str]:
    """Return the plan of all statements of a deed."""
    asked: list[tuple[str, Any]] = []

    def noted(_connection: Any, _cursor: Any, statement: str, given: Any, _context: Any, many: bool) -> None:
        if statement.lstrip().split()[0] in ("SELECT", "UPDATE", "DELETE", "WITH"):
            asked.append((statement, given[0] if many else given))

    def listen(connection: Connection) -> None:
        event.listen(connection.engine, "before_cursor_execute", noted)

    def leave(connection: Connection) -> None:
        event.remove(connection.engine, "before_cursor_execute", noted)

    await store._database.run(listen)
    await deed(store, game)
    await store._database.run(leave)
    assert asked
    return await store._database.run(plans(asked))


async def test_nothing_that_is_done_often_reads_a_whole_table(store: Store) -> None:
    game = await filled(store)
    for name, deed in HOT.items():
        for step in await explained(store, deed, await store.load(game.id)):
            first = step.split("   of   ")[0]
            assert not first.startswith(WHOLE) or "INDEX" in first, (name, step)
            assert "Seq Scan" not in first, (name, step)


async def test_the_outbox_looks_only_at_what_waits(store: Store, url: str) -> None:
    game = await filled(store)
    steps = " ".join(await explained(store, HOT["work off"], game))
    assert "ix_deliveries_due" in steps
    assert "ix_deliveries_sending" in steps


async def test_many_games_are_read_as_each_alone(store: Store) -> None:
    game = await filled(store)
    await store.take_seat(game.id, Seat("blue", 0, "random", "random"), act=NewAct(Kind.TABLE, "bot", ASHA))
    mine = await store.list_games_of(ASHA)
    assert len(mine) == GAMES
    assert list(mine) == [await store.load(one.id) for one in mine]
    assert mine[0].answered == {ASHA}


async def test_what_is_known_to_be_quiet_is_not_asked_again(store: Store) -> None:
    game = await started(store)
    assert await store.list_running(without="call") == (game.id,)
    await store.set_quiet(game, "call")
    assert await store.list_running(without="call") == ()
    await move(store, game, "a")
    assert await store.list_running(without="call") == (game.id,)
