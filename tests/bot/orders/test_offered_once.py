"""A refusal names each answer once, and by the name of its button."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.nearest_orders import list_nearest_orders
from bot.orders.typed_order import read_order
from rules.errors import NotAllowed
from rules.kernel import begin
from rules.loading.games import GAMES
from rules.taj_mahal import dump
from tests.bot.callers import caller
from tests.bot.orders.test_taps import at_position
from tests.games.successors.table import step as begin_step
from tests.games.taj_mahal.table import GAME, place
from tests.turns.walking import situation

WRONG = "yellow elephant general with blue vizier"


def make_draft() -> Draft:
    """Return an empty draft of a seat with a white card."""
    state = place(players={"maroon": {"hand": ["yellow-eg", "white-c", "red-ev"]}})
    at: Any = situation(GAME, begin(GAME, dump(state), "0" * 32))
    at.stored.seats_of = lambda _: ("maroon",)
    return Draft(at)


def test_an_order_is_not_offered_with_and_without_done() -> None:
    said = [each.said.casefold() for each in list_nearest_orders(caller(), make_draft(), split_line(WRONG))]
    assert said
    assert len({*said}) == len(said)
    orders = [
        each.order.casefold() for each in list_nearest_orders(caller(), make_draft(), split_line(WRONG))
    ]
    assert not {f"{order} done" for order in orders} & {*orders}


def test_the_answer_that_closes_a_question_has_the_name_of_its_button() -> None:
    with pytest.raises(NotAllowed, match=r"White Grand Mogul or nothing\."):
        read_order(make_draft(), split_line(WRONG))


FRESH = """
dynasty: tughlaq
resources: {vijayanagara: 9}
places: {sultanate: ineligible}
card: event-11
independent: [andhra]
spaces:
  andhra: {rebelling-rajas: 3, troops: 1}
  karnataka: {obedient-rajas: 2, troops: 2}
  tamilakam: {obedient-rajas: 2, troops: 1}
"""


@pytest.mark.parametrize("text", ["attack tamilakam", "atack tamilkam"])
def test_beside_a_draft_the_orders_that_keep_the_typed_words_are_offered(text: str) -> None:
    """With a Rally in the draft, “attack” means no further place for the Rally, and not its end."""
    at: Any = at_position(FRESH)
    at.stored.seats_of = lambda _: (at.asked,)
    draft = read_order(Draft(at), split_line("command rally andhra")).grown
    offered = [each.order for each in list_nearest_orders(caller(), draft, split_line(text))]
    assert all("attack" in each for each in offered)
    assert offered[:3] == [f"{way} attack tamilakam" for way in ("command", "command-only", "limited")]


def test_no_two_buttons_below_a_refused_order_have_the_same_label() -> None:
    """ "Buy 2 Cavalry" stood there twice, once with a question about units to disband."""
    rules = GAMES["successors"]
    table = begin_step("revenue", {"THR": {"red": "1l"}}, talents={"red": 7}, leaders={"red": "THR"})
    at: Any = situation(rules, begin(rules, rules.dump(table.s), "0" * 32))
    at.stored.seats_of = lambda _: ("red",)
    found = list_nearest_orders(caller(), Draft(at), split_line("buy 2 cavalry and 1 infantry"))
    labels = [each.said for each in found]
    assert labels
    assert len({*labels}) == len(labels)
