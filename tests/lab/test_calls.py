"""`durbar calls`: simulated calls of players who look in twice a day."""

from __future__ import annotations

import pytest

from bot.cli.main import main
from bot.engine.thinking import RANDOM
from lab.calls import HABITS, Simulated, Sitting, describe_calls, simulate_games
from rules.loading.games import GAMES

NOTHING, STANDING, PLANS = HABITS


def played(game: str, seats: int) -> dict[str, Sitting]:
    """Return a simulated game of random players for each habit."""
    found = simulate_games(GAMES[game], {"seats": seats}, 1, "calls", RANDOM)
    return {habit.name: whole for habit, whole in found}


def test_standing_answers_save_the_calls_of_those_whose_turn_it_is_not() -> None:
    found = played("successors", 4)
    windows = {"insist", "retreat", "leader-type", "join", "cancel"}
    assert windows & set(found[NOTHING.name].calls)
    assert not windows & set(found[STANDING.name].calls)
    assert not found[STANDING.name].planned


def test_plans_give_orders_without_a_call() -> None:
    found = played("taj_mahal", 3)
    plain, planned = found[STANDING.name], found[PLANS.name]
    assert planned.planned > planned.orders / 10
    assert planned.calls.total() / planned.chapters < plain.calls.total() / plain.chapters
    assert planned.hours < plain.hours
    assert plain.calls.keys() == {"play"}, (
        "cities and cards are named with the withdrawal: no call of their own"
    )


def test_the_same_seed_is_the_same_game() -> None:
    games = [Simulated(GAMES["aadu_huli"], {}, "same", RANDOM, PLANS).play() for _ in range(2)]
    assert games[0] == games[1]
    assert list(describe_calls([(PLANS, games[0])], 1))


def test_it_needs_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calls", "aadu_huli", "--games", "0"]) == 2
    assert "--games: " in capsys.readouterr().err
