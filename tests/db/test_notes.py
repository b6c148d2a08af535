"""Notes: private texts of seats, without an act."""

from __future__ import annotations

from db.records import Note
from db.store import Store
from tests.db.table import ASHA, BIRBAL, started


async def test_a_note_is_kept_replaced_and_thrown_away(store: Store) -> None:
    game = await started(store)
    first, plan = Note("red", "draft", ASHA, "a b"), Note("red", "plan", ASHA, "pass")
    await store.write_notes(game.id, first, plan)
    assert await store.load_notes(game.id) == (first, plan)
    second = Note("red", "draft", BIRBAL, "c")
    await store.write_notes(game.id, second)
    assert await store.load_notes(game.id) == (second, plan)
    await store.write_notes(game.id, Note("red", "draft", BIRBAL, ""), Note("blue", "draft", ASHA, ""))
    assert await store.load_notes(game.id) == (plan,)


async def test_a_note_makes_nothing_stale(store: Store) -> None:
    game = await started(store)
    await store.write_notes(game.id, Note("red", "draft", ASHA, "a"))
    assert await store.load(game.id) == game
