"""Who held a seat stays known: in the record, in the standing and in the result."""

from __future__ import annotations

import pytest

from bot.analysis.order_givers import choose_orders, find_givers
from bot.engine.thinking import RANDOM
from bot.people.preference_editor import PreferenceStore
from bot.players.bot_moves import BotMoves
from bot.replies.reply import Refused
from bot.seating.leaving import Leaving
from bot.seating.rematches import Rematches
from bot.seating.seats import Seats
from bot.settings.game_settings import GameSettings, return_left_seats
from bot.story.post import BOARD
from bot.story.record_header import write_header
from bot.story.standings import list_standings
from db.records import Kind, NewAct, StoredGame
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, TOY, Room, caller, make_reminders
from tests.phrases import pattern, phrase, says


@pytest.fixture
async def left(room: Room) -> Room:
    """Return a game of Asha (North), in which Bala (South) has moved and then left; a caretaker plays on."""
    await room.begin(4)
    while await room.decider() != SOUTH:
        await room.choose("pass")
    await room.choose("pass")
    await room.lobby.leave(caller(SOUTH))
    stored = await stored_in(room)
    settings = GameSettings.of(stored).with_(caretakers={"south": 0}, offered={"south": 0})
    await room.store.set_settings(stored, settings.to_json(), act=NewAct(Kind.TABLE, "vote", NORTH))
    await room.posted()
    return room


def leaving(room: Room) -> Leaving:
    return Leaving(make_reminders(room.table, PreferenceStore(room.store)), room.lobby)


async def stored_in(room: Room) -> StoredGame:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored


async def describe(room: Room) -> str:
    """Return the standing of the South, as `/game status` shows it."""
    stored = await stored_in(room)
    return list_standings(TOY, stored, room.table.load_seated(stored).view(None))[1]


async def test_a_record_says_who_moved_until_when(left: Room) -> None:
    stored = await stored_in(left)
    position = stored.position
    assert position is not None
    place = f"to turn {position.turn}, entry {len(position.log)}"
    assert write_header(stored).seats == {"north": "Asha", "south": f"Bala ({place})"}
    await Seats(make_reminders(left.table, PreferenceStore(left.store))).seat_bot(caller(), "south", RANDOM)
    assert write_header(await stored_in(left)).seats["south"].startswith(f"Bala ({place}), then automatic")


async def test_who_has_left_is_named_and_not_called(left: Room) -> None:
    assert phrase("holder.left_kept", name="Bala") in await describe(left)
    status = await left.look.show_status(caller())
    assert f"<@{SOUTH}>" not in status.text
    assert not status.text.count("(free)")


async def test_what_is_known_of_a_person_is_deleted_with_them(left: Room) -> None:
    await left.store.forget(SOUTH)
    assert "Bala" not in "".join(write_header(await stored_in(left)).seats.values())


async def test_bots_finish_a_game_of_one_person_and_caretakers(left: Room) -> None:
    finishing = leaving(left)
    with pytest.raises(Refused, match=pattern("looks_on")):
        await finishing.ask_finish(caller(GUEST))
    assert says((await finishing.ask_finish(caller())).text, "finish.sure")
    await finishing.finish(caller(), (await stored_in(left)).id)
    stored = await stored_in(left)
    assert {seat.seat: bool(seat.level) for seat in stored.seats} == {"north": True, "south": True}
    assert GameSettings.of(stored).finishing == {"north": (NORTH, "Asha")}
    lines = list_standings(TOY, stored, left.table.load_seated(stored).view(None))
    bot = phrase("holder.bot", level=RANDOM)
    assert phrase("holder.since", holder=bot, name="Bala") in lines[1]
    assert phrase("holder.finished", holder=f"<@{NORTH}>") in lines[0], "the seat stays hers"
    assert write_header(stored).seats["north"].startswith("Asha (to turn ")


async def finish(room: Room) -> StoredGame:
    """Let bot players finish the game for Asha, and return it."""
    game = (await stored_in(room)).id
    await leaving(room).finish(caller(), game)
    while (stored := await room.store.find_in_channel(CHANNEL)) is not None:
        at = room.table.load_seated(stored)
        holder = stored.seat(at.asked)
        assert holder is not None
        await room.table.enter(BotMoves._make_caller(stored, holder.level), at, ["pass"])
    return await room.store.load(game)


async def test_who_has_left_is_told_of_the_end_and_has_a_place_in_the_rematch(left: Room) -> None:
    over = await finish(left)
    [end] = [post for kind, post in await left.posted() if kind == BOARD]
    assert set(end.news) == {NORTH, SOUTH}
    assert says(end.text, "end.left", user=f"<@{SOUTH}>"), "a bot player held the seat, so Bala has not won"
    assert says(end.text, "end.finished", user=f"<@{NORTH}>")
    games = Rematches(make_reminders(left.table, PreferenceStore(left.store)))
    await games.rematch(caller(), over.id)
    lobby = await stored_in(left)
    assert [seat.seat for seat in lobby.seats] == ["north"], "no bot player has the other seat"
    assert GameSettings.of(lobby).reserved == {"north": NORTH, "south": SOUTH}
    assert [post.ping for _, post in await left.posted() if post.ping] == [(SOUTH,)]
    await games.rematch(caller(SOUTH), over.id)
    assert {seat.seat: seat.user_id for seat in (await stored_in(left)).seats} == {
        "north": NORTH,
        "south": SOUTH,
    }


async def test_a_seat_that_another_person_took_is_theirs(left: Room) -> None:
    await Seats(make_reminders(left.table, PreferenceStore(left.store))).claim(caller(GUEST), "south")
    seats = return_left_seats(await stored_in(left)).seats
    assert {seat.seat: seat.user_id for seat in seats} == {"north": NORTH, "south": GUEST}


async def test_who_gave_each_order_is_known(left: Room) -> None:
    """A review chooses among orders of people. A bot player's orders for their seats are known as such."""
    over = await finish(left)
    turns = await left.store.load_history(over.id)
    givers = find_givers(over, turns, await left.store.list_caretaker_points(over.id))
    assert {SOUTH, 0} <= set(givers.values()) <= {NORTH, SOUTH, 0}
    by_people = {place for place, user in givers.items() if user}
    assert max(by_people) < min(set(givers) - by_people), "bot players came after them"
    choice = choose_orders(over, turns, (), SOUTH)
    assert choice.own == {place for place, user in givers.items() if user == SOUTH}
    assert choice.own | choice.others == by_people
    assert choice.stand_ins == set(givers) - by_people
    assert not choose_orders(over, turns, ()).own
