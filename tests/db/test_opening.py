"""Opening a database: new, old, too new, by two processes at once."""

from __future__ import annotations

import asyncio
import json

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from db.connection.unusable import Unusable
from db.schema import metadata
from db.store import Store
from sandbox.driver import PATIENCE
from tests.db.table import ASHA, move, started


async def test_the_migrations_lead_to_the_tables_of_the_schema(new_url: str) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with await Store.open(new_url) as store:
        assert await store._database.run(differences) == []


async def test_what_was_stored_is_there_again(url: str) -> None:
    async with await Store.open(url) as store:
        game = await move(store, await started(store), "a")
    async with await Store.open(url) as store:
        assert await store.load(game.id) == game


async def test_several_processes_may_open_a_new_database_at_once(new_url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        stores = await asyncio.gather(*(Store.open(new_url) for _ in range(4)))
    game = await started(stores[0])
    assert await stores[3].load(game.id) == game
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_database_of_a_newer_version_is_left_alone(new_url: str) -> None:
    async with await Store.open(new_url) as store:
        await store._database.run(
            lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        )
    with pytest.raises(Unusable, match="9999"):
        await Store.open(new_url)


SINCE_0014 = (
    "ALTER TABLE games DROP COLUMN undone",
    "ALTER TABLE turns DROP COLUMN chain",
    "DROP TABLE server_pages",
    "DROP TABLE hook_events",
    "DROP TABLE webhooks",
    "ALTER TABLE games DROP COLUMN name",
    "DROP TABLE notice_boards",
    "DROP TABLE seeks",
    "DROP TABLE follows",
    "DROP TABLE notebooks",
    "DROP TABLE shown_turns",
    "DROP TABLE shows",
    "DROP TABLE ranks",
    "DROP TABLE ranked",
    "DROP TABLE polls",
    "DROP TABLE competition_log",
    "DROP TABLE matches",
    "DROP TABLE entrants",
    "DROP TABLE competitions",
    "DROP TABLE homes",
    "ALTER TABLE seats DROP COLUMN style",
)


def back_to_0003(connection: Connection) -> None:
    for statement in (
        "DROP TABLE blocked",
        "DROP TABLE explained",
        "DROP TABLE classes",
        "DROP TABLE attended",
        "DROP TABLE dailies",
        "DROP TABLE daily_puzzles",
        "DROP TABLE lessons",
        "DROP INDEX ix_deliveries_due",
        "DROP INDEX ix_deliveries_due_in",
        "DROP INDEX ix_deliveries_sending",
        "DROP INDEX ix_deliveries_spent",
        "DROP INDEX ix_deliveries_failed",
        "DROP INDEX ix_games_running",
        "CREATE INDEX ix_deliveries_waiting ON deliveries (channel_id, id) WHERE state IN ('due', 'sending')",
        "DROP INDEX ix_games_guild_id",
        "ALTER TABLE games DROP COLUMN quiet",
        *SINCE_0014,
        "DROP INDEX ix_seats_automatic",
        "ALTER TABLE seats DROP COLUMN level",
        "ALTER TABLE acts DROP COLUMN reason",
        "ALTER TABLE games RENAME COLUMN settings TO manners",
        "UPDATE alembic_version SET version_num = '0003_manners'",
    ):
        connection.execute(text(statement))


async def test_a_database_from_before_there_were_bot_players(new_url: str) -> None:
    async with await Store.open(new_url) as store:
        game = await move(store, await started(store), "a")
        await store._database.run(back_to_0003)
    async with await Store.open(new_url) as store:
        assert game.seats
        assert await store.load(game.id) == game
        assert (await move(store, game, "b")).serial == game.serial + 1


OLD_NOTES = {
    ("red", "ahead", ASHA): '{"answers": {"3 red 0 peace": "yes"}}',
    ("red", "plan", ASHA): '{"lines": [["rich", "event"], ["", "pass"]], "failed": "no", "untold": 3}',
    ("red", "standing:gold", ASHA): "none",
    ("blue", "standing:gold", ASHA): "all",  # a seat that is not theirs any more
    ("red", "draft", ASHA): "{}",
}


async def test_notes_of_before_become_plans(new_url: str) -> None:
    def write_old(connection: Connection) -> None:
        for (seat, name, user), kept in OLD_NOTES.items():
            row = {"game": game.id, "seat": seat, "name": name, "user": user, "kept": kept}
            connection.execute(text("INSERT INTO notes VALUES (:game, :seat, :name, :user, :kept)"), row)
        for statement in (*SINCE_0014, "UPDATE alembic_version SET version_num = '0013_settings'"):
            connection.execute(text(statement))

    async with await Store.open(new_url) as store:
        game = await started(store)
        await store._database.run(write_old)
    async with await Store.open(new_url) as store:
        kept = {(note.seat, note.name, note.user_id): note.text for note in await store.load_notes(game.id)}
        assert {*kept} == {("red", "draft", ASHA), ("red", "plans", ASHA)}
        assert json.loads(kept["red", "plans", ASHA]) == [
            {"scope": "question", "about": "3 red 0 peace", "order": "yes"},
            {"scope": "turn", "when": "rich", "order": "event", "failed": "no", "untold": 3},
            {"scope": "turn", "when": "", "order": "pass"},
            {"scope": "kind", "about": "gold", "order": "none"},
        ]


async def test_references_are_checked(store: Store) -> None:
    orphan = "INSERT INTO turns (game_id, turn, start) VALUES (99, 1, '')"
    with pytest.raises(IntegrityError):
        await store._database.run(lambda c: c.execute(text(orphan)))


async def test_sqlite_writes_are_safe_from_power_cuts(store: Store, url: str) -> None:
    if url.startswith("sqlite"):
        read = [f"PRAGMA {name}" for name in ("journal_mode", "synchronous", "foreign_keys")]
        values = await store._database.run(lambda c: [c.scalar(text(pragma)) for pragma in read])
        assert values == ["wal", 2, 1]
    else:
        assert await store._database.run(lambda c: c.scalar(text("SHOW synchronous_commit"))) == "on"


async def test_a_store_may_live_in_memory() -> None:
    async with await Store.open("sqlite+aiosqlite://") as store:
        game = await started(store)
        assert await store.load(game.id) == game


@pytest.mark.parametrize(
    "url", ["sqlite:///x.db", "postgresql://localhost/x", "mysql+aiomysql://localhost/x"]
)
async def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="neither sqlite"):
        await Store.open(url)
