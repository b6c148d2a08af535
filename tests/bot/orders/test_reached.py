"""A preview tells what was in a place before the whole order, not before the answer that names the place."""

from __future__ import annotations

from bot.orders.draft import Draft
from bot.orders.preview import list_reached
from tests.games.vijayanagara.table import OPENERS
from tests.games.vijayanagara.test_tie_break_told import opened

THERE = f"""
card: {OPENERS["vijayanagara"]}
spaces: {{andhra: {{obedient-rajas: 1, governors: 1}}, karnataka: {{obedient-rajas: 2}}}}
"""
LEAVE = ("command-only", "migrate", "gondwana", "andhra", "1-obedient-rajas", "done")
ENTER = ("andhra", "karnataka", "1-obedient-rajas", "done", "done")


def test_a_piece_that_left_by_this_order_was_there_before_it() -> None:
    at = opened(THERE)
    draft = Draft(at, (*LEAVE, *ENTER))
    given = next(each for each in draft.answers if each.key == "andhra" and each.place > len(LEAVE) - 1)
    describe = at.rules.EXTRAS.prose.reached
    assert describe is not None
    before = describe(at.live.state, given.ask, "andhra")
    after = describe(Draft(at, LEAVE).now.live.state, given.ask, "andhra")
    assert before is not None
    assert after is not None
    read = at.rules.name
    assert given.there == before.within(read) != after.within(read)
    assert any(given.there in line for line in list_reached(draft))


def test_what_was_there_does_not_say_where_more_pieces_could_come_from() -> None:
    """ "Gondwana, before this order: 1 from Andhra" was read as if a Raja had come from there before."""
    at = opened(THERE)
    [given] = [each for each in Draft(at, LEAVE).answers if each.key == "gondwana"]
    entry = at.rules.EXTRAS.prose.entry(at.live.state, given.ask, "gondwana")
    assert entry is not None
    assert "1 from Andhra" in entry.within(at.rules.name)
    assert given.there == "Tributary; empty"
