"""Readings of a typed line that lead to the same count as one."""

from __future__ import annotations

from rules.orders.nearest import Nearest, _DifferentOrders, _Readings
from rules.orders.outcomes import find_outcome
from tests.kernel.orders import test_corrections

SHORT = ("limited", "rally", "1-amirs", "maharashtra")
LONG = (
    "limited",
    "rally",
    "fewer",
    "1-amirs",
    "maharashtra",
)  # by the button that asks for a number
OTHER = ("limited", "rally", "maharashtra")


def test_orders_with_the_same_steps_and_result_are_alike() -> None:
    rules, game = test_corrections.opening("bahmani")
    short, long, other = (find_outcome(rules, game, "bahmani", keys) for keys in (SHORT, LONG, OTHER))
    assert short == long
    assert short != other
    assert find_outcome(rules, game, "bahmani", SHORT[:2]) != find_outcome(rules, game, "bahmani", LONG[:3])


def test_only_one_of_alike_orders_is_offered() -> None:
    rules, game = test_corrections.opening("bahmani")
    found = _DifferentOrders(_Readings(rules, game, "bahmani"))
    for keys in (SHORT, LONG, OTHER, SHORT):
        found.add(Nearest(" ".join(keys), keys))
    assert [each.keys for each in found.orders] == [SHORT, OTHER]
