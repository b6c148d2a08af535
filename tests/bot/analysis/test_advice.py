"""Hints evaluate what the seat sees, with the same luck for all orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.analysis import advice
from bot.analysis.advice import Estimate, Hints, Sorting, weigh_orders
from bot.engine.thinking import Counted, Task, seat_player
from rules import kernel
from rules.kernel import Ask, Game, Point, Rules
from rules.loading.games import GAMES
from rules.player import Advice
from rules.players import choose_order, deal_hidden, find_asked

ADVISED = [rules for rules in GAMES.values() if rules.BOT_PLAYERS]
HIDING = [rules for rules in ADVISED if rules.EXTRAS.hidden]
Case = pytest.mark.parametrize("rules", ADVISED, ids=lambda rules: str(rules.KEY))


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare few orders, with few simulations, whatever the speed of the machine."""
    monkeypatch.setattr(advice, "monotonic", lambda: 0.0)
    monkeypatch.setattr(advice, "GUESSES", 4)
    monkeypatch.setattr(advice, "PLAYOUTS", 3)
    monkeypatch.setattr(advice, "LEAST", 3)
    monkeypatch.setattr(advice, "ROUNDS", ((1, 3),))


def later(rules: Rules, orders: int) -> Game:
    """Return a game after `orders` orders of easy players."""
    return _later(rules.KEY, orders)


@cache
def _later(key: str, orders: int) -> Game:
    rules = GAMES[key]
    step, rng = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "hints"), Random(1)
    level = next(iter(rules.BOT_PLAYERS))
    for _ in range(orders):
        ask = step.live.pending
        assert isinstance(ask, Ask)
        player = seat_player(rules, level, rng.randrange, Counted(20))
        step = kernel.submit(rules, step.game, ask.seat, choose_order(rules, step.game, player).keys)
    return replace(step.game, loaded=None)


def task(rules: Rules, game: Game) -> Task:
    """Return the smallest task for a hint, for a level that needs no clock."""
    point = find_asked(rules, game)
    assert point is not None
    return Task(rules.KEY, replace(game, seed=""), point.seat, next(iter(rules.BOT_PLAYERS)), 0.0, 7)


@cache
def hints_of(key: str) -> Hints:
    """Return the hints in a game after eight orders."""
    hints = weigh_orders(task(GAMES[key], later(GAMES[key], 8)))
    assert isinstance(hints, Hints)
    return hints


@Case
def test_the_best_orders_are_whole_and_legal_and_come_with_chances(rules: Rules) -> None:
    game = later(rules, 8)
    asked_for = task(rules, game)
    hints = hints_of(rules.KEY)
    assert 1 <= len(hints.best) <= advice.BEST
    assert len({hint.keys for hint in hints.best}) == len(hints.best)
    assert all(hint.equal or hint.chance.mean < hints.best[0].chance.mean for hint in hints.best[1:])
    assert not hints.best[0].equal
    for hint in hints.best:
        assert 0 <= hint.chance.mean <= 1
        assert hint.change.mean == pytest.approx(hint.chance.mean - hints.now.mean)
        after = kernel.submit(rules, game, asked_for.seat, hint.keys)
        assert after.entered >= len(hint.keys) > 0


@Case
def test_hints_say_why_and_one_of_them_declines_where_that_can_be(rules: Rules) -> None:
    """An order that only leads to dice may have nothing to say."""
    point = find_asked(rules, later(rules, 8))
    assert point is not None
    hints = hints_of(rules.KEY).best
    assert any(hint.reason for hint in hints)
    can = advice.find_declining(rules, later(rules, 8)) & {*point.keys}
    assert not can or any(hint.keys[0] in can for hint in hints)


def test_orders_that_differ_in_details_only_are_one_choice() -> None:
    march, detail, pay = ("march", "a", "b"), ("march", "a", "b", "c"), ("pay", "1")
    orders = [march, detail, pay, ("pass",)]
    assert advice.keep_different(orders, 2, Sorting()) == [march, pay]
    assert advice.keep_different(orders, 2, Sorting(declined=("pass",))) == [march, ("pass",)]
    assert advice.keep_different(orders[:2], 2, Sorting()) == [march, detail], "there is nothing else"


@pytest.mark.parametrize("rules", HIDING, ids=lambda rules: str(rules.KEY))
def test_a_hint_is_the_same_for_all_that_its_seat_can_t_tell_apart(rules: Rules) -> None:
    game = later(rules, 8)
    point = find_asked(rules, game)
    assert point is not None
    if game.log:
        pytest.fail("the game stands at the beginning of a turn")
    other = rules.dump(deal_hidden(rules, point.begun(), Random(99).randrange))
    twin = Game("", game.turn, other)
    again = find_asked(rules, twin)
    assert again is not None
    assert again.begun() == point.begun()
    assert other != game.start, "something that the seat doesn't see is another"
    assert weigh_orders(task(rules, twin)) == hints_of(rules.KEY)


def test_who_gives_reasons_is_asked_for_them() -> None:
    rules: Any = GAMES["aadu_huli"]
    game = later(rules, 6)
    point = find_asked(rules, game)
    assert point is not None
    first, second = point.keys[:2]

    class Adviser:
        def advise(self, point: Point, /) -> Sequence[Advice]:
            return [Advice((first,), "to begin"), Advice((second,), "to go on")]

        def choose(self, point: Point, /) -> str:
            return first

    class Advised:
        def __init__(self) -> None:
            self.BOT_PLAYERS = {"easy": lambda number, stop: Adviser()}

        def __getattr__(self, name: str) -> Any:
            return getattr(rules, name)

    hints = weigh_orders(task(rules, game), {rules.KEY: Advised()})
    reasons: dict[tuple[str, ...], str] = {(first,): "to begin", (second,): "to go on"}
    for hint in hints.best:
        assert hint.reason == reasons[hint.keys] if hint.keys in reasons else hint.reason, "or the game's own"


def test_what_is_no_more_than_noise_is_called_so() -> None:
    assert Estimate.of([0.5, 0.52, 0.48, 0.5] * 5).is_zero is False
    assert Estimate.of([0.3, -0.3, 0.28, -0.2]).is_zero
    assert Estimate.of([0.004] * 1000).is_zero, "a position is weighed roughly"
    assert not Estimate.of([0.04] * 100).is_zero
    assert Estimate.of([0.2, 0.2, 0.2]).is_zero, "three that agree by chance say little"


FIRST: tuple[str, ...]
SECOND: tuple[str, ...]
THIRD: tuple[str, ...]
FIRST, SECOND, THIRD = ("a",), ("b",), ("c",)


def rank(chances: dict[tuple[str, ...], list[float]], declining: str = "", **leads: list[float]) -> Hints:
    """Return the hints from these results of playouts. `leads`: the points, by the first key."""
    rules = GAMES["taj_mahal"]
    point = find_asked(rules, later(rules, 0))
    assert point is not None
    weighing = advice.Weighing(rules, point, "")
    n = len(next(iter(chances.values())))
    weighing.found = {advice.NOW: [0.5] * n, **chances}
    weighing.leads = {keys: leads.get(keys[0], [0.0] * n) for keys in weighing.found if keys}
    weighing.leads[advice.NOW] = [0.0] * n
    weighing.played = n
    sorting = Sorting(declining=frozenset(declining), preferred=(SECOND,))
    return advice._make_hints(weighing, list(chances), dict.fromkeys(chances, ""), 0, sorting)


def test_order_and_figures_of_a_hint_come_from_one_ranking() -> None:
    """A figure never rises down the list. Orders without a clear difference share one."""
    noisy = {FIRST: [0.3, 0.9] * 20, SECOND: [0.8, 0.3] * 20, THIRD: [0.1, 0.12] * 20}
    found = rank(noisy)
    assert [hint.keys for hint in found.best] == [SECOND, FIRST, THIRD], "no difference, so the strongest's"
    assert found.best[1].equal
    assert found.best[0].chance == found.best[1].chance
    assert found.best[2].chance.mean < found.best[1].chance.mean
    clear = {FIRST: [0.6, 0.62] * 20, SECOND: [0.4, 0.42] * 20, THIRD: [0.5, 0.52] * 20}
    assert [hint.keys for hint in rank(clear).best] == [FIRST, THIRD, SECOND], "what is clear comes first"


def test_of_orders_with_equal_chances_one_that_ends_with_clearly_fewer_points_comes_later() -> None:
    lost = {keys: [0.0, 0.01] * 10 for keys in (FIRST, SECOND, THIRD)}
    found = rank(lost, a=[-4.0, -5.0] * 10, b=[-9.0, -8.0] * 10, c=[-4.5, -5.0] * 10)
    assert [hint.keys for hint in found.best] == [FIRST, THIRD, SECOND]
    assert found.best[2].points.mean == pytest.approx(-4)
    assert found.best[1].points.is_zero


def test_of_equal_orders_one_that_acts_comes_before_one_that_only_ends_something() -> None:
    even, worse, clear = [0.8, 0.3] * 20, [0.75, 0.2] * 20, [0.1, 0.12] * 20
    found = rank({FIRST: even, SECOND: even, THIRD: clear})
    assert [hint.keys for hint in found.best] == [SECOND, FIRST, THIRD], "the strongest bot's favourite"
    found = rank({FIRST: even, SECOND: even, THIRD: clear}, declining="b")
    assert [hint.keys for hint in found.best] == [FIRST, SECOND, THIRD]
    found = rank({FIRST: worse, SECOND: even, THIRD: clear}, declining="b")
    assert [hint.keys for hint in found.best] == [SECOND, FIRST, THIRD], "the end came out better"


@Case
def test_an_order_without_an_effect_is_no_guess(rules: Rules) -> None:
    game = later(rules, 8)
    ask, point = kernel.resume(rules, game).pending, find_asked(rules, game)
    assert isinstance(ask, Ask)
    assert point is not None
    proposed = advice.list_proposals(rules, task(rules, game), point, Counted(4), others=())
    declining = advice.find_declining(rules, game)
    guessed = [keys[0] for keys, _, liked in proposed if not liked and keys[0] not in declining]
    assert [key for key in guessed[: advice.GUESSES] if ask.menu.why_idle(key)] == []


@Case
def test_a_hint_is_the_same_on_a_fast_and_on_a_slow_machine(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock only ends what takes far too long."""
    ticks = iter(range(10**9))
    monkeypatch.setattr(advice, "monotonic", lambda: next(ticks) / 10_000)
    assert weigh_orders(task(rules, later(rules, 8))) == hints_of(rules.KEY)
