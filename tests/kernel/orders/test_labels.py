"""Answers that are typed as their buttons, lists and pictures show them."""

from __future__ import annotations

import pytest

from rules.kernel import Option
from rules.orders.labels import find_numbered

TILES = tuple(
    Option(key, label) for key, label in (("a", "Blue 5 (fort)"), ("b", "Green 2"), ("c", "Blue 8"))
)
NUMBERS = {"a": 1, "b": 2, "c": 5}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("tile 1", "a"),
        ("Tile #2", "b"),
        ("number 1", "a"),
        ("no. 1", "a"),
        ("2", "b"),
        ("tile 5", "ca"),
        ("tile 8", "c"),
        ("card 1", ""),
        ("tile 9", ""),
        ("1 tile", ""),
    ],
)
def test_an_answer_may_be_typed_by_its_number_in_the_picture(text: str, keys: str) -> None:
    """A number that is also in the name of another answer means both."""
    assert "".join(option.key for option in find_numbered(TILES, NUMBERS, "Buy which tile?", text)) == keys
    assert find_numbered(TILES, {}, "Buy which tile?", text) == []
