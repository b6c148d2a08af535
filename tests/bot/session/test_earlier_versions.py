"""A database that an earlier version left in the middle of its games: all of them continue."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, text

from bot.orders.draft import load_draft
from bot.orders.plans import Plans
from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.session.loaded_game import list_seats
from db.records import Note, Status
from db.store import Store
from rules.kernel import resume
from rules.loading.games import GAMES
from tests.bot.callers import NORTH, SEED, SOUTH, Room, caller
from tests.phrases import says

DUMP = Path(__file__).parents[2] / "db" / "before" / "november.sql"
DECCAN, BOARD, LOBBY = 700, 701, 702  # its channels: two games that run, and one that gathers its players


async def test_a_database_of_before_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as old, old:
        old.executescript(DUMP.read_text(encoding="utf-8"))
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        table = OrderService(store, GAMES, lambda: None)
        for channel in (DECCAN, BOARD):
            stored = await store.find_in_channel(channel)
            assert stored is not None
            assert stored.status is Status.RUNNING
            rules = GAMES[stored.game]
            for turn in await store.load_history(stored.id):
                assert rules.dump(rules.load(turn.start)) == turn.start
                resume(rules, turn)

        stored = await store.find_in_channel(DECCAN)
        assert stored is not None
        at = table.load_seated(stored)
        draft = load_draft(at, stored.notes)
        assert draft.keys, "what was entered and not confirmed is there again"
        assert not draft.key_dropped
        holder = stored.seat(at.asked)
        assert holder is not None
        shown = await Plans(table).plan(caller(3, DECCAN))
        assert says(
            shown.text, "plan.line_if", order="Pass.", condition="you are the first to act on the card"
        )
        kept = await Plans(table).plan(caller(2, DECCAN))
        assert says(kept.text, "plan.line", order="decline")
        done = await table.order(caller(holder.user_id, DECCAN), "pass!")
        assert "Pass" in done.text

        board = await store.find_in_channel(BOARD)
        assert board is not None
        there = table.load_seated(board)
        holder = board.seat(there.asked)
        assert holder is not None
        assert there.ask is not None
        key = next(iter(there.ask.menu()))
        await table.order(caller(holder.user_id, BOARD), f"{key}!")
        after = await store.find_in_channel(BOARD)
        assert after is not None
        assert after.serial > board.serial

        lobby = await store.find_in_channel(LOBBY)
        assert lobby is not None
        assert len(list_seats(GAMES[lobby.game], lobby)) == 3
        await Lobby(table, lambda: SEED).join(caller(1, LOBBY))


async def test_what_was_decided_in_advance_is_played(tmp_path: Path) -> None:
    """Old standing answers and plans have become plans."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"
    async with await Store.open(url) as store:
        room = await Room(store).begin()
        for note in (
            Note("south", "plan", SOUTH, '{"lines": [["rich", "event"], ["", "command muster."]]}'),
            Note("south", "standing:gold", SOUTH, "none"),
        ):
            await store.write_notes(1, note)
        for statement in (
            "DROP TABLE hook_events",
            "DROP TABLE webhooks",
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
            "ALTER TABLE games DROP COLUMN name",
            "ALTER TABLE seats DROP COLUMN style",
            "DROP TABLE server_pages",
            "ALTER TABLE games DROP COLUMN undone",
            "ALTER TABLE turns DROP COLUMN chain",
            "UPDATE alembic_version SET version_num = '0013_settings'",
        ):
            await store._database.run(Connection.execute, text(statement))
    async with await Store.open(url) as store:
        room = Room(store)
        shown = (await Plans(room.table).plan(caller(SOUTH))).text
        assert says(shown, "plan.line_if", n=1, order="event", condition="you have more than 5 gold")
        assert says(shown, "plan.line", n=2, order="command muster.")
        assert says(shown, "plan.line", n=3, order="nothing")
        for user in (NORTH, SOUTH):
            await room.table.order(caller(user), "pass")
        assert says((await room.posted())[-1][1].text, "plan.used", line="Command. Muster in Andhra.")
        kept = (await Plans(room.table).plan(caller(SOUTH))).text
        assert says(kept, "plan.line", n=1, order="nothing")
        assert not says(kept, "plan.line", n=2)
