"""Moves and undo: what is written, what is refused, and only one of two rivals succeeds."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from db.records import Kind, Repeated, Seat, Stale, Status, StoredGame
from db.store import Store
from rules.kernel import Game
from tests.db.table import ASHA, BIRBAL, CHANNEL, act, at, enter, lobby, move, next_turn, post, started


async def test_a_move_adds_its_entries(store: Store) -> None:
    game = await started(store)
    game = await move(store, game, "a", "b")
    game = await move(store, game, "c")
    assert at(game) == enter(Game(at(game).seed, 1, "state 1"), "a", "b", "c")
    assert game == await store.load(game.id)
    assert await store.load_previous_turn(game.id) is None


async def test_a_move_may_close_turns(store: Store) -> None:
    game = await move(store, await started(store), "a")
    first = enter(at(game), "b")
    second = enter(next_turn(first), "only", seat="blue")
    third = enter(next_turn(second), "53", seat="chance")
    game = await store.commit(game, third, [first, second], act=act())
    assert game == await store.load(game.id)
    assert game.position == third
    assert await store.load_previous_turn(game.id) == second
    assert await store.load_history(game.id) == (first, second, third)


async def test_where_each_seat_has_left_the_game(store: Store) -> None:
    """It is after the last closed turn that the seat began.

    Chance, acts out of turn, answers in another's turn, caretakers, and answers within another's act (forced
    or planned) don't count.
    """
    game = await started(store)
    first = enter(enter(at(game), "a"), "answered", seat="blue")
    second = enter(enter(enter(next_turn(first), "53", seat="chance"), "~offer"), "b", seat="blue")
    third = enter(next_turn(second), "forced", seat="green")
    game = await store.commit(game, next_turn(first), [first], act=act(seat="red"))
    game = await store.commit(game, third, [second], act=act(seat="blue"))
    assert await store.find_turn_after_own(game.id, 4, "green") == 0
    assert await store.find_turn_after_own(game.id, 3, "red") == 2
    assert await store.find_turn_after_own(game.id, 3, "blue") == 3
    assert await store.find_turn_after_own(game.id, 2, "blue") == 0, "not yet"
    assert await store.find_turn_after_own(game.id, 3, "green") == 0
    fourth = enter(next_turn(third), "kept", seat="red")
    kept = await store.commit(
        game, next_turn(fourth), [third, fourth], act=act(kind=Kind.CARETAKER, seat="red")
    )
    assert await store.find_turn_after_own(game.id, 5, "red") == 2, "the player has not seen that turn"
    game = await store.undo_to(kept, third, act=act(Kind.UNDO))
    taken_back = await store.undo_to(game, second, act=act(Kind.UNDO))
    assert await store.find_turn_after_own(taken_back.id, 3, "red") == 2
    assert await store.find_turn_after_own(taken_back.id, 2, "blue") == 0


async def test_the_last_move_ends_the_game(store: Store) -> None:
    game = await started(store)
    over = await store.commit(game, enter(at(game), "mate"), act=act(), result="Red won.")
    assert over == await store.load(game.id)
    assert (over.status, over.result) == (Status.ENDED, "Red won.")
    assert over.ended is not None
    with pytest.raises(Stale):
        await move(store, over, "more")
    assert await store.find_in_channel(CHANNEL) is None
    assert await store.find_in_channel(CHANNEL, ended=True) == over


async def test_a_move_on_an_old_position_is_stale(store: Store) -> None:
    game = await started(store)
    await move(store, game, "a")
    with pytest.raises(Stale):
        await move(store, game, "b", posts=[post("never")])
    assert at(await store.load(game.id)).log == enter(at(game), "a").log
    assert (await store.claim_due())[0] == ()


async def test_a_position_that_only_looks_the_same_is_stale(store: Store) -> None:
    """It has the same number of entries, but others: someone undid and played differently."""
    game = await started(store)
    seen = await move(store, game, "a")
    undone = await store.undo_to(seen, at(game), act=act("undo", Kind.UNDO))
    await move(store, undone, "b")
    with pytest.raises(Stale):
        await move(store, seen, "c")


async def test_a_move_that_does_not_go_on_from_the_position_is_a_bug(store: Store) -> None:
    game = await move(store, await started(store), "a")
    here = at(game)
    wrong: dict[str, list[tuple[Game, tuple[Game, ...]]]] = {
        "go on": [
            (Game(here.seed, 1, "state 1"), ()),
            (enter(Game(here.seed, 1, "state 1"), "b", "c"), ()),
            (enter(replace(here, start="another"), "b"), ()),
            (next_turn(here), ()),
        ],
        "missing": [(next_turn(next_turn(here)), (here,))],
        "seed": [(enter(replace(here, seed="x"), "b"), ())],
    }
    for reason, cases in wrong.items():
        for after, closed in cases:
            with pytest.raises(ValueError, match=reason):
                await store.commit(game, after, closed, act=act())
    with pytest.raises(Stale, match="not been started"):
        await store.commit(await lobby(store, 5), here, act=act())
    assert await store.load(game.id) == game


async def test_a_repeated_click_moves_once(store: Store) -> None:
    game = await started(store)
    after = await move(store, game, "a", once=9, posts=[post("a")])
    for seen in (game, after):
        with pytest.raises(Repeated) as again:
            await move(store, seen, "a", once=9, posts=[post("a")])
        assert (again.value.act.line, again.value.act.serial, again.value.act.seat) == (
            "a",
            after.serial,
            "red",
        )
    assert await store.load(game.id) == after
    assert len((await store.claim_due())[0]) == 1


async def test_undo_strikes_and_the_place_is_free_again(store: Store) -> None:
    start = await started(store)
    game = await move(store, start, "a", "b")
    game = await store.undo_to(
        game, enter(at(start), "a"), act=act("undo", Kind.UNDO), deliveries=[post("undone")]
    )
    assert game == await store.load(game.id)
    game = await move(store, game, "c")
    game = await store.undo_to(game, enter(at(start), "a"), act=act("undo", Kind.UNDO))
    game = await move(store, game, "d")
    assert [entry.key for entry in at(await store.load(game.id)).log] == ["a", "d"]
    assert [delivery.content for delivery in (await store.claim_due())[0]] == ["undone"]


async def test_undo_may_go_back_into_turns_that_were_closed(store: Store) -> None:
    game = await started(store)
    first = enter(at(game), "a", "end")
    second = enter(next_turn(first), "only")
    game = await store.commit(game, next_turn(second), [first, second], act=act("a end"))
    game = await store.undo_to(game, replace(first, log=first.log[:1]), act=act("undo", Kind.UNDO))
    assert game == await store.load(game.id)
    assert await store.load_history(game.id) == (game.position,)
    again = enter(at(game), "other")
    game = await store.commit(game, next_turn(again), [again], act=act("other"))
    assert await store.load_history(game.id) == (again, game.position)


async def test_undo_is_refused_like_a_move(store: Store) -> None:
    start = await started(store)
    game = await move(store, start, "a", once=1)
    with pytest.raises(Stale):
        await store.undo_to(start, at(start), act=act())
    with pytest.raises(ValueError, match="cannot leave 2"):
        await store.undo_to(game, enter(at(game), "b"), act=act())
    with pytest.raises(Repeated):
        await store.undo_to(game, at(start), act=act(once=1))
    assert await store.load(game.id) == game


async def test_acts_by_pages_the_undone_marked(store: Store) -> None:
    start = await started(store)
    game = await move(store, start, "a", "b", once=4)
    game = await store.undo_to(game, enter(at(start), "a"), act=act("undo b", Kind.UNDO))
    half = await store.find_act(4)
    assert half is not None
    assert half.undone == 0
    game = await store.undo_to(game, at(start), act=act("undo a", Kind.UNDO, user=BIRBAL))
    await move(store, game, "c")

    page = await store.list_acts(game.id)
    assert (page.page, page.pages) == (0, 1)
    assert [act.line for act in page.acts] == ["new", "joins", "start", "a b", "undo b", "undo a", "c"]
    assert [act.serial for act in page.acts] == [1, 2, 3, 4, 5, 6, 7]
    assert [act.undone for act in page.acts] == [0, 0, 0, 6, 0, 0, 0]
    assert [act.user_id for act in page.acts] == [ASHA, ASHA, ASHA, ASHA, ASHA, BIRBAL, ASHA]
    assert page.acts[3].kind is Kind.ORDER
    assert all(one.time <= two.time for one, two in pairwise(page.acts))

    pages = [await store.list_acts(game.id, number, 3) for number in range(4)]
    assert [[act.serial for act in page.acts] for page in pages] == [[5, 6, 7], [2, 3, 4], [1], []]
    assert {page.pages for page in pages} == {3}


async def test_of_many_clicks_on_one_position_one_wins(store: Store, rival: Store) -> None:
    """Two processes, five clicks in each, at the same time, twenty times."""
    game = await started(store)
    for _ in range(20):
        clicks = [
            move(where, game, f"{name}{number}", posts=[post("won")])
            for number in range(5)
            for name, where in (("ours", store), ("theirs", rival))
        ]
        results = await asyncio.gather(*clicks, return_exceptions=True)
        won = [result for result in results if isinstance(result, StoredGame)]
        assert len(won) == 1
        assert sum(isinstance(result, Stale) for result in results) == 9
        game = won[0]
    assert game == await store.load(game.id) == await rival.load(game.id)
    assert len(at(game).log) == 20


async def test_the_same_click_at_two_processes_moves_once(store: Store, rival: Store) -> None:
    game = await started(store)
    clicks = [move(where, game, "a", once=3) for where in (store, rival, store, rival)]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(result, StoredGame) for result in results) == 1
    assert sum(isinstance(result, Repeated) for result in results) == 3


async def test_of_many_who_want_a_seat_or_a_channel_one_gets_it(store: Store, rival: Store) -> None:
    made = await asyncio.gather(*(lobby(where) for where in (store, rival)), return_exceptions=True)
    games = [game for game in made if isinstance(game, StoredGame)]
    assert len(games) == 1
    want = [
        where.take_seat(games[0].id, Seat("blue", user, "somebody"), act=act(user=user))
        for user, where in enumerate([store, rival] * 3)
    ]
    got = await asyncio.gather(*want, return_exceptions=True)
    assert sum(isinstance(result, StoredGame) for result in got) == 1
    assert (await store.load(games[0].id)).serial == 3


async def test_ten_games_at_once_do_not_get_into_each_others_way(store: Store, rival: Store) -> None:
    async def play(where: Store, channel: int) -> StoredGame:
        game = await started(where, channel)
        for number in range(10):
            game = await move(where, game, str(number), posts=[post(str(number), channel)])
        return game

    games = await asyncio.gather(*(play((store, rival)[n % 2], n) for n in range(10)))
    for game in games:
        assert await store.load(game.id) == game
        assert [entry.key for entry in at(game).log] == [str(number) for number in range(10)]
