"""A rematch: its seats are reserved for the same people, on the same sides or others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.seating.rematches import Rematches
from bot.seating.seats import Seats
from bot.seating.seeds import take_word
from bot.seating.typed_names import ALL_SEATS
from bot.settings.game_settings import GameSettings
from bot.views.lobby_card import write_lobby_card
from db.records import Kind, NewAct, StoredGame
from rules.chance import unmix
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, TOY, Room, caller, make_reminders
from tests.phrases import pattern, says


@pytest.fixture
async def over(room: Room) -> Room:
    """Return a finished game of Asha (North) and Bala (South)."""
    await room.begin(1)
    for _ in range(2):
        await room.choose("pass")
    return room


def rematches(room: Room) -> Rematches:
    return Rematches(make_reminders(room.table, PreferenceStore(room.store)), new_word=take_word)


async def laid_out(room: Room) -> StoredGame:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored


async def holders(room: Room) -> dict[str, int]:
    return {seat.seat: seat.user_id for seat in (await laid_out(room)).seats}


async def game_before(room: Room) -> int:
    begun = await room.store.find_begun_in_channel(CHANNEL)
    assert begun is not None
    return begun.id


async def test_seats_are_kept_for_those_who_played(over: Room) -> None:
    games, before = rematches(over), await game_before(over)
    await games.rematch(caller(NORTH), before)
    assert says(write_lobby_card(TOY, await laid_out(over)), "card.reserved", user=SOUTH)
    for seat in (None, "south", ALL_SEATS):
        with pytest.raises(Refused, match=pattern("rematch.reserved", user=SOUTH)):
            await over.lobby.join(caller(GUEST), seat)
    with pytest.raises(Refused, match=pattern("rematch.reserved", user=SOUTH)):
        await over.lobby.join(caller(NORTH), "south")
    await over.lobby.join(caller(SOUTH))
    assert await holders(over) == {"north": NORTH, "south": SOUTH}


async def test_after_a_while_anybody_may_take_them(over: Room) -> None:
    await rematches(over).rematch(caller(NORTH), await game_before(over))
    stored = await laid_out(over)
    ended = GameSettings.of(stored).with_(reserved_until=datetime.now(UTC) - timedelta(seconds=1))
    await over.store.set_settings(stored, ended.to_json(), act=NewAct(Kind.LOBBY, "a day later", NORTH))
    assert says(write_lobby_card(TOY, await laid_out(over)), "card.free")
    await over.lobby.join(caller(GUEST))
    assert await holders(over) == {"north": NORTH, "south": GUEST}


async def test_sides_can_be_changed(over: Room) -> None:
    games, before = rematches(over), await game_before(over)
    await games.rematch_with_other_sides(caller(SOUTH), before)
    assert await holders(over) == {"north": SOUTH}
    for _ in range(2):
        answer = await games.rematch(caller(NORTH), before)
        assert says(answer.text, "rematch.seated", seats=TOY.name("south")), "whichever button they press"
    assert await holders(over) == {"north": SOUTH, "south": NORTH}


async def test_each_seat_of_a_rematch_adds_a_word_after_the_hash(over: Room) -> None:
    games, before = rematches(over), await game_before(over)
    over.lobby.new_word = take_word
    await games.rematch(caller(NORTH, interaction=90), before)
    await games.rematch(caller(SOUTH, interaction=91), before)
    await games.rematch(caller(SOUTH, interaction=92), before)
    await over.lobby.start(caller(NORTH, interaction=93))
    words = unmix((await laid_out(over)).seed)[1]
    assert words == {"north": "93", "south": "91"}, "a click before the hash proves nothing"


async def test_who_asks_for_a_rematch_can_add_a_word(over: Room) -> None:
    """They get their seat together with the hash, so only a word that they give later proves anything."""
    games, before = rematches(over), await game_before(over)
    for user in (NORTH, SOUTH):
        assert not (await games.rematch(caller(user), before)).buttons
        word, _ = (await over.options.set(caller(user), None, None)).buttons
        assert word.verb == "word"


async def test_only_the_host_gives_a_kept_seat_to_a_bot(over: Room) -> None:
    games = rematches(over)
    await games.rematch(caller(NORTH), await game_before(over))
    seats = Seats(games.reminders)
    await over.lobby.leave(caller(NORTH))
    await over.lobby.join(caller(SOUTH))
    with pytest.raises(Refused, match=pattern("rematch.reserved", user=NORTH)):
        await seats.seat_bot(caller(SOUTH), "north")
    await seats.seat_bot(caller(NORTH), "north")
    assert await holders(over) == {"north": 0, "south": SOUTH}
