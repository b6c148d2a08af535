"""Bot players give whole legal orders, evaluate by rule, and repeat themselves with the same luck."""

from __future__ import annotations

from random import Random

import pytest

from rules import rajas_of_the_ganges as rajas
from rules.kernel import Ask, Game, Live, settle
from rules.players import choose_order
from rules.rajas_of_the_ganges.players.full import play_on
from rules.rajas_of_the_ganges.players.planning import Plan
from rules.rajas_of_the_ganges.players.prospect import Prospect
from tests.games.rajas_of_the_ganges.table import GAME, H, K, at


@pytest.mark.parametrize("level", rajas.BOT_PLAYERS)
def test_bot_players_give_whole_legal_orders(level: str) -> None:
    s = at("orange-c5", dice={"orange": "45", "green": "34"}, money=5)
    game = settle(rajas, Game("seed", 1, rajas.dump(s))).game
    looks = iter(range(10**9))
    player = rajas.BOT_PLAYERS[level](Random(1).randrange, lambda: next(looks) > 10)
    keys = choose_order(rajas, game, player).keys
    live: Live = Live(GAME, rajas.load(game.start))
    for key in keys:
        live.enter(H, key)
    assert not (isinstance(live.pending, Ask) and live.pending.seat == H)


@pytest.mark.parametrize("level", ["fair", "full"])
def test_fair_and_full_choose_the_order_that_makes_the_markers_cross(level: str) -> None:
    s = at(
        "orange-t4",
        dice={"orange": "566"},
        money=61,
        fame=27,
        waiting=[],
        province={"b1": "orange-s5 esw"},
        bonuses={"money": 4, "fame": 2},
        values={"temple": 4, "palace": 3},
    )
    game = settle(rajas, Game("seed", 1, rajas.dump(s))).game
    looks = iter(range(10**9))
    player = rajas.BOT_PLAYERS[level](Random(1).randrange, lambda: next(looks) > 10)
    keys = choose_order(rajas, game, player).keys
    assert keys[0] == "quarry"


def test_walking_ranked_steps_reaches_the_state_of_entering_their_keys() -> None:
    plan = Plan(at("orange-c5", dice={"orange": "45", "green": "34"}, money=5), (), H)
    plan.look()
    assert len(plan.rank(1000)) > 20
    for _, steps in plan.rank(1000):
        entered = plan.walk()
        for step in steps:
            entered.enter(step.key)
        assert plan.walk(steps).state == entered.state


def test_one_fame_is_worth_one_whatever_income_later_rounds_should_bring() -> None:
    s = at("orange-t2", fame=20, money=21, waiting=[], province={"b1": "orange-c2 esw"})
    prospect = Prospect.of(s)
    before = prospect(s, H)
    s.realms[H].fame += 1
    assert prospect(s, H) - before == pytest.approx(1.0)


def test_the_rounds_that_are_left_go_by_who_is_nearest_to_the_end() -> None:
    ahead = at(realms={K: {"fame": 27, "money": 40, "waiting": []}})
    behind = at(fame=10, realms={K: {"fame": 27, "money": 40, "waiting": []}})
    assert Prospect.of(ahead) == Prospect.of(behind)
    assert Prospect.of(ahead).left < Prospect.of(at()).left


def test_workers_and_markets_count_for_less_when_the_end_is_near() -> None:
    poor = at("green-t2")
    rich = at("green-t2", province={"b1": "orange-c2 esw"}, fame=15, waiting=["money", "river"])
    early, late = (Prospect(left)(rich, H) - Prospect(left)(poor, H) for left in (6.0, 1.0))
    assert early > late > 0


def test_with_the_same_luck_an_order_fares_the_same() -> None:
    s = at("orange-c5", dice={"orange": "45", "green": "34"}, money=5)
    plan = Plan(s, (), H, Prospect.of(s))
    plan.look()
    (_, steps), (_, other) = plan.rank(2)
    found = {(each, luck): play_on(plan, each, luck) for each in (steps, other) for luck in range(3)}
    assert all(play_on(plan, each, luck) == worth for (each, luck), worth in found.items())
    assert len(set(found.values())) > 3
    assert plan.start == s
