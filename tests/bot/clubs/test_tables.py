"""The list of a server's tables: who sees which, in which order, and sitting down from the list."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clubs.notice_board import HERE, NoticeBoards, find_wait
from bot.clubs.seekers import Seekers
from bot.clubs.tables import ANY, SHOWN, Tables
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.posting import layouts
from bot.posting.layouts import BUTTONS, LINE, LIST, SCREENFUL
from bot.replies.reply import Refused, Reply
from bot.replies.rows import count_rows
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.settings.game_settings import GameSettings
from bot.views.ratings import Ratings
from db.records import Kind, NewAct, NoticeBoard, Status
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import GUEST, NORTH, SEED, SOUTH, caller, make_reminders, now
from tests.phrases import says

GUILD = 1


@pytest.fixture
def tables(store: Store) -> Tables:
    orders = OrderService(store, GAMES, lambda: None)
    return Tables(Lobby(orders, lambda: SEED), Seats(make_reminders(orders, PreferenceStore(store))))


async def lay(tables: Tables, channel: int, game: str = "aadu_huli", pace: str = "none") -> None:
    """Create a table in a channel, without players."""
    settings = GameSettings.for_new_table(pace=pace)
    await tables.lobby.create(caller(channel=channel), game, settings=settings)


async def play(tables: Tables, channel: int, *users: int) -> None:
    """Create a table in a channel, and start its game with these people."""
    await lay(tables, channel)
    for user in users:
        await tables.lobby.join(caller(user, channel))
    await tables.lobby.start(caller(users[0], channel))


def list_channels(answer: Reply) -> list[int]:
    """Return the channels of the tables on a page, in order."""
    links = answer.text.split("/channels/1/")[1:]
    return [int(link.partition(")")[0].partition("/")[0]) for link in links]


def list_calls(answer: Reply) -> list[str]:
    return [each.call.custom_id for each in answer.buttons]


async def test_own_tables_come_first_then_free_seats_then_the_rest(tables: Tables) -> None:
    await play(tables, 10, SOUTH, GUEST)
    await lay(tables, 11)
    await play(tables, 12, NORTH, SOUTH)
    assert list_channels(await tables.show(caller(NORTH))) == [12, 11, 10]
    assert list_channels(await tables.show(caller(GUEST))) == [10, 11, 12]
    assert list_channels(await tables.show(replace(caller(NORTH), guild_id=2))) == []
    with pytest.raises(Refused):
        await tables.show(replace(caller(NORTH), guild_id=None))


async def test_tables_in_channels_that_one_cannot_see_are_left_out(tables: Tables) -> None:
    await play(tables, 10, SOUTH, GUEST)
    await lay(tables, 11)
    blind = replace(caller(NORTH), sees=lambda channel: channel == 700)
    assert list_channels(await tables.show(blind)) == []
    stored = await tables.store.find_in_channel(11)
    assert stored is not None
    for sitting in (tables.choose_seat(blind, stored.id), tables.sit(blind, stored.id, "north")):
        with pytest.raises(Refused):
            await sitting
    seated = replace(caller(SOUTH), sees=lambda channel: False)
    assert list_channels(await tables.show(seated)) == [10], "a player sees their own table"


async def test_a_page_fits_on_a_phone_and_pages_can_be_turned(tables: Tables) -> None:
    for channel in range(10, 10 + 2 * SHOWN + 1):
        await lay(tables, channel, list(GAMES)[channel % len(GAMES)], ["none", "daily"][channel % 2])
    first = await tables.show(caller(NORTH))
    assert len(list_channels(first)) == SHOWN
    shown = re.sub(r"\]\([^)]*\)", "]", first.text)  # a phone doesn't show the addresses
    height = LINE * sum(map(count_rows, shown.splitlines())) + LIST * len(first.lists)
    height += BUTTONS * (len(layouts._make_rows(first)) - len(first.lists))
    assert height <= SCREENFUL
    seen = list_channels(first)
    for page in (2, 3):
        assert f"tables:{page}:{ANY}:{ANY}" in list_calls(await tables.show(caller(NORTH), page - 1))
        seen += list_channels(await tables.show(caller(NORTH), page))
    assert sorted(seen) == [*range(10, 10 + 2 * SHOWN + 1)]
    assert list_channels(await tables.show(caller(NORTH), 9)) == seen[2 * SHOWN :], "beyond the last page"


async def test_only_a_game_or_a_pace(tables: Tables) -> None:
    await lay(tables, 10, "aadu_huli", "daily")
    await lay(tables, 11, "taj_mahal", "daily")
    await lay(tables, 12, "taj_mahal", "weekly")
    assert list_channels(await tables.choose_game(caller(), ANY, "taj_mahal")) == [12, 11]
    assert list_channels(await tables.choose_pace(caller(), "taj_mahal", "weekly")) == [12]
    assert list_channels(await tables.choose_pace(caller(), "aadu_huli", "weekly")) == []
    assert len((await tables.choose_pace(caller(), "aadu_huli", "weekly")).lists) == 2


async def test_one_sits_down_from_another_channel(tables: Tables) -> None:
    await lay(tables, 10)
    stored = await tables.store.find_in_channel(10)
    assert stored is not None
    offered = await tables.choose_seat(caller(SOUTH), stored.id)
    assert list_calls(offered) == [f"sit.on:{stored.id}:north", f"sit.on:{stored.id}:south"]
    await tables.sit(caller(SOUTH), stored.id, "south")
    await tables.choose_seat(caller(GUEST), stored.id)  # only one seat is free
    stored = await tables.store.load(stored.id)
    assert (stored.seats_of(SOUTH), stored.seats_of(GUEST)) == (("south",), ("north",))
    repeated = tables.choose_seat(caller(NORTH), stored.id), tables.sit(caller(NORTH), stored.id, "south")
    for again in repeated:
        with pytest.raises(Refused):
            await again


async def test_an_offered_seat_of_a_running_game_is_taken(tables: Tables) -> None:
    await play(tables, 10, NORTH, SOUTH)
    await tables.seats.offer(caller(SOUTH, 10), None)
    stored = await tables.store.find_in_channel(10)
    assert stored is not None
    [own] = stored.seats_of(SOUTH)
    assert f"sit:{stored.id}" in list_calls(await tables.show(caller(GUEST)))
    await tables.choose_seat(caller(GUEST), stored.id)
    assert (await tables.store.load(stored.id)).seats_of(GUEST) == (own,)


# The notice board


MANAGER = replace(caller(manages=True), manages_server=True)


@pytest.fixture
def boards(tables: Tables) -> NoticeBoards:
    people = PreferenceStore(tables.store)
    return NoticeBoards(tables, Seekers(tables.lobby, Ratings(tables.orders, people), now))


async def read(boards: NoticeBoards) -> list[int]:
    board = await boards.store.find(GUILD)
    assert board is not None
    notice = await boards.write(board, lambda channel: channel != 12)
    return list_channels(Reply(notice.text + notice.below))


async def test_a_board_shows_free_seats_games_and_results_that_all_can_see(boards: NoticeBoards) -> None:
    tables = boards.tables
    await play(tables, 10, NORTH, SOUTH)
    await lay(tables, 11)
    await lay(tables, 12)  # in a channel that some who see the board can't see
    await play(tables, 13, NORTH, SOUTH)
    stored = await tables.store.find_in_channel(13)
    assert stored is not None
    await boards.set(MANAGER, HERE)
    assert await read(boards) == [11, 13, 10]
    board = await boards.store.find(GUILD)
    assert board is not None
    before = await boards.write(board, lambda _: True)
    assert before == await boards.write(board, lambda _: True)
    await tables.store.end_game(stored, Status.ENDED, "The Tigers win", act=NewAct(Kind.END, "end", NORTH))
    after = await boards.write(board, lambda _: True)
    assert after.shown != before.shown
    assert await read(boards) == [11, 10, 13]


async def test_a_board_fits_on_the_screen_of_a_phone(boards: NoticeBoards) -> None:
    for channel in range(30, 36):
        await play(boards.tables, channel, NORTH, SOUTH)
    await boards.set(MANAGER, HERE)
    assert len(await read(boards)) == 5
    for channel in range(20, 24):
        await lay(boards.tables, channel)
    shown = await read(boards)
    assert [channel < 30 for channel in shown] == [True, True, True, False], "free seats come first"


async def test_only_who_manages_the_server_sets_a_board(boards: NoticeBoards) -> None:
    lacking = replace(MANAGER, lacks=("send_messages",))
    for who in (caller(manages=True), replace(MANAGER, guild_id=None), lacking):
        with pytest.raises(Refused):
            await boards.set(who, HERE)
    assert await boards.store.find(GUILD) is None
    off = await boards.set(MANAGER, None)
    await boards.set(MANAGER, HERE)
    there = await boards.store.find(GUILD)
    assert there is not None
    assert there.channel_id == MANAGER.channel_id
    assert await boards.set(MANAGER, None) != off
    assert await boards.store.find(GUILD) == there
    assert await boards.set(MANAGER, "off") == off
    assert await boards.store.find(GUILD) is None


def test_a_board_waits_a_minute_and_never_longer() -> None:
    moment = now()
    board = NoticeBoard(GUILD, 700, NORTH, "en", 5, "", moment + timedelta(seconds=40))
    assert find_wait(board, moment) == 40
    assert find_wait(board, moment + timedelta(seconds=40)) == 0
    assert find_wait(replace(board, next_edit=moment + timedelta(days=2)), moment) == 60, "a clock was ahead"
    assert find_wait(replace(board, message_id=None), moment) == 0


async def test_a_table_with_a_bot_player_is_not_called_rated(tables: Tables) -> None:
    """As a rematch: the table agreed on a rated game, but a bot player has a seat."""
    settings = GameSettings.for_new_table(rated=True)
    await tables.lobby.create(caller(NORTH, 10), "aadu_huli", settings=settings)
    await tables.lobby.join(caller(NORTH, 10), "north")
    assert says((await tables.show(caller(NORTH))).text, "tables.rated")
    await tables.seats.seat_bot(caller(NORTH, 10), "south")
    shown = (await tables.show(caller(NORTH))).text
    assert not says(shown, "tables.rated")
    assert says(shown, "tables.friendly")
