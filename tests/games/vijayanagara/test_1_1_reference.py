"""1.1 to 5.5: the short rules, as `/rules NUMBER` shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import vijayanagara as game

PARTS = {  # the chapters of the rulebook and how many sections each has; their subsections
    1: [1, 0, 6, 6, 2, 0, 0, 0, 2, 0],
    2: [0, 0, 8, 2, 3, 0, 2],
    3: [4, 4, 4, 4, 3],
    4: [0, 3, 3, 3],
    5: [0, 0, 0, 0, 0],
}
NUMBERS = [
    number
    for chapter, sections in PARTS.items()
    for section, subsections in enumerate(sections, start=1)
    for number in (
        f"{chapter}.{section}",
        *(f"{chapter}.{section}.{sub}" for sub in range(1, subsections + 1)),
    )
]


@pytest.mark.parametrize("number", NUMBERS)
def test_1_1_every_numbered_rule_can_be_looked_up(number: str) -> None:
    """1.1 to 5.5: each rule has a title and one to six lines."""
    title, _, text = game.reference()[number].partition("\n")
    assert title.strip()
    assert 1 <= len(text.splitlines()) <= 6


def test_1_1_nothing_else_is_there() -> None:
    """5.0: beside the numbered rules only the chapter on victory, which has rules of its own."""
    assert set(game.reference()) == {*NUMBERS, "5.0"}


def test_1_1_every_ruling_names_a_test_that_is_there() -> None:
    """1.1 to 5.5: docs/reference/rulings.md names a test for each ruling."""
    games = Path(__file__).parents[1]  # 5.5 is a game of its own
    files = games.rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    rulings = (games.parents[1] / "docs/reference/rulings.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", rulings))
    assert len(named) > 50
    assert named <= written
