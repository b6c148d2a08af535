"""The Durbar Deck: which of its cards let the executing faction Stay Eligible (2.3.4)."""

from __future__ import annotations

import pytest

from rules.chance import Roll
from tests.games.vijayanagara.events.playing import is_eligible, is_over, played

STAY = {2, 3, 5, 6, 10, 11, 13, 14, 15, 16, 17, 21, 25, 26, 27, 29, 32, 35}
KEEP = {18, 19, 31, 33}  # whose unshaded side keeps Vijayanagara Eligible, whoever executes it


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
@pytest.mark.parametrize("number", range(1, 37))
def test_2_3_4_who_executes_a_stay_eligible_card_stays(number: int, side: str) -> None:
    """2.3.4: from the set-up on, whatever is answered on the way: half of the deck, both sides alike."""
    table = played(number, "vijayanagara", side)
    while not is_over(table):
        if isinstance(table.due, Roll):
            table.dice("6" * table.due.dice)
        else:
            table.answer(table.question.seat, table.question.legal[-1])
    kept = number in STAY or (number in KEEP and side == "unshaded")
    assert is_eligible(table, "vijayanagara") == kept
