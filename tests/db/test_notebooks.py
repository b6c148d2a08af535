"""Notebooks, on SQLite and on PostgreSQL: a line belongs to one person, and the end of the game asks once."""

from __future__ import annotations

from db.notebooks import ASK, MOST_KEPT, MOST_TRIED, read_game
from db.records import Status
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, BIRBAL, CHANNEL, act, at, enter, started


async def take(store: Store) -> list[tuple[int, int]]:
    """Claim the due questions, mark them as sent, and return to whom they go, and about which game."""
    found = []
    while claimed := (await store.claim_due()).claimed:
        for each in claimed:
            await store.mark_sent(each.id, None)
        found += [(each.channel_id, read_game(each.content)) for each in claimed if each.kind == ASK]
    return sorted(found)


async def test_only_the_owner_finds_a_line(store: Store, rival: Store) -> None:
    game, books = await started(store), store.notebooks
    line = await books.add(game.id, ASHA, "march", 3, "red")
    assert await rival.notebooks.find(line, BIRBAL) is None
    assert not await books.keep(line, BIRBAL, "mine")
    assert not await books.delete(line, BIRBAL)
    assert await books.list_kept(game.id, ASHA) == (), "it was only tried"
    assert await books.keep(line, ASHA, "bold")
    [kept] = await rival.notebooks.list_kept(game.id, ASHA)
    assert (kept.line, kept.word, kept.turn) == ("march", "bold", 3)
    assert await books.list_kept(game.id, BIRBAL) == await books.list_opened(game.id) == ()
    assert not await books.open(game.id, BIRBAL, opened=True)
    assert await books.open(game.id, ASHA, opened=True)
    assert await rival.notebooks.list_opened(game.id) == (kept,)
    assert await books.open(game.id, ASHA, opened=False)
    assert await books.list_opened(game.id) == ()
    assert await books.delete(line, ASHA)
    assert await books.find(line, ASHA) is None


async def test_tried_lines_make_room_and_kept_ones_stay(store: Store) -> None:
    game, books = await started(store), store.notebooks
    first = await books.add(game.id, ASHA, "first", 1, "red")
    await books.keep(first, ASHA, "kept")
    others = await books.add(game.id, BIRBAL, "of another person", 1, "red")
    lines = [await books.add(game.id, ASHA, f"line {number}", 1, "red") for number in range(MOST_TRIED + 1)]
    found = [await books.find(line, ASHA) is not None for line in (first, *lines)]
    assert found == [True, False] + [True] * MOST_TRIED
    assert await books.find(others, BIRBAL) is not None
    assert await store.prune(now()) > 0
    assert [each.id for each in await books.list_kept(game.id, ASHA)] == [first]
    assert await books.find(lines[-1], ASHA) is None


async def test_a_game_has_room_for_a_limited_number_of_lines(store: Store) -> None:
    game, books = await started(store), store.notebooks
    for _ in range(MOST_KEPT):
        last = await books.add(game.id, ASHA, "pass", 1, "red")
        assert await books.keep(last, ASHA, "word")
    more = await books.add(game.id, ASHA, "pass", 1, "red")
    assert not await books.keep(more, ASHA, "word")
    assert await books.keep(last, ASHA, "another word"), "it is kept already"


async def test_the_end_asks_each_owner_once(store: Store, rival: Store) -> None:
    game, books = await started(store), store.notebooks
    for user in (ASHA, BIRBAL):
        line = await books.add(game.id, user, "mate", 1, "red")
        if user == ASHA:
            await books.keep(line, user, "wins")
    await rival.commit(game, enter(at(game), "mate"), act=act(), result="Red won.")
    assert await take(store) == [(ASHA, game.id)]
    other = await started(store, CHANNEL + 1)
    await books.keep(await books.add(other.id, BIRBAL, "x", 1, "red"), BIRBAL, "x")
    await store.end_game(other, Status.DROPPED, "", act=act())
    assert await take(store) == [(BIRBAL, other.id)]


async def test_forgetting_a_person_deletes_their_notebook(store: Store) -> None:
    game, books = await started(store), store.notebooks
    for user in (ASHA, BIRBAL):
        await books.keep(await books.add(game.id, user, "mate", 1, "red"), user, "wins")
        await books.open(game.id, user, opened=True)
    await store.commit(game, enter(at(game), "mate"), act=act(), result="Red won.")
    await store.forget(ASHA)
    assert [each.user_id for each in await books.list_opened(game.id)] == [BIRBAL]
    assert await take(store) == [(BIRBAL, game.id)]
