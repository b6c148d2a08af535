"""An answer that would do nothing is refused with what else can be chosen, and never suggested."""

from __future__ import annotations

import pytest

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.nearest_orders import list_nearest_orders
from bot.orders.typed_order import read_order
from rules.asking import DONE
from rules.errors import InputError
from rules.orders.questions import make_question
from tests.bot.callers import caller
from tests.games.vijayanagara.table import OPENERS
from tests.games.vijayanagara.test_tie_break_told import USERS, opened

OUTNUMBERED = f"""
card: {OPENERS["vijayanagara"]}
dynasty: tughlaq
spaces: {{andhra: {{obedient-rajas: 1, governors: 2}}, karnataka: {{obedient-rajas: 2, troops: 5}}}}
"""
ORDERS = ("rebel in tamilakam", "rebel tamilakam", "command. rebel in tamilakam", "rebel")
WAYS = [(), ("command",), ("command-only",)]


@pytest.mark.parametrize("begun", WAYS)
def test_an_order_that_does_nothing_is_never_suggested(begun: tuple[str, ...]) -> None:
    draft = Draft(opened(OUTNUMBERED), begun)
    who = caller(USERS[draft.seat])
    found = [each.order for order in ORDERS for each in list_nearest_orders(who, draft, split_line(order))]
    for order in found:
        answers = read_order(draft, split_line(order)).grown.answers
        assert not any(given.key == DONE and given.ask.presentation.empty for given in answers), order


@pytest.mark.parametrize("begun", WAYS[1:])
def test_the_refusal_of_a_place_names_what_else_can_be_chosen(begun: tuple[str, ...]) -> None:
    draft = Draft(opened(OUTNUMBERED), begun)
    ask = draft.now.ask
    assert ask is not None
    asked = make_question(draft.base.rules, ask)
    with pytest.raises(InputError) as refused:
        read_order(draft, split_line(ORDERS[0]))
    idle = [each for each in asked.legal if each.idle]
    assert [each.key for each in idle] == ["rebel"]
    said = str(refused.value)
    assert asked.opening in said
    assert all(asked.inside(each) in said for each in asked.legal if not each.idle)
