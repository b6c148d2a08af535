"""The lobby without Discord: seats, options, who may start and end."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

import pytest
from pydantic import BaseModel

from bot.language.words import join_names
from bot.replies.reply import Refused
from bot.seating.typed_names import ALL_SEATS, read_key
from bot.settings.options import list_option_values, set_option
from db.records import Kind, NewAct, Seat, Status
from rules.chance import make_commitment
from rules.kernel import Rules
from rules.loading.games import GAMES
from rules.records.record import write_origin
from tests.bot.callers import CHANNEL, GUEST, NORTH, SEED, SOUTH, TOY, Room, caller
from tests.kernel import toy, toy_hands
from tests.phrases import begins, pattern, phrase, says


async def test_where_the_bot_may_not_post_no_game_is_laid_out(room: Room) -> None:
    lacks = join_names([phrase("permission.send_messages"), phrase("permission.attach_files")])
    with pytest.raises(Refused, match=pattern("lobby.lacks", lacks=lacks)):
        await room.lobby.create(replace(caller(), lacks=("send_messages", "attach_files")), toy.KEY)
    assert await room.store.find_in_channel(CHANNEL) is None


async def test_one_game_a_channel(room: Room) -> None:
    await room.lobby.create(caller(), toy.KEY)
    with pytest.raises(Refused, match=pattern("lobby.channel_taken", title="Toy Deccan")):
        await room.lobby.create(caller(), toy.KEY)
    await room.lobby.create(caller(channel=CHANNEL + 1), toy.KEY)


async def test_a_repeated_command_is_known_again_though_the_channel_is_taken(room: Room) -> None:
    await room.lobby.create(caller(interaction=5), toy.KEY)
    with pytest.raises(Refused, match=pattern("repeated", line="new toy")):
        await room.lobby.create(caller(interaction=5), toy.KEY)


async def test_an_unknown_game(room: Room) -> None:
    with pytest.raises(Refused, match=pattern("lobby.no_such_game", games="Toy Deccan")):
        await room.lobby.create(caller(), "chess")


async def test_seats(room: Room) -> None:
    with pytest.raises(Refused, match=pattern("no_game")):
        await room.lobby.join(caller())
    await room.lobby.create(caller(), toy.KEY)
    assert begins((await room.lobby.join(caller())).text, "seat.yours", seats="The North")
    with pytest.raises(Refused, match=pattern("seat.other", holder=phrase("holder", user=1))):
        await room.lobby.join(caller(SOUTH), "north")
    with pytest.raises(Refused, match=pattern("seat.unknown", seats="The North and The South")):
        await room.lobby.join(caller(SOUTH), "east")
    assert begins((await room.lobby.join(caller(SOUTH), "*")).text, "seat.yours", seats="The South")
    with pytest.raises(Refused, match=pattern("seat.full")):
        await room.lobby.join(caller(GUEST))
    with pytest.raises(Refused, match=pattern("seat.none")):
        await room.lobby.leave(caller(GUEST))
    assert (await room.lobby.leave(caller(NORTH))).text == phrase("seat.left", seats="The North")


async def test_the_start_waits_for_every_seat_and_for_one_of_the_table(room: Room) -> None:
    await room.lobby.create(caller(), toy.KEY)
    with pytest.raises(Refused, match=pattern("lobby.seats_free", seats="The North and The South")):
        await room.lobby.start(caller())
    await room.lobby.join(caller(SOUTH), "*")
    with pytest.raises(Refused, match=pattern("lobby.not_seated")):
        await room.lobby.start(caller(GUEST))
    await room.lobby.start(caller(NORTH))
    with pytest.raises(Refused, match=pattern("lobby.started")):
        await room.lobby.start(caller(NORTH))
    with pytest.raises(Refused, match=pattern("options.late")):
        await room.options.set(caller(), "cards", "3")


async def test_the_start_commits_to_the_dice_and_asks(room: Room) -> None:
    await room.lobby.create(caller(), toy.KEY)
    await room.lobby.join(caller(), "north")
    await room.lobby.join(caller(SOUTH), "south")
    await room.posted()
    await room.lobby.start(caller())
    posts = await room.posted()
    assert [kind for kind, _ in posts] == ["lobby", "text", "board"]
    text = posts[1][1].text
    seal = next(line for line in text.splitlines() if says(line, "start.commitment"))
    sealed = make_commitment(SEED, write_origin(toy.KEY, {"cards": 6}, None, 1))
    assert f"`{sealed[:32]}…`" in seal, "what can be remembered; the record has all of it"
    record = (await room.look.send_record(caller())).file
    assert record is not None
    assert sealed in record[1]
    assert text.index(phrase("start", title="Toy Deccan")) < text.index("<@1>") < text.index(seal), (
        "who plays is read first"
    )
    assert SEED not in text
    assert posts[2][1].ping == (NORTH,)


async def test_somebody_alone_reads_no_hashes(room: Room) -> None:
    await room.lobby.create(caller(), toy.KEY)
    await room.lobby.join(caller(), "*")
    await room.posted()
    await room.lobby.start(caller())
    _, (_, opening), _ = await room.posted()
    assert not says(opening.text, "start.commitment")


async def test_a_new_player_of_the_deciding_seat_is_asked(room: Room) -> None:
    await room.begin()
    user = await room.decider()
    await room.lobby.leave(caller(user))
    await room.posted()
    await room.lobby.join(caller(GUEST))
    [(kind, post)] = await room.posted()
    assert kind == "board"
    assert begins(post.asks.splitlines()[-1], "asked", user=GUEST)
    assert says(post.text, "seat.taken")
    assert post.ping == (GUEST,)


async def test_only_the_host_or_who_manages_the_channel_ends_a_game(room: Room) -> None:
    await room.begin()
    with pytest.raises(Refused, match=pattern("end.not_host", user=1)):
        await room.lobby.end(caller(SOUTH))
    sure = await room.lobby.end(caller(GUEST, manages=True))
    game = int(sure.buttons[0].about)
    assert (await room.store.load(game)).status is Status.RUNNING
    await room.lobby.end(caller(GUEST, manages=True), game)
    assert (await room.store.load(game)).status is Status.DROPPED
    with pytest.raises(Refused, match=pattern("over")):
        await room.lobby.end(caller(NORTH), game)


async def test_a_table_whose_game_has_not_started_is_removed(room: Room) -> None:
    await room.lobby.create(caller(), toy.KEY)
    sure = await room.lobby.end(caller())
    assert says(sure.text, "end.sure_table")
    done = await room.lobby.end(caller(), int(sure.buttons[0].about))
    assert says(done.text, "end.done_table")
    assert says((await room.posted())[-1][1].text, "end.removed")


def test_values_of_options() -> None:
    class Options(BaseModel):
        shadow: bool = False
        plunder: Literal["rare", "often"] = "rare"
        name: str = ""

    assert list_option_values(Options, "shadow") == ["on", "off"]
    assert list_option_values(Options, "plunder") == ["rare", "often"]
    assert list_option_values(Options, "name") == []
    assert list_option_values(Options, "none") == []
    assert list_option_values(toy.Options, "cards") == [str(n) for n in range(1, 13)]


@pytest.mark.parametrize(
    ("value", "why"),
    [("20", r"20 captures can't be made of 15 Goats\.$"), ("many", pattern("options.may_be"))],
)
def test_an_option_that_does_not_go_with_another_says_so(value: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        set_option(GAMES["aadu_huli"], "{}", "captures", value)


@pytest.mark.parametrize(
    ("typed", "key"),
    [("north", "north"), ("The North", "north"), ("sou", "south"), ("the", ""), ("", ""), ("east", "")],
)
def test_what_is_typed_is_taken_for_the_one_that_can_be_meant(typed: str, key: str) -> None:
    """Discord sends any typed text, even if it is no suggestion."""
    assert read_key(typed, {"north": "the North", "south": "the South"}) == key


async def test_options_are_shown_by_names_that_people_read(room: Room) -> None:
    room.table.games = GAMES
    await room.lobby.create(caller(), "vijayanagara")
    await room.options.set(caller(), "timurs_shadow", "on")
    await room.options.set(caller(), "plunder", "per_mongol")
    card = (await room.look.show_status(caller())).text
    shown = card.casefold()
    assert "after the first timurid card, a command may use only 1 space" in shown
    assert "plunder costs the sultanate troops once per mongol invader" in shown
    assert "per_mongol" not in card
    await room.options.set(caller(), "rated", "off")
    await room.options.set(caller(), "pace", "daily")
    card = (await room.look.show_status(caller())).text.casefold()
    assert phrase("setting.daily").casefold() in card
    assert phrase("setting.not_rated").casefold() in card


@pytest.fixture
def court(room: Room) -> Room:
    """Return a channel with a game whose number of seats is an option."""
    room.table.games = {"toy_hands": cast(Rules, toy_hands)}
    return room


@pytest.mark.parametrize("n", range(2, 6))
async def test_a_game_is_laid_out_for_so_many(court: Room, n: int) -> None:
    await court.lobby.create(caller(), "toy_hands", seats=n)
    assert len(await court.lobby.list_seats(caller(), free=True)) == n
    await court.lobby.join(caller(NORTH), ALL_SEATS)
    await court.lobby.start(caller())
    stored = await court.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert len(stored.seats) == n
    status = await court.look.show_status(caller(GUEST))
    assert status.text.count("gems in hand") == n


async def test_a_number_of_seats_that_the_game_does_not_have_is_refused(room: Room, court: Room) -> None:
    with pytest.raises(Refused, match=r"2, 3, 4 or 5"):
        await court.lobby.create(caller(), "toy_hands", seats=6)
    room.table.games = {"toy": TOY}
    with pytest.raises(Refused, match=pattern("seats.fixed", title="Toy Deccan", n=2)):
        await room.lobby.create(caller(), "toy", seats=3)


async def test_no_seat_is_taken_away_from_under_anybody(court: Room) -> None:
    await court.lobby.create(caller(), "toy_hands", seats=4)
    await court.lobby.join(caller(SOUTH), "west")
    people = phrase("seats.people_leave")
    with pytest.raises(Refused, match=pattern("seats.taken", name="seats", value=3, how=people)):
        await court.options.set(caller(), "seats", "3")
    await court.lobby.leave(caller(SOUTH))
    stored = await court.store.find_in_channel(CHANNEL)
    assert stored is not None
    bot, act = Seat("west", 0, "automatic, random", "random"), NewAct(Kind.LOBBY, "bot west", NORTH)
    await court.store.take_seat(stored.id, bot, act=act)
    how = phrase("seats.bots_leave", seat=court.table.find_rules(stored).name("west"))
    with pytest.raises(Refused, match=pattern("seats.taken", name="seats", value=3, how=how)):
        await court.options.set(caller(), "seats", "3")
    await court.store.leave_seat(stored.id, "west", 0, act=NewAct(Kind.LOBBY, "off", NORTH))
    await court.options.set(caller(), "seats", "3")
    assert len(await court.lobby.list_seats(caller(), free=True)) == 3


async def test_a_click_on_the_card_needs_no_private_answer(room: Room) -> None:
    """The card shows who plays, and the channel shows the board."""
    await room.lobby.create(caller(), toy.KEY)
    assert (await room.lobby.join(caller(NORTH), "north")).silent
    assert (await room.lobby.join(caller(SOUTH), "south")).silent
    assert (await room.lobby.start(caller())).silent
