"""Results and ratings: between people, for each seat, and only for those who want them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, cast

import pytest

from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings
from bot.views.stats import Result, Row, Stats, compute_points, rate_results, read_result
from db.records import Seat
from db.store import Store
from rules.extras import Scores
from rules.kernel import Rules
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller
from tests.bot.discord_app.test_discord import Hall, hall, said, simcord_bot
from tests.bot.presses import trade
from tests.kernel import toy
from tests.phrases import pattern, phrase, says

__all__ = ["hall", "simcord_bot"]


def ranking(state: toy.Toy) -> Sequence[Sequence[str]]:
    """Rank the seats of the toy game by gold."""
    by_gold: dict[int, list[str]] = {}
    for seat, gold in state.gold.items():
        by_gold.setdefault(gold, []).append(seat)
    return [by_gold[gold] for gold in sorted(by_gold, reverse=True)]


class Won(ModuleType):
    """The toy game with a ranking."""

    def __getattr__(self, name: str) -> Any:
        return (
            replace(toy.EXTRAS, scores=Scores(parts=lambda _: {}, ranking=ranking))
            if name == "EXTRAS"
            else getattr(toy, name)
        )


GAME = cast(Rules, Won("toy"))


def result(north: int, south: int, winner: str) -> Result:
    other = "south" if winner == "north" else "north"
    return Result("toy", {"north": north, "south": south}, {winner: 0, other: 1})


def row(rows: Sequence[Row], user: int, seat: str) -> Row:
    [found] = [row for row in rows if (row.user, row.seat) == (user, seat)]
    return found


def test_who_wins_stands_above_who_loses() -> None:
    rows = rate_results([result(1, 2, "north"), result(1, 2, "north")])
    assert [(row.user, row.seat, row.played, row.won) for row in rows] == [
        (1, "north", 2, 2),
        (2, "south", 2, 0),
    ]
    assert compute_points(rows[0]) > 1000 > compute_points(rows[1])


def test_a_rating_belongs_to_a_seat() -> None:
    rows = rate_results([result(1, 2, "north"), result(2, 1, "north")])
    assert len(rows) == 4
    assert row(rows, 1, "north").won == 1
    assert row(rows, 1, "south").won == 0


def test_winning_with_a_seat_that_seldom_wins_counts_for_more() -> None:
    often = [result(10 + n, 50 + n, "north") for n in range(20)]
    rows = rate_results([*often, result(1, 2, "south"), result(3, 4, "north")])
    assert compute_points(row(rows, 2, "south")) > compute_points(row(rows, 3, "north"))


def test_only_games_between_people_count() -> None:
    assert result(1, 2, "north").counts
    assert not result(1, 1, "north").counts
    assert not Result("alone", {"a": 1}, {"a": 0}).counts


async def play(room: Room, channel: int = CHANNEL, rated: str = "on", give: str = "2") -> None:
    """Play a game in which the North gives its gold away, so that the South wins."""
    await room.lobby.create(caller(NORTH, channel), "toy")
    await room.lobby.set_option(caller(NORTH, channel), "cards", "1")
    await room.lobby.set_option(caller(NORTH, channel), "rated", rated)
    await room.lobby.join(caller(NORTH, channel), "north")
    await room.lobby.join(caller(SOUTH, channel), "south")
    await room.lobby.start(caller(NORTH, channel))
    if give:
        await trade(room.table, caller(NORTH, channel), f"give {give}")
    for _ in range(2):
        stored = await room.store.find_in_channel(channel)
        assert stored is not None
        holder = stored.seat(room.table.load_seated(stored).asked)
        assert holder is not None
        await room.table.order(caller(holder.user_id, channel), "pass")


@pytest.fixture
def stats(store: Store) -> tuple[Room, Stats]:
    room = Room(store)
    room.table.games = {"toy": GAME}
    return room, Stats(room.table, PreferenceStore(store))


async def test_the_table_of_a_server(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    assert says((await shown.show(caller())).text, "stats.none")
    await play(room)
    text = (await shown.show(caller())).text.splitlines()
    assert says(text[1], "stats.row", user=2, title="Toy Deccan", seat="The South", played=1, won=1)
    assert says(text[2], "stats.row", user=1, title="Toy Deccan", seat="The North", played=1, won=0)
    await shown.people.set(caller(SOUTH), "rated", "off")
    assert "<@2>" not in (await shown.show(caller())).text


async def test_what_is_not_rated_does_not_count(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room, rated="off")
    assert says((await shown.show(caller())).text, "stats.none")


async def test_a_game_with_an_bot_player_does_not_count(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    [game] = await room.store.list_ended_games(1)
    assert read_result(GAME, game) is not None
    seats = (game.seats[0], Seat("south", 0, "automatic, random", "random"))
    assert read_result(GAME, replace(game, seats=seats)) is None
    assert says((await shown.show(caller())).text, "stats.foot")


async def test_a_game_with_a_position_of_the_host_does_not_count(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    [game] = await room.store.list_ended_games(1)
    laid = GameSettings.of(game).with_(turns_set_by_hand=(2,))
    assert read_result(GAME, replace(game, settings=laid.to_json())) is None
    assert says((await shown.show(caller())).text, "stats.foot")


def test_a_victory_that_is_shared_is_no_win() -> None:
    rows = rate_results([Result("toy", {"north": 1, "south": 2}, {"north": 0, "south": 0})])
    assert [(row.played, row.won, row.shared) for row in rows] == [(1, 0, 1), (1, 0, 1)]


async def test_what_is_shared_is_said(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room, give="")
    text = (await shown.show(caller())).text
    assert (
        len(re.findall(pattern("stats.row", won=0, played=1, shared=phrase("stats.shared", n=1)), text)) == 2
    )


async def test_a_game_that_does_not_say_who_won_is_in_no_table(room: Room) -> None:
    await play(room)
    shown = Stats(
        OrderService(room.store, {toy.KEY: room.table.games["toy"]}, lambda: None),
        PreferenceStore(room.store),
    )
    assert says((await shown.show(caller())).text, "stats.none")


async def test_results_need_a_server(stats: tuple[Room, Stats]) -> None:
    with pytest.raises(Refused, match=pattern("stats.nowhere")):
        await stats[1].show(replace(caller(), guild_id=None))


async def test_by_command(hall: Hall) -> None:
    assert says(said(await hall.guest.slash(hall.channel, "stats")), "stats.none")
