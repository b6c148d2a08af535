"""A line on a changed standing compares like with like."""

from __future__ import annotations

import pytest

from bot.story.standings import list_moves
from rules.state import Stand


@pytest.mark.parametrize(
    ("was", "new", "shown"),
    [
        (("4 points", "6 cards"), ("5 points", "6 cards"), (("4 points",), ("5 points",))),
        (("4 points", "6 cards"), ("4 points", "6 cards"), ((), ())),
        (("4 points",), ("4 points", "1 special card"), (("4 points",), ("4 points", "1 special card"))),
    ],
)
def test_unchanged_parts_are_on_both_sides_or_on_neither(
    was: tuple[str, ...], new: tuple[str, ...], shown: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    assert list_moves(Stand(was), Stand(new)) == shown
