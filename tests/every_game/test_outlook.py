"""Chances to win, in every game that has features for them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.kernel import Rules, list_seats, resume
from rules.players import deal_hidden
from rules.players.outlook import (
    compute_features,
    estimate_chances,
    load_weights,
    play_on_from_start,
    share_victory,
)
from tests.every_game.tables import TABLES, tables
from tests.every_game.tiers import COMPLETE

WEIGHED = [rules for rules in COMPLETE.values() if rules.EXTRAS.analysis.outlook is not None]
Case = pytest.mark.parametrize("rules", WEIGHED, ids=lambda rules: str(rules.KEY))


def played(rules: Rules, number: int) -> list[Any]:
    """Return the states before each turn of the game at this table, and the last state."""
    turns = tables(rules)[number].turns()
    return [*(rules.load(turn.start) for turn in turns), resume(rules, turns[-1]).state]


def test_every_game_with_bot_players_but_those_at_random_has_an_outlook() -> None:
    assert {rules.KEY for rules in WEIGHED} == {rules.KEY for rules in COMPLETE.values() if rules.BOT_PLAYERS}


@Case
def test_chances_sum_up_to_one_and_end_with_who_has_won(rules: Rules) -> None:
    states = played(rules, 1)
    for state in states[:: max(1, len(states) // 10)]:
        found = estimate_chances(rules, state)
        assert sum(found.values()) == pytest.approx(1.0)
        assert all(0.0 <= each <= 1.0 for each in found.values())
        assert list(found) == list(list_seats(rules, state))
    assert estimate_chances(rules, states[-1]) == share_victory(rules, states[-1])
    assert sum(share_victory(rules, states[-1]).values()) == pytest.approx(1.0)


@Case
def test_every_feature_has_its_weight_and_every_weight_its_feature(rules: Rules) -> None:
    assert rules.EXTRAS.analysis.outlook is not None
    known = load_weights(rules.EXTRAS.analysis.outlook.package).weights
    states = played(rules, 0)
    said = {name for state in states for each in compute_features(rules, state).values() for name in each}
    assert said <= set(known)


@Case
def test_who_leads_before_the_end_has_the_better_chances(rules: Rules) -> None:
    better = []
    for number in range(TABLES):
        states = played(rules, number)
        won, late = share_victory(rules, states[-1]), estimate_chances(rules, states[-3])
        better += [late[seat] - 1 / len(late) for seat, share in won.items() if share == 1]
    assert not better or sum(better) > 0


@Case
def test_playing_on_changes_nothing_but_the_copy(rules: Rules) -> None:
    states = played(rules, 2)
    state, rng = states[len(states) // 2], Random(1)
    before = rules.dump(state)
    twin = deal_hidden(rules, rules.view(state, None), rng.randrange)
    assert sum(play_on_from_start(rules, twin, rng.randrange).values()) == pytest.approx(1.0)
    assert rules.dump(state) == before
