"""Settings, planned posts, games that move to other channels, and history."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from db.records import ChannelTaken, Kind, NewDelivery, Point, Seat, Stale, Status
from db.store import Store
from tests.db.table import ASHA, BIRBAL, CHANNEL, GUILD, act, at, enter, lobby, move, next_turn, post, started

LATER = datetime.now(UTC) + timedelta(hours=1)


def call(content: str, when: datetime = LATER) -> NewDelivery:
    """Return a planned delivery."""
    return NewDelivery(CHANNEL, "call", content, when)


async def due(store: Store) -> list[str]:
    """Return what can be claimed now."""
    return [delivery.content for delivery in (await store.claim_due())[0]]


async def test_manners_change_alone_and_with_a_move(store: Store) -> None:
    game = await started(store)
    assert game.settings == "{}"
    game = await store.set_settings(game, '{"pace": 1}', act=act(kind=Kind.TABLE))
    assert (await store.load(game.id)).settings == game.settings == '{"pace": 1}'
    after = await store.commit(game, enter(at(game), "a"), act=act("a"), settings='{"pace": 2}')
    assert (await store.load(game.id)) == after
    assert after.settings == '{"pace": 2}'
    kept = await store.commit(after, enter(at(after), "b"), act=act("b"))
    assert kept.settings == '{"pace": 2}'
    with pytest.raises(Stale):
        await store.set_settings(game, "{}", act=act())
    seated = await store.take_seat(game.id, Seat("blue", BIRBAL, "Birbal"), act=act(), settings="{}")
    assert seated.settings == "{}"


async def test_a_lobby_may_have_manners_from_the_start(store: Store) -> None:
    game = await store.create_game(
        "chess", channel_id=CHANNEL, guild_id=GUILD, host_id=ASHA, settings='{"pace": 1}', act=act()
    )
    assert (await store.load(game.id)).settings == '{"pace": 1}'


async def test_of_each_kind_one_thing_is_planned(store: Store) -> None:
    game, other = await started(store), await started(store, CHANNEL + 1)
    await store.schedule(game.id, call("first"))
    await store.schedule(other.id, call("elsewhere"))
    assert await store.is_due(game.id, "call")
    assert not await store.is_due(game.id, "turn")
    await store.schedule(game.id, call("second", datetime.now(UTC)))
    assert await due(store) == ["second"]
    assert await store.is_due(other.id, "call")
    assert not await store.is_due(game.id, "call")


async def test_what_is_planned_can_be_called_off(store: Store) -> None:
    game = await started(store)
    await store.schedule(game.id, call("later"))
    assert await store.cancel(game.id, "turn") == 0
    assert await store.cancel(game.id, "call") == 1
    assert await store.cancel(game.id, "call") == 0
    assert (await store.claim_due(0))[1] is None


async def test_a_call_that_comes_back_stands_beside_the_next_one(store: Store) -> None:
    """This is why no index enforces one reminder per game: a reminder in delivery can be due again later."""
    game, now = await started(store), datetime.now(UTC)
    await store.schedule(game.id, call("first", now))
    [delivery] = (await store.claim_due())[0]
    await store.schedule(game.id, call("second", now))
    await store.put_off(delivery.id, "no right to send", now)
    assert await due(store) == ["first"]
    assert await store.is_due(game.id, "call"), "the second is left, and by that the first knows its age"


async def test_what_has_been_tried_is_not_called_off(store: Store) -> None:
    game = await started(store)
    await store.schedule(game.id, call("now", datetime.now(UTC)))
    [delivery] = (await store.claim_due())[0]
    await store.mark_failed(delivery.id, "trouble", datetime.now(UTC) + timedelta(hours=1))
    assert await store.cancel(game.id, "call") == 0


@pytest.mark.parametrize("by_hand", [False, True])
async def test_the_end_of_a_game_calls_off_what_is_held_back(store: Store, by_hand: bool) -> None:
    game = await started(store)
    await store.schedule(game.id, call("later"))
    if by_hand:
        await store.end_game(game, Status.DROPPED, "no time", act=act("end", Kind.END))
    else:
        await store.commit(game, enter(at(game), "a"), act=act("a"), deliveries=[post("over")], result="won")
    assert not await store.is_due(game.id, "call")
    assert await due(store) == ([] if by_hand else ["over"])


async def test_running_games_that_have_nothing_planned(store: Store) -> None:
    game, other = await started(store), await started(store, CHANNEL + 1)
    await lobby(store, CHANNEL + 2)
    assert await store.list_running() == (game.id, other.id)
    await store.schedule(game.id, call("later"))
    assert await store.list_running(without="call") == (other.id,)
    assert await store.list_running(guild_id=GUILD) == (game.id, other.id)
    assert await store.list_running(guild_id=GUILD + 1) == ()


async def test_a_game_moves_with_what_is_due(store: Store) -> None:
    game = await started(store)
    await store.set_message(game.id, "panel", 5)
    await store.record_act(game.id, act=act(), deliveries=[post("old")])
    game = await store.load(game.id)
    moved = await store.move_game(game, CHANNEL + 9, GUILD + 9, act=act(kind=Kind.HOST), deliveries=[])
    assert (moved.channel_id, moved.guild_id, moved.panel_id) == (CHANNEL + 9, GUILD + 9, None)
    assert await store.load(game.id) == moved
    assert [delivery.channel_id for delivery in (await store.claim_due())[0]] == [CHANNEL + 9]
    other = await started(store)
    with pytest.raises(ChannelTaken):
        await store.move_game(other, CHANNEL + 9, GUILD, act=act(kind=Kind.HOST))
    assert (await store.load(other.id)).channel_id == CHANNEL


async def test_the_last_act_and_where_the_game_stood_then(store: Store) -> None:
    game = await started(store)
    assert await store.find_last_act(game.id, [Kind.ORDER]) is None
    assert await store.find_point_after(game.id, game.serial) is None
    first = await move(store, game, "a", "b")
    by_birbal = act("c", user=BIRBAL)
    second = await store.commit(first, next_turn(at(first)), [enter(at(first), "c")], act=by_birbal)
    third = await move(store, second, "d")
    last = await store.find_last_act(game.id, [Kind.ORDER], ASHA)
    assert last is not None
    assert last.line == "d"
    theirs = await store.find_last_act(game.id, [Kind.ORDER], BIRBAL)
    assert theirs is not None
    assert theirs.line == "c"
    assert await store.find_last_act(game.id, [Kind.SIDE]) is None
    assert await store.find_point_after(game.id, first.serial) == Point(1, 2)
    assert await store.find_point_after(game.id, second.serial) == Point(1, 3)
    assert await store.find_point_after(game.id, third.serial) == Point(2, 1)
    await store.undo_to(third, next_turn(at(first)), act=act("undo", Kind.UNDO))
    assert await store.find_point_after(game.id, third.serial) == Point(1, 3)


async def test_what_caretakers_entered(store: Store) -> None:
    """An entry of another seat in a caretaker's act is that seat's plan."""
    game = await started(store)
    first = await move(store, game, "a")
    log = enter(enter(at(first), "b"), "c", seat="blue")
    second = await store.commit(first, log, act=act("b", Kind.CARETAKER, user=0, seat="red"))
    assert await store.list_caretaker_points(game.id) == {Point(1, 1)}
    await store.undo_to(second, at(first), act=act("undo", Kind.UNDO))
    assert await store.list_caretaker_points(game.id) == set()


async def test_what_was_posted(store: Store) -> None:
    game = await started(store)
    await store.record_act(game.id, act=act(), deliveries=[post("one")])
    await store.record_act(game.id, act=act(), deliveries=[post("two")])
    assert await store.list_posted(game.id, "turn", 9) == ()
    for message in (11, 12):
        [delivery] = (await store.claim_due())[0]
        await store.mark_sent(delivery.id, message)
    assert await store.list_posted(game.id, "turn", 9) == (("two", 12), ("one", 11))
    assert await store.list_posted(game.id, "turn", 1) == (("two", 12),)
    assert await store.list_posted(game.id, "call", 9) == ()
    await store.record_act(game.id, act=act(), deliveries=[post("three")])
    assert await store.find_last_delivery(game.id, "turn") == "three", "posted or not"
    await store.cancel(game.id, "turn")
    assert await store.find_last_delivery(game.id, "turn") == "two"
    assert await store.find_last_delivery(game.id, "call") is None


async def test_the_games_of_a_server_that_were_played_to_their_end(store: Store) -> None:
    won, dropped = await started(store), await started(store, CHANNEL + 1)
    await store.commit(won, enter(at(won), "a"), act=act("a"), result="won")
    await store.end_game(dropped, Status.DROPPED, "no time", act=act("end", Kind.END))
    assert [game.id for game in await store.list_ended_games(GUILD)] == [won.id]
    assert await store.list_ended_games(GUILD + 1) == ()
    people = [seat.user_id for seat in won.seats]
    assert await store.has_ended_game(GUILD, people)
    assert not await store.has_ended_game(GUILD + 1, people)
    assert not await store.has_ended_game(GUILD, [max(people) + 1]), "who has never played there"
