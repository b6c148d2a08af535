"""Chances to win, in every game that says what they are made of."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.chance import Draw, Roll, chance
from rules.games import GAMES
from rules.kernel import Rules, seats_at
from rules.players import dealt, play_out
from rules.players.outlook import begun_on, chances, features, quick, shares, weights
from tests.every_game.tables import TABLES, tables

WEIGHED = [rules for rules in GAMES.values() if rules.EXTRAS.outlook is not None]
Case = pytest.mark.parametrize("rules", WEIGHED, ids=lambda rules: str(rules.KEY))


def played(rules: Rules[Any], seed: str, number: int = 0) -> list[Any]:
    """The states before each turn of a game at the table of this number, and the last."""
    table = tables(rules)[number % TABLES]
    rng, options, states = Random(seed), rules.Options(**table.options), list[Any]()

    def fate(turn: int, index: int, pending: Roll | Draw) -> str:
        return chance(seed, turn, index, pending)

    def keep(state: Any, _: int) -> bool:
        states.append(state.copy())
        return False

    players = {seat: quick(rules)(rng.randrange, lambda: False) for seat in rules.seats(options)}
    state = rules.setup(options)
    play_out(rules, state, players, fate, until=keep)
    return [*states, state]


def test_every_game_with_automatic_players_but_those_at_random_has_an_outlook() -> None:
    assert {rules.KEY for rules in WEIGHED} == {rules.KEY for rules in GAMES.values() if rules.AUTOMATIC}


@Case
def test_chances_sum_up_to_one_and_end_with_who_has_won(rules: Rules[Any]) -> None:
    states = played(rules, "outlook", 1)
    for state in states[:: max(1, len(states) // 10)]:
        found = chances(rules, state)
        assert sum(found.values()) == pytest.approx(1.0)
        assert all(0.0 <= each <= 1.0 for each in found.values())
        assert list(found) == list(seats_at(rules, state))
    assert chances(rules, states[-1]) == shares(rules, states[-1])
    assert sum(shares(rules, states[-1]).values()) == pytest.approx(1.0)


@Case
def test_every_feature_has_its_weight_and_every_weight_its_feature(rules: Rules[Any]) -> None:
    assert rules.EXTRAS.outlook is not None
    known = weights(rules.EXTRAS.outlook.package).weights
    states = played(rules, "features")
    said = {name for state in states for each in features(rules, state).values() for name in each}
    assert said <= set(known)


@Case
def test_who_leads_before_the_end_has_the_better_chances(rules: Rules[Any]) -> None:
    better = []
    for number in range(4):
        states = played(rules, f"late {number}", number)
        won, late = shares(rules, states[-1]), chances(rules, states[-3])
        better += [late[seat] - 1 / len(late) for seat, share in won.items() if share == 1]
    assert not better or sum(better) > 0


@Case
def test_playing_on_changes_nothing_but_the_copy(rules: Rules[Any]) -> None:
    states = played(rules, "copy", 2)
    state, rng = states[len(states) // 2], Random(1)
    before = rules.dump(state)
    twin = dealt(rules, rules.view(state, None), rng.randrange)
    assert sum(begun_on(rules, twin, rng.randrange).values()) == pytest.approx(1.0)
    assert rules.dump(state) == before
