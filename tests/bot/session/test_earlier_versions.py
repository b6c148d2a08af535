"""A database that an earlier version has left in the middle of its games: all of it goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.orders.draft import load_draft
from bot.orders.plans import Plans
from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.session.loaded_game import list_seats
from db.records import Status
from db.store import Store
from rules.games import GAMES
from rules.kernel import resume
from tests.bot.callers import SEED, caller

DUMP = Path(__file__).parents[2] / "db" / "before" / "november.sql"
DECCAN, BOARD, LOBBY = 700, 701, 702  # its channels: two games that run, and one that gathers its players


async def test_a_database_of_before_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with sqlite3.connect(file) as old:
        old.executescript(DUMP.read_text(encoding="utf-8"))
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        table = OrderService(store, GAMES, lambda: None)
        for channel in (DECCAN, BOARD):
            stored = await store.in_channel(channel)
            assert stored is not None
            assert stored.status is Status.RUNNING
            rules = GAMES[stored.game]
            for turn in await store.history(stored.id):
                assert rules.dump(rules.load(turn.start)) == turn.start
                resume(rules, turn)

        stored = await store.in_channel(DECCAN)
        assert stored is not None
        at = table.seated(stored)
        draft = load_draft(at, stored.notes)
        assert draft.keys, "what was entered and not confirmed is there again"
        assert not draft.lost
        holder = stored.seat(at.asked)
        assert holder is not None
        shown = await Plans(table).plan(caller(3, DECCAN), None)
        assert "pass" in shown.text
        kept = await Plans(table).standing(caller(2, DECCAN), None, None)
        assert "decline" in kept.text
        done = await table.order(caller(holder.user_id, DECCAN), "pass")
        assert "Pass" in done.text

        board = await store.in_channel(BOARD)
        assert board is not None
        there = table.seated(board)
        holder = board.seat(there.asked)
        assert holder is not None
        assert there.ask is not None
        key = next(iter(there.ask.menu()))
        await table.order(caller(holder.user_id, BOARD), key)
        after = await store.in_channel(BOARD)
        assert after is not None
        assert after.serial > board.serial

        lobby = await store.in_channel(LOBBY)
        assert lobby is not None
        assert len(list_seats(GAMES[lobby.game], lobby)) == 3
        await Lobby(table, lambda: SEED).join(caller(1, LOBBY))
