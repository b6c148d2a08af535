"""Results and ratings: between people, for each seat, and only for those who want them.

At the end of a game, the channel reads what the game did to ratings, or why it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import ModuleType
from typing import Any, cast

import pytest
from openskill.models import PlackettLuce

from bot.language.words import speak_within
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings, Uncounted, find_uncounted
from bot.views.ratings import (
    Result,
    Row,
    compute_best,
    compute_points,
    describe_uncounted,
    name_season,
    rate_results,
    read_result,
)
from bot.views.stats import Stats
from db.records import Seat, StoredGame
from db.store import Store
from rules.extras import Scores
from rules.kernel import Rules
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller, type_fast
from tests.bot.discord_app.test_discord import Hall, hall, said, simcord_bot
from tests.bot.presses import trade
from tests.kernel import toy
from tests.phrases import begins, pattern, phrase, says

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
    await type_fast(room.store, NORTH, SOUTH)
    await room.lobby.create(caller(NORTH, channel), "toy")
    await room.options.set(caller(NORTH, channel), "cards", "1")
    await room.options.set(caller(NORTH, channel), "rated", rated)
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


async def ended(room: Room) -> StoredGame:
    """Return the game of the server that ended last."""
    return await room.store.load((await room.store.list_ended_games(1))[-1].id)


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


async def test_a_game_with_a_bot_player_does_not_count(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    game = await ended(room)
    assert isinstance(read_result(GAME, game), Result)
    seats = (game.seats[0], Seat("south", 0, "automatic, random", "random"))
    assert read_result(GAME, replace(game, seats=seats)) is Uncounted.BOT
    assert says((await shown.show(caller())).text, "stats.foot")


async def test_a_game_with_a_position_of_the_host_does_not_count(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    game = await ended(room)
    laid = GameSettings.of(game).with_(turns_set_by_hand=(2,))
    assert read_result(GAME, replace(game, settings=laid.to_json())) is Uncounted.SET_BY_HAND
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


async def test_a_game_without_a_ranking_can_not_be_rated(room: Room) -> None:
    with pytest.raises(Refused, match=pattern("rated.no_ranking", title=toy.TITLE)):
        await play(room)
    assert toy.EXTRAS.scores is None
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


async def test_the_end_says_what_a_game_did_to_ratings(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    stored = await ended(room)
    changes = await shown.ratings.find_changes(stored)
    assert not isinstance(changes, Uncounted)
    assert [changes[user].before for user in (NORTH, SOUTH)] == [1000, 1000]
    assert changes[SOUTH].after > 1000 > changes[NORTH].after
    line = await shown.ratings.write_changes(stored)
    assert begins(line, "rating.changes")
    won, lost = changes[SOUTH], changes[NORTH]
    persons = [
        phrase("rating.person", user=SOUTH, before=1000, after=won.after, change=f"+{won.after - 1000}"),
        phrase("rating.person", user=NORTH, before=1000, after=lost.after, change=f"−{1000 - lost.after}"),
    ]
    assert line.endswith(", ".join(persons)), "the winner first"
    await play(room)
    again = await shown.ratings.find_changes(await ended(room))
    assert not isinstance(again, Uncounted)
    assert again[SOUTH].before == won.after
    assert await shown.ratings.find_changes(stored) == changes, (
        "later games don't change what an earlier one did"
    )


async def test_the_end_does_not_say_the_ratings_of_people_who_opted_out(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    await shown.people.set(caller(SOUTH), "rated", "off")
    line = await shown.ratings.write_changes(await ended(room))
    assert f"<@{NORTH}>" in line
    assert f"<@{SOUTH}>" not in line
    await shown.people.set(caller(NORTH), "rated", "off")
    assert says(await shown.ratings.write_changes(await ended(room)), "rating.counted")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"rated": False}, Uncounted.FRIENDLY),
        ({"rated": False, "newcomers": True}, Uncounted.FIRST_GAME),
        ({"caretakers": {"north": 1}}, Uncounted.CARETAKER),
        ({"caretakers": {"north": 1}, "resigned": {"north": NORTH}}, None),
        ({"turns_set_by_hand": (2,)}, Uncounted.SET_BY_HAND),
        ({"hinted": ("north",)}, Uncounted.HINTED),
    ],
)
async def test_why_a_game_does_not_count(
    stats: tuple[Room, Stats], changed: dict[str, Any], why: Uncounted | None
) -> None:
    room, _ = stats
    await play(room)
    stored = await ended(room)
    settings = GameSettings.of(stored).with_(**changed).to_json()
    found = read_result(GAME, replace(stored, settings=settings))
    assert (found if isinstance(found, Uncounted) else None) is why


async def test_a_seat_without_a_player_does_not_mean_that_one_person_had_several(
    stats: tuple[Room, Stats],
) -> None:
    room, _ = stats
    await play(room)
    stored = await ended(room)
    left = [seat.seat for seat in stored.seats[1:]]
    settings = GameSettings.of(stored).with_(caretakers=dict.fromkeys(left, 0)).to_json()
    one_seat = replace(stored, seats=stored.seats[:1], settings=settings)
    assert find_uncounted(GAME, one_seat) is Uncounted.CARETAKER


async def test_a_person_with_all_seats_a_game_without_end_and_one_without_ranking_do_not_count(
    stats: tuple[Room, Stats],
) -> None:
    room, _ = stats
    await play(room)
    stored = await ended(room)
    alone = tuple(replace(seat, user_id=NORTH) for seat in stored.seats)
    assert read_result(GAME, replace(stored, seats=alone)) is Uncounted.ALONE
    assert stored.position is not None
    unfinished = replace(stored.position, log=())
    assert read_result(GAME, replace(stored, position=unfinished)) is Uncounted.ABANDONED
    assert read_result(cast(Rules, toy), stored) is Uncounted.NO_RANKING
    for why in Uncounted:
        assert says(describe_uncounted(why), "rating.uncounted"), why


async def test_a_game_of_newcomers_says_so(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await room.begin()
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert find_uncounted(GAME, stored) is Uncounted.FIRST_GAME
    await room.lobby.end(caller(NORTH), stored.id)
    stored = await room.store.load(stored.id)
    assert await shown.ratings.find_changes(stored) is Uncounted.FIRST_GAME


async def test_the_ratings_of_a_person_a_game_and_a_season(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    season = name_season(datetime.now(UTC))
    text = (await shown.show(caller(), SOUTH, "Toy Deccan", season.lower())).text.splitlines()
    assert says(text[0], "stats.head_of", what=f"<@{SOUTH}>, Toy Deccan, {season}")
    assert says(text[1], "stats.row", user=SOUTH, won=1)
    assert not any(f"<@{NORTH}>" in line for line in text)
    assert says((await shown.show(caller(), 77)).text, "stats.none_such")
    assert await shown.list_seasons(caller()) == [season]
    with pytest.raises(Refused, match=pattern("stats.no_such_season", seasons=season)):
        await shown.show(caller(), season="1999-Q1")
    with pytest.raises(Refused, match=pattern("lobby.no_such_game")):
        await shown.show(caller(), game="chess")


def test_a_season_is_a_quarter_of_a_year() -> None:
    months = [(1, 1), (3, 31), (4, 1), (12, 31)]
    names = [name_season(datetime(2026, month, day, tzinfo=UTC)) for month, day in months]
    assert names == ["2026-Q1", "2026-Q1", "2026-Q2", "2026-Q4"]


async def test_the_picture_of_ratings(stats: tuple[Room, Stats]) -> None:
    room, shown = stats
    await play(room)
    await play(room, give="")
    drawn = (await shown.show(caller())).ratings
    assert drawn is not None
    assert [len(line) for line in drawn.curves] == [3, 3], "the points before the first game, and after each"
    assert [line[0] for line in drawn.curves] == [(0, 1000), (0, 1000)]
    assert [number for number, _ in drawn.dates] == [1, 2]
    assert drawn.alt.startswith(drawn.title)
    assert all(above in drawn.alt for above, _ in drawn.names), "the picture in words names the people"
    with speak_within("fr"):
        french = (await shown.show(caller())).ratings
    assert french is not None
    assert french.title != drawn.title


async def test_a_forgotten_person_is_in_no_table_and_others_keep_their_ratings(
    stats: tuple[Room, Stats],
) -> None:
    room, shown = stats
    await play(room)
    before = {row.user: compute_points(row) for row in await shown.ratings.load_rows(1)}
    await room.store.forget(SOUTH)
    reply = await shown.show(caller())
    assert f"<@{SOUTH}>" not in reply.text
    assert reply.ratings is not None
    assert len(reply.ratings.curves) == 1
    after = {row.user: compute_points(row) for row in await shown.ratings.load_rows(1)}
    assert after[NORTH] == before[NORTH]
    assert f"<@{SOUTH}>" not in await shown.ratings.write_changes(await ended(room))


async def test_results_are_read_once(stats: tuple[Room, Stats], monkeypatch: pytest.MonkeyPatch) -> None:
    room, shown = stats
    await play(room)
    rows = await shown.ratings.load_rows(1)
    monkeypatch.setattr(Store, "load_games", None)
    assert await shown.ratings.load_rows(1) == rows


def test_a_rank_goes_by_the_best_game() -> None:
    row = rate_results([result(1, 2, "north")])[0]
    other = replace(row, game="other", rating=replace_mu(row, 60.0))
    assert compute_best([row, other]) == {row.user: compute_points(other)}


def replace_mu(row: Row, mu: float) -> Any:
    """Return a better rating."""
    return PlackettLuce().rating(mu=mu, sigma=row.rating.sigma)
