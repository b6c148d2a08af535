"""Followers of games, on SQLite and on PostgreSQL: the act that closes a turn stores each line once."""

from __future__ import annotations

from dataclasses import replace

from db.follows import FOLLOW, MOST, Followed, read_followed
from db.records import Kind, Status, StoredGame
from db.store import Store
from tests.db.table import ASHA, BIRBAL, CHANNEL, act, at, enter, move, next_turn, started


async def take(store: Store) -> list[tuple[int, Followed]]:
    """Claim the due lines, mark them as sent, and return to whom they go with what they tell."""
    found = []
    while claimed := (await store.claim_due()).claimed:
        for each in claimed:
            await store.mark_sent(each.id, None)
        found += [(each.channel_id, read_followed(each.content)) for each in claimed if each.kind == FOLLOW]
    return sorted(found)


async def close_turn(store: Store, game: StoredGame) -> StoredGame:
    """Close the open turn with an order."""
    closed = enter(at(game), "pass")
    return await store.commit(game, next_turn(closed), [closed], act=act("pass"))


async def test_closed_turns_and_the_end_are_told_once_to_each_follower(store: Store, rival: Store) -> None:
    game = await started(store)
    await store.follows.add(game.id, ASHA, "en")
    await store.follows.add(game.id, BIRBAL, "fr")
    await store.follows.add(game.id, BIRBAL, "en")
    assert await rival.follows.find_language(game.id, BIRBAL) == "en"
    game = await move(store, game, "a")
    assert await take(store) == [], "no turn is closed"
    game = await close_turn(rival, game)
    told = Followed(game.id, 1, 1, over=False)
    assert await take(store) == [(ASHA, told), (BIRBAL, told)]
    assert await rival.follows.remove(game.id, BIRBAL)
    assert not await rival.follows.remove(game.id, BIRBAL)
    await store.commit(game, enter(at(game), "mate"), act=act(), result="Red won.")
    assert await take(rival) == [(ASHA, Followed(game.id, 2, 2, over=True))]
    assert await store.follows.list_games(ASHA) == (), "the game is over"


async def test_a_turn_that_is_undone_and_played_again_is_told_once(store: Store) -> None:
    first = await started(store)
    await store.follows.add(first.id, ASHA, "en")
    game = await close_turn(store, first)
    assert len(await take(store)) == 1
    game = await store.undo_to(game, at(first), act=act("undo", Kind.UNDO))
    game = await close_turn(store, game)
    assert await take(store) == []
    before = await close_turn(store, game)
    game = await store.undo_to(before, at(game), act=act("undo", Kind.UNDO))
    assert await take(store) == [], "the undo came before the line was tried"
    game = await close_turn(store, game)
    assert await take(store) == [(ASHA, Followed(game.id, 2, 2, over=False))]


async def test_a_game_without_result_is_over_too_and_an_adjourned_one_is_not(store: Store) -> None:
    away, dropped = await started(store), await started(store, CHANNEL + 1)
    for game in (away, dropped):
        await store.follows.add(game.id, ASHA, "en")
    await store.end_game(away, Status.ADJOURNED, "", act=act())
    await store.end_game(dropped, Status.DROPPED, "", act=act())
    assert await take(store) == [(ASHA, Followed(dropped.id, 0, 0, over=True))]
    assert [each.id for each in await store.follows.list_games(ASHA)] == [away.id]


async def test_a_moved_game_leaves_the_lines_where_they_go(store: Store) -> None:
    game = await started(store)
    await store.follows.add(game.id, BIRBAL, "en")
    game = await close_turn(store, game)
    await store.move_game(game, CHANNEL + 5, game.guild_id, act=act())
    assert [user for user, _ in await take(store)] == [BIRBAL]


async def test_a_killed_process_leaves_the_line(store: Store, rival: Store) -> None:
    game = await started(store)
    await store.follows.add(game.id, ASHA, "en")
    await close_turn(store, game)
    assert [each.kind for each in (await store.claim_due()).claimed] == [FOLLOW]
    await rival.release_deliveries(None, ())
    assert [user for user, _ in await take(rival)] == [ASHA]


async def test_forgetting_a_person_deletes_what_they_follow(store: Store) -> None:
    game = await started(store)
    for user in (ASHA, BIRBAL):
        await store.follows.add(game.id, user, "en")
    await close_turn(store, game)
    await store.forget(BIRBAL)
    assert [user for user, _ in await take(store)] == [ASHA]
    assert await store.follows.find_language(game.id, BIRBAL) is None


async def test_a_blocked_person_hears_nothing(store: Store) -> None:
    game = await started(store)
    await store.follows.add(game.id, BIRBAL, "en")
    await store.block(BIRBAL, "spam")
    await close_turn(store, game)
    assert await take(store) == []


async def test_one_person_follows_a_limited_number_of_open_games(store: Store) -> None:
    games = [await started(store, CHANNEL + number) for number in range(MOST + 1)]
    added = [await store.follows.add(game.id, ASHA, "en") for game in games]
    assert added == [True] * MOST + [False]
    assert await store.follows.add(games[0].id, ASHA, "fr"), "again"
    assert await store.follows.find_language(games[0].id, ASHA) == "fr"
    await store.end_game(replace(games[0]), Status.DROPPED, "", act=act())
    assert await store.follows.add(games[-1].id, ASHA, "en")
