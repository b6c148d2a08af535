"""A game from its lobby to its end: channels, seats, options, people."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from db.records import ChannelTaken, Kind, NoGame, Repeated, Seat, SeatTaken, Stale, Status
from db.store import Store
from rules.kernel import Game
from tests.db.table import ASHA, BIRBAL, CHANNEL, GUILD, SEED, act, at, enter, lobby, move, started


async def test_a_new_game_is_a_lobby(store: Store) -> None:
    game = await lobby(store)
    assert (game.game, game.status, game.channel_id, game.guild_id) == ("chess", Status.LOBBY, CHANNEL, GUILD)
    assert (game.host_id, game.options, game.position, game.serial) == (ASHA, '{"long": true}', None, 2)
    assert timedelta(0) <= datetime.now(UTC) - game.created < timedelta(minutes=1)
    assert game == await store.load(game.id) == await store.find_in_channel(CHANNEL)


async def test_a_channel_has_one_game_at_a_time(store: Store) -> None:
    first = await started(store)
    with pytest.raises(ChannelTaken) as refusal:
        await lobby(store)
    assert refusal.value.existing == first

    await store.end_game(first, Status.DROPPED, "Nobody came.", act=act("end", Kind.END))
    second = await lobby(store)
    assert await store.find_in_channel(CHANNEL) == second
    over = await store.find_in_channel(CHANNEL, ended=True)
    assert over is not None
    assert (over.id, over.status, over.result) == (first.id, Status.DROPPED, "Nobody came.")
    assert over.ended is not None
    await store.end_game(second, Status.DROPPED, "", act=act("end", Kind.END))
    assert await store.find_in_channel(CHANNEL, ended=True) == over, "a removed table is no game"


async def test_the_running_game_is_found_before_newer_ones_that_are_over(store: Store) -> None:
    assert await store.find_begun_in_channel(CHANNEL) is None
    first = await started(store)
    await store.end_game(first, Status.ADJOURNED, "", act=act("adjourned", Kind.ADJOURN))
    second = await started(store)
    await store.end_game(second, Status.ENDED, "Red won.", act=act("end", Kind.END))
    newest = await store.find_begun_in_channel(CHANNEL)
    assert newest is not None
    assert newest.id == second.id, "of those that are not running the newest"
    adjourned = await store.load(first.id)
    await store.move_game(adjourned, CHANNEL, GUILD, act=act("resume", Kind.HOST))
    running = await store.find_begun_in_channel(CHANNEL)
    assert running is not None
    assert running.id == first.id
    assert [game.id for game in await store.list_begun_in_channel(CHANNEL)] == [second.id, first.id]
    third = await lobby(store, CHANNEL + 1)
    assert await store.find_begun_in_channel(CHANNEL + 1) is None, "a lobby has not begun"
    assert third.position is None


async def test_there_is_no_such_game(store: Store) -> None:
    assert await store.find_in_channel(CHANNEL) is None
    assert await store.find_in_channel(CHANNEL, ended=True) is None
    with pytest.raises(NoGame, match="no game 7"):
        await store.load(7)
    with pytest.raises(NoGame):
        await store.record_act(7, act=act())


async def test_a_person_may_hold_several_seats_but_a_seat_one_person(store: Store) -> None:
    game = await lobby(store)
    await store.take_seat(game.id, Seat("blue", ASHA, "Asha"), act=act())
    with pytest.raises(SeatTaken) as refusal:
        await store.take_seat(game.id, Seat("red", BIRBAL, "Birbal"), act=act())
    assert refusal.value.holder == Seat("red", ASHA, "Asha")

    game = await store.take_seat(game.id, Seat("red", ASHA, "Asha II"), act=act())
    assert game.seats == (Seat("red", ASHA, "Asha II"), Seat("blue", ASHA, "Asha"))
    assert game.seats_of(ASHA) == ("red", "blue")
    assert game.seats_of(BIRBAL) == ()
    assert game.seat("green") is None


async def test_a_seat_changes_hands(store: Store) -> None:
    game = await started(store)
    changed = await store.take_seat(game.id, Seat("red", BIRBAL, "Birbal"), act=act(), instead_of=ASHA)
    assert changed.seats == (Seat("red", BIRBAL, "Birbal"),)
    assert changed.position == game.position
    with pytest.raises(SeatTaken):
        await store.take_seat(game.id, Seat("red", 5, "Chand"), act=act(), instead_of=ASHA)
    with pytest.raises(Stale):  # nobody to replace
        await store.take_seat(game.id, Seat("blue", 5, "Chand"), act=act(), instead_of=ASHA)


async def test_a_seat_is_left_by_who_has_it(store: Store) -> None:
    game = await lobby(store)
    with pytest.raises(Stale):
        await store.leave_seat(game.id, "red", BIRBAL, act=act())
    assert (await store.leave_seat(game.id, "red", ASHA, act=act())).seats == ()
    taken = await store.take_seat(game.id, Seat("red", BIRBAL, "Birbal"), act=act())
    assert taken.seats == (Seat("red", BIRBAL, "Birbal"),)


async def test_options_change_in_the_lobby_only(store: Store) -> None:
    game = await lobby(store)
    changed = await store.set_options(game, "{}", act=act())
    assert changed == await store.load(game.id)
    assert changed.options == "{}"
    with pytest.raises(Stale):
        await store.set_options(game, "[]", act=act())
    running = await store.start_game(changed, Game(SEED, 1, "state 1"), commitment="hash", act=act())
    with pytest.raises(Stale):
        await store.set_options(running, "[]", act=act())


async def test_a_game_starts_with_the_turns_up_to_its_first_question(store: Store) -> None:
    game = await lobby(store)
    first = enter(Game(SEED, 1, "state 1"), "6134", seat="chance")
    second = enter(Game(SEED, 2, "state 2"), "only")
    running = await store.start_game(game, second, [first], commitment="hash", act=act("start", Kind.START))
    assert running == await store.load(game.id)
    assert (running.status, running.position, running.commitment) == (Status.RUNNING, second, "hash")
    assert running.started is not None
    assert running.started >= running.created
    assert await store.load_history(game.id) == (first, second)
    with pytest.raises(Stale):
        await store.start_game(game, second, [first], commitment="hash", act=act("start", Kind.START))


async def test_who_joins_while_the_host_starts_makes_the_start_stale(store: Store) -> None:
    game = await lobby(store)
    await store.take_seat(game.id, Seat("blue", BIRBAL, "Birbal"), act=act())
    with pytest.raises(Stale):
        await store.start_game(game, Game(SEED, 1, "state 1"), commitment="hash", act=act())
    assert (await store.load(game.id)).status == Status.LOBBY


async def test_nothing_moves_in_a_game_that_is_over(store: Store) -> None:
    game = await started(store)
    over = await store.end_game(game, Status.ENDED, "Red won.", act=act("end", Kind.END))
    assert over == await store.load(game.id)
    for seen in (game, over):
        with pytest.raises(Stale):
            await move(store, seen, "a")
        with pytest.raises(Stale):
            await store.end_game(seen, Status.DROPPED, "", act=act())
    with pytest.raises(Stale):
        await store.take_seat(game.id, Seat("blue", BIRBAL, "Birbal"), act=act())
    noted = await store.record_act(game.id, act=act("thanks", Kind.HOST))
    assert replace(noted, serial=over.serial) == over


async def test_my_games(store: Store) -> None:
    first, second, third = [await started(store, CHANNEL + n) for n in range(3)]
    await store.end_game(second, Status.DROPPED, "", act=act())
    await store.leave_seat(third.id, "red", ASHA, act=act())
    assert await store.list_games_of(ASHA) == (first,)
    assert await store.list_games_of(BIRBAL) == ()


async def test_the_messages_of_a_game_are_remembered_and_make_nothing_stale(store: Store) -> None:
    game = await started(store)
    await store.set_message(game.id, "panel", 2**62 + 1)
    await store.set_message(game.id, "pinned", 2**62 + 2)
    after = await move(store, game, "a")
    assert (after.panel_id, after.pinned_id) == (2**62 + 1, 2**62 + 2)
    await store.set_message(game.id, "panel", None)
    assert (await store.load(game.id)).panel_id is None


async def test_a_repeated_interaction_is_recognised_whatever_it_did(store: Store) -> None:
    game = await lobby(store)
    blue = Seat("blue", BIRBAL, "Birbal")
    joined = await store.take_seat(game.id, blue, act=act("joins", user=BIRBAL, once=2**60))
    with pytest.raises(Repeated) as again:
        await store.take_seat(game.id, blue, act=act("joins", user=BIRBAL, once=2**60))
    assert (again.value.act.game_id, again.value.act.serial, again.value.act.line) == (
        game.id,
        joined.serial,
        "joins",
    )
    assert await store.load(game.id) == joined

    with pytest.raises(Repeated):
        await store.create_game("chess", channel_id=1, guild_id=1, host_id=1, act=act(once=2**60))
    assert await store.find_in_channel(1) is None
    assert await store.find_act(2**60) == again.value.act
    assert await store.find_act(2**60 + 1) is None


async def test_the_seed_is_nowhere_to_be_read(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = await move(store, await started(store), "a", once=1)
    texts = [repr(game)]
    with pytest.raises(Repeated) as repeated:
        await move(store, game, "b", once=1)
    with pytest.raises(ValueError, match="seed") as misused:
        await store.commit(game, Game("another seed", 1, "state 1", at(game).log), act=act())
    texts += [repr(error.value) for error in (repeated, misused)] + [caplog.text]
    assert not [text for text in texts if SEED in text or "state 1" in text or "another seed" in text]


async def test_people(store: Store) -> None:
    assert await store.find_user(ASHA) is None
    asha = await store.see_user(ASHA, "Asha")
    assert (asha.id, asha.name, asha.preferences) == (ASHA, "Asha", "{}")
    await store.set_preferences(ASHA, '{"large": true}')
    renamed = await store.see_user(ASHA, "Āshā")
    assert renamed == await store.find_user(ASHA) == replace(asha, name="Āshā", preferences='{"large": true}')


async def test_bot_players_in_seats(store: Store) -> None:
    game, other = await started(store), await lobby(store, CHANNEL + 1)
    assert await store.list_with_bots() == ()
    robot = Seat("blue", 0, "automatic, hard", "hard")
    for each in (game, other):
        seated = await store.take_seat(each.id, robot, act=act())
        assert seated == await store.load(each.id)
        assert seated.seat("blue") == robot
    running = await store.load(game.id)
    assert await store.list_with_bots() == ((game.id, running.serial),), "and none in a lobby"
    assert await store.list_with_bots({game.id + 1}) == ()
    assert await store.list_with_bots({game.id}) == ((game.id, running.serial),)
    better = replace(robot, level="harder")
    changed = await store.take_seat(game.id, better, act=act())
    assert changed.seat("blue") == better
    person = Seat("blue", BIRBAL, "Birbal")
    with pytest.raises(SeatTaken):
        await store.take_seat(game.id, person, act=act())
    taken = await store.take_seat(game.id, person, act=act(), instead_of=0)
    assert taken.seat("blue") == person
    assert await store.list_with_bots() == ()
    await store.take_seat(game.id, robot, act=act(), instead_of=BIRBAL)
    left = await store.leave_seat(game.id, "blue", 0, act=act())
    assert left.seat("blue") is None
