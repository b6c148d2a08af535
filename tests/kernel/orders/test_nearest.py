"""The nearest orders to a refused one begin with those that were most likely meant."""

from __future__ import annotations

import pytest

from rules.kernel import Game, InputError, Rules, begin
from rules.loading.games import GAMES
from rules.orders.nearest import list_nearest
from rules.orders.notation import parse
from tests.kernel.orders import test_corrections


def opening(key: str) -> tuple[Rules, Game]:
    """Return the rules of a game, and its first turn."""
    rules = GAMES[key]
    return rules, begin(rules, rules.dump(rules.setup(rules.Options())), "abc").game


def nearest(rules: Rules, game: Game, seat: str, text: str) -> list[str]:
    """Return the texts of the orders nearest to a refused one."""
    with pytest.raises(InputError) as refused:
        parse(rules, game, seat, text)
    return [each.text for each in list_nearest(rules, game, seat, text, refused.value)]


@pytest.mark.parametrize("place", ["3A", "3D", "3F"])
def test_an_answer_that_was_typed_as_a_whole_comes_first(place: str) -> None:
    """Many answers share a word with the order, because "3f" is two words."""
    rules, game = opening("aadu_huli")
    assert nearest(rules, game, "south", f"plce {place.lower()}")[0] == place


def test_an_order_without_its_beginning_gets_it_in_the_nearest_orders() -> None:
    rules, game = test_corrections.opening("bahmani")
    found = nearest(rules, game, "bahmani", "attack in malwa")
    assert found == ["limited attack in Gujarat", "limited attack in Madhyadesh"]
