"""The automatic players: their games end, they say nothing but legal keys, and their rules fire as told."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from rules import successors
from rules.chance import chance
from rules.face import Player, Point
from rules.players import Mover, play_out
from rules.successors.players import AUTOMATIC, appeal
from tests.games.successors.table import Table, place, step

AWAY = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}


def player(level: str, seed: int = 1) -> Player:
    return AUTOMATIC[level](Random(seed).randrange, bool)


def chosen(table: Table, level: str = "fair") -> str:
    """What a player of this level answers to the question that waits."""
    ask = table.ask
    order = tuple(entry.key for entry in table.game.log if entry.seat == ask.seat)

    def look() -> Any:
        return successors.view(table.s, ask.seat)

    return player(level).choose(Point(ask.seat, ask.kind, tuple(ask.menu()), order, look, look))


def test_it_attacks_where_it_outnumbers_and_not_elsewhere() -> None:
    units = {"SYR": {"red": "3i", "blue": "1l"}, "BAB": {"red": "1l", "blue": "3i"}}
    assert chosen(step("combat", units, leaders=AWAY)) == "fight-SYR-blue"
    assert chosen(step("combat", {"BAB": units["BAB"]}, leaders=AWAY)) == "done"


def test_it_retreats_from_twice_as_many() -> None:
    table = step("combat", {"SYR": {"red": "3i", "blue": "1i"}}, leaders=AWAY).play("fight-SYR-blue")
    assert chosen(table.dice("1111")).startswith("retreat-")


def test_it_ransoms_its_leader() -> None:
    table = step("revenue", {"SYR": {"red": "1i"}}, talents={"red": 9}, captives={"red": "blue"})
    assert chosen(table) == "ransom"


def test_it_keeps_three_talents() -> None:
    table = step("revenue", {"SYR": {"red": "1i"}}, talents={"red": 1})
    assert table.s.talents["red"] == 3
    assert chosen(table) == "done"


def test_a_free_province_appeals_by_its_value_and_a_lost_fight_not_at_all() -> None:
    view = successors.view(place({"SYR": {"red": "2i"}, "MES": {"blue": "5i"}}, leaders=AWAY), "red")
    assert appeal(view, "red", "PHO", 1) > appeal(view, "red", "PAL", 1) > 0
    assert appeal(view, "red", "MES", 2) < 0


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("level", list(AUTOMATIC))
def test_games_between_players_end(level: str, seats: int) -> None:
    state = successors.setup(successors.Options.model_validate({"seats": seats}))
    players: dict[str, Player] = {seat: player(level, at) for at, seat in enumerate(state.seats)}
    players[state.seats[-1]] = Mover(Random(level).randrange)
    play_out(successors, state, players, partial(chance, f"{level} {seats}"))
    assert successors.view(state, None).winners
    successors.check(state)
