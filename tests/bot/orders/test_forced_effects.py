"""Words after the end of an order are accepted silently if they only name what the order brings anyway."""

from __future__ import annotations

import pytest

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.typed_order import Parsed, read_order
from rules.kernel import begin
from rules.taj_mahal import dump
from tests.games.taj_mahal.table import GAME, place
from tests.turns.walking import situation


def read(text: str) -> Parsed:
    """Read an order of a seat that withdraws. It gets the last empty city and the last card of the supply."""
    state = place(
        here="del",
        players={
            "maroon": {"hand": ["red-ee"], "table": ["yellow-ep"]},
            "blue": {"hand": ["green-ee"], "influence": {"V": 1, "G": 1, "M": 1}},
        },
        palaces={"del-1": "blue", "del-2": "blue", "del-4": "blue"},
        supply=["yellow-ec"],
        court=list("EPC"),
    )
    return read_order(Draft(situation(GAME, begin(GAME, dump(state), "0" * 32))), split_line(text))


@pytest.mark.parametrize(
    "named",
    [
        "palace on delhi 3, take yellow elephant mogul",
        "palace on Delhi 3; take yellow elephant mogul.",
        "palace 3",
        "place a palace on Delhi 3, take yec",
        "take yellow grand mogul",
        "elephant and princess, palace on delhi 3",
    ],
)
def test_words_that_name_forced_effects_are_accepted_silently(named: str) -> None:
    parsed = read(f"withdraw, {named}")
    assert (parsed.keys, parsed.mended) == (("withdraw",), "")
    assert parsed.sure


@pytest.mark.parametrize(
    ("named", "wrong"),
    [
        ("palace on delhi 2", "palace on delhi 2"),
        ("take yellow elephant vizier", "take yellow elephant vizier"),
        ("palace on delhi 3, take red monk", "take red monk"),
        ("palace 2", "palace 2"),
    ],
)
def test_words_that_name_anything_else_are_told(named: str, wrong: str) -> None:
    parsed = read(f"withdraw, {named}")
    assert parsed.keys == ("withdraw",)
    assert wrong in parsed.mended
    assert not parsed.sure
