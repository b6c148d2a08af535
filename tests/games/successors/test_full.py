"""`full` ends by itself, repeats itself with the same luck, uses only its view, and beats `fair`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from rules import successors
from rules.chance import find_faces
from rules.player import Player, Point
from rules.players import Mover, play_out
from rules.successors.board import PROVINCES
from rules.successors.players import BOT_PLAYERS, prospect
from rules.successors.players.playout import play_on
from rules.successors.state import DAWN
from tests.games.successors.table import Table, step

AWAY = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}
LAST = ["blue", "green", "yellow", "red"]
SPREAD = {
    "SYR": {"red": "3i 2l"},
    "PAL": {"red": "1l"},
    "MES": {"blue": "2i"},
    "BAB": {"blue": "1l"},
    "LYD": {"green": "3i"},
    "MAC": {"yellow": "3i"},
}


def stopped_after(looks: int) -> Callable[[], bool]:
    """Return a budget of this many looks."""
    left = iter([False] * looks)
    return lambda: next(left, True)


def point(table: Table) -> Point:
    """Return the point of decision of the asked seat, which may look back only to the start of the turn."""
    ask = table.ask
    began = successors.view(successors.load(table.game.start), ask.seat)

    def look() -> Any:
        raise AssertionError("what stands now follows from the beginning and the log")

    order = tuple(entry.key for entry in table.game.log if entry.seat == ask.seat)
    return Point(ask.seat, ask.kind, tuple(ask.menu()), order, look, lambda: began, tuple(table.game.log))


def chosen(table: Table, level: str = "full", stop: Callable[[], bool] = bool, seed: int = 1) -> str:
    return BOT_PLAYERS[level](Random(seed).randrange, stop).choose(point(table))


def movement(**more: Any) -> Table:
    return step("movement", SPREAD, leaders={**AWAY, "red": "SYR"}, **more)


def test_it_ends_by_itself_and_answers_alike_with_like_luck() -> None:
    looks = 0

    def never() -> bool:
        nonlocal looks
        looks += 1
        return False

    first = chosen(movement(), stop=never)
    assert 2 < looks < 100
    assert chosen(movement()) == first


def test_without_time_it_gives_the_order_of_fair() -> None:
    assert chosen(movement(), stop=lambda: True) == chosen(movement(), "fair")


def test_it_goes_through_with_the_order_that_it_has_chosen() -> None:
    """It thinks once in an order. Its later answers come from the plan, and the Movement ends."""
    table = movement()
    looks = 0

    def never() -> bool:
        nonlocal looks
        looks += 1
        return False

    who = BOT_PLAYERS["full"](Random(1).randrange, never)
    table.play(who.choose(point(table)))
    thought = looks
    for _ in range(60):
        if table.live.pending is None:
            break
        assert table.ask.kind != "battles"
        table.play(who.choose(point(table)))
    assert table.live.pending is None
    assert looks == thought


def test_it_pays_no_ransom_that_costs_it_the_game() -> None:
    """In the last game turn the five Talents count 2½ points, twice: the captor gets them, and would win."""
    units = {"SYR": {"red": "2i"}, "BAB": {"blue": "2i"}, "MAC": {"green": "1l"}, "GRE": {"yellow": "1l"}}
    more: dict[str, Any] = {
        "game_turn": 10,
        "order": LAST,
        "homes": {"red": "SYR", "blue": "BAB", "green": "MAC", "yellow": "GRE"},
        "talents": {"red": 9, "blue": 0},
        "captives": {"red": "blue"},
        "leaders": {"blue": "BAB", "green": "MAC", "yellow": "GRE"},
    }
    assert chosen(step("revenue", units, **more), "fair") == "ransom"
    assert chosen(step("revenue", units, **more)) == "no"


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_against_anybody_ends(seats: int) -> None:
    """It simulates each order once, so every kind of question is asked."""
    state = successors.setup(successors.Options.model_validate({"seats": seats}))
    players: dict[str, Player] = {seat: Mover(Random(seat).randrange) for seat in state.seats}
    number = Random(seats).randrange

    class Hasty:
        """A `full` that simulates each order only once."""

        def choose(self, at: Point, /) -> str:
            return BOT_PLAYERS["full"](number, stopped_after(1)).choose(at)

    players[state.seats[-1]] = Hasty()
    play_out(successors, state, players, partial(find_faces, f"full {seats}"))
    assert successors.view(state, None).winners
    successors.check(state)


def test_what_is_played_on_is_a_legal_game_and_like_luck_repeats_it() -> None:
    ends = []
    for luck in (1, 1, 2):
        s = successors.setup(successors.Options())
        play_on(s, luck, 3)
        assert (s.number, s.phase) == (3, DAWN)
        successors.check(s)
        play_on(s, luck, 99)
        assert s.ended
        successors.check(s)
        ends.append(successors.dump(s))
    assert ends[0] == ends[1] != ends[2]


def test_chances_sum_up_to_one_and_more_land_is_more() -> None:
    s = successors.setup(successors.Options())
    play_on(s, 5, 6)
    chances = {seat: prospect.estimate_chance(s, seat) for seat in s.seats}
    assert sum(chances.values()) == pytest.approx(1)
    before = chances[s.order[0]]
    s.gain(s.order[0], 20)
    assert prospect.estimate_chance(s, s.order[0]) > before


def test_all_that_is_weighed_has_a_weight_and_homes_are_provinces() -> None:
    s = successors.setup(successors.Options())
    play_on(s, 5, 6)
    names = {name for each in prospect.compute_features(s).values() for name in each}
    assert names == set(prospect.WEIGHTS.begin) == set(prospect.WEIGHTS.end)
    assert set(prospect.WEIGHTS.homes) <= set(PROVINCES)
